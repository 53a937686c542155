import { expect, test } from 'vitest';
import { readSegments, type Segments } from './segments.ts';
import { isInfantFood, positionOf, WordPosition } from './word-position.ts';

function read(text: string): { bytes: Uint8Array; segments: Segments } {
  const bytes = new TextEncoder().encode(text);
  const segments: Segments = { starts: [], ends: [] };
  readSegments(bytes, 0, bytes.length, segments);
  return { bytes, segments };
}

test.each<[string, keyof typeof WordPosition]>([
  ['[egg], whole', 'head'],
  [' [egg] ; whole', 'head'],
  ['[egg] (whole)', 'head'],
  ['spices, [egg]', 'head'],
  ['[spices], egg', 'head'],
  ['[spices]', 'head'],
  ['[egg] rolls, pork', 'headStart'],
  ['fish, [egg] salted', 'headStart'],
  ['[egg, whole] raw', 'headStart'],
  ['boiled [egg], salted', 'headEnd'],
  ['fish, herring [egg]', 'headEnd'],
  ['bread, [egg]', 'segment'],
  ['spices, pepper, [egg]', 'segment'],
  ['noodles, [egg] and flour', 'elsewhere'],
  ['noodles, with [egg]', 'elsewhere'],
  ['two [egg] rolls', 'elsewhere'],
  ['noodles ([egg])', 'elsewhere'],
  ['noodles, [flour, egg]', 'elsewhere'],
])('positionOf in "%s" is %s', (marked, expected) => {
  const { bytes, segments } = read(marked.replace(/[[\]]/g, ''));
  const [start, end] = [marked.indexOf('['), marked.indexOf(']') - 1];
  expect(positionOf(bytes, segments, start, end)).toBe(WordPosition[expected]);
});

test.each([
  ['babyfood, juice, apple', true],
  ['infant formula, with iron', true],
  ['babyfood', true],
  ['juice, babyfood', false],
  ['babyfoods, juice', false],
  ['', false],
])('isInfantFood of "%s" is %s', (text, expected) => {
  const { bytes, segments } = read(text);
  expect(isInfantFood(bytes, segments)).toBe(expected);
});
