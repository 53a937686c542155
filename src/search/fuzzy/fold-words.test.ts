import { expect, test } from 'vitest';
import { foldInto } from '../fold.ts';
import { GrowingBytes } from '../growing-array.ts';
import { DECODER } from '../utf8.ts';
import { foldWords, wordsOf } from './fold-words.ts';

test.each([
  ["McDONALD'S", ['mcdonalds']],
  ['McDonald’s', ['mcdonalds']],
  ["M&M's", ['m', 'ms']],
  ['7-UP', ['7', 'up']],
  ['Crème brûlée', ['creme', 'brulee']],
  ['Smørrebrød', ['smorrebrod']],
  ['Żółć', ['zolc']],
  ['Straße', ['strasse']],
  ['Œuf', ['oeuf']],
  ['ﬁsh', ['fish']],
  ['خُبْز', ['خبز']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['奶酪, 牛', ['奶酪', '牛']],
  ['%, –', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(foldWords(text))).toEqual(words);
});

test('foldWords does not change folded words', () => {
  for (const text of ["İstanbul's", 'ǅ ŉ ß', 'ｶﾞ', '\u0130\u0307']) {
    const folded = foldWords(text);
    expect(foldWords(folded)).toBe(folded);
  }
});

test('foldInto writes the bytes of foldWords, for text of any length and script', () => {
  const bytes = new GrowingBytes();
  const letters = Array.from({ length: 0x180 }, (_, code) => `d'a${String.fromCharCode(code)}l'B `);
  for (const text of ['酪'.repeat(700), 'A'.repeat(5_000), ...letters, letters.join('')]) {
    const length = foldInto(text, bytes, foldWords);
    expect(DECODER.decode(bytes.bytes.slice(0, length))).toBe(foldWords(text));
  }
});
