import { expect, test } from 'vitest';
import { storedValues } from '../../../test/stored-values.ts';
import { readNutrients } from '../../catalog/nutrients.ts';
import type { FieldValue } from '../../client/food.ts';
import { keysOf } from '../barcodes.ts';
import { FoodRow } from '../food-source.ts';
import { TRANS_FAT } from '../interface.ts';
import { productOf } from './product.ts';

const parts = { key: 'id', nutrients: [...readNutrients(), TRANS_FAT] };
const made = (values: Readonly<Record<string, FieldValue>>) => {
  const unknown = { carbohydrate_g: null, protein_g: null, kcal: null, description: '', fat_g: '' };
  const food = { ...unknown, id: '1', ...values };
  const fields = Object.keys(food).slice(Object.keys(unknown).length);
  const stored = storedValues(fields, [Object.values(food).map((one) => JSON.stringify(one))]);
  return productOf(new FoodRow(stored, 0), { ...parts, values: stored });
};

test.each([
  ['pat', 1, 5, '1 pat (5 g)', 'g'],
  ['cup (8 fl oz)', 1, 244, '1 cup (244 g)', 'g'],
  ['large (8" to 8-7/8" long)', 1, 136, '1 large (136 g)', 'g'],
  ['cookies (28 g)', 2, 28, '2 cookies (28 g)', 'g'],
  ['g (1 pot)', 125, 125, '125 g (1 pot)', 'g'],
  ['g', 30, 30, '30 g', 'g'],
  ['ml', 250, 250, '250 ml', 'ml'],
  ['cl', 33, 330, '33 cl', 'ml'],
  ['bottle (330 ml)', 1, 330, '1 bottle (330 ml)', 'ml'],
  ['ml (206 g)', 200, 206, '200 ml (206 g)', 'g'],
])('a serving of %j, %d of %d g, is %j in %s', (unit, amount, grams, size, its) => {
  expect(made({ portions: [{ amount, unit, grams }] })).toMatchObject({
    ...{ serving_size: size, serving_quantity: grams, serving_quantity_unit: its },
  });
});

test.each([
  ['400 g', 400, 'g'],
  [' 400g ', 400, 'g'],
  ['0.5 kg', 500, 'g'],
  ['33 cl', 330, 'ml'],
  ['2 dl', 200, 'ml'],
  ['75 ml', 75, 'ml'],
  ['400 oz', undefined, undefined],
  ['ca. 400 g', undefined, undefined],
  ['400 g net', undefined, undefined],
  ['1,5 L', 1_500, 'ml'],
  ['6 x 33 cl', undefined, undefined],
  ['10 pieces', undefined, undefined],
])('a package of %j is %d %s', (quantity, amount, unit) => {
  expect(made({ quantity })).toMatchObject({ quantity });
  const { product_quantity, product_quantity_unit } = made({ quantity }) ?? {};
  expect([product_quantity, product_quantity_unit]).toEqual([amount, unit]);
});

test('amounts have every name that apps read; unknown ones are left out', () => {
  expect(made({ kcal: 100, folate_tot_ug: 50, sodium_mg: 400, iron_mg: null })?.nutriments).toEqual(
    {
      ...{ 'energy-kcal_100g': 100, 'energy-kcal_unit': 'kcal' },
      ...{ 'energy-kj_100g': 418.4, 'energy-kj_unit': 'kJ', energy_100g: 418.4, energy_unit: 'kJ' },
      ...{ folates_100g: 0.00005, folates_unit: 'µg' },
      ...{ 'vitamin-b9_100g': 0.00005, 'vitamin-b9_unit': 'µg' },
      ...{ sodium_100g: 0.4, sodium_unit: 'mg', salt_100g: 1, salt_unit: 'g' },
    },
  );
});

/** Returns a digit with 0 to 8 zeros before it. */
const withZeros = (digit: string) =>
  Array.from({ length: 9 }, (_, i) => digit.padStart(i + 1, '0'));

test.each([
  [{ code: '123456' }, '123456', []],
  [{ code: '1'.repeat(24) }, '1'.repeat(24), []],
  [{ code: '12345', gtin: '00000041220576' }, '41220576', []],
  [{ code: '1'.repeat(25), gtin: '00041220576920' }, '0041220576920', []],
  [{ gtin: null, id: '1' }, '2000000000015', withZeros('1')],
  [{ id: '123456789' }, '2001234567893', ['123456789']],
  [{ id: '000000000' }, '2000000000008', withZeros('0')],
  [{ id: '1234567890' }, '20000490500510520530540550560570487', ['1234567890']],
  [{ id: 'é' }, '20001951699', ['é']],
])('the code of %j is %s, which stands for the keys %j', (food, code, keys) => {
  expect(made(food)?.code).toBe(code);
  expect(keysOf(code)).toEqual(keys);
  // With a different check digit or prefix, it is not one of our codes.
  expect(keysOf(code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))).toEqual([]);
  expect(keysOf(`3${code.slice(1)}`)).toEqual([]);
});

test('without a barcode or key, the code is empty', () => {
  const stored = storedValues([], [['null', 'null', 'null', '""', '""']]);
  const source = { ...parts, key: undefined, values: stored };
  expect(productOf(new FoodRow(stored, 0), source).code).toBe('');
});

test('an empty string does not count as a value, so the next possible column is read', () => {
  expect(made({ brands: '', brand: 'Own' })).toMatchObject({ brands: 'Own' });
  expect(made({ brand: null, manufacturer: 7 })).toMatchObject({ brands: '7' });
});

test('trans fat is written if the table has it', () => {
  expect(made({ fa_trans_g: 0.5 })?.nutriments).toEqual({
    ...{ 'trans-fat_100g': 0.5, 'trans-fat_unit': 'g' },
  });
});
