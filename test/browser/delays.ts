import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { freshPage } from './chromium.ts';

// Random delays, to find tests and pages that work only where all is fast.

/**
 * The maximum random delay of the pages' callbacks and answers, in milliseconds (`PAGE_DELAY_MS`);
 * 0 for none.
 */
export const MAX_DELAY_MS = Number(process.env.PAGE_DELAY_MS ?? 0);

/** Waits as an answer would be delayed. */
export const delayAnswer = () =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));

/** A page in a context of its own, whose callbacks are delayed. */
export async function delayedPage(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await freshPage(browser, options);
  if (MAX_DELAY_MS > 0) await page.addInitScript(delayCallbacks, MAX_DELAY_MS);
  return page;
}

/**
 * Delays the timers, frames and effects of its page, as a busy browser would. Each kind keeps its
 * order, and pauses at the start of each period for a random part of it.
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
