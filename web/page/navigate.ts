import { type Food, isSameFood } from '../food.ts';
import type { PageState } from './page-state.ts';
import type { Page } from './use-page.ts';

/** Shows one food; one without a key has no view of its own. */
export function showFood({ dispatch }: Page, { id }: Food): void {
  if (id !== null) dispatch({ kind: 'show', view: { kind: 'food', id } });
}

export function isCompared({ state }: Page, food: Food): boolean {
  return state.tray.some((other) => isSameFood(other, food));
}

/** Shows the foods of the tray side by side, as soon as there are two. */
export function compareNow({ tray }: PageState, dispatch: Page['dispatch']): void {
  const ids = tray.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length > 1) dispatch({ kind: 'show', view: { kind: 'compare', ids } });
}
