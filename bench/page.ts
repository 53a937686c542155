import { DatabaseSync } from 'node:sqlite';
import { createFoodLookup } from '../src/index.ts';
import { BUNDLED_DATABASE } from '../src/service/bundled-database.ts';
import { launchChromium } from '../test/browser/chromium.ts';
import { DEBOUNCE_MS } from '../web/search/search-timing.ts';
import { markdownTable, percentile, shuffled } from './measure.ts';

const FOODS = 60;

/**
 * How long after the debounce the foods are on the screen, in a real Chromium: the search over HTTP,
 * the table, layout and paint.
 */
export async function benchPage(): Promise<string> {
  let pageUrl: string | undefined;
  const foodLookup = await createFoodLookup({
    port: 0,
    page: 0,
    logLevel: 'silent',
    cors: { origin: (origin: string | undefined) => origin === pageUrl },
  });
  await foodLookup.listen();
  pageUrl = foodLookup.pageUrl;
  const browser = await launchChromium();
  try {
    const rows = [];
    for (const [device, viewport] of [
      ['desktop', { width: 1280, height: 800 }],
      ['phone', { width: 390, height: 844 }],
    ] as const) {
      const page = await browser.newPage({ viewport });
      await page.goto(pageUrl ?? '');
      await page.getByRole('combobox').waitFor();
      const times: number[] = [];
      for (const query of queries())
        times.push((await page.evaluate<number>(timeSearch(query))) - DEBOUNCE_MS);
      // The first searches warm up the browser's compiler.
      const warm = times.slice(10);
      rows.push([
        device,
        String(warm.length),
        ...[0.5, 0.95, 1].map((share) => percentile(warm, share).toFixed(1)),
      ]);
    }
    const table = markdownTable(['screen', 'searches', 'p50 ms', 'p95 ms', 'max ms'], rows);
    return `From typing to foods on the screen, beyond the debounce of ${DEBOUNCE_MS} ms\n\n${table}`;
  } finally {
    await browser.close();
    await foodLookup.close();
  }
}

/**
 * A script for the page: types a query and resolves with the milliseconds until its foods are
 * painted. A search marks what it shows as busy, then replaces it.
 */
function timeSearch(query: string): string {
  return `new Promise((resolve) => {
    const box = document.querySelector('input');
    const start = performance.now();
    let wasBusy = false;
    const observer = new MutationObserver(() => {
      const isBusy = document.querySelector('.results[aria-busy="true"], .loading') !== null;
      wasBusy ||= isBusy;
      if (isBusy || !wasBusy) return;
      observer.disconnect();
      // The callback runs before the frame is painted, its message after.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    box.value = ${JSON.stringify(query)};
    box.dispatchEvent(new Event('input', { bubbles: true }));
  })`;
}

/** Words being typed, words and whole names of foods all over the table. */
function queries(): string[] {
  const database = new DatabaseSync(BUNDLED_DATABASE, { readOnly: true });
  const names = database
    .prepare('SELECT description FROM entries')
    .all()
    .map(({ description }) => String(description));
  const typed = shuffled(names, 7)
    .slice(0, FOODS)
    .flatMap((name) => [name.slice(0, 3), name.split(',')[0] ?? name, name]);
  // A query equal to the one before it would not be searched again.
  return typed.filter((query, index) => query !== typed[index - 1]);
}
