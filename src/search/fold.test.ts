import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { runs } from '../../test/runs.ts';
import { fold } from './fold.ts';

test.each([
  ['CHEDDAR', 'cheddar'],
  ['Jalapeño', 'jalapeno'],
  ['jalapen\u0303o', 'jalapeno'],
  ['ﬁg ½ ①', 'fig 1⁄2 1'],
  ['Crème Brûlée', 'creme brulee'],
  ['ǖ a\u0301\u0302b\u0323', 'u ab'],
  ['שִׁ', 'ש\u05b4\u05c1'],
  ['\ufeffEgg', '\ufeffegg'],
  ['İ', 'i'],
  ['Груша', 'груша'],
  ['ﬀ', 'ff'],
  ['  Egg, 100% "raw" _\\*  ', '  egg, 100% "raw" _\\*  '],
  ['\u0301', ''],
  ['', ''],
])('fold of %j is %j', (text, expected) => {
  expect(fold(text)).toBe(expected);
});

test('fold gives the three steps one after the other, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const marks = /[\u0300-\u036f]/g;
      const folded = text.normalize('NFKD').replace(marks, '').toLowerCase();
      expect(fold(text)).toBe(folded.replace(/\p{Surrogate}/gu, '\ufffd'));
    }),
    { numRuns: runs(500) },
  );
});

test('fold leaves a folded text as it is, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: runs(500) },
  );
});
