import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { findSlot, SlotTable } from './slot-table.ts';

test('slotOf numbers things in the order they come, for any hashes and any number of them', () => {
  // Few different hashes: most things share theirs with others.
  const things = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 8_000, size: 'max' });
  fc.assert(
    fc.property(things, fc.constantFrom(1, 7, 1_000, 2 ** 31), (all, hashes) => {
      const table = new SlotTable();
      const distinct = [...new Set(all)];
      const numbers = new Map(distinct.map((thing, number) => [thing, number]));
      const hashOf = (thing: number) => (thing % hashes) * 0x9e37;
      const slots = all.map((thing) =>
        table.slotOf(hashOf(thing) >>> 0, (slot) => distinct[slot] === thing),
      );
      // The first that is wrong: of long lists, a difference takes long to tell.
      expect(all.findIndex((thing, i) => slots[i] !== numbers.get(thing))).toBe(-1);
      expect(table.size).toBe(distinct.length);
      expect(findSlot(table.places, 5, () => false)).toBe(-1);
    }),
    { numRuns: runs(10) },
  );
});
