import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSlot, SlotTable } from './slot-table.ts';

test('slotOf numbers things in the order they come, for any hashes and any number of them', () => {
  // Few different hashes: most things share theirs with others.
  const things = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 8_000, size: 'max' });
  fc.assert(
    fc.property(things, fc.constantFrom(1, 7, 1_000, 2 ** 31), (all, hashes) => {
      const table = new SlotTable();
      const distinct = [...new Set(all)];
      const hashOf = (thing: number) => (thing % hashes) * 0x9e37;
      for (const thing of all) {
        const isSame = (slot: number) => distinct[slot] === thing;
        expect(table.slotOf(hashOf(thing) >>> 0, isSame)).toBe(distinct.indexOf(thing));
      }
      expect(table.size).toBe(distinct.length);
      expect(findSlot(table.places, 5, () => false)).toBe(-1);
    }),
    { numRuns: 15 },
  );
});
