import type { View } from '../address.ts';
import { type Food, isSameFood } from '../food.ts';
import type { PageState } from './page-state.ts';
import type { Page } from './use-page.ts';

// When a food or a comparison has a view of its own, and links to it.

/** The view of a food in an amount, such as `2 large`; without, in the usual. None without a key. */
export function foodView({ id }: Food, amount?: string): View | undefined {
  return id === null ? undefined : { kind: 'food', id, ...(amount && { amount }) };
}

/** Shows one food, as far as it has a view. */
export function showFood({ dispatch }: Pick<Page, 'dispatch'>, food: Food, amount?: string): void {
  const view = foodView(food, amount);
  if (view !== undefined) dispatch({ kind: 'show', view });
}

export function isCompared({ state }: Page, food: Food): boolean {
  return state.tray.some((other) => isSameFood(other, food));
}

/** Shows the foods of the tray side by side, as soon as there are two. */
export function compareNow({ tray }: PageState, dispatch: Page['dispatch']): void {
  const ids = tray.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length > 1) dispatch({ kind: 'show', view: { kind: 'compare', ids } });
}
