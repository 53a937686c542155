import type { Sorting } from './columns.ts';
import type { Food } from './food.ts';

// Filters, groups and sorts the results, and decides which foods count as raw, cooked or branded.

/** Which results of a search are shown. If `filter` is `undefined`, all kinds are shown. */
export interface Arrangement {
  readonly filter: KindFilter | undefined;
  /** The heads (see {@link headOf}) whose branded foods are expanded. */
  readonly expanded: ReadonlySet<string>;
}

export const PLAIN_ARRANGEMENT: Arrangement = {
  filter: undefined,
  expanded: new Set(),
};

/** The only kind of food to show. */
export type KindFilter = (typeof KINDS)[number]['filter'];

/** A line of the table: a food, or a count of foods collapsed into one line. */
export type Line =
  | { readonly kind: 'food'; readonly food: Food }
  | { readonly kind: 'more'; readonly head: string; readonly count: number };

/**
 * If more branded foods than this have the same head, they are collapsed, since they are
 * near-duplicates.
 */
const MAX_PER_HEAD = 5;

const COOKED =
  /\b(cooked|boiled|baked|roasted|fried|grilled|broiled|steamed|braised|stewed|microwaved|toasted)\b/i;
/** All-caps words that are not brands. */
const ACRONYMS = /\b(USDA|NLEA|UPC|BBQ|NFSMI)\b/g;

/** Checks whether a food is sold under a brand: USDA writes brands in capitals. */
export function isBranded({ description }: Food): boolean {
  return /\p{Lu}[\p{Lu}'&]{2,}\b/u.test(description.replace(ACRONYMS, ''));
}

/** Returns the part of a description before its first comma, by which USDA sorts foods. */
export function headOf({ description }: Food): string {
  return description.replace(/,.*/s, '').trim();
}

const KINDS = [
  { filter: 'raw', has: ({ description }: Food) => /\braw\b/i.test(description) },
  { filter: 'cooked', has: ({ description }: Food) => COOKED.test(description) },
  { filter: 'branded', has: isBranded },
  { filter: 'unbranded', has: (food: Food) => !isBranded(food) },
] as const;

/**
 * Returns the lines of the table, filtered, sorted and collapsed: if more than five branded foods
 * share a head, the first stands for all of them. Missing values come last in either direction.
 *
 * @param amountOf - returns the value that a row shows in a column; `null` if it is not known
 */
export function arrangeFoods(
  foods: readonly Food[],
  sorting: Sorting | undefined,
  { filter, expanded }: Arrangement,
  amountOf: (food: Food, column: string) => number | null,
): Line[] {
  const kind = KINDS.find((one) => one.filter === filter);
  const narrowed = kind === undefined ? foods : foods.filter(kind.has);
  return collapse(sorting === undefined ? narrowed : sorted(narrowed, sorting, amountOf), expanded);
}

function collapse(foods: readonly Food[], expanded: ReadonlySet<string>): Line[] {
  const branded = Map.groupBy(foods.filter(isBranded), headOf);
  return foods.flatMap((food): Line[] => {
    const head = headOf(food);
    const [first, ...others] = branded.get(head) ?? [];
    const line = { kind: 'food', food } as const;
    if (others.length < MAX_PER_HEAD || expanded.has(head) || !isBranded(food)) return [line];
    return food === first ? [line, { kind: 'more', head, count: others.length }] : [];
  });
}

function sorted(
  foods: readonly Food[],
  { column, isDescending }: Sorting,
  amountOf: (food: Food, column: string) => number | null,
): Food[] {
  return foods.toSorted((a, b) => {
    const [low, high] = isDescending ? [b, a] : [a, b];
    if (column === 'description') return low.description.localeCompare(high.description);
    const [left, right] = [amountOf(low, column), amountOf(high, column)];
    if (left !== null && right !== null) return left - right;
    return Number(amountOf(a, column) === null) - Number(amountOf(b, column) === null);
  });
}

/** Returns the filters worth offering, with their counts. */
export function filtersFor(
  foods: readonly Food[],
): { readonly filter: KindFilter; readonly count: number }[] {
  return KINDS.map(({ filter, has }) => ({ filter, count: foods.filter(has).length })).filter(
    ({ count }) => count > 1 && count < foods.length,
  );
}
