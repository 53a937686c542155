import { DatabaseSync } from 'node:sqlite';
import { createFoodLookup } from '../src/index.ts';
import { BUNDLED_DATABASE } from '../src/service/bundled-database.ts';
import { launchChromium } from '../test/browser/chromium.ts';
import { DEBOUNCE_MS, RESULTS_SHOWN } from '../web/search/search-timing.ts';
import { markdownTable, percentile, shuffled } from './measure.ts';

const FOODS = 60;

/**
 * How long after the debounce the foods are on the screen, in a real Chromium, by the page's own
 * performance marks: the search over HTTP, the table, layout and paint.
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
      const box = page.getByRole('combobox');
      for (const [index, query] of queries().entries()) {
        await box.fill(query);
        await page.waitForFunction(
          ([name, count]) => performance.getEntriesByName(name).length > count,
          [RESULTS_SHOWN, index] as const,
        );
      }
      const times = await page.evaluate(
        (name) => performance.getEntriesByName(name).map(({ duration }) => duration),
        RESULTS_SHOWN,
      );
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
