import { DEBOUNCE_MS, RESULTS_SHOWN } from './search-timing.ts';

const TYPED = 'food-lookup: typed';

export function markTyped(): void {
  performance.clearMarks(TYPED);
  performance.mark(TYPED);
}

/** To be called when the results are in the document; they are on screen with the next frame. */
export function markResultsShown(): void {
  const typed = performance.getEntriesByName(TYPED, 'mark')[0];
  if (typed === undefined) return;
  const start = typed.startTime + DEBOUNCE_MS;
  // The callback runs before the frame is painted, its message after.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const end = performance.now();
      if (end >= start) performance.measure(RESULTS_SHOWN, { start, end });
      port1.close();
    };
    port2.postMessage(undefined);
  });
}
