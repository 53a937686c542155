import { expect, test } from 'vitest';
import { MAX_FOODS } from '../limits.ts';
import { buildSearchIndex } from '../search-index.ts';
import { FuzzySearcher } from './fuzzy-searcher.ts';
import { naiveFuzzyFoods } from './naive-fuzzy-search.case.ts';
import { ENGLISH } from './search-in.case.ts';

// `Soup` heads a larger family than `Rice and beans`, so soups come first if both match equally well.
const DISHES = Array.from({ length: 150 }, (_, i) => `${['Rice and', 'Soup,'][i % 2]} beans ${i}`);

test.each([
  ['1 can beans', 'a note moves foods up', ['Beans, raw', 'Beans, red, canned', ...DISHES]],
  ['beans', 'some foods match better than others', [...DISHES, 'Beans']],
  ['beans', 'all foods match perfectly', new Array<string>(150).fill('Beans')],
  ['beans red', 'others match some of the words', ['Beans, red', ...DISHES]],
  ['beans 1', 'few foods match', ['Beans']],
])('the list of all foods for %j begins with the answer: %s', (text, _, descriptions) => {
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
