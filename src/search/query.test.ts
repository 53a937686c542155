import { expect, test } from 'vitest';
import { parseQuery } from './query.ts';

test.each<[string, string[], boolean, boolean, boolean, boolean]>([
  // words, starts and ends with a word, may start and end a segment
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
