import { expect, test } from 'vitest';
import { canonicalText } from './exact-query.ts';
import { createSynonyms, NO_SYNONYMS, parseSynonyms } from './fuzzy/synonyms.ts';
import type { SearchMode } from './match.ts';
import { SearchEngine } from './search-engine.ts';
import { buildSearchIndex } from './search-index.ts';
import { Work } from './work.ts';

test('search does the same work each time, even the first time, when it prepares the words', () => {
  const names = Array.from({ length: 500 }, (_, n) => `name ${n}\t>\tegg ${n}`).join('\n');
  const synonyms = createSynonyms([parseSynonyms(names).entries]);
  const work = new Work(1_000);
  const index = buildSearchIndex(['Egg 1', 'Egg 2', 'Milk']);
  const engine = new SearchEngine(
    index,
    { language: 'english', synonyms, everyday: new Map() },
    work,
  );
  const workOf = (text: string) => {
    engine.search(canonicalText(text, 'fuzzy'), 'fuzzy');
    return work.spent;
  };
  // Uses up the allowance.
  engine.search('milk', 'substring');
  work.spend(1_000 - work.spent);
  const first = workOf('egg');
  expect([workOf('egg'), workOf('egg')]).toEqual([first, first]);
});

// Every loop must count its work, or a costly query would not be stopped. Change these numbers only
// if the cost of searches is meant to change.
test('searches, for the best foods and for all, cost exactly this much work', () => {
  const foods = ['Egg', 'Milk', 'Bread'].flatMap((food) =>
    ['whole', 'low fat', 'white', 'with salt'].flatMap((kind) =>
      ['raw', 'cooked (Chef brand)', 'spread'].map((state) => `${food}, ${kind}, ${state}`),
    ),
  );
  const synonyms = createSynonyms([parseSynonyms('cereal\t>\tbread').entries]);
  const foreignNames = 'en\tde\nmilk\tMilch\nwhole\tVoll\n';
  const work = new Work();
  const engine = new SearchEngine(
    buildSearchIndex(foods),
    { language: 'english', synonyms, everyday: new Map(), foreignNames },
    work,
  );
  const unitsOf = (mode: SearchMode, typed: string) => {
    const text = canonicalText(typed, mode);
    engine.search(text, mode);
    const ofBest = work.spent;
    engine.searchAll(text, mode);
    return [ofBest, work.spent];
  };
  const searches: [SearchMode, text: string, ofBest: number, ofAll: number][] = [
    ['substring', 'e', 312, 43],
    ['substring', 'rea', 92, 17],
    ['substring', ', ', 538, 48],
    ['substring', 'k, w', 182, 26],
    ['substring', 'whole, r', 83, 63],
    ['substring', 'xyz', 24, 4],
    ['substring', 'egg, ', 239, 213],
    ['substring', ' (chef b', 235, 209],
    ['substring', 't, r', 145, 31],
    ['words', 'milk whole', 22, 17],
    ['words', 'e a', 55, 12],
    ['fuzzy', 'eggs', 723, 749],
    ['fuzzy', 'whole mlik', 2077, 2267],
    ['fuzzy', 'milk without salt', 1464, 1662],
    ['fuzzy', 'bread -white', 804, 880],
    ['fuzzy', '"low fat" egg', 2032, 2272],
    ['fuzzy', '2 cups cereal', 1429, 1665],
    ['fuzzy', 'salt free cooked egg brand of chef', 6371, 6632],
    ['fuzzy', 'wholebread and xyzzy', 4977, 4977],
    ['fuzzy in de', 'Eiern', 768, 768],
    ['fuzzy in de', 'Vollmilch', 2182, 2377],
  ];
  const found = searches.map(([mode, text]) => [mode, text, ...unitsOf(mode, text)]);
  expect(found).toEqual(searches);
});

test('a synonym of an everyday word finds the food that the everyday word means', () => {
  const foods = ['Bacon, turkey', 'Pork, cured, bacon', 'Bacon bits'];
  const synonyms = createSynonyms([parseSynonyms('pancetta\t>\tbacon\n').entries]);
  const everyday = new Map([['bacon', 'pork, cured, bacon']]);
  const engine = new SearchEngine(buildSearchIndex(foods), {
    language: 'english',
    synonyms,
    everyday,
  });
  expect([...engine.search('pancetta', 'fuzzy').rows]).toEqual([1, 0, 2]);
  expect([...engine.search('bacn', 'fuzzy').rows]).toEqual([1, 0, 2]);
  expect([...engine.search('pancetta bits', 'fuzzy').rows][0]).toBe(2);
});

test('with an amount, the foods come with their scores, and the food of an everyday word comes first', () => {
  const index = buildSearchIndex(['Bacon, turkey', 'Pork, cured, bacon', 'Bacon bits']);
  const search = (text: string, everyday: ReadonlyMap<string, string>) =>
    new SearchEngine(index, { language: 'english', synonyms: NO_SYNONYMS, everyday }).search(
      text,
      'fuzzy',
    );
  const { rows, scores = [] } = search('2 slices bacon', new Map());
  const scoreOf = new Map([...rows].map((row, i) => [row, scores[i]]));
  const pinned = search('2 slices bacon', new Map([['bacon', 'pork, cured, bacon']]));
  expect([...pinned.rows]).toEqual([1, ...[...rows].filter((row) => row !== 1)]);
  expect(pinned.scores).toEqual([...pinned.rows].map((row) => (row === 1 ? -1 : scoreOf.get(row))));
  expect(search('bacon', new Map()).scores).toBeUndefined();
});

test('searchAll also returns the rows of search if an everyday word moved one to the front', () => {
  const foods = ['Bacon, turkey', 'Pork, cured, bacon', 'Bacon bits'];
  const everyday = new Map([['bacon', 'pork, cured, bacon']]);
  const options = { language: 'english', synonyms: NO_SYNONYMS, everyday } as const;
  const engine = new SearchEngine(buildSearchIndex(foods), options);
  const rowsOf = (text: string, mode: 'substring' | 'words') => [
    ...engine.searchAll(text, mode).rows,
  ];
  expect(rowsOf('bacon', 'substring')).toEqual([...engine.search('bacon', 'substring').rows]);
  expect(rowsOf('bacon', 'substring')[0]).toBe(1);
  expect([rowsOf('bacon', 'words'), rowsOf('baco', 'substring')]).toEqual([[], []]);
  expect(engine.searchAll('baco', 'substring').matches.count).toBe(3);
});
