import { expect, test } from 'vitest';
import { DECODER } from '../utf8.ts';
import { foldWords, TextFolder, wordsOf } from './fold-words.ts';

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

test('TextFolder returns the bytes of foldWords, for text of any length and script', () => {
  const folder = new TextFolder();
  const letters = Array.from({ length: 0x180 }, (_, code) => `d'a${String.fromCharCode(code)}l'B `);
  for (const text of ['酪'.repeat(700), 'A'.repeat(5_000), ...letters, letters.join('')]) {
    const length = folder.fold(text);
    expect(DECODER.decode(folder.bytes.slice(0, length))).toBe(foldWords(text));
  }
});
