import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Entry } from '../../src/food/entry.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';
import { readQueries } from '../../test/cases/read-cases.ts';
import { sharedFile } from '../../test/shared-folder.ts';
import { seededRandom, shuffled } from '../measure.ts';

export const BUNDLED = 8_790;
export const REAL = 281_198;
export const GENERATED = 2_000_000;

/** Returns `count` descriptions, or `undefined` if the test data is not beside the checkout. */
export function descriptions(count: number): string[] | undefined {
  if (count <= BUNDLED) return bundled().slice(0, count);
  const path = sharedFile('data/descriptions.txt');
  if (path === undefined) return undefined;
  const real = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return count <= real.length ? shuffled(real, 1).slice(0, count) : generated(real, count);
}

/** Returns real queries, shuffled so that the first ones are a fair sample. */
export function queries(count: number): string[] {
  return shuffled(readQueries(count <= BUNDLED ? 'queries-usda.txt' : 'queries-many.txt'), 2);
}

/** Makes foods from the descriptions, with random values as precise as USDA's. */
export function* foods(texts: readonly string[]): Iterable<Entry> {
  const random = seededRandom(6);
  const grams = (max: number) => Math.round(random() * max * 100) / 100;
  for (const description of texts) {
    yield {
      carbohydrate_g: grams(80),
      protein_g: grams(30),
      fa_sat_g: grams(20),
      fa_mono_g: grams(20),
      fa_poly_g: grams(10),
      kcal: Math.round(random() * 900),
      description,
    };
  }
}

function bundled(): string[] {
  const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');
  const rows: { description: string }[] = parse(csv, { columns: true });
  return rows.map(({ description }) => description);
}

/** Returns the real descriptions, then made-up ones, each joined from halves of two real ones. */
function generated(real: readonly string[], count: number): string[] {
  const random = seededRandom(5);
  const split = real.map((description) => description.split(' '));
  const pick = () => elementAt(split, Math.floor(random() * split.length));
  const texts = [...real];
  while (texts.length < count) {
    const [begin, end] = [pick(), pick()];
    const words = [
      ...begin.slice(0, Math.ceil(begin.length / 2)),
      ...end.slice(Math.floor(end.length / 2)),
    ];
    texts.push(words.join(' '));
  }
  return texts;
}
