import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Food } from '../foods/food.ts';
import type { MatchMode } from '../foods/search-criteria.ts';
import { linesOf, shownAnswer, typedAmount } from '../page/shown-foods.ts';
import type { Page } from '../page/use-page.ts';

// The keys of the search box: arrows, Enter, Shift+Enter, Alt+Enter, Escape.

/**
 * Handles the keys of the search box: they move through the rows, and between the box and the last
 * added amount.
 */
export function useSearchKeys(page: Page) {
  const { state, dispatch, store } = page;
  const { activeIndex } = state;
  const answer = shownAnswer(state);
  const box = useRef<HTMLInputElement>(null);
  const amountBox = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (state.view.kind === 'search') box.current?.focus({ preventScroll: true });
  }, []);
  // Scrolls back up when new foods arrive while someone types far down the page.
  useLayoutEffect(() => {
    if (document.activeElement === box.current && state.view.kind === 'search')
      scrollTo({ top: 0 });
  }, [answer]);

  function enter({ shiftKey, altKey }: KeyboardEvent): void {
    const line = linesOf(store.state)[store.state.activeIndex];
    const food = line?.kind === 'food' ? line.food : undefined;
    if (shiftKey && food !== undefined) page.store.showFood(food, typedAmount(store.state, food));
    else if (altKey && food !== undefined) compareWith(page, food);
    else store.enter();
    // Selects the text, so that typing replaces the search.
    box.current?.select();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') activate(page, 1);
    else if (event.key === 'ArrowUp' && activeIndex <= 0 && amountBox.current !== null)
      amountBox.current.focus();
    else if (event.key === 'ArrowUp') activate(page, -1);
    else if (event.key === 'Escape') dispatch({ kind: 'type', text: '' });
    else if (event.key === 'Enter') enter(event);
    else return;
    event.preventDefault();
  }

  /** Returns the focus to the search box. */
  function backToBox(): void {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
  }

  /** Searches for text from elsewhere on the page. */
  function searchFor(text: string): void {
    dispatch({ kind: 'type', text });
    box.current?.focus({ preventScroll: true });
  }

  /** Searches for the same text in another way. */
  function searchBy(match: MatchMode): void {
    dispatch({ kind: 'match', match });
    box.current?.focus();
  }

  return { box, amountBox, onKeyDown, backToBox, searchFor, searchBy };
}

/** Moves the selection by this many rows, between none (-1) and the last. */
function activate({ store, dispatch }: Page, by: number): void {
  // Read from the store, since keys may come faster than redraws.
  const { state } = store;
  const index = Math.max(-1, Math.min(state.activeIndex + by, linesOf(state).length - 1));
  dispatch({ kind: 'activate', index });
}

/**
 * Adds a food to the comparison or removes it. Shows the comparison if it has at least two foods.
 */
function compareWith({ store, dispatch }: Page, food: Food): void {
  if (food.id === null) return;
  dispatch({ kind: 'compare', food });
  store.compareNow();
}

export type SearchKeys = ReturnType<typeof useSearchKeys>;

/** The data from which the search box and its results are drawn. */
export interface SearchPartProps {
  readonly page: Page;
  readonly keys: SearchKeys;
}
