import { expect, test } from 'vitest';
import { Work } from '../work.ts';
import { ForeignNames } from './foreign/foreign-names.ts';
import { OtherNames } from './other-names.ts';
import { QueryAmounts } from './query-amounts.ts';
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

const NAMES = 'en\tde\nmilk\tMilch\nrice\tReis';

test.each<[what: string, units: number, run: (work: Work) => unknown]>([
  ['the forms of a word that may be a name', 32, (work) => namesOf(work).at(['catsups'], 0)],
  ['the names that begin with a text', 128, (work) => namesOf(work).startingWith('frankf')],
  [
    'an amount',
    250,
    (work) => new QueryAmounts('english', work).read('1 cup', undefined, undefined),
  ],
  ['a foreign name', 1, (work) => new ForeignNames(NAMES, 'de', work).at(['milch'], 0)],
])('reading %s costs at least %i units', (_, units, run) => {
  const work = new Work();
  run(work);
  expect(work.spent).toBeGreaterThanOrEqual(units);
});

function namesOf(work: Work): OtherNames {
  return new OtherNames(ENGLISH, work);
}

test('each part of a German compound costs work', () => {
  const work = new Work();
  const names = new ForeignNames(NAMES, 'de', work);
  names.at(['reis'], 0);
  const one = work.spent;
  names.at(['reismilch'], 0);
  expect(work.spent - one).toBeGreaterThan(2 * one);
});

test('a search reads the first 1,000 characters', () => {
  const search = searchIn(['B']);
  expect([...search(`${'/'.repeat(999)}b`).rows]).toEqual([0]);
  expect([...search(`${'/'.repeat(1000)}b`).rows]).toEqual([]);
});

test('a search splits words of up to 32 letters', () => {
  const found = [16, 17].map((length) => {
    const [first, second] = ['a'.repeat(16), 'b'.repeat(length)];
    return searchIn([`${first} ${second}`])(first + second).rows.length;
  });
  expect(found).toEqual([1, 0]);
});
