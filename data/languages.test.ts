import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { remember } from '../src/cache/bounded-map.ts';
import { LIGHT_WORK } from '../src/catalog/scheduling/search-scheduler.ts';
import { foldWords, wordsOf } from '../src/search/fuzzy/fold-words.ts';
import { foreignWords, parseForeignNames } from '../src/search/fuzzy/foreign/foreign-names.ts';
import { FuzzySearcher } from '../src/search/fuzzy/fuzzy-searcher.ts';
import { FOREIGN_LANGUAGES } from '../src/search/fuzzy/language.ts';
import { Work } from '../src/search/work.ts';
import { DESCRIPTIONS, FUZZY, FUZZY_SEARCHER, INDEX } from '../test/bundled-foods.ts';
import { oneIn } from '../test/runs.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const lines = read('languages.tsv').trimEnd().split('\n');
const entries = parseForeignNames(read('languages.tsv'));

test('languages.tsv has names of at least 400 foods in every language', () => {
  expect(lines[0]).toBe(['en', ...FOREIGN_LANGUAGES].join('\t'));
  expect(entries.length).toBeGreaterThanOrEqual(400);
  const empty = lines.filter((line) =>
    line.split(/[\t|]/).some((cell) => cell.trim() !== cell || cell === ''),
  );
  expect(empty).toEqual([]);
  expect(lines.filter((line) => line.split('\t').length !== 6)).toEqual([]);
});

test('searches for the English names in languages.tsv match every word', () => {
  const unknown = entries.filter(({ english }) => searchEnglish(english).hasUnknown);
  expect(unknown.map(({ english }) => english)).toEqual([]);
});

interface EnglishSearch {
  readonly first: number | undefined;
  readonly hasUnknown: boolean;
}

/** Searches for each English name once, since the languages share them. */
const englishSearches = new Map<string, EnglishSearch>();
function searchEnglish(words: readonly string[]): EnglishSearch {
  const name = words.join(' ');
  return remember(englishSearches, name, () => {
    const { rows, interpretation } = FUZZY_SEARCHER.search(name);
    const hasUnknown = interpretation.readings.some(({ manner }) => manner === 'none');
    return { first: rows[0], hasUnknown };
  });
}

const heads = new Set(DESCRIPTIONS.flatMap((food) => headsOf(food)));

describe.each(FOREIGN_LANGUAGES)('the names in %s', (lang) => {
  const names = entries.flatMap(({ english, names: all }) =>
    (all[lang] ?? []).map((name) => ({ name, english })),
  );

  test('each stand for a single food', () => {
    const keys = names.map(({ name, english }) => ({
      key: foreignWords(name, lang).join(''),
      english,
    }));
    const byKey = Map.groupBy(keys, ({ key }) => key);
    const twice = keys.filter(({ key, english }) =>
      byKey.get(key)?.some((other) => other.english !== english),
    );
    expect(twice).toEqual([]);
  });

  test('find the same foods as their English names, unless the table has the word itself', () => {
    const lost = oneIn(9, names).filter(({ name, english }) => {
      if (heads.has(foreignWords(name, lang).join(' '))) return false;
      const [found] = FUZZY_SEARCHER.search(name, lang).rows;
      return found !== searchEnglish(english).first;
    });
    expect(lost).toEqual([]);
  });
});

/** Returns the segments that may be the head of a food: the first two. */
function headsOf(food: string): string[] {
  const segments = food.split(/[,;()]/).slice(0, 2);
  return segments.map((segment) => wordsOf(foldWords(segment)).join(' '));
}

/** Returns the position of the first acceptable food for each search in another language, or -1. */
function placesFound(): number[] {
  const cases = read('../test/cases/foreign.tsv')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));
  return cases.map((line) => {
    const [lang, text = '', pattern = ''] = line.split('\t');
    const language = FOREIGN_LANGUAGES.find((one) => one === lang);
    const { rows } = FUZZY_SEARCHER.search(text, language);
    return rows.findIndex((row) => new RegExp(pattern, 'i').test(DESCRIPTIONS[row] ?? ''));
  });
}

test('reading the names of a language takes no more work than a light search is allowed', () => {
  const limited = new FuzzySearcher(INDEX.fuzzy, FUZZY, new Work(LIGHT_WORK));
  for (const lang of FOREIGN_LANGUAGES) expect(() => limited.search('tofu', lang)).not.toThrow();
});

test('searches in other languages find the expected foods', () => {
  const places = placesFound();
  expect(places.length).toBeGreaterThan(200);
  const among = (most: number) => places.filter((place) => place >= 0 && place < most).length;
  expect(among(1) / places.length).toBeGreaterThan(0.95);
  expect(among(3) / places.length).toBeGreaterThan(0.97);
});
