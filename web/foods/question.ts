import { readAmountBy } from '../../src/amount/amount-reader.ts';
import { ENGLISH } from '../../src/amount/languages/english.ts';
import { MAX_MEAL_TEXT, splitMeal } from '../../src/amount/meal.ts';
import type { Quantity } from '../../src/meal/food-amount.ts';
import { t } from '../languages/language.ts';
import { memoized } from './memoized.ts';

// What is asked of the service: a search or a meal, its sort order and filters, and the amount in
// its text ("2 eggs").

/** The ways to match descriptions. `fuzzy` suits most people. */
export const MATCH_MODES = ['fuzzy', 'words', 'substring'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

export interface Question {
  readonly query: string;
  readonly match: MatchMode;
  /** The service's sort parameter, such as `-sodium_mg`; by rank if missing. */
  readonly sort?: string | undefined;
  /** The limit per 100 g: for 140, at most 140 mg by `sodium_mg`, at least by `-sodium_mg`. */
  readonly until?: number | undefined;
  /** The only food group to show; if the query is empty, all of that group. */
  readonly group?: string | undefined;
}

/** Checks whether a question has neither a text nor a group. */
export function isNothing({ query, group }: Question): boolean {
  return query.trim() === '' && group === undefined;
}

export function isSameQuestion(a: Question, b: Question): boolean {
  return isSameText(a, b) && a.sort === b.sort && a.until === b.until && a.group === b.group;
}

/** Checks whether two questions search for the same text, whatever their sort order and filters. */
export function isSameText(a: Question | undefined, b: Question | undefined): boolean {
  return a?.query === b?.query && a?.match === b?.match;
}

/** Picks the question out of a view or an answer. */
export function questionOf({ query, match, sort, until, group }: Question): Question {
  return { query, match, sort, until, group };
}

/**
 * Splits a whole meal, such as `2 eggs, 1 slice toast, coffee`, into its foods; returns `undefined`
 * if the query is not a meal.
 */
export const mealIn = memoized(
  ({ query, match }: Question): readonly string[] | undefined => {
    const parts = query.split(';');
    // Splitting would truncate it.
    const isTooLong = parts.some((part) => part.length > MAX_MEAL_TEXT);
    if (match === 'substring' || isTooLong) return undefined;
    const lines = parts.flatMap((part) => splitMeal(part, t().amounts).lines);
    return lines.length > 1 ? lines : undefined;
  },
  ({ query, match }) => [query, match, t().amounts],
);

/**
 * Returns the question to send: the text without its amount, or exactly as typed for substring
 * matches.
 */
export function sentQuestion(question: Question): Question {
  const { query, match } = question;
  // The foods of a meal are looked up separately.
  if (mealIn(question) !== undefined) return { query: '', match };
  return { ...question, query: match === 'substring' ? query : readQuantity(query).text };
}

/**
 * Separates the amount from a search: `2 cups whole milk` and `whole milk 2 cups` both search for
 * whole milk. An amount without a food is searched for as it is.
 */
export const readQuantity = memoized(
  (query: string): { text: string; quantity: Quantity | undefined } => {
    const text = query.trim();
    const read = amountIn(text);
    if (read === undefined || read.food === '') return { text, quantity: undefined };
    const { amount: count, unit, food, note } = read;
    return { text: food, quantity: { count, unit, food, note } };
  },
  // Memoized since every row calls this.
  (query) => [query, t().amounts],
);

/** Parses a text that is only an amount, such as `2 cups` or `100g`. */
export function readPlainQuantity(text: string): Quantity | undefined {
  const read = amountIn(text);
  return read === undefined || read.food !== ''
    ? undefined
    : { count: read.amount, unit: read.unit };
}

/** Parses an amount in the page's language, or in English if only English knows the unit. */
function amountIn(text: string) {
  const own = readAmountBy(text, t().amounts);
  const english = readAmountBy(text, ENGLISH);
  return own?.unit || !english?.unit ? (own ?? english) : english;
}
