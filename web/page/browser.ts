import type { SearchSessionParts } from '../service/search-session.ts';

// What the page needs of the browser and of the service, and the browser's part of it: address, history,
// the name in its storage, when a day begins, and where somebody is on the page.

/** What an entry of the history has beside its address. */
export interface EntryMark {
  /** The fragment of the search that the box holds while something else is shown. */
  readonly search: string;
  /** Whether the plate in its address is nowhere else. */
  readonly isUnsaved: boolean;
}

/** The address of the page and its history. Fragments are without the `#`. */
export interface AddressPort {
  fragment(): string;
  /** The mark of the current entry; `undefined` where it is not the page's: a link was followed. */
  mark(): EntryMark | undefined;
  replace(fragment: string, mark: EntryMark): void;
  /** @param isAfterSearch - whether the entry that is left is a search */
  push(fragment: string, mark: EntryMark, isAfterSearch: boolean): void;
  /** Goes back if the entry before is the search that this one came from; else false. */
  backToSearch(): boolean;
}

/** Where the browser keeps things; `save` gives false where it refuses to. */
interface StoragePort {
  load(): string | undefined;
  save(text: string): boolean;
  /** The id of the plate that this tab shows; other tabs may show others. */
  loadCurrent(): string | undefined;
  saveCurrent(id: string): void;
}

/** What the page needs of the browser and the service. */
export interface PagePorts extends Omit<SearchSessionParts, 'show'> {
  readonly address: AddressPort;
  readonly storage: StoragePort;
  /** The local date, such as `2026-11-22`. */
  readonly today: () => string;
}

/** What the browser keeps is under this name. */
export const STORAGE_KEY = 'food-lookup';

/** The fragment of the page's address; the query of the address stays as it is. */
export const browserAddress: AddressPort = {
  fragment: () => location.hash,
  mark: () => {
    const { search } = entry();
    return typeof search === 'string'
      ? { search, isUnsaved: entry().isUnsaved === true }
      : undefined;
  },
  replace: (fragment, mark) => history.replaceState({ ...entry(), ...mark }, '', urlOf(fragment)),
  push: (fragment, mark, isAfterSearch) => {
    history.replaceState({ ...entry(), place: placeNow() }, '');
    history.pushState({ ...mark, isAfterSearch }, '', urlOf(fragment));
    scrollTo({ top: 0, behavior: 'instant' });
  },
  backToSearch: () => {
    const canGo = entry().isAfterSearch === true;
    if (canGo) history.back();
    return canGo;
  },
};

/** What the current entry of the history has beside its address. */
function entry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

export const browserStorage: StoragePort = {
  load: () => attempt(() => localStorage.getItem(STORAGE_KEY) ?? undefined),
  save: (text) =>
    attempt(() => {
      localStorage.setItem(STORAGE_KEY, text);
      return true;
    }) ?? false,
  loadCurrent: () => attempt(() => sessionStorage.getItem(STORAGE_KEY) ?? undefined),
  saveCurrent: (id) => attempt(() => sessionStorage.setItem(STORAGE_KEY, id)),
};

/** Some browsers refuse any use of their storage, as in private windows or when it is full. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** The local date, such as `2026-11-22`. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function urlOf(fragment: string): URL {
  const url = new URL(location.href);
  url.hash = fragment;
  return url;
}

/** Where somebody is on the page: how far down, and in which element. */
interface Place {
  readonly top: number;
  /** The id of the element with the focus, or of the closest around it; empty: none. */
  readonly focusId: string;
}

function placeNow(): Place {
  return { top: scrollY, focusId: document.activeElement?.closest('[id]')?.id ?? '' };
}

/** How long to wait for content to load again. */
const PATIENCE_MS = 30_000;

/** Any of these ends the wait: a person who acts is not moved. */
const INPUTS = ['keydown', 'pointerdown', 'wheel'];
let waiting = new AbortController();

/**
 * Restores the scroll position of a history entry once its content is back. The browser restores
 * the position too early, while the page is still short. A person who scrolls meanwhile stays
 * there.
 */
export function restorePlace(entry: unknown): void {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const place = placeIn(entry);
  if (place === undefined) return;
  const { top, focusId } = place;
  const until = performance.now() + PATIENCE_MS;
  for (const input of INPUTS)
    addEventListener(input, () => waiting.abort(), { signal, capture: true, passive: true });
  let focused = document.activeElement;
  const restore = () => {
    if (signal.aborted) return;
    const { activeElement, body } = document;
    if (activeElement !== focused && activeElement !== body) return;
    const owner = document.getElementById(focusId);
    const isOwnerThere = owner !== null || focusId === '';
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top;
    const isThere = isOwnerThere && isLongEnough;
    if (!isThere && performance.now() < until) requestAnimationFrame(restore);
    const target = owner instanceof HTMLInputElement ? owner : owner?.querySelector('a');
    target?.focus({ preventScroll: true });
    focused = document.activeElement;
    scrollTo({ top, behavior: 'instant' });
  };
  // The first rows come with this frame, all others later.
  requestAnimationFrame(() => {
    restore();
    requestAnimationFrame(() => setTimeout(restore));
  });
}

/** The position in a history entry, which an older version of the page may have written. */
function placeIn(entry: unknown): Place | undefined {
  if (!isObject(entry) || !isObject(entry.place)) return undefined;
  const { top, focusId } = entry.place;
  return typeof top === 'number' && typeof focusId === 'string' ? { top, focusId } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
