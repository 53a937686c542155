import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { storedValues } from '../../test/stored-values.ts';
import { ANSWER_COLUMNS } from '../catalog/table/columns.ts';
import { elementAt } from '../search/flat-arrays.ts';
import { FoodRow } from './food-source.ts';
import { JsonWriter, LIST } from './json-writer.ts';

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: 0, max: 99_999 }).map((count) => count / 1_000),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('"', '\\', '}'),
);
const portions = fc.array(fc.record({ amount: number, unit: text, grams: number }));
const value = fc.oneof(number, text, number.map(String), fc.constantFrom(null, ' ', '1'), portions);
const rows = fc
  .uniqueArray(text, { maxLength: 5 })
  .map((fields) => fields.map((name) => `_${name}`))
  .chain((fields) => {
    const columns = [...ANSWER_COLUMNS, ...fields];
    const row = fc.tuple(...columns.map(() => value));
    return fc.record({ columns: fc.constant(columns), rows: fc.array(row, { maxLength: 4 }) });
  });

/** Returns foods with these values; the values of every answer come first. */
function foodsOf(fields: readonly string[], written: readonly (readonly unknown[])[]): FoodRow[] {
  const values = storedValues(
    fields,
    written.map((row) => row.map((one) => JSON.stringify(one))),
  );
  return written.map((_, row) => new FoodRow(values, row));
}

/** Returns a value as the number to write; `undefined` if it is not a number. */
function numberOf(one: unknown): number | undefined {
  const isNone = one === null || Array.isArray(one) || String(one).trim() === '';
  return isNone || !Number.isFinite(Number(one)) ? undefined : Number(one);
}

test('the values of foods are those that a JSON parser would read, numeric strings included', () => {
  fc.assert(
    fc.property(rows, ({ columns, rows: written }) => {
      const foods = foodsOf(columns.slice(ANSWER_COLUMNS.length), written);
      const parsed: unknown[][] = JSON.parse(JSON.stringify(written));
      expect(foods.map((food) => columns.map((name) => food.get(name)))).toEqual(parsed);
      expect(foods.map((food) => columns.map((name) => food.number(name)))).toEqual(
        parsed.map((row) => row.map(numberOf)),
      );
      expect(foods.map((food) => [food.get('other'), food.number('other')])).toEqual(
        parsed.map(() => [undefined, undefined]),
      );
    }),
  );
});

test('the numbers of a food are written unchanged, or multiplied', () => {
  fc.assert(
    fc.property(fc.array(value), fc.constantFrom(1, 1e-3, 4.184), (values, factor) => {
      const fields = values.map((_, i) => `column ${i}`);
      // The values that every answer has are stored differently.
      const [first = '', second = ''] = values;
      const [food] = foodsOf(fields, [[first, second, '', '', '', ...values]]);
      const to = new JsonWriter();
      const form = {
        before: Buffer.from(',{"n":'),
        after: Buffer.from(',"is":"a number"}'),
        factor,
      };
      to.enclose(LIST, () => {
        for (const place of [~0, ~1, ...values.keys()]) food?.writeNumber(place, form, to);
      });
      const numbers: { n: number }[] = JSON.parse(Buffer.from(to.finish()).toString());
      const parsed: unknown[] = JSON.parse(JSON.stringify([first, second, ...values]));
      const exactly = parsed.flatMap((one) => numberOf(one) ?? []).map((one) => one * factor);
      const expected = exactly.filter(Number.isFinite);
      expect(numbers).toHaveLength(expected.length);
      for (const [i, { n }] of numbers.entries()) {
        const exact = elementAt(expected, i);
        // Products are rounded to six digits.
        if (factor === 1) expect(n).toBe(exact);
        else expect(Math.abs(n - exact)).toBeLessThanOrEqual(1e-5 * Math.abs(exact));
      }
    }),
    // The product is too large for a number.
    { examples: [[[1e308], 4.184]] },
  );
});
