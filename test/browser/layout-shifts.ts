import type { Disposable, Page } from '@playwright/test';

// Records layout shifts as the browser reports them.

/**
 * The elements that an input moves are drawn within this many frames. Browsers allow 500 ms for
 * this, but a busy machine may draw later.
 */
export const FRAMES_OF_INPUT = 30;

/** Records the elements that move without user input, until disposed of. */
export function watchShifts(page: Page): Promise<Disposable> {
  return page.addInitScript((framesOfInput) => {
    // Shifts before a reload count too.
    const moved: string[] = JSON.parse(sessionStorage.getItem('moved') ?? '[]');
    Object.assign(window, { moved });
    /** When everything that the last input moved has been drawn; infinite until then. */
    let drawnAt = 0;
    let framesLeft = 0;
    const where = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) {
        if (entry.startTime < drawnAt) continue;
        for (const { node, previousRect, currentRect } of (entry as unknown as Shift).sources)
          moved.push(
            `${node?.nodeName} “${node?.textContent?.slice(0, 40)}”: ${where(previousRect)} → ${where(currentRect)}`,
          );
      }
      sessionStorage.setItem('moved', JSON.stringify(moved));
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    addEventListener('pagehide', () => note(observer.takeRecords()));
    const onFrame = () => {
      framesLeft -= 1;
      if (framesLeft > 0) requestAnimationFrame(onFrame);
      else drawnAt = performance.now();
    };
    const onInput = () => {
      note(observer.takeRecords());
      drawnAt = Number.POSITIVE_INFINITY;
      if (framesLeft === 0) requestAnimationFrame(onFrame);
      framesLeft = framesOfInput;
    };
    for (const kind of ['pointerdown', 'click', 'keydown', 'input', 'change'])
      addEventListener(kind, onInput, { capture: true });
  }, FRAMES_OF_INPUT);
}

/** An entry of the Layout Instability API, missing from TypeScript's types. */
interface Shift {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Returns everything that moved, after the frames that show it. */
export async function moved(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1)
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return Reflect.get(window, 'moved');
  });
}
