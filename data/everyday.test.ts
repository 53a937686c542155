import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { NO_EVERYDAY_WORDS, parseEverydayWords } from '../src/search/everyday-words.ts';
import { fold } from '../src/search/fold.ts';
import { SearchEngine } from '../src/search/search-engine.ts';
import { buildSearchIndex } from '../src/search/search-index.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const rows: { description: string }[] = parse(read('usda-sr28.csv'), { columns: true });
const foods = rows.map(({ description }) => description);
const words = parseEverydayWords(read('everyday.tsv'));

test('everyday.tsv has few words, and each names a food of the table', () => {
  expect(words.size).toBeGreaterThan(50);
  expect(words.size).toBeLessThanOrEqual(150);
  const folded = new Set(foods.map(fold));
  expect([...words].filter(([, description]) => !folded.has(description))).toEqual([]);
});

test('everyday.tsv has no word that the rules get right', () => {
  const options = readFuzzyOptions({});
  if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');
  const index = buildSearchIndex(foods);
  const engine = new SearchEngine(index, options.fuzzy);
  const plain = new SearchEngine(index, { ...options.fuzzy, everyday: NO_EVERYDAY_WORDS });
  const first = (by: SearchEngine, word: string) =>
    (['substring', 'fuzzy'] as const).map((match) => by.search(word, match).rows[0]);
  const needless = [...words.keys()].filter(
    (word) => String(first(engine, word)) === String(first(plain, word)),
  );
  expect(needless).toEqual([]);
});
