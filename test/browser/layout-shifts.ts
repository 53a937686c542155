import type { Page } from '@playwright/test';

// Records layout shifts as the browser reports them.

/** Records the elements that move without user input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Shifts before a reload count too.
    const moved: string[] = JSON.parse(sessionStorage.getItem('moved') ?? '[]');
    Object.assign(window, { moved });
    const where = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) {
        const { hadRecentInput, sources } = entry as unknown as Shift;
        if (hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of sources)
          moved.push(
            `${node?.nodeName} “${node?.textContent?.slice(0, 40)}”: ${where(previousRect)} → ${where(currentRect)}`,
          );
      }
      sessionStorage.setItem('moved', JSON.stringify(moved));
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    addEventListener('pagehide', () => note(observer.takeRecords()));
  });
}

/** An entry of the Layout Instability API, missing from TypeScript's types. */
interface Shift {
  readonly hadRecentInput: boolean;
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
