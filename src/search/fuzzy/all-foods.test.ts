import { expect, test } from 'vitest';
import { MAX_FOODS } from '../limits.ts';
import { buildSearchIndex } from '../search-index.ts';
import { FuzzySearcher } from './fuzzy-searcher.ts';
import { naiveFuzzyFoods } from './naive-fuzzy-search.case.ts';
import { ENGLISH } from './search-in.case.ts';

// A food in soup has a larger family, so it comes before a dish of rice if both match equally well.
const DISHES = Array.from({ length: 150 }, (_, i) => `${['Rice and', 'Soup,'][i % 2]} beans ${i}`);

test.each([
  ['1 can beans', ['Beans, raw', 'Beans, red, canned', ...DISHES], 'a note moves foods up'],
  ['beans', [...DISHES, 'Beans'], 'foods match differently well'],
  ['beans', new Array<string>(150).fill('Beans'), 'all foods match perfectly'],
  ['beans red', ['Beans, red', ...DISHES], 'others match some of the words'],
  ['beans 1', ['Beans'], 'few foods match'],
])('the list of all foods for %j begins with the answer: %#', (text, descriptions) => {
  const searcher = new FuzzySearcher(buildSearchIndex(descriptions).fuzzy, ENGLISH);
  const listed = [...searcher.search(text).rows];
  const { count, positionAt, readRows } = searcher.allOfLast();
  const rows = new Uint32Array(count);
  readRows(0, count, rows);
  const all = Array.from(rows, (row, i) => ({ row, place: positionAt(i) }));
  const ordered = all.sort((a, b) => a.place - b.place).map(({ row }) => row);
  const rules = naiveFuzzyFoods({ descriptions }, text, ENGLISH).map(({ row }) => row);
  expect(listed).toEqual(rules.slice(0, MAX_FOODS));
  expect(ordered).toEqual(rules.slice(0, count));
  expect(count).toBeGreaterThanOrEqual(listed.length);
});
