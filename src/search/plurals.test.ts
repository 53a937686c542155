import { expect, test } from 'vitest';
import { endOfWordOrPlural, withPlurals } from './plurals.ts';

const encoder = new TextEncoder();

test.each([
  ['egg', 3],
  ['egg, raw', 3],
  ['eggs raw', 4],
  ['egges', 5],
  ['eggs', 4],
  ['eggss', -1],
  ['eggse', -1],
  ['egge', -1],
  ['eggplant', -1],
  ['egg酪', -1],
  ['eggs酪', -1],
  ['egges酪', -1],
])('endOfWordOrPlural of egg in "%s" is %i', (text, expected) => {
  const bytes = encoder.encode(text);
  expect(endOfWordOrPlural(bytes, 3, bytes.length)).toBe(expected);
});

test('endOfWordOrPlural does not look beyond the end', () => {
  expect(endOfWordOrPlural(encoder.encode('eggsy'), 3, 4)).toBe(4);
  expect(endOfWordOrPlural(encoder.encode('eggesy'), 3, 5)).toBe(5);
});

test('withPlurals gives the word and both plurals', () => {
  const decoder = new TextDecoder();
  const texts = withPlurals(encoder.encode('egg')).map((text) => decoder.decode(text));
  expect(texts).toEqual(['egg', 'eggs', 'egges']);
});
