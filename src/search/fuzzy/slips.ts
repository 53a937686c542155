import type { Dictionary } from './dictionary.ts';

/**
 * The least number of slips of the keys between two words, up to `most`; above that, a greater
 * number. A slip leaves out a letter, adds one, takes another, or swaps two neighbors (optimal string
 * alignment distance).
 */
export function slipsBetween(a: readonly string[], b: readonly string[], most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The most slips that are forgiven in a word of so many letters. */
export function mostSlips(length: number): number {
  if (length < 4 || length > LONGEST) return 0;
  return length < 8 ? 1 : 2;
}

const LONGEST = 32;

/** The texts that are the least slips away from a word, of those that begin with its first letter. */
export function nearestTo(word: string, texts: readonly string[]): string[] {
  const letters = [...word];
  let least = mostSlips(letters.length);
  let found: string[] = [];
  if (least === 0) return found;
  for (const text of texts) {
    if (text[0] !== word[0] || Math.abs(text.length - word.length) > least) continue;
    const slips = slipsBetween(letters, [...text], least);
    if (slips > least || slips === 0) continue;
    if (slips < least) found = [];
    least = slips;
    found.push(text);
  }
  return found;
}

/** A word of the table that may have been meant. */
export interface Slip {
  readonly word: number;
  /** 1, or 2 where it takes two slips or one in the first letter. */
  readonly slips: number;
}

/**
 * The words of the table that are the least slips away from a word. The first letter is taken for
 * right; only one slip in it is forgiven, and counts as two.
 */
export function findSlips(dictionary: Dictionary, word: string): Slip[] {
  const letters = [...word];
  const most = mostSlips(letters.length);
  if (most === 0) return [];
  const found: Slip[] = [];
  const { first, end } = dictionary.startingWith(letters[0] ?? '');
  let least = most;
  for (let other = first; other < end; other++) {
    if (!dictionary.mayBeNear(other, word.length, most)) continue;
    const slips = slipsBetween(letters, [...dictionary.wordAt(other)], least);
    if (slips > least || slips === 0) continue;
    if (slips < least) found.length = 0;
    least = slips;
    found.push({ word: other, slips });
  }
  if (least === 1 && found.length > 0) return found;
  for (const other of inFirstLetter(letters, dictionary)) found.push({ word: other, slips: 2 });
  return found;
}

/** The words of the table that differ by one slip in the first letter. */
function inFirstLetter(letters: readonly string[], dictionary: Dictionary): Set<number> {
  const [first = '', second = ''] = letters;
  const rest = letters.slice(1).join('');
  const proposals = [rest, second + first + letters.slice(2).join('')];
  for (const letter of dictionary.firstLetters)
    proposals.push(letter + rest, letter + first + rest);
  return new Set(proposals.map((text) => dictionary.find(text)).filter((other) => other !== -1));
}
