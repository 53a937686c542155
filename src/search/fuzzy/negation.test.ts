import { expect, test } from 'vitest';
import { readNegations } from './negation.ts';

test.each([
  ['egg', 'egg'],
  ['egg without salt', 'egg -salt'],
  ['egg without added salt', 'egg -salt'],
  ['salt free egg', '-salt egg'],
  ['egg without skin or bones', 'egg -skin -bones'],
  ['egg without skin added or bones', 'egg -skin -bones'],
  ['egg without skin raw or bones', 'egg -skin raw or bones'],
  ['egg without skin or added bones', 'egg -skin -bones'],
  ['egg without skin without bones', 'egg -skin -bones'],
  ['salt free added egg', '-salt egg'],
  ['no without', 'no without'],
])('the words of %j are %j', (text, words) => {
  const read = readNegations(text.split(' '));
  expect(read.map(({ word }) => word).join(' ')).toBe(words);
});
