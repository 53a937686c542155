import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { Work } from '../../search/work.ts';
import { TopRows } from './top-rows.ts';

/** The keys of some rows: with few distinct ones, most rows are ties. */
const keys = fc
  .record({
    count: fc.nat(6_000),
    distinct: fc.constantFrom(1, 3, 100, 1e9),
    factor: fc.integer({ min: 1, max: 1e6 }),
    isSorted: fc.boolean(),
  })
  .map(({ count, distinct, factor, isSorted }) =>
    Array.from({ length: count }, (_, i) => {
      const key = isSorted ? count - i : (i * factor * 7_919) % 1_000_003;
      return key % 17 === 0 ? Number.POSITIVE_INFINITY : key % distinct;
    }),
  );

test('the first rows are those of a sorted list: lowest keys first, ties by position', () => {
  const work = new Work();
  const first = new TopRows(work);
  fc.assert(
    fc.property(
      keys,
      fc.nat(2_500),
      fc.integer({ min: 1, max: 100 }),
      fc.boolean(),
      fc.boolean(),
      (all, offset, limit, maySample, isReversed) => {
        const positionOf = (row: number, match: number) =>
          isReversed ? all.length - match : row >>> 1;
        const collect = (sample: boolean) => {
          work.reset();
          first.begin(offset + limit, all.length, positionOf, sample);
          for (let start = 0; start < all.length; start += 256) {
            const values = Float64Array.from(all.slice(start, start + 256));
            const matches = Uint32Array.from(values, (_, i) => start + i);
            const rows = matches.map((match) => 2 * match);
            const visited = start + values.length;
            const counts = { count: values.length, counted: values.length, visited };
            first.add({ rows, matches, values, ...counts }, values.length);
          }
          return first.take(offset);
        };
        const found = collect(maySample) ?? collect(false) ?? expect.fail('nothing collected');
        const order = (i: number) => positionOf(2 * i, i);
        const sorted = [...all.keys()].sort(
          (a, b) => compare(all[a], all[b]) || order(a) - order(b),
        );
        expect([...found]).toEqual(sorted.slice(offset, offset + limit).map((i) => 2 * i));
        // Choosing takes linear time.
        expect(work.spent).toBeLessThan(8 * all.length + 10_000);
      },
    ),
    { numRuns: runs(30) },
  );
});

function compare(a = 0, b = 0): number {
  return a === b ? 0 : a - b;
}
