import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { refusalOf } from '../../test/refusal-of.ts';
import { runs } from '../../test/runs.ts';
import { RequestError } from '../errors/user-error.ts';
import { readFoods, readIds, readSearch } from './search-parameters.ts';

const CATALOG = {
  fields: ['water_g', 'a b'],
  columns: [
    { name: 'kcal', holdsNumbers: true, hasGroups: false },
    { name: 'food_group', holdsNumbers: false, hasGroups: true },
  ],
};
const queryOf = (query: string) => readSearch(new URLSearchParams(query), CATALOG);

test('readSearch decodes any text that a browser encodes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const query = { text, match: 'substring' };
      expect(queryOf(`q=${encodeURIComponent(text)}`)).toEqual(query);
      expect(queryOf(String(new URLSearchParams({ q: text })))).toEqual(query);
    }),
    { numRuns: runs(250) },
  );
});

test('readSearch reads or refuses any value', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (query) => {
      refusalOf(() => queryOf(query));
    }),
    { numRuns: runs(250) },
  );
});

test.each([
  ['q=a&limit=1', { text: 'a', match: 'substring', limit: 1, fields: [] }],
  ['q=a&limit=100&match=words', { text: 'a', match: 'words', limit: 100, fields: [] }],
  ['q=a&fields=water_g', { text: 'a', match: 'substring', limit: 100, fields: ['water_g'] }],
  [
    'q=a&fields=a+b,water_g',
    { text: 'a', match: 'substring', limit: 100, fields: ['a b', 'water_g'] },
  ],
])('readSearch accepts %s', (query, expected) => {
  expect(queryOf(query)).toEqual(expected);
});

test.each([
  ['limit=0', 'Unknown value "0" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=101', 'Unknown value "101" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=', 'Unknown value "" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=0100', 'Unknown value "0100" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=1.5', 'Unknown value "1.5" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=+1', 'Unknown value " 1" of parameter `limit`: use a whole number from 1 to 100'],
  ['limit=1&limit=1', 'Parameter `limit` is given 2 times: give it once'],
  [
    'lang=en',
    'Unknown value "en" of parameter `lang`: use `es`, `fr`, `de`, `it`, `pt`, or leave it out for English',
  ],
  ['fields=', 'Unknown field "" in `fields`: use water_g, a b'],
  ['fields=water_g,', 'Unknown field "" in `fields`: use water_g, a b'],
  ['fields=iron', 'Unknown field "iron" in `fields`: use water_g, a b'],
  ['fields=water_g,water_g', 'Field "water_g" is in `fields` twice: list it once'],
  ['fields=water_g&fields=a', 'Parameter `fields` is given 2 times: give it once'],
])('readSearch refuses %s', (query, message) => {
  expect(refusalOf(() => queryOf(`q=a&${query}`))).toBe(message);
});

test('readSearch says that no fields are offered', () => {
  const asked = new URLSearchParams('q=a&fields=kcal');
  expect(refusalOf(() => readSearch(asked, { fields: [], columns: [] }))).toBe(
    'Unknown field "kcal" in `fields`: this service offers none',
  );
});

test('readFoods requests all foods, from the first one, unless the query says otherwise', () => {
  const asked = (query: string) => readFoods(new URLSearchParams(query), CATALOG);
  expect(asked('')).toMatchObject({ selection: { offset: 0, conditions: [] } });
  expect(asked('offset=7&where=kcal<5')).toMatchObject({
    selection: { offset: 7, conditions: [expect.anything()] },
  });
  expect(() => asked('offset=7&offset=8')).toThrow(RequestError);
});

test('readIds accepts keys only without other parameters', () => {
  const asked = (query: string, key?: string) =>
    readIds(new URLSearchParams(query), { ...CATALOG, key });
  expect(asked('where=kcal<5', 'id')).toBeUndefined();
  expect(asked('ids=1,a%2Cb', 'id')).toMatchObject({ keys: ['1', 'a', 'b'] });
  expect(refusalOf(() => asked('ids=1&sort=kcal', 'id'))).toBe(
    'Parameter `sort` cannot be used with `ids`: leave one out',
  );
  expect(() => asked('ids=1')).toThrow(RequestError);
});
