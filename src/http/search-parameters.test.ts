import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { refusalOf } from '../../test/refusal-of.ts';
import { runs } from '../../test/runs.ts';
import { RequestError } from '../errors/user-error.ts';
import { readFields, readFoods, readGroups, readIds, readSearch } from './search-parameters.ts';

const CATALOG = {
  fields: ['water_g', 'a b'],
  columns: [
    { name: 'kcal', holdsNumbers: true, hasGroups: false },
    { name: 'food_group', holdsNumbers: false, hasGroups: true },
    { name: 'brand', holdsNumbers: false, hasGroups: true },
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
  ['limit=0', 'Invalid value "0" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=101', 'Invalid value "101" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=', 'Invalid value "" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=0100', 'Invalid value "0100" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=1.5', 'Invalid value "1.5" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=+1', 'Invalid value " 1" for parameter `limit`: use a whole number from 1 to 100'],
  ['limit=1&limit=1', 'Parameter `limit` is given 2 times: give it once'],
  [
    'lang=en',
    'Invalid value "en" for parameter `lang`: use `es`, `fr`, `de`, `it`, `pt`, or leave it out for English',
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

const NO_CONDITIONS = { conditions: [], offset: 0, wantsTotal: false };
const IDS = 'use 1 to 100 keys, separated by commas';

test.each([
  ['where=kcal<5', undefined],
  [
    'ids=1,a%2Cb',
    { match: 'substring', selection: NO_CONDITIONS, keys: ['1', 'a', 'b'], wantsTotal: false },
  ],
  [
    'ids=1&limit=2&count=true&fields=water_g&format=csv',
    {
      ...{ match: 'substring', selection: { ...NO_CONDITIONS, wantsTotal: true } },
      ...{ limit: 2, fields: ['water_g'], format: 'csv', keys: ['1'], wantsTotal: true },
    },
  ],
  ['ids=1&where=x', 'Parameter `where` cannot be used with `ids`: leave one out'],
  ['ids=1&sort=kcal', 'Parameter `sort` cannot be used with `ids`: leave one out'],
  ['ids=1&offset=0', 'Parameter `offset` cannot be used with `ids`: leave one out'],
  ['ids=1&ids=2', 'Parameter `ids` is given 2 times: give it once'],
  ['ids=', `Invalid value "" for parameter \`ids\`: ${IDS}`],
  ['ids=1,', `Invalid value "1," for parameter \`ids\`: ${IDS}`],
  [`ids=${'1,'.repeat(100)}1`, `Invalid value "${'1,'.repeat(60)}…" for parameter \`ids\`: ${IDS}`],
  [
    `ids=${'1'.repeat(16_385)}`,
    `Invalid value "${'1'.repeat(120)}…" for parameter \`ids\`: ${IDS}`,
  ],
])('readIds of %.40s', (query, expected) => {
  const asked = () => readIds(new URLSearchParams(query), { ...CATALOG, key: 'id' });
  if (typeof expected === 'string') expect(refusalOf(asked)).toBe(expected);
  else expect(asked()).toEqual(expected);
});

test('readIds takes up to 100 keys and 16,384 characters, if the table has a key', () => {
  const asked = (ids: string, key?: string) =>
    readIds(new URLSearchParams({ ids }), { ...CATALOG, key })?.keys.length;
  expect(asked(`${'1,'.repeat(99)}1`, 'id')).toBe(100);
  expect(asked('1'.repeat(16_384), 'id')).toBe(1);
  expect(refusalOf(() => asked('1'))).toBe(
    'Parameter `ids` cannot be used: the table has no column of unique keys',
  );
});

test.each([
  ['column=brand&q=', { match: 'substring', selection: NO_CONDITIONS, groupsOf: 'brand' }],
  [
    'column=food_group&q=a&match=fuzzy&lang=es&where=kcal<5',
    {
      ...{ text: 'a', match: 'fuzzy', lang: 'es', groupsOf: 'food_group' },
      selection: {
        ...NO_CONDITIONS,
        conditions: [{ column: 'kcal', operator: '<', value: '5' }],
      },
    },
  ],
  ['', 'Invalid value "" for parameter `column`: use food_group, brand'],
  ['column=kcal', 'Invalid value "kcal" for parameter `column`: use food_group, brand'],
  ['column=brand&column=brand', 'Parameter `column` is given 2 times: give it once'],
  ['column=brand&where=x<1', 'Unknown column "x" in `where`: use kcal, food_group, brand'],
])('readGroups of %j', (query, expected) => {
  const asked = () => readGroups(new URLSearchParams(query), CATALOG);
  if (typeof expected === 'string') expect(refusalOf(asked)).toBe(expected);
  else expect(asked()).toEqual(expected);
});

test('readGroups says that a table has no groups', () => {
  const asked = () => readGroups(new URLSearchParams('column=a'), { fields: [], columns: [] });
  expect(refusalOf(asked)).toBe(
    'Foods cannot be grouped: the table has no column with few different values',
  );
});

test('readFields reads names, or none', () => {
  const asked = (query: string) => readFields(new URLSearchParams(query), CATALOG.fields);
  expect([asked(''), asked('fields=water_g,a+b')]).toEqual([[], ['water_g', 'a b']]);
  expect(refusalOf(() => asked('fields=a&fields=b'))).toBe(
    'Parameter `fields` is given 2 times: give it once',
  );
});
