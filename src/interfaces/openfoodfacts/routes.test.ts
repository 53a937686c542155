import { expect, test } from 'vitest';
import { storedValues } from '../../../test/stored-values.ts';
import { FoodRow, type FoodSource } from '../food-source.ts';
import { findByCode } from './routes.ts';

/** Finds a code in a table whose only food has this key. */
async function found(code: string, column: string, stored: string) {
  const values = storedValues([column], [[]]);
  const food = new FoodRow(values, 0);
  const source: FoodSource = {
    ...{ fields: [column], columns: [], key: column, values, nutrients: [], terms: undefined },
    search: () => ({ body: new Uint8Array(), revision: '' }),
    find: async () => ({ foods: [], total: 0 }),
    food: (key) => (key === stored ? food : undefined),
    valuesOf: async () => [],
    countMore: () => undefined,
  };
  return (await findByCode(code, source)) === food;
}

test.each([
  ['3017620422003', 'code', '3017620422003', true],
  ['03017620422003', 'code', '3017620422003', true],
  ['96385074', 'code', '0000096385074', true],
  ['96385074', 'code', '96385074', true],
  ['3017620422003', 'code', '3017620422004', false],
  ['3017620422003', 'other', '3017620422003', false],
  ['3017620422003x', 'code', '3017620422003x', false],
])('a barcode %s is found by %s %s: %j', async (code, column, stored, expected) => {
  expect(await found(code, column, stored)).toBe(expected);
});
