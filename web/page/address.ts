import { byNutrient, type Food, MAX_VALUE, NUTRIENTS } from '../foods/food.ts';
import { addPortion, limited, MAX_GRAMS, MAX_PORTIONS, type Portion } from '../foods/plate.ts';
import { MATCH_MODES, type SearchCriteria } from '../foods/search-criteria.ts';

// Formats and parses what the page's URL holds (search, sort, compared foods, the plate). Limits
// the plate in a link.

/** What the page shows: a search, one food, several side by side, or a week. */
export type View =
  | ({ readonly kind: 'search' } & SearchCriteria)
  /** `amount` is the amount to show, such as `2 large`; the usual amount if missing. */
  | { readonly kind: 'food'; readonly id: string; readonly amount?: string }
  | { readonly kind: 'compare'; readonly ids: readonly string[] }
  /** The amounts of one nutrient in the last seven days. */
  | { readonly kind: 'week'; readonly column: string };

/**
 * Returns the view of a food for an amount, such as `2 large`, or for its usual amount; `undefined`
 * if the food has no key.
 */
export function foodView({ id }: Food, amount?: string): View | undefined {
  return id === null ? undefined : { kind: 'food', id, ...(amount && { amount }) };
}

/** An empty search, as in a link to a plate. */
export const NOTHING = { kind: 'search', query: '', match: 'fuzzy' } as const;

/** The parsed URL. */
export interface ReadAddress {
  readonly view: View;
  /** The plate in the URL. */
  readonly portions: readonly Portion[];
  /** How many foods of the plate are invalid, or over {@link MAX_PORTIONS}. */
  readonly unreadable: number;
}

/** The maximum number of foods to compare at a time: as many as fit side by side. */
export const MAX_COMPARED = 4;

// A separator that query strings do not encode, and that no number contains.
const SEPARATOR = '_';
/** The longest name, in UTF-16 units. Names of food groups and units are shorter. */
const MAX_NAME_LENGTH = 200;
/** The maximum length of an amount: room for a number, a space and a unit's name. */
const MAX_AMOUNT_LENGTH = 30 + MAX_NAME_LENGTH;

/**
 * Formats a view, and a plate to send along if there is one, as a URL fragment without the `#`:
 * `q=cheddar&item=1_132_cup, diced_01009_404_22.87_33.31_3.09_Cheese, cheddar`,
 * `q=cheese&sort=sodium_mg&until=140`, `group=Beverages`, `food=01123&amount=2 large` or
 * `compare=01009,01077`. An item is its count, the weight and name of its unit, the food's key, its
 * values per 100 g in the order of `NUTRIENTS`, and its name. Fragments stay in the browser: no
 * server learns what is on the plate.
 */
export function toFragment(view: View, portions: readonly Portion[] = []): string {
  const fields = new URLSearchParams();
  for (const [name, text] of Object.entries(fieldsOf(view))) if (text) fields.set(name, text);
  for (const portion of portions) fields.append('item', itemText(portion));
  return fields.toString();
}

/** Returns the URL fields of a view. Those that are empty or `undefined` are not written. */
function fieldsOf(view: View): Readonly<Record<string, string | undefined>> {
  switch (view.kind) {
    case 'food':
      return { food: view.id, amount: view.amount };
    case 'compare':
      return { compare: view.ids.map(encodeURIComponent).join(',') };
    case 'week':
      return { week: view.column };
    case 'search': {
      const { query: q, match, sort, until, group } = view;
      const given = until === undefined ? undefined : decimalText(until);
      return { q, match: match === 'fuzzy' ? '' : match, sort, until: given, group };
    }
  }
}

/** Parses a fragment that {@link toFragment} wrote, with or without the `#`. */
export function readFragment(fragment: string): ReadAddress {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const items = fields.getAll('item');
  const read = items.slice(0, MAX_PORTIONS).map(readItem);
  const readable = read.filter((portion) => portion !== undefined);
  return {
    view: readView(fields),
    portions: readable.reduce<readonly Portion[]>(addPortion, []),
    unreadable: items.length - readable.length,
  };
}

function readView(fields: URLSearchParams): View {
  const id = fields.get('food');
  if (id) {
    const amount = shortField(fields, 'amount', MAX_AMOUNT_LENGTH);
    return { kind: 'food', id, ...(amount && { amount }) };
  }
  const ids = (fields.get('compare') ?? '').split(',').filter((text) => text !== '');
  if (ids.length > 0) return { kind: 'compare', ids: [...new Set(ids.map(decoded))] };
  const column = fields.get('week');
  return column ? { kind: 'week', column } : readSearch(fields);
}

function readSearch(fields: URLSearchParams): View {
  const match = MATCH_MODES.find((mode) => mode === fields.get('match')) ?? 'fuzzy';
  const [sort] = /^-?\w{1,64}$/.exec(fields.get('sort') ?? '') ?? [];
  const until = readDecimal(fields.get('until') ?? '', MAX_VALUE) ?? undefined;
  const group = shortField(fields, 'group', MAX_NAME_LENGTH);
  const isUntil = sort !== undefined && until !== undefined;
  return {
    kind: 'search',
    query: fields.get('q') ?? '',
    match,
    ...(sort && { sort }),
    ...(isUntil && { until }),
    ...(group && { group }),
  };
}

/**
 * Returns a field of at most `max` characters; a longer one is ignored, since truncating it would
 * change its meaning.
 */
function shortField(fields: URLSearchParams, name: string, max: number): string | undefined {
  const text = fields.get(name) ?? '';
  return text.length <= max ? text || undefined : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function itemText({ food, count, unit }: Portion): string {
  const name = unit.name.replaceAll(SEPARATOR, ' ');
  const id = (food.id ?? '').includes(SEPARATOR) ? '' : (food.id ?? '');
  const values = NUTRIENTS.map((nutrient) => decimalText(food[nutrient]));
  const weight = decimalText(unit.grams);
  return [decimalText(count), weight, name, id, ...values, food.description].join(SEPARATOR);
}

function readItem(text: string): Portion | undefined {
  const [countText = '', weightText = '', name = '', id = '', ...rest] = text.split(SEPARATOR);
  const count = readDecimal(countText, MAX_GRAMS);
  const weight = readDecimal(weightText, MAX_GRAMS);
  const values = rest.slice(0, NUTRIENTS.length).map((value) => readDecimal(value, MAX_VALUE));
  const description = rest.slice(NUTRIENTS.length).join(SEPARATOR);
  if (typeof count !== 'number' || typeof weight !== 'number') return undefined;
  if (count < 0 || weight <= 0 || name === '' || description === '') return undefined;
  if (values.includes(undefined)) return undefined;
  const nutrients = byNutrient((nutrient) => values[NUTRIENTS.indexOf(nutrient)] ?? null);
  const food = { description, ...nutrients, id: id || null, measures: [] };
  return limited({ food, count, unit: { name, grams: weight } });
}

/** Formats a number without an exponent, for {@link readDecimal}; empty for `null`. */
function decimalText(value: number | null): string {
  const text = String(value ?? '');
  const isTiny = text.includes('e-');
  return isTiny ? Number(value).toLocaleString('en', { maximumFractionDigits: 20 }) : text;
}

/**
 * Parses a number in a link, which anyone may have written: plain digits, between -`max` and `max`.
 * Returns `null` for empty text, and `undefined` for anything else.
 */
function readDecimal(text: string, max: number): number | null | undefined {
  if (text === '') return null;
  const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= max ? number : undefined;
}
