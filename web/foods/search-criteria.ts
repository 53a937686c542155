import type { Quantity } from '../../src/meal/food-amount.ts';

// The criteria of a search: its text, which may be a whole meal or begin with an amount ("2 eggs"),
// the sort order and the filters.

/** The ways to match descriptions. `fuzzy` suits most people. */
export const MATCH_MODES = ['fuzzy', 'words', 'substring'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

/** What to search for, and the order of the foods. */
export interface SearchCriteria {
  readonly query: string;
  readonly match: MatchMode;
  /** The service's sort parameter, such as `-sodium_mg`; by rank if missing. */
  readonly sort?: string | undefined;
  /**
   * The limit per 100 g. 140 means at most 140 mg if sorted by `sodium_mg`, and at least 140 mg if
   * sorted by `-sodium_mg`.
   */
  readonly until?: number | undefined;
  /** The only food group to show. If the query is empty, all foods of the group are shown. */
  readonly group?: string | undefined;
}

/** Checks whether a search has neither text nor a group. */
export function isEmptySearch({ query, group }: SearchCriteria): boolean {
  return query.trim() === '' && group === undefined;
}

export function isSameSearch(a: SearchCriteria, b: SearchCriteria): boolean {
  return isSameText(a, b) && a.sort === b.sort && a.until === b.until && a.group === b.group;
}

/** Checks whether two searches have the same text and match mode; sort and filters may differ. */
export function isSameText(a: SearchCriteria | undefined, b: SearchCriteria | undefined): boolean {
  return a?.query === b?.query && a?.match === b?.match;
}

/** Returns only the {@link SearchCriteria} fields of a view or an answer. */
export function criteriaOf({ query, match, sort, until, group }: SearchCriteria): SearchCriteria {
  return { query, match, sort, until, group };
}

/**
 * Splits a whole meal, such as `2 eggs, 1 slice toast, coffee`, into its foods; returns `undefined`
 * if the query is not a meal, or meals cannot be read yet.
 */
export function mealIn({ query, match }: SearchCriteria): readonly string[] | undefined {
  return match === 'substring' ? undefined : amountReader()?.linesOfMeal(query);
}

let reader: typeof import('./typed-amount.ts') | undefined;

/** Returns the reader of typed amounts; `undefined` until it is loaded. */
export const amountReader = () => reader;

/**
 * Loads the reader of typed amounts and meals, which a first view without a search does not need.
 * Resolves to whether this call loaded it. Never rejects.
 */
export async function loadAmountReader(): Promise<boolean> {
  if (reader !== undefined) return false;
  reader = await import('./typed-amount.ts').catch(() => undefined);
  return reader !== undefined;
}

/** Microsoft Word pastes a line break within a paragraph as a vertical tab. */
const LINE_BREAKS = /[\r\n\v\u2028\u2029]+/;
/** `[ ] 2 eggs`, as in a task list. */
const CHECKBOX = /^(?:[-*•]\s*)?\[[ x]?\]\s*/i;

/**
 * Returns the lines of pasted text without their checkboxes, and without their numbers if all lines
 * are numbered: in `2. 100 g oats`, 2 is not an amount.
 */
export function pastedLines(text: string): readonly string[] {
  const lines = text.split(LINE_BREAKS).flatMap((line) => line.trim().replace(CHECKBOX, '') || []);
  const numbers = lines.map((line, i) => new RegExp(`^${i + 1}[.)]\\s+`).exec(line)?.[0]);
  return numbers.includes(undefined)
    ? lines
    : lines.map((line, i) => line.slice(numbers[i]?.length));
}

/**
 * Returns the criteria to send: the text without its amount, or exactly as typed for substring
 * matches. A fuzzy search sends text with a note whole, since the service prefers the noted kind:
 * "1 can chickpeas", "1 oz cheese, cheddar".
 */
export function sentCriteria(criteria: SearchCriteria): SearchCriteria {
  const { query, match } = criteria;
  // The foods of a meal are looked up separately.
  if (mealIn(criteria) !== undefined) return { query: '', match };
  if (match === 'substring') return criteria;
  const { text, quantity } = readQuantity(query);
  return { ...criteria, query: match === 'fuzzy' && quantity?.note ? query.trim() : text };
}

/**
 * Separates the amount from a search: `2 cups whole milk` and `whole milk 2 cups` both search for
 * whole milk. Text that is only an amount is searched for as is. Until the amount reader is loaded,
 * all text is searched for as is.
 */
export function readQuantity(query: string): {
  readonly text: string;
  readonly quantity: Quantity | undefined;
} {
  return amountReader()?.readQuantity(query) ?? { text: query.trim(), quantity: undefined };
}
