import { expect, test } from 'vitest';
import { familyGroup, groupPoints } from './points.ts';

test.each([
  [1, 4],
  [2, 3],
  [7, 3],
  [8, 2],
  [31, 2],
  [32, 1],
  [127, 1],
  [128, 0],
  [10_000, 0],
])('a family of %i foods adds %i points', (size, points) => {
  expect(groupPoints(familyGroup(size, false, false))).toBe(points);
  expect(groupPoints(familyGroup(size, true, false))).toBe(5);
  expect(groupPoints(familyGroup(size, false, true))).toBe(points + 80);
});
