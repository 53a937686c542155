import { expect, test } from 'vitest';
import { RequestError } from '../errors/user-error.ts';
import { canonicalText, parseQuery } from './exact-query.ts';
import { MAX_QUERY_LENGTH, MAX_WORDS } from './limits.ts';

test.each<[string, string[], boolean, boolean, boolean, boolean]>([
  // The words; whether the query starts and ends with a word; whether it may start and end a
  // segment.
  ['egg', ['egg'], true, true, true, true],
  ['ice cream', ['ice', 'cream'], true, true, true, true],
  [', raw', ['raw'], false, true, false, false],
  ['egg, w', ['egg', 'w'], true, true, true, false],
  [' fat ', ['fat'], false, false, false, false],
  ['2% milk', ['2', 'milk'], true, true, true, true],
  ['100%', ['100'], true, false, true, true],
  ['%', [], false, false, true, true],
  ['奶酪 é', ['奶酪', 'é'], true, true, true, true],
])('parseQuery of %j', (text, words, startsWithWord, endsWithWord, mayStart, mayEnd) => {
  const query = parseQuery(text);
  const read = query.words.map(({ start, end }) => query.bytes.subarray(start, end));
  expect(read.map((word) => new TextDecoder().decode(word))).toEqual(words);
  expect(query).toMatchObject({
    startsWithWord,
    endsWithWord,
    mayStartSegment: mayStart,
    mayEndSegment: mayEnd,
  });
});

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

test('canonicalText keeps the word order of text that is searched for as a whole', () => {
  expect(canonicalText(' White rice, ', 'substring')).toBe(' white rice, ');
});

test('canonicalText keeps as many different words as a search uses, however often each is repeated', () => {
  const words = Array.from({ length: MAX_WORDS }, (_, i) => `w${i + 10}`);
  expect(canonicalText([...words, ...words].join(' '), 'words')).toBe(words.join(' '));
  const more = [...words, 'one-more'].join(' ');
  expect(() => canonicalText(more, 'words')).toThrow(RequestError);
  expect(() => canonicalText(more, 'words')).toThrow(
    'q has 18 different words, and match=words takes at most 16',
  );
  expect(canonicalText(more, 'substring')).toBe(more);
});

test('canonicalText of a text that is too long is empty', () => {
  for (const match of ['substring', 'words', 'fuzzy'] as const) {
    expect(canonicalText('a'.repeat(MAX_QUERY_LENGTH), match)).toHaveLength(8_192);
    expect(canonicalText('a'.repeat(MAX_QUERY_LENGTH + 1), match)).toBe('');
  }
  // Folded, a text may be at most four times as long. ⑽ becomes "(10)", which is that long; ﷺ
  // becomes four words, which are longer.
  const longer = '⑽'.repeat(MAX_QUERY_LENGTH - 1);
  expect(canonicalText(`${longer}⑽`, 'substring')).toHaveLength(4 * MAX_QUERY_LENGTH);
  expect(canonicalText(`${longer}ﷺ`, 'substring')).toBe('');
});
