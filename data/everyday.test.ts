import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NO_EVERYDAY_WORDS, parseEverydayWords } from '../src/search/everyday-words.ts';
import { fold } from '../src/search/fold.ts';
import { SearchEngine } from '../src/search/search-engine.ts';
import { DESCRIPTIONS, FUZZY, INDEX } from '../test/bundled-foods.ts';

const words = parseEverydayWords(readFileSync(new URL('everyday.tsv', import.meta.url), 'utf8'));

test('everyday.tsv has few words, and each names a food of the table', () => {
  expect(words.size).toBeGreaterThan(50);
  expect(words.size).toBeLessThanOrEqual(150);
  const folded = new Set(DESCRIPTIONS.map(fold));
  expect([...words].filter(([, description]) => !folded.has(description))).toEqual([]);
});

test('everyday.tsv has no word that the rules get right', () => {
  const engine = new SearchEngine(INDEX, FUZZY);
  const plain = new SearchEngine(INDEX, { ...FUZZY, everyday: NO_EVERYDAY_WORDS });
  const first = (by: SearchEngine, word: string) =>
    (['substring', 'fuzzy'] as const).map((match) => by.search(word, match).rows[0]);
  const texts = (word: string) => [word, `1 ${word}`];
  const needless = [...words.keys()].filter((word) =>
    texts(word).every((text) => String(first(engine, text)) === String(first(plain, text))),
  );
  expect(needless).toEqual([]);
});
