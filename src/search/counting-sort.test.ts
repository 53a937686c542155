import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CountingSort } from './counting-sort.ts';

test('elements are sorted by group, and keep their order within a group', () => {
  const sort = new CountingSort(5);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 4 })), (groups) => {
      sort.clear();
      for (const group of groups) sort.count(group);
      sort.layOut();
      const sizes = [0, 1, 2, 3, 4].map((one) => groups.filter((group) => group === one).length);
      const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
      expect(sizes.map((_, group) => sort.positionIn(group))).toEqual(starts);
      expect(sort.groupCount).toBe(Math.max(-1, ...groups) + 1);
      expect(sort.positionIn(5)).toBe(groups.length);
      const sorted: number[] = [];
      for (const [i, group] of groups.entries()) sorted[sort.nextPosition(group)] = i;
      expect(sorted).toEqual(
        [...groups.keys()].sort((a, b) => Number(groups[a]) - Number(groups[b])),
      );
      expect(sizes.map((_, group) => sort.positionIn(group))).toEqual(
        starts.map((start, group) => start + Number(sizes[group])),
      );
    }),
  );
});
