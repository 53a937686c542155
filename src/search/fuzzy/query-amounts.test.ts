import { expect, test } from 'vitest';
import { buildSearchIndex } from '../search-index.ts';
import { FuzzySearcher } from './fuzzy-searcher.ts';
import { NO_SYNONYMS } from './synonyms.ts';

const foods = ['Big mac', 'Candy, 3 musketeers', 'Egg, raw'];
const { fuzzy } = buildSearchIndex(foods);
const searcher = new FuzzySearcher(fuzzy, { language: 'english', synonyms: NO_SYNONYMS });

test.each([
  ['2 eggs', 2, undefined, 'Egg, raw'],
  ['egg 1 large', 1, 'large', 'Egg, raw'],
  ['1 egg cut into 2" pieces', 1, undefined, 'Egg, raw'],
  ['one cup of egg', 1, 'cup', 'Egg, raw'],
  ['large egg', 1, 'large', 'Egg, raw'],
  ['big macs', undefined, undefined, 'Big mac'],
  ['2 big macs', 2, undefined, 'Big mac'],
  ['3 musketeers', undefined, undefined, 'Candy, 3 musketeers'],
  ['3 "musketeers"', undefined, undefined, 'Candy, 3 musketeers'],
  ['an egg', 1, undefined, 'Egg, raw'],
  ['one eg', 1, undefined, 'Egg, raw'],
  ['2 cups', 2, 'cup', undefined],
  ['2', undefined, undefined, undefined],
])('search removes the amount from %j', (text, amount, unit, food) => {
  const { rows, interpretation } = searcher.search(text);
  expect([interpretation.amount, interpretation.unit]).toEqual([amount, unit]);
  expect(foods[rows[0] ?? -1]).toBe(food);
});

test.each([
  ['2 large egg', undefined, undefined],
  ['egg, raw', undefined, undefined],
  ['200 g egg', 200, 'g'],
  ['egg 1,5 kg', 1.5, 'kg'],
])('without a language, the amount of %j is %s %s', (text, amount, unit) => {
  const plain = new FuzzySearcher(fuzzy, { language: 'none', synonyms: NO_SYNONYMS });
  const { rows, interpretation } = plain.search(text);
  expect([interpretation.amount, interpretation.unit]).toEqual([amount, unit]);
  expect(foods[rows[0] ?? -1]).toBe('Egg, raw');
});

test('a word and its plural ending are joined only if the table has no language', () => {
  const maples = buildSearchIndex(['Maples', 'Maple syrup']).fuzzy;
  const first = (language: 'english' | 'none') => {
    const { rows } = new FuzzySearcher(maples, { language, synonyms: NO_SYNONYMS }).search(
      'maple s',
    );
    return rows[0];
  };
  expect([first('none'), first('english')]).toEqual([0, 1]);
});
