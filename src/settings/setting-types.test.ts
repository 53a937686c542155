import { expect, test } from 'vitest';
import { BOOLEAN, integer, integerOrAuto, names, text } from './setting-types.ts';

test.each([
  [integer(0, 9), '5', 5],
  [integer(0, 9), '-5', -5],
  [integer(0, 9), '5a', '5a'],
  [integer(0, 9), '1e1', '1e1'],
  [integer(0, 9), ' 5', ' 5'],
  [integer(0, 9), '', ''],
  [integerOrAuto(0, 9), 'auto', 'auto'],
  [integerOrAuto(0, 9), '07', 7],
  [BOOLEAN, 'true', true],
  [BOOLEAN, 'false', false],
  [BOOLEAN, 'TRUE', 'TRUE'],
  [text(), ' 5 ', ' 5 '],
  [names(), 'a, b ,c d', ['a', 'b', 'c d']],
  [names(), '', ['']],
])('setting type %# parses a string', (type, written, value) => {
  expect(type.parse(written)).toEqual({ value });
});
