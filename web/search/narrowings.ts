import type { Food } from '../food.ts';
import { isIn, type Narrowing } from './arrange-foods.ts';

// The choices that narrow results: raw, cooked, branded.

const KINDS: readonly Narrowing[] = ['raw', 'cooked', 'branded', 'unbranded'];

/** The kinds among foods that are worth choosing between, with how many there are of each. */
export function narrowingsOf(
  foods: readonly Food[],
): { readonly narrowing: Narrowing; readonly count: number }[] {
  return KINDS.map((narrowing) => ({
    narrowing,
    count: foods.filter((food) => isIn(food, narrowing)).length,
  })).filter(({ count }) => count > 1 && count < foods.length);
}
