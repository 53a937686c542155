import { expect, test } from 'vitest';
import { readSegments, type Segments } from './segments.ts';

test.each<[string, string[]]>([
  ['Egg', ['Egg']],
  ['Egg, whole,raw', ['Egg', 'whole', 'raw']],
  ['hamburger; single', ['hamburger', 'single']],
  [' \t Egg  rolls , pork ', ['Egg  rolls', 'pork']],
  ['\r Egg \v,\n', ['Egg']],
  ['Chickpeas (garbanzo beans, gram), raw', ['Chickpeas', 'raw']],
  ['a (b (c) d) e', ['a', 'e']],
  ['a (b, c', ['a']],
  ['a) b, c', ['a', 'b', 'c']],
  [',, ;()', []],
  ['', []],
])('readSegments of %j returns %j', (text, expected) => {
  const bytes = new TextEncoder().encode(`xx${text}, not this`);
  const segments: Segments = { starts: [7], ends: [9] };
  readSegments(bytes, 2, 2 + text.length, segments);
  const read = segments.starts.map((start, i) => bytes.subarray(start, segments.ends[i]));
  expect(read.map((part) => new TextDecoder().decode(part))).toEqual(expected);
});
