import type { AddressPort, StoragePort } from './page-store.ts';
import { placeNow } from './scroll-position.ts';

// What the page uses of the browser: address, history, the name in its storage, when a day begins.

/** What the browser keeps is under this name. */
export const STORAGE_KEY = 'food-lookup';

/** Marks the entries of the history that this page wrote. */
const OWN = { isOwn: true };

/** The fragment of the page's address; the query of the address stays as it is. */
export const browserAddress: AddressPort = {
  fragment: () => location.hash,
  isOwn: () => has('isOwn'),
  replace: (fragment) => history.replaceState({ ...history.state, ...OWN }, '', urlOf(fragment)),
  push: (fragment, isAfterSearch) => {
    history.replaceState({ ...history.state, ...OWN, place: placeNow() }, '');
    history.pushState({ ...OWN, ...(isAfterSearch && { isAfterSearch }) }, '', urlOf(fragment));
    scrollTo({ top: 0, behavior: 'instant' });
  },
  backToSearch: () => {
    const canGo = has('isAfterSearch');
    if (canGo) history.back();
    return canGo;
  },
};

/** Whether the current entry of the history has a mark of this page. */
function has(mark: string): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && mark in state;
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
