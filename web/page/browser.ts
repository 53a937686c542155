import type { AddressPort, StoragePort } from './ports.ts';
import { placeNow } from './scroll-position.ts';

// What the page uses of the browser: address, history, the name in its storage, when a day begins.

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
