import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Food } from '../foods/food.ts';
import { loadAmountReader, mealIn } from '../foods/search-criteria.ts';
import { t } from '../languages/language.ts';
import { createFoodService, type FoodService, RETRY_MS } from '../service/food-service.ts';
import { diagnose, type SearchFault, shouldRetry } from '../service/search-fault.ts';
import { browserAddress, browserStorage, restorePosition, STORAGE_KEY, today } from './browser.ts';
import type { Action, PageState } from './page-state.ts';
import { PageStore } from './page-store.ts';
import { quantityIn, starterFoods } from './shown-foods.ts';

// Connects the page to the browser (history, other tabs, the clock), and limits how long the first
// foods wait for the component that explains them. Retries the requests of a view until the service
// responds.

/** The page as its components see it: its state, and how to dispatch actions. */
export type Page = ReturnType<typeof usePage>;

/**
 * Returns the page of a service. It follows the browser's history, other tabs and the clock.
 *
 * @param apiUrl - the base URL of the service
 * @param loadInterpretation - loads the component that shows how a search was understood
 */
export function usePage(apiUrl: string, loadInterpretation: () => Promise<unknown>) {
  const { store, service } = useMemo(() => startPage(apiUrl, loadInterpretation), [apiUrl]);
  const [state, setState] = useState(store.state);

  // This is a layout effect: the store has read the URL, and must not miss a navigation after that.
  useLayoutEffect(() => {
    const draw = () => setState(store.state);
    const drawSoon = afterPaint(draw);
    store.subscribe((action) => (canWait(action) ? drawSoon() : draw()));
    setState(store.state);
    const onPopState = () => {
      store.onNavigation();
      restorePosition(history.state);
    };
    // While a tab was frozen, it missed what other tabs saved, and perhaps a change of the date.
    const onLook = () => {
      store.sync();
      store.dispatch({ kind: 'day', today: today() });
    };
    const onStorage = ({ key }: StorageEvent) => key === STORAGE_KEY && store.sync();
    const stop = new AbortController();
    const { signal } = stop;
    // This event fires for Back, Forward and a changed fragment alike.
    window.addEventListener('popstate', onPopState, { signal });
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('focus', onLook, { signal });
    window.addEventListener('pageshow', onLook, { signal });
    document.addEventListener('visibilitychange', onLook, { signal });
    window.addEventListener('pagehide', () => store.write(), { signal });
    return () => stop.abort();
  }, [store]);

  useEffect(() => {
    // If an amount was typed before the amount reader was loaded, searches again. Other searches
    // are not repeated, since a second answer might have an explanation, which would push the foods
    // down.
    void loadAmountReader().then((isNew) => {
      const { criteria } = store.state;
      if (isNew && (mealIn(criteria) ?? quantityIn(criteria)) !== undefined) store.searchNow();
    });
  }, [store]);

  useEveryday(state, store, service);
  return { state, dispatch: store.dispatch, store, service, apiUrl };
}

/**
 * Checks whether a redraw can wait until after the next paint. Typed text is already in its field.
 */
function canWait(action: Action): boolean {
  // A hidden tab never paints, but its title is visible.
  if (document.hidden) return false;
  return action.kind === 'type' ? action.isShown === true : /^(search|rows)$/.test(action.kind);
}

/**
 * Returns a function that redraws once after the next paint, even if it is called several times.
 */
function afterPaint(draw: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => setTimeout(draw));
  };
}

/** How long the first results wait for the component that shows how the search was understood. */
const READING_WAIT_MS = 1000;

function startPage(apiUrl: string, loadInterpretation: () => Promise<unknown>) {
  let store: PageStore | undefined;
  let patience: Promise<unknown> | undefined;
  const service = createFoodService(apiUrl, (schema) =>
    store?.dispatch({ kind: 'schema', schema }),
  );
  store = new PageStore({
    search: async (...asked) => {
      patience ??= new Promise((resolve) => setTimeout(resolve, READING_WAIT_MS));
      // If that component appeared later, it would push the foods down.
      const loaded = Promise.all([loadInterpretation(), loadAmountReader()]);
      const isReadable = Promise.race([loaded, patience]);
      const [found] = await Promise.all([service.search(...asked), isReadable]);
      return found;
    },
    diagnose: (error) => diagnose(error, apiUrl),
    address: browserAddress,
    storage: browserStorage,
    today,
  });
  return { store, service };
}

/** Offers example foods to first-time visitors, once the search box is empty. */
function useEveryday(state: PageState, store: PageStore, service: FoodService): void {
  const isUnknown = state.everyday === undefined && starterFoods(state).length === 0;
  const isWanted = isUnknown && state.criteria.query === '';
  useEffect(() => {
    if (!isWanted) return;
    const examples = t().welcome.everyday;
    const show = (foods: readonly Food[]) => store.dispatch({ kind: 'everyday', foods });
    Promise.all(examples.map((example) => service.best(example))).then(
      (found) => show(found.filter((food) => food !== undefined)),
      // A later search will report the error.
      () => show([]),
    );
  }, [isWanted, store, service]);
}

/** The fault of a request, if it failed, and a function that sends the request again at once. */
export interface Request {
  readonly fault: SearchFault | undefined;
  readonly retry: () => void;
}

/**
 * Sends a request. Sends it again if its key changes, on `retry`, and after temporary failures.
 *
 * @param key - identifies the request; nothing is sent while it is empty
 */
export function useRequest(
  { apiUrl }: Page,
  key: string,
  send: (signal: AbortSignal) => Promise<unknown>,
): Request {
  const [fault, setFault] = useState<SearchFault>();
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = async (error: unknown) => {
      const next = signal.aborted ? undefined : await diagnose(error, apiUrl);
      if (next === undefined || signal.aborted) return;
      setFault(next);
      if (shouldRetry(next, fault)) timer = setTimeout(retry, RETRY_MS);
    };
    if (key !== '') send(signal).then(() => signal.aborted || setFault(undefined), fail);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, attempt]);

  return { fault: key === '' ? undefined : fault, retry };
}

/** Looks up the foods that the page does not have yet. */
export function useRows(page: Page, ids: readonly string[]): Request {
  const { rows } = page.state;
  const missing = [...new Set(ids)].filter((id) => !rows.has(id));
  return useRequest(page, missing.length === 0 ? '' : JSON.stringify(missing), async (signal) => {
    page.dispatch({ kind: 'rows', rows: await page.service.foods(missing, signal) });
  });
}
