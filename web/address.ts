import { NUTRIENTS } from './food.ts';
import { addFood, EMPTY_PLATE, MAX_GRAMS, type Plate, type Portion } from './plate/plate.ts';
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
/** Beyond any value per 100 g in whatever unit; sums of such are numbers that can be shown. */
const MAX_VALUE = 1_000_000_000;
/** The most that `toFixed` can write, and finer than any amount. */
const MAX_DECIMALS = 20;

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
    const values = [grams, ...NUTRIENTS.map((nutrient) => food[nutrient])].map(decimalText);
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
  const [gramsText = '', ...rest] = text.split(SEPARATOR);
  const grams = readDecimal(gramsText, MAX_GRAMS);
  const values = rest.slice(0, NUTRIENTS.length).map((value) => readDecimal(value, MAX_VALUE));
  const description = rest.slice(NUTRIENTS.length).join(SEPARATOR);
  const [kcal, protein, fat, carbohydrate] = values;
  if (grams === undefined || grams === null || grams < 0 || description === '') return undefined;
  if (kcal === undefined || protein === undefined) return undefined;
  if (fat === undefined || carbohydrate === undefined) return undefined;
  return { food: { description, kcal, protein, fat, carbohydrate }, grams };
}

/** A number in digits alone, as {@link readDecimal} reads it; nothing where there is none. */
function decimalText(value: number | null): string {
  const text = String(value ?? '');
  return text.includes('e-')
    ? Number(value)
        .toFixed(MAX_DECIMALS)
        .replace(/\.?0+$/, '')
    : text;
}

/**
 * A number of a link, which anyone may have written: plain digits, `max` at the most either side of
 * 0. `null` where the text is empty, `undefined` where it spells anything else.
 */
function readDecimal(text: string, max: number): number | null | undefined {
  if (text === '') return null;
  const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= max ? number : undefined;
}
