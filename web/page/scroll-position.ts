// Remembers scroll position and focus when going back: how long it waits for what is loaded anew.

/** Where somebody is on the page: how far down, and in which element. */
export interface Place {
  readonly top: number;
  /** The id of the element with the focus, or of the closest around it; empty: none. */
  readonly focusId: string;
}

export function placeNow(): Place {
  return { top: scrollY, focusId: document.activeElement?.closest('[id]')?.id ?? '' };
}

/** How long to wait for content to load again. */
const PATIENCE_MS = 30_000;

/** Any of these ends the wait: a person who acts is not moved. */
const INPUTS = ['keydown', 'pointerdown', 'wheel'];
let waiting = new AbortController();

/**
 * Restores the scroll position of a history entry once its content is back. The browser does so too
 * early, while the page is still short. A person who scrolls meanwhile stays there.
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
