import { expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { searchableText, serializeEntry } from './food-entry.ts';

test('serializeEntry writes the five fields in order, the fatty acids as their sum', () => {
  expect(serializeEntry(EGG)).toBe(
    '{"carbohydrate_g":0.72,"protein_g":12.56,"kcal":143,' +
      '"description":"Egg, whole, raw, fresh","fat_g":"8.70"}',
  );
});

test('serializeEntry passes text, NULL and long integers on as stored', () => {
  const stored = { carbohydrate_g: '0.720', protein_g: null, kcal: 9_007_199_254_740_993n };
  expect(serializeEntry({ ...EGG, ...stored })).toContain(
    '"carbohydrate_g":"0.720","protein_g":null,"kcal":9007199254740993,',
  );
});

test('serializeEntry escapes what JSON asks for, and keeps the rest', () => {
  const description = 'Say "cheese" \\ \n\u0000 — 奶酪 \ud800';
  const entry: unknown = JSON.parse(serializeEntry({ ...EGG, description }));
  expect(entry).toMatchObject({ description });
});

test('serializeEntry gives null for a number JSON cannot hold', () => {
  expect(serializeEntry({ ...EGG, kcal: Number.POSITIVE_INFINITY })).toContain('"kcal":null');
});

test.each([
  ['Egg', 'Egg'],
  [42, '42'],
  [null, null],
])('searchableText of %s is %s', (description, expected) => {
  expect(searchableText(description)).toBe(expected);
});
