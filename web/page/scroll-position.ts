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

/** How long what is loaded anew is waited for. */
const PATIENCE_MS = 30_000;

/** What ends the wait: whoever does something is not moved any more. */
const INPUTS = ['keydown', 'pointerdown', 'wheel'];
let waiting = new AbortController();

/**
 * Goes back to the place that an entry of the history has, once what was there is there again. The
 * browser's own way comes too early, when the page is still as short as the one before. Whoever goes on
 * elsewhere meanwhile stays there.
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

/** The place in an entry of the history, which an older version of the page may have made. */
function placeIn(entry: unknown): Place | undefined {
  if (!isObject(entry) || !isObject(entry.place)) return undefined;
  const { top, focusId } = entry.place;
  return typeof top === 'number' && typeof focusId === 'string' ? { top, focusId } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
