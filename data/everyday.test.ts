import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NO_EVERYDAY_WORDS, parseEverydayWords } from '../src/search/everyday-words.ts';
import { fold } from '../src/search/fold.ts';
import { SearchEngine } from '../src/search/search-engine.ts';
import { buildSearchIndex } from '../src/search/search-index.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';
import { DESCRIPTIONS, FUZZY, INDEX } from '../test/bundled-foods.ts';

const text = readFileSync(new URL('everyday.tsv', import.meta.url), 'utf8');
const words = parseEverydayWords(text);

test('everyday.tsv has few words, and every word names a food of the table', () => {
  expect(words.size).toBeGreaterThan(50);
  expect(words.size).toBeLessThanOrEqual(200);
  const folded = new Set(DESCRIPTIONS.map(fold));
  expect([...words].filter(([, description]) => !folded.has(description))).toEqual([]);
});

test('everyday.tsv has no word for which the rules alone find the right food', () => {
  const engine = new SearchEngine(INDEX, FUZZY);
  const plain = new SearchEngine(INDEX, { ...FUZZY, everyday: NO_EVERYDAY_WORDS });
  const first = (by: SearchEngine, word: string) =>
    (['substring', 'fuzzy'] as const).map((match) => by.search(word, match).rows[0]);
  const texts = (word: string) => [word, `1 ${word}`];
  const cells = text.match(/^[^#\t\n]+(?=\t)/gm) ?? [];
  const typed = cells.flatMap((cell) => cell.replaceAll('~', '').split('|'));
  expect(typed).toHaveLength(words.size);
  const needless = typed.filter((word) =>
    texts(word).every((one) => String(first(engine, one)) === String(first(plain, one))),
  );
  // The other bundled table, which uses the same words, needs this one.
  expect(needless).toEqual(['tortilla']);
});

test.each([
  ['de', 'brot', ['Brotfrucht roh', 'Brot mit Quark', 'Roggenmischbrot']],
  ['fr', 'jambon blanc', ['Jambon cru', 'Jambon blanc en croûte', 'Jambon cuit, supérieur']],
  ['english', 'low salt butter', ['Peanut butter, reduced sodium', 'Butter, without salt']],
  ['english', 'baked potato, no skin', ['Potato, boiled, peeled', 'Potato, baked, flesh']],
  ['english', 'raisins with seeds', ['Raisins, seedless', 'Raisins, seeded']],
] as const)('everyday words (%s) choose the first food for %s', (language, word, foods) => {
  const read = readFuzzyOptions({ language });
  if ('faults' in read) throw new Error('The everyday words cannot be read.');
  const engine = new SearchEngine(buildSearchIndex([...foods], undefined, language), read.fuzzy);
  const [first = -1] = engine.search(word, 'fuzzy').rows;
  expect(foods[first]).toBe(foods.at(-1));
});
