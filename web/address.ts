import { type Food, NUTRIENTS, toNumber } from './food.ts';
import { addFood, EMPTY_PLATE, type Plate, type Portion, parseGrams } from './plate/plate.ts';
import type { MatchMode } from './search/find-matches.ts';

/** What a link to the page carries. */
export interface AddressState {
  readonly query: string;
  readonly match: MatchMode;
  readonly portions: readonly Portion[];
}

/** An address as read; `unreadable` counts the foods in it that could not be. */
export interface ReadAddress extends AddressState {
  readonly unreadable: number;
}

// Of the characters that a query string leaves as they are, the one that stands in no number.
const SEPARATOR = '_';

/**
 * The state as the fragment of an address, without the `#`: `q=cheddar&food=150_403_…_Cheese…`. A
 * food is its grams, its values per 100 g in the order of the page, and its name. Fragments stay in
 * the browser: no server learns what is on a plate.
 */
export function toFragment({ query, match, portions }: AddressState): string {
  const fields = new URLSearchParams();
  if (query !== '') fields.set('q', query);
  if (match !== 'substring') fields.set('match', match);
  for (const { food, grams } of portions) {
    const values = [grams, ...NUTRIENTS.map((nutrient) => food[nutrient] ?? '')];
    fields.append('food', [...values, food.description].join(SEPARATOR));
  }
  return fields.toString();
}

/** Reads what {@link toFragment} wrote, with or without the `#`. */
export function readFragment(fragment: string): ReadAddress {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const portions = fields.getAll('food').map(readPortion);
  const readable = portions.filter((portion) => portion !== undefined);
  const plate = readable.reduce<Plate>(
    (filled, { food, grams }) => addFood(filled, food, grams),
    EMPTY_PLATE,
  );
  return {
    query: fields.get('q') ?? '',
    match: fields.get('match') === 'words' ? 'words' : 'substring',
    portions: plate.portions,
    unreadable: portions.length - readable.length,
  };
}

function readPortion(text: string): Portion | undefined {
  const [gramsText = '', kcal = '', protein = '', fat = '', carbohydrate = '', ...rest] =
    text.split(SEPARATOR);
  const grams = parseGrams(gramsText);
  const description = rest.join(SEPARATOR);
  if (grams === undefined || description === '') return undefined;
  const food: Food = {
    description,
    kcal: toNumber(kcal),
    protein: toNumber(protein),
    fat: toNumber(fat),
    carbohydrate: toNumber(carbohydrate),
  };
  return { food, grams };
}
