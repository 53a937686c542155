import type { SearchSessionParts } from '../service/search-session.ts';

// Defines the page's interface to the browser and the service. Implements it for the browser: URL,
// history, storage, the local date, and restoring scroll position and focus.

/** The data that the page's store keeps in a history entry besides the URL. */
export interface EntryState {
  /** The fragment of the search in the box, even while another view is shown. */
  readonly search: string;
  /** Whether the plate is stored only in this entry's URL. */
  readonly isUnsaved: boolean;
}

/** The page's interface to the browser and the service. */
export interface PagePorts extends Omit<SearchSessionParts, 'show'> {
  readonly address: typeof browserAddress;
  readonly storage: typeof browserStorage;
  /** Returns the local date, such as `2026-11-22`. */
  readonly today: () => string;
}

/** The key of the page's data in the browser's local and session storage. */
export const STORAGE_KEY = 'food-lookup';

/** Reads and writes the fragment of the page's URL. The query of the URL does not change. */
export const browserAddress = {
  fragment: () => location.hash,
  /**
   * Returns what the page stored in the current entry; `undefined` if the page did not create the
   * entry, as when a link was followed.
   */
  mark: (): EntryState | undefined => {
    const { search } = entry();
    return typeof search === 'string'
      ? { search, isUnsaved: entry().isUnsaved === true }
      : undefined;
  },
  replace: (fragment: string, state: EntryState) =>
    history.replaceState({ ...entry(), ...state }, '', urlOf(fragment)),
  /** @param isAfterSearch - whether the entry being left is a search */
  push: (fragment: string, state: EntryState, isAfterSearch: boolean) => {
    // `focusId` is the ID of the focused element or of its closest ancestor with an ID.
    const focusId = document.activeElement?.closest('[id]')?.id ?? '';
    history.replaceState({ ...entry(), place: { top: scrollY, focusId } }, '');
    history.pushState({ ...state, isAfterSearch }, '', urlOf(fragment));
    scrollTo({ top: 0, behavior: 'instant' });
  },
  /** Goes back if the previous entry is the search that led here. Returns whether it did. */
  backToSearch: () => {
    const canGo = entry().isAfterSearch === true;
    if (canGo) history.back();
    return canGo;
  },
};

/** Returns what the current history entry stores besides the URL. */
const entry = (): Readonly<Record<string, unknown>> => Object(history.state);

/** The browser's storage. `save` returns `false` if the browser refuses to store the data. */
export const browserStorage = {
  load: () => withStorage(() => localStorage.getItem(STORAGE_KEY) ?? undefined),
  save: (text: string) =>
    withStorage(() => {
      localStorage.setItem(STORAGE_KEY, text);
      return true;
    }) ?? false,
  /** Returns the ID of the plate that this tab shows. Other tabs may show other plates. */
  loadCurrent: () => withStorage(() => sessionStorage.getItem(STORAGE_KEY) ?? undefined),
  saveCurrent: (id: string) => withStorage(() => sessionStorage.setItem(STORAGE_KEY, id)),
};

/**
 * Returns `undefined` if the browser refuses access to its storage, as in private windows or when
 * it is full.
 */
function withStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Returns the local date in the Swedish format: `2026-11-22`. */
export const today = (now = new Date()): string => now.toLocaleDateString('sv');

function urlOf(fragment: string): URL {
  const url = new URL(location.href);
  url.hash = fragment;
  return url;
}

/** How long to wait for content to load again. */
const RESTORE_TIMEOUT_MS = 30_000;

/** Events that end the wait, so that the page does not jump while it is being used. */
const INPUTS = ['keydown', 'pointerdown', 'wheel'];
let waiting = new AbortController();

/**
 * Restores the scroll position and focus of a history entry once its content is back. The browser
 * itself scrolls too early, while the page is still short. This stops as soon as the user scrolls,
 * clicks or types.
 */
export function restorePosition(entry: unknown): void {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  // An older version of the page may have written the entry.
  const { place }: { place?: unknown } = Object(entry);
  const { top, focusId }: { top?: unknown; focusId?: unknown } = Object(place);
  if (typeof top !== 'number' || typeof focusId !== 'string') return;
  const until = performance.now() + RESTORE_TIMEOUT_MS;
  for (const input of INPUTS)
    addEventListener(input, () => waiting.abort(), { signal, capture: true, passive: true });
  let focused = document.activeElement;
  const restore = () => {
    if (signal.aborted) return;
    const { activeElement, body } = document;
    if (activeElement !== focused && activeElement !== body) return;
    const owner = document.getElementById(focusId);
    const hasOwner = owner !== null || focusId === '';
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top;
    const isReady = hasOwner && isLongEnough;
    if (!isReady && performance.now() < until) requestAnimationFrame(restore);
    const target = owner instanceof HTMLInputElement ? owner : owner?.querySelector('a');
    target?.focus({ preventScroll: true });
    focused = document.activeElement;
    scrollTo({ top, behavior: 'instant' });
  };
  // The first rows are drawn in this frame, all others later.
  requestAnimationFrame(() => {
    restore();
    requestAnimationFrame(() => setTimeout(restore));
  });
}
