import { expect, test } from 'vitest';
import { Work } from '../work.ts';
import { ENGLISH, searchIn } from './search-in.case.ts';

const FOODS = Array.from({ length: 90 }, (_, n) => `Egg${n % 7}s, milk${n % 5}, raw (hot dog)`);

test.each([
  'egg1s milk2',
  'egg1 -milk2',
  'egg',
  'hot dogs',
  'ketchup mlik1 raw',
  'egg without milk1',
  '2 eggs or milk3',
])(
  'a search for %j costs the same each time, since the limit must not depend on caches',
  (text) => {
    const work = new Work();
    const search = searchIn(FOODS, ENGLISH, { work });
    const costs = [1, 2, 3].map(() => {
      search(text);
      return work.spent;
    });
    expect(new Set(costs).size).toBe(1);
  },
);
