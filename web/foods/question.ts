import { MAX_MEAL_TEXT, splitMeal } from '../../src/amount/meal.ts';
import { t } from '../languages/language.ts';
import { memoized } from './memoized.ts';
import { readQuantity } from './quantity.ts';

// What the service is asked: a search or a meal, with its order and filters.

/** How descriptions are searched: `fuzzy` for people, the others for who needs them. */
export const MATCH_MODES = ['fuzzy', 'words', 'substring'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

export interface Question {
  readonly query: string;
  readonly match: MatchMode;
  /** A column of the service by which the foods are sorted, such as `-sodium_mg`; else by rank. */
  readonly sort?: string | undefined;
  /** The value per 100 g at which the sorted foods end: `sodium_mg` until 140 is at most 140 mg. */
  readonly until?: number | undefined;
  /** The only food group to show. Without a text, all of it is. */
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

/** The question of a view or an answer, without what else that has. */
export function questionOf({ query, match, sort, until, group }: Question): Question {
  return { query, match, sort, until, group };
}

/** The foods of a whole meal, such as `2 eggs, 1 slice toast, coffee`; `undefined` for a search. */
export const mealIn = memoized(
  ({ query, match }: Question): readonly string[] | undefined => {
    const parts = query.split(';');
    // It would be cut.
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
