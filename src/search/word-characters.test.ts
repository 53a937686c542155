import { expect, test } from 'vitest';
import {
  endOfWord,
  endOfWordOrPlural,
  isWordAt,
  isWordBefore,
  isWordCharacter,
  startOfWord,
  withPlurals,
} from './word-characters.ts';

test.each([
  ['a', true],
  ['7', true],
  ['é', true],
  ['奶', true],
  ['𠮷', true],
  ['\u0940', true],
  ['\u0e31', true],
  ['\u{1d165}', true],
  ['½', true],
  [' ', false],
  ['-', false],
  ["'", false],
  ['_', false],
  ['🍎', false],
  ['\ufffd', false],
  ['\u0000', false],
])('isWordCharacter of %j is %s', (character, expected) => {
  const codePoint = character.codePointAt(0);
  // The second result may come from the cache.
  for (let i = 0; i < 2; i++) expect(isWordCharacter(Number(codePoint))).toBe(expected);
});

test('word boundaries are found next to multibyte characters', () => {
  const bytes = new TextEncoder().encode('é, चीनी-𠮷!');
  const at = (text: string) => new TextEncoder().encode(text).length;
  expect(startOfWord(bytes, at('é'), bytes.length)).toBe(at('é, '));
  expect(endOfWord(bytes, at('é, '), bytes.length)).toBe(at('é, चीनी'));
  expect(isWordBefore(bytes, at('é, चीनी-𠮷'), 0)).toBe(true);
  expect(isWordBefore(bytes, at('é, चीनी-𠮷'), at('é, चीनी-𠮷'))).toBe(false);
  expect(isWordAt(bytes, at('é, चीनी-'), bytes.length)).toBe(true);
  expect(isWordAt(bytes, at('é, चीनी-'), at('é, चीनी-'))).toBe(false);
  expect(startOfWord(bytes, at('é, चीनी-𠮷'), bytes.length)).toBe(bytes.length);
});

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

test('endOfWordOrPlural does not read beyond the end', () => {
  expect(endOfWordOrPlural(encoder.encode('eggsy'), 3, 4)).toBe(4);
  expect(endOfWordOrPlural(encoder.encode('eggesy'), 3, 5)).toBe(5);
});

test('withPlurals returns the word and both plurals', () => {
  const decoder = new TextDecoder();
  const texts = withPlurals(encoder.encode('egg')).map((text) => decoder.decode(text));
  expect(texts).toEqual(['egg', 'eggs', 'egges']);
});
