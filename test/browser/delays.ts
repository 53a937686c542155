import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { freshPage } from './chromium.ts';

// Adds random delays, to find tests and pages that only work when everything is fast.

/**
 * The maximum random delay of page callbacks and responses, in milliseconds (`PAGE_DELAY_MS`); 0
 * for none.
 */
export const MAX_DELAY_MS = Number(process.env.PAGE_DELAY_MS ?? 0);

/** Waits as long as a response would be delayed. */
export const delayAnswer = () =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));

/** Opens a page in its own context with delayed callbacks. */
export async function delayedPage(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await freshPage(browser, options);
  if (MAX_DELAY_MS > 0) await page.addInitScript(delayCallbacks, MAX_DELAY_MS);
  return page;
}

/**
 * Delays the page's timers and frames, as a busy browser would. Each of the two keeps its order,
 * and pauses for a random time at the start of each period.
 *
 * @param period in milliseconds
 */
function delayCallbacks(period: number): void {
  const { setTimeout: wait, requestAnimationFrame: draw } = window;
  const kindOf = () => {
    const parts = new Map<number, number>();
    return (after: number) => {
      const due = performance.now() + after;
      const place = Math.floor(due / period);
      const part = parts.get(place) ?? Math.random() * period;
      parts.set(place, part);
      return after + Math.max(0, place * period + part - due);
    };
  };
  const [timer, frame] = [kindOf(), kindOf()];
  const frames = new Set<number>();
  let last = 0;
  Object.assign(window, {
    setTimeout: (run: TimerHandler, after = 0, ...given: unknown[]) =>
      wait(run, timer(after), ...given),
    requestAnimationFrame: (run: FrameRequestCallback) => {
      last += 1;
      const id = last;
      frames.add(id);
      const runOnce = (now: number) => {
        if (frames.delete(id)) run(now);
      };
      wait(() => draw(runOnce), frame(0));
      return id;
    },
    cancelAnimationFrame: (id: number) => frames.delete(id),
  });
}
