import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { NumberValuesBuilder, numbersOf } from './number-values.ts';

function build(values: readonly (number | null)[]) {
  const builder = new NumberValuesBuilder();
  for (const value of values) builder.add(value ?? Number.NaN);
  return builder.build();
}

const decimal = (digits: number, places: number) =>
  fc.integer({ min: -(10 ** digits), max: 10 ** digits }).map((n) => n / 10 ** places);

test('numbersOf returns every number and every unknown value', () => {
  const value = fc.oneof(
    fc.constant(null),
    decimal(3, 0),
    decimal(5, 2),
    decimal(9, 4),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  );
  const kinds = fc.subarray([0, 1, 2, 3, 4], { minLength: 1 });
  const list = kinds.chain((some) =>
    fc.array(
      fc.oneof(
        ...some.map(
          (kind) =>
            [fc.constant(null), decimal(3, 0), decimal(5, 2), decimal(9, 4), value][kind] ?? value,
        ),
      ),
      { maxLength: 3_000 },
    ),
  );
  fc.assert(
    fc.property(list, (values) => {
      const data = build(values);
      const read = new Float64Array(values.length);
      numbersOf(data)(Uint32Array.from(values.keys()), values.length, read);
      expect([...read]).toEqual(values.map((one) => one ?? Number.NaN));
      expect(data.values.buffer).toBeInstanceOf(SharedArrayBuffer);
    }),
    { numRuns: runs(60) },
  );
});

test.each([
  [[], Uint8Array],
  [[null, null], Uint8Array],
  [[0, 254, null], Uint8Array],
  [[-0.01, 2.53], Uint8Array],
  [[1_000_000, 1_000_254], Uint8Array],
  [[0, 255], Uint16Array],
  [[0.1, 25.4], Uint8Array],
  [[0.01, 2.54], Uint8Array],
  [[0.001, 0.254], Uint8Array],
  [[0.0001, 0.0254], Uint8Array],
  [[0.00001, 0.00254], Uint8Array],
  [[1, 255.999], Uint32Array],
  [[1, 65.534], Uint16Array],
  [[0, 0.65534], Uint16Array],
  [[0, 0.65535], Uint32Array],
  [[0.00001, 20_000], Uint32Array],
  [[2 ** -20, 1], Float32Array],
  [[0.1, 1e300], Float64Array],
  [[0.123456789, null], Float64Array],
])('the numbers %j take no more room than needed', (values, kind) => {
  expect(build(values).values).toBeInstanceOf(kind);
});

test('numbersOf throws for a missing row', () => {
  expect(() => numbersOf(build([1]))(Uint32Array.of(1), 1, new Float64Array(1))).toThrow(
    RangeError,
  );
});
