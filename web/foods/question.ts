import { readAmountBy } from '../../src/amount/amount-reader.ts';
import { ENGLISH } from '../../src/amount/languages/english.ts';
import { MAX_MEAL_TEXT, splitMeal } from '../../src/amount/meal.ts';
import type { Quantity } from '../../src/meal/food-amount.ts';
import { t } from '../languages/language.ts';
import { memoized } from './memoized.ts';

// What the service is asked: a search or a meal, with its order and filters, and the amount in it
// ("2 eggs").

/** How descriptions are searched. People usually want `fuzzy`. */
export const MATCH_MODES = ['fuzzy', 'words', 'substring'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

export interface Question {
  readonly query: string;
  readonly match: MatchMode;
  /** A column of the service by which the foods are sorted, such as `-sodium_mg`; else by rank. */
  readonly sort?: string | undefined;
  /** The limit per 100 g: sorted by `sodium_mg`, 140 means at most 140 mg. */
  readonly until?: number | undefined;
  /** The only food group to show; without a text, the whole group. */
  readonly group?: string | undefined;
}

/** Whether it has neither a text nor a group. */
export function isNothing({ query, group }: Question): boolean {
  return query.trim() === '' && group === undefined;
}

export function isSameQuestion(a: Question, b: Question): boolean {
  return isSameText(a, b) && a.sort === b.sort && a.until === b.until && a.group === b.group;
}

/** Whether both have the same foods, apart from order and filters. */
export function isSameText(a: Question | undefined, b: Question | undefined): boolean {
  return a?.query === b?.query && a?.match === b?.match;
}

/** Only the question of a view or an answer. */
export function questionOf({ query, match, sort, until, group }: Question): Question {
  return { query, match, sort, until, group };
}

/** The foods of a whole meal, such as `2 eggs, 1 slice toast, coffee`; `undefined` for a search. */
export const mealIn = memoized(
  ({ query, match }: Question): readonly string[] | undefined => {
    const parts = query.split(';');
    // It would be truncated.
    const isTooLong = parts.some((part) => part.length > MAX_MEAL_TEXT);
    if (match === 'substring' || isTooLong) return undefined;
    const lines = parts.flatMap((part) => splitMeal(part, t().amounts).lines);
    return lines.length > 1 ? lines : undefined;
  },
  ({ query, match }) => [query, match, t().amounts],
);

/** What the service is asked: without the amount, or exactly what was typed. */
export function sentQuestion(question: Question): Question {
  const { query, match } = question;
  // A meal asks for its foods by itself.
  if (mealIn(question) !== undefined) return { query: '', match };
  return { ...question, query: match === 'substring' ? query : readQuantity(query).text };
}

/**
 * Separates the amount from a search: `2 cups whole milk` and `whole milk 2 cups` look for whole
 * milk. An amount alone is searched for as it is.
 */
export const readQuantity = memoized(
  (query: string): { text: string; quantity: Quantity | undefined } => {
    const text = query.trim();
    const read = amountIn(text);
    if (read === undefined || read.food === '') return { text, quantity: undefined };
    const { amount: count, unit, food, note } = read;
    return { text: food, quantity: { count, unit, food, note } };
  },
  // Each row asks for it.
  (query) => [query, t().amounts],
);

/** The amount that a text spells without a food, such as `2 cups` or `100g`. */
export function readPlainQuantity(text: string): Quantity | undefined {
  const read = amountIn(text);
  return read === undefined || read.food !== ''
    ? undefined
    : { count: read.amount, unit: read.unit };
}

/** In the language of the page, or in English where only that knows the unit. */
function amountIn(text: string) {
  const own = readAmountBy(text, t().amounts);
  const english = readAmountBy(text, ENGLISH);
  return own?.unit || !english?.unit ? (own ?? english) : english;
}
