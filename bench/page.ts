import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PAGE_FOLDER } from '../src/http/page/page-files.ts';
import { createFoodLookup } from '../src/index.ts';
import { BUNDLED_DATABASE } from '../src/settings/package-files.ts';
import { launchChromium } from '../test/browser/chromium.ts';
import { DEBOUNCE_MS } from '../web/service/search-timing.ts';
import { markdownTable, percentile, shuffled } from './measure.ts';

const FOODS = 60;

/**
 * In a real Chromium: how long after a key the foods are on the screen (the search over HTTP, the
 * table, layout and paint), and what comes over the wire.
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
      for (const query of queries()) {
        // As between the letters of somebody who types.
        await page.waitForTimeout(DEBOUNCE_MS);
        times.push(await page.evaluate<number>(timeSearch(query)));
      }
      // The first searches warm up the browser's compiler.
      const warm = times.slice(10);
      rows.push([
        device,
        String(warm.length),
        ...[0.5, 0.95, 1].map((share) => percentile(warm, share).toFixed(1)),
      ]);
    }
    const table = markdownTable(['screen', 'searches', 'p50 ms', 'p95 ms', 'max ms'], rows);
    return ['From a key to foods on the screen', table, 'The first view', weights()].join('\n\n');
  } finally {
    await browser.close();
    await foodLookup.close();
  }
}

/** What the first view loads, as it is and compressed. */
function weights(): string {
  const html = readFileSync(join(PAGE_FOLDER, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:href|src)="\.\/([^"]+)"( media="print")?/g)];
  const files = ['index.html', ...linked.flatMap(([, name = '']) => name)];
  const screen = linked.filter(([, , isPrint]) => isPrint === undefined).map(([, name]) => name);
  const size = (isMeant: (name: string) => boolean, suffix: string) =>
    files
      .filter(isMeant)
      .reduce((sum, name) => sum + readFileSync(join(PAGE_FOLDER, name + suffix)).length, 0);
  const row = (what: string, isMeant: (name: string) => boolean) => [
    what,
    ...['', '.gz', '.br'].map((suffix) => (size(isMeant, suffix) / 1000).toFixed(1)),
  ];
  return markdownTable(
    ['kB', 'minified', 'gzip', 'Brotli'],
    [
      row('scripts', (name) => name.endsWith('.js')),
      row('styles', (name) => name.endsWith('.css') && screen.includes(name)),
      row('all files', () => true),
    ],
  );
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
  const typed = shuffled(names(), 7)
    .slice(0, FOODS)
    .flatMap((name) => [name.slice(0, 3), name.split(',')[0] ?? name, name]);
  // A query equal to the one before it would not be searched again.
  return typed.filter((query, index) => query !== typed[index - 1]);
}

function names(): string[] {
  const database = new DatabaseSync(BUNDLED_DATABASE, { readOnly: true });
  const rows = database.prepare('SELECT description FROM entries').all();
  database.close();
  return rows.map(({ description }) => String(description));
}
