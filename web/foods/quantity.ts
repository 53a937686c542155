import { readAmountBy } from '../../src/amount/amount-reader.ts';
import { ENGLISH } from '../../src/amount/languages/english.ts';
import type { Quantity } from '../../src/meal/food-amount.ts';
import { t } from '../languages/language.ts';
import { memoized } from './memoized.ts';

// Reads an amount in the search ("2 eggs").

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
