import { expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { ExactNumber } from './decimal.ts';
import {
  ANSWER_PIECES,
  ENTRY_COLUMNS,
  type Entry,
  searchableText,
  serializeValues,
  UnreadableFats,
} from './entry.ts';

test('an entry has seven columns', () => {
  expect(ENTRY_COLUMNS).toEqual(Object.keys(EGG));
});

test('serializeValues returns the five fields in order, and the fatty acids as their sum', () => {
  expect(serializeValues(EGG)).toEqual([
    ...['0.72', '12.56', '143', '"Egg, whole, raw, fresh"', '"8.70"'],
  ]);
});

test('the pieces of an answer, joined with the values of a food, are the food’s JSON', () => {
  const values = serializeValues(EGG);
  const json = ANSWER_PIECES.map((piece, i) => piece + (values[i] ?? '')).join('');
  expect(JSON.parse(json)).toEqual({
    ...{ carbohydrate_g: 0.72, protein_g: 12.56, kcal: 143 },
    ...{ description: 'Egg, whole, raw, fresh', fat_g: '8.70' },
  });
});

test('serializeValues keeps text, NULL, long integers and exact decimals as stored', () => {
  const stored = { carbohydrate_g: '0.720', protein_g: null, kcal: 9_007_199_254_740_993n };
  const fats = { fa_sat_g: new ExactNumber('1.50'), fa_mono_g: 1, fa_poly_g: null };
  expect(serializeValues({ ...EGG, ...stored, ...fats })).toEqual([
    ...['"0.720"', 'null', '9007199254740993', '"Egg, whole, raw, fresh"', '"2.50"'],
  ]);
  expect(serializeValues({ ...EGG, kcal: new ExactNumber('1.50') })[2]).toBe('1.50');
});

test('serializeValues escapes only what JSON requires', () => {
  const description = 'Say "cheese" \\ \n\u0000 — 奶酪 \ud800';
  const [, , , json = ''] = serializeValues({ ...EGG, description });
  expect(JSON.parse(json)).toBe(description);
});

test('serializeValues returns null for a number without a JSON form', () => {
  expect(serializeValues({ ...EGG, kcal: Number.POSITIVE_INFINITY })[2]).toBe('null');
});

test.each([
  ['Egg', 'Egg'],
  [42, '42'],
  [null, null],
  [Number.POSITIVE_INFINITY, null],
])('searchableText of %s is %s', (description, expected) => {
  expect(searchableText(description)).toBe(expected);
});

const egg: Entry = {
  carbohydrate_g: 'some',
  protein_g: 12.56,
  fa_sat_g: '3.1',
  fa_mono_g: null,
  fa_poly_g: 1.9,
  kcal: 143,
  description: 'Egg',
};

test('UnreadableFats counts fatty acids that are not numbers', () => {
  const entries = [egg, { ...egg, fa_sat_g: 'tr', fa_poly_g: '' }, { ...egg, fa_mono_g: '1,5' }];
  const fats = new UnreadableFats();
  for (const entry of entries) fats.note(entry);
  expect(fats.count).toBe(3);
  expect(fats.summary()).toBe(
    '3 fatty acid values are not numbers and count as 0 in fat_g; the first is fa_sat_g "tr" of "Egg"',
  );
});

test('UnreadableFats shows values without a JSON form', () => {
  const fats = new UnreadableFats();
  const odd = { ...egg, fa_sat_g: Number.POSITIVE_INFINITY, description: 9_007_199_254_740_993n };
  fats.note(odd);
  expect(fats.summary()).toBe(
    '1 fatty acid value is not a number and counts as 0 in fat_g: fa_sat_g Infinity of 9007199254740993',
  );
});
