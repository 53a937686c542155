import { expect, test } from 'vitest';
import { canonicalText, TooManyWordsError } from './canonical-text.ts';
import { MAX_QUERY_LENGTH, MAX_WORDS } from './limits.ts';

test.each([
  ['Rice, WHITE', 'rice white'],
  ['white rice', 'rice white'],
  [' rice, rice;Rice ', 'rice'],
  ['crème de menthe', 'creme de menthe'],
  ['चीनी दूध', 'चीनी दूध'],
  ['%', '%'],
  [' - ', ' - '],
  ['', ''],
])('canonicalText of %j in words is %j', (text, expected) => {
  expect(canonicalText(text, 'words')).toBe(expected);
});

test('canonicalText keeps a text that is searched as it is in order', () => {
  expect(canonicalText(' White rice, ', 'substring')).toBe(' white rice, ');
});

test('canonicalText takes as many different words as a search looks for, each any number of times', () => {
  const words = Array.from({ length: MAX_WORDS }, (_, i) => `w${i + 10}`);
  expect(canonicalText([...words, ...words].join(' '), 'words')).toBe(words.join(' '));
  const more = [...words, 'one-more'].join(' ');
  expect(() => canonicalText(more, 'words')).toThrow(TooManyWordsError);
  expect(() => canonicalText(more, 'words')).toThrow(
    'q has 18 different words, and match=words takes at most 16',
  );
  expect(canonicalText(more, 'substring')).toBe(more);
});

test('canonicalText of a text that is too long is empty', () => {
  for (const match of ['substring', 'words'] as const) {
    expect(canonicalText('a'.repeat(MAX_QUERY_LENGTH), match)).toHaveLength(MAX_QUERY_LENGTH);
    expect(canonicalText('a'.repeat(MAX_QUERY_LENGTH + 1), match)).toBe('');
  }
});
