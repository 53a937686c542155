import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { freshPage } from './chromium.ts';

// Random delays, to find tests and pages that work only where all is fast.

/**
 * By how much the pages' callbacks and answers are delayed at random, at most, in milliseconds, as
 * `PAGE_DELAY_MS` says; 0 for not at all.
 */
export const MAX_DELAY_MS = Number(process.env.PAGE_DELAY_MS ?? 0);

/** Waits for as long as an answer is delayed. */
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
 * Delays the timers, frames and effects of the page in which it runs, and keeps their order, as a
 * busy browser does: it runs nothing in the first part of each period, a part of random length.
 *
 * @param period in milliseconds
 */
function delayCallbacks(period: number): void {
  const { setTimeout: wait, requestAnimationFrame: draw } = window;
  const busy = new Map<number, number>();
  const delayOf = (due: number) => {
    const place = Math.floor(due / period);
    const length = busy.get(place) ?? Math.random() * period;
    busy.set(place, length);
    return Math.max(0, place * period + length - due);
  };
  const delayed = (after: number) => after + delayOf(performance.now() + after);
  const frames = new Set<number>();
  let last = 0;
  Object.assign(window, {
    setTimeout: (run: TimerHandler, after = 0, ...given: unknown[]) =>
      wait(run, delayed(after), ...given),
    requestAnimationFrame: (run: FrameRequestCallback) => {
      last += 1;
      const frame = last;
      frames.add(frame);
      const runOnce = (now: number) => {
        if (frames.delete(frame)) run(now);
      };
      wait(() => draw(runOnce), delayed(0));
      return frame;
    },
    cancelAnimationFrame: (frame: number) => frames.delete(frame),
  });
}
