import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { brandColumns, fatKnown, serializeField, withBrand } from './extra-columns.ts';

test.each([
  [1, '2.5', -1, 3],
  [null, 'trace', Number.NaN, 0],
  ['', '1,5', 1, 1],
])(
  'fatKnown of %j, %j and %j is %i: those that fat_g counts',
  (fa_sat_g, fa_mono_g, fa_poly_g, known) => {
    expect(fatKnown({ ...EGG, fa_sat_g, fa_mono_g, fa_poly_g })).toBe(known);
  },
);

test.each([
  '[]',
  '[{"amount":1,"unit":"cup","grams":150}]',
  ' [ {"amount": 0.5, "unit": "\\u00e9 \\"x\\"", "grams": 1e2, "more": null} ]',
])('serializeField returns the portions %s as a list', (text) => {
  expect(serializeField('portions', text)).toBe(text);
});

test.each([
  'two slices',
  '{}',
  'null',
  '[1]',
  '[null]',
  '[{"amount":"1","unit":"cup","grams":150}]',
  '[{"amount":1,"unit":7,"grams":150}]',
  '[{"amount":1,"unit":"cup"}]',
  '[{"amount":1,"unit":"cup","grams":150}',
  '[{"amount":1,"unit":"a\nb","grams":150}]',
])('serializeField returns the text %j as text', (text) => {
  expect(serializeField('portions', text)).toBe(JSON.stringify(text));
});

test('serializeField returns lists of other columns, and numbers, as stored', () => {
  expect(serializeField('Portions', '[]')).toBe('"[]"');
  expect(serializeField('portions', null)).toBe('null');
  expect(serializeField('portions', 7)).toBe('7');
});

test('withBrand puts the brand of a food with a barcode on a separate line', () => {
  expect(brandColumns(['manufacturer', 'description'])).toEqual([]);
  expect(brandColumns(['manufacturer', 'gtin'])).toEqual(['gtin', 'manufacturer']);
  expect(withBrand('pop\nsoda', ['00012345678905', 'Acme'])).toBe('pop soda,\nAcme');
  expect(withBrand(null, ['00012345678905'])).toBe(',\n');
  expect(withBrand('pop', [null, 'Acme'])).toBe('pop');
});
