import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { runs } from '../../test/runs.ts';
import { cutMarkRuns, fold, foldInto, marksOf } from './fold.ts';
import { GrowingBytes } from './growing-array.ts';

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

test('fold applies the three steps in order, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const marks = /[\u0300-\u036f]/g;
      const folded = text.normalize('NFKD').replace(marks, '').toLowerCase();
      expect(fold(text)).toBe(folded.replace(/\p{Surrogate}/gu, '\ufffd'));
    }),
    { numRuns: runs(500) },
  );
});

test('fold does not change a folded text, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: runs(500) },
  );
});

test('foldInto appends the folded text in UTF-8, for any text', () => {
  const ascii = String.fromCharCode(...Array(0x80).keys());
  const texts = fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), fc.constant(ascii));
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 3 }), (all) => {
      const bytes = new GrowingBytes();
      for (const text of [...all, ascii, '\x80']) bytes.advance(foldInto(text, bytes));
      expect(Buffer.from(bytes.toArray()).toString()).toBe(
        [...all, ascii, '\x80'].map(fold).join(''),
      );
    }),
    { numRuns: runs(100) },
  );
});

describe('cutMarkRuns', () => {
  test.each([
    ['é'.repeat(200), 'é'.repeat(200), 'letters with a mark each'],
    [`a${'\u0591'.repeat(30)}`, `a${'\u0591'.repeat(30)}`, 'no more than 30 marks'],
    [`a${'\u0591'.repeat(31)}b`, `a${'\u0591'.repeat(30)}b`, 'more than 30 marks'],
    [`é${'\u0301'.repeat(30)}b`, `é${'\u0301'.repeat(29)}b`, 'a mark that is part of a letter'],
    [`a${'\u0f73'.repeat(20)}b`, `a${'\u0f73'.repeat(15)}b`, 'characters of two marks each'],
    [`ｶ${'\uff9e'.repeat(40)}b`, `ｶ${'\uff9e'.repeat(30)}b`, 'marks of narrow Katakana'],
    [`a${'\u0591\u034f'.repeat(40)}b`, `a${'\u0591'.repeat(30)}b`, 'joiners in between'],
    ['\u0591'.repeat(40), '\u0591'.repeat(30), 'no letter at all'],
    [`a${'\u093e'.repeat(40)}`, `a${'\u093e'.repeat(40)}`, 'vowel signs, which are not sorted'],
  ])('of %j is %j: %s', (text, expected) => {
    expect(cutMarkRuns(text)).toBe(expected);
  });

  test('checks every run of characters that consist of marks', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      const { count, isOnlyMarks } = marksOf(character);
      if (count === 0) continue;
      // The regular expression for long runs relies on these two facts.
      const isMatched = !isOnlyMarks || /[\p{M}\uff9e\uff9f]/u.test(character);
      if (!isMatched || count > (isOnlyMarks ? 2 : 3)) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe('fold', () => {
  const marks = ['\u0301', '\u0323', '\u034f', '\u0591', '\u05b0', '\uff9e', '\u0f73', '\u093c'];
  const character = fc.constantFrom('a', 'é', '\ufb2a', 'ﷺ', 'ｶ', '각', ...marks, ...marks);
  const text = fc.string({ unit: character, maxLength: 150, size: 'max' });

  test('does not change a folded text, however many marks it has', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(fold(fold(one))).toBe(fold(one));
      }),
      { numRuns: runs(300) },
    );
  });

  test('leaves no run of more than 30 marks, since longer ones are slow to sort', () => {
    fc.assert(
      fc.property(text, (one) => {
        let run = 0;
        const runs = Array.from(cutMarkRuns(one).normalize('NFKD'), (part) => {
          run = marksOf(part).isOnlyMarks ? run + 1 : 0;
          return run;
        });
        expect(Math.max(...runs, 0)).toBeLessThanOrEqual(30);
      }),
      { numRuns: runs(300) },
    );
  });
});
