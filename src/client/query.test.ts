import { expect, test } from 'vitest';
import { queryOf, quoted, whereText } from './query.ts';
import type { WhereCondition } from './request-options.ts';

test.each<[readonly WhereCondition[], string]>([
  [[['kcal', '>', 100]], 'kcal>100'],
  [[['!', 'fat_g']], '!fat_g'],
  [
    [
      ['!', 'fat g'],
      ['food group', '=', 'Dairy, "raw"'],
    ],
    '!"fat g","food group"="Dairy, ""raw"""',
  ],
])('the conditions %j are sent as %s', (where, text) => {
  expect(whereText(where)).toBe(text);
});

test.each([
  ['a1.b-c', 'a1.b-c'],
  ['-a', '"-a"'],
  ['', '""'],
  ['a b', '"a b"'],
])('the text %j is quoted as %s', (text, expected) => {
  expect(quoted(text)).toBe(expected);
});

test.each([
  [{}, ''],
  [{ q: 'egg', page: undefined }, 'q=egg'],
  [{ fields: [] }, ''],
  [{ fields: ['a', 'b'], ids: [] }, 'fields=a%2Cb&ids='],
  [{ where: [] }, ''],
  [{ q: '', where: [['kcal', '<', 0] as const] }, 'q=&where=kcal%3C0'],
])('the parameters %j are sent as %s', (parameters, query) => {
  expect(queryOf(parameters).toString()).toBe(query);
});
