import { expect, test } from 'vitest';
import { searchIn } from './search-in.case.ts';

test.each([
  ['lean chop', ['Chop, lean and fat', 'Chop, with bone, lean only'], 1],
  ['chop lean and fat', ['Chop, with bone, lean only', 'Chop, with bone, lean and fat'], 1],
  ['sardines in oil', ['Fish oil, sardine', 'Fish, sardine, canned in oil'], 1],
  ['pears light syrup', ['Pears, extra light syrup', 'Pears, light syrup pack'], 1],
  ['olives', ['Olives, canned (extra large)', 'Olives, canned (jumbo)'], 0],
  ['cheese 45 %', ['Cheese, gouda', 'Soup, 45'], 0],
  ['eggs (2 eggs)', ['Soup, 2 eggs', 'Eggs'], 1],
])('for %j of %j, food %i comes first', (text, foods, row) => {
  expect([...searchIn(foods)(text).rows][0]).toBe(row);
});
