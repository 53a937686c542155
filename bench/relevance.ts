import { z } from 'zod';
import { elementAt } from '../src/search/flat-arrays.ts';
import { readCases } from '../test/cases/read-cases.ts';
import { markdownTable, mean, percentile } from './measure.ts';
import { BUNDLED, descriptions, REAL } from './search/data.ts';
import { type BuiltEngine, FUZZY_ENGINES } from './search/engines.ts';

const CASES = z.array(z.object({ q: z.string(), any_in_top3: z.string() }));
const SPEED_MS = 3_000;

/** Measures how often and how fast each fuzzy search finds the expected food. */
export async function benchRelevance(): Promise<string> {
  const sets = ['meant.json', 'meant-own.json'].map((name) => ({
    name,
    cases: CASES.parse(JSON.parse(readCases(name))),
  }));
  const asked = sets.flatMap(({ cases }) => cases.map(({ q }) => q));
  const rows: string[][] = [];
  for (const { title, build } of FUZZY_ENGINES) {
    const cells = [title];
    for (const size of [BUNDLED, REAL]) {
      const texts = descriptions(size);
      if (texts === undefined) {
        cells.push('', '');
        continue;
      }
      const engine = build(texts);
      if (size === BUNDLED) for (const { cases } of sets) cells.push(success(engine, texts, cases));
      cells.push(...speed(engine, asked));
    }
    rows.push(cells);
    console.error(cells.join(' | '));
  }
  const heads = sets.map(({ name, cases }) => `${cases.length} of ${name}`);
  const times = ['mean µs', 'p99 µs', `mean µs, ${REAL.toLocaleString('en')} foods`, 'p99 µs'];
  return markdownTable(['', ...heads, ...times], rows);
}

/** Returns the percentages of cases whose expected food is first, and in the top three. */
function success(
  engine: BuiltEngine,
  foods: readonly string[],
  cases: z.infer<typeof CASES>,
): string {
  const places = cases.map(({ q, any_in_top3 }) => {
    const pattern = new RegExp(any_in_top3, 'i');
    return [...engine.search(q)].findIndex((row) => pattern.test(elementAt(foods, row)));
  });
  const within = (max: number) => places.filter((place) => place >= 0 && place < max).length;
  return [1, 3].map((max) => Math.round((100 * within(max)) / cases.length)).join(' / ');
}

function speed(engine: BuiltEngine, asked: readonly string[]): string[] {
  let times: number[] = [];
  for (let round = 0; round < 2; round++) {
    times = [];
    const begin = performance.now();
    for (const query of asked) {
      const start = performance.now();
      if (start - begin > SPEED_MS) break;
      engine.search(query);
      times.push((performance.now() - start) * 1000);
    }
  }
  return [mean(times), percentile(times, 0.99)].map((us) => us.toFixed(0));
}
