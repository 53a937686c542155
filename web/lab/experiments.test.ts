import { expect, test } from 'vitest';
import { listsHeader } from './experiments.ts';

test.each([
  ['x-food-lab', true],
  ['X-Food-Lab', true],
  ['x-other,  X-FOOD-LAB ', true],
  ['*', true],
  ['x-other, *', true],
  ['x-other', false],
  ['x-food-lab-2', false],
  ['', false],
  [undefined, false],
])('listsHeader in %j: %j', (allowHeaders, isListed) => {
  expect(listsHeader(allowHeaders, 'x-food-lab')).toBe(isListed);
});
