import { expect, test } from 'vitest';
import { familyGroup, groupPenalty } from './penalties.ts';

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
])('a family of %i foods adds a penalty of %i', (size, penalty) => {
  expect(groupPenalty(familyGroup(size, false, false))).toBe(penalty);
  expect(groupPenalty(familyGroup(size, true, false))).toBe(5);
  expect(groupPenalty(familyGroup(size, false, true))).toBe(penalty + 80);
});
