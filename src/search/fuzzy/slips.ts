import { byteAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { mayBeNear, profileOf } from './word-profiles.ts';

// Which misspelled words are forgiven: how many slips by length, what is a slip, the first letter.

/** A word of a dictionary that may have been meant. */
export interface Slip {
  readonly word: number;
  /** 1, or 2 where it takes two slips or one in the first letter. */
  readonly slips: number;
}

/** The most slips that are forgiven in a word of so many letters. */
function mostSlips(length: number): number {
  if (length < SHORTEST_MISTYPED || length > LONGEST_MISTYPED) return 0;
  return length < SHORTEST_OF_TWO ? 1 : 2;
}

/** In words as short as this, only a letter that was left out is forgiven. */
const SHORTEST_MISTYPED = 3;
const SHORTEST_OF_TWO = 6;
/** Longer words are not looked up: nobody types them by hand. */
const LONGEST_MISTYPED = 32;

/**
 * Finds words that differ by slips of the keys. All words with the same first letter are gone
 * through, but nearly all of them are passed over by their profile: a slip changes a word's length by
 * one at most and its set of letters by two.
 */
export class SlipFinder {
  readonly #dictionary: Dictionary;
  readonly #work: Work;
  readonly #profiles: Uint32Array;
  readonly #letters = new Uint32Array(1 << 16);
  readonly #distance = new SlipDistance();

  /** @param profiles - those of the dictionary's words */
  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#work = work;
  }

  /**
   * The words that are the least slips away from a word, other than itself. The first letter is taken
   * for right; where no word is one slip away so, one slip in it is forgiven, and counts as two.
   */
  find(word: string): Slip[] {
    const found = this.nearest(word);
    const isFound = found.some(({ slips }) => slips === 1);
    const { length } = lettersOf(word);
    if (isFound || length === SHORTEST_MISTYPED || mostSlips(length) === 0) return found;
    return [...found, ...this.#inFirstLetter(word)];
  }

  /** The words that are the least slips away from a word, other than itself, with its first letter. */
  nearest(word: string): Slip[] {
    const letters = lettersOf(word);
    let least = mostSlips(letters.length);
    if (least === 0) return [];
    const profile = profileOf(letters, letters.length);
    const firstLetter = String.fromCodePoint(numberAt(letters, 0));
    const { first, end } = this.#dictionary.startingWith(firstLetter);
    this.#work.spend((end - first) >>> PROFILES_SHIFT);
    let found: Slip[] = [];
    for (let other = first; other < end; other++) {
      if (!mayBeNear(profile, numberAt(this.#profiles, other), least)) continue;
      this.#work.spend(letters.length * LETTER_UNITS);
      const length = this.#dictionary.readLetters(other, this.#letters);
      if (letters.length === SHORTEST_MISTYPED && length !== SHORTEST_MISTYPED + 1) continue;
      const slips = this.#distance.between(letters, this.#letters, length, least);
      if (slips > least || slips === 0) continue;
      if (slips < least) found = [];
      least = slips;
      found.push({ word: other, slips });
    }
    return found;
  }

  /** The words that differ by a slip in the first letter, from `a` to `z`. */
  #inFirstLetter(word: string): Slip[] {
    if (!/^[a-z]/.test(word)) return [];
    const rest = word.slice(1);
    const proposals = [rest, `${rest.slice(0, 1)}${word[0]}${rest.slice(1)}`];
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      if (letter !== word[0]) proposals.push(letter + rest, letter + word);
    }
    const found = proposals.map((text) => this.#dictionary.find(text));
    return found.filter((other) => other !== -1).map((other) => ({ word: other, slips: 2 }));
  }
}

function lettersOf(text: string): Uint32Array {
  return Uint32Array.from(text, (letter) => Number(letter.codePointAt(0)));
}

/** Four profiles are compared in a unit of work: they are read one after the other. */
const PROFILES_SHIFT = 2;

/** What it takes to compare a letter with another word, in units of work. */
const LETTER_UNITS = 3;

/**
 * Counts slips between words of at most {@link LONGEST_MISTYPED} letters, and two more. A slip leaves out a
 * letter, adds one, takes another, or swaps two neighbors (optimal string alignment distance).
 *
 * The number in row i and column j is that of the slips between the first i letters of the one word
 * and the first j of the other. From `chese` to `cheese` it is the last one, 1:
 *
 *          c  h  e  e  s  e
 *       0  1  2  3  4  5  6
 *     c 1  0  1  2  3  4  5
 *     h 2  1  0  1  2  3  4
 *     e 3  2  1  0  1  2  3
 *     s 4  3  2  1  1  1  2
 *     e 5  4  3  2  1  2  1
 *
 * Each is the least of: the one above plus 1 (a letter left out), the one to the left plus 1 (a letter
 * added), the one above to the left, plus 1 if the letters differ (another letter), and the one two
 * above and two to the left plus 1 if both last letters are the same the other way round (swapped). So
 * three rows are enough, and where every number of a row is too large, all that follow are.
 */
export class SlipDistance {
  #beforeLast = new Uint8Array(LONGEST_MISTYPED + 3);
  #last = new Uint8Array(LONGEST_MISTYPED + 3);
  #row = new Uint8Array(LONGEST_MISTYPED + 3);

  /**
   * The least number of slips between two words, up to `most`; above that, a greater number.
   *
   * @param length - how many of the letters of `b` count
   */
  between(a: Uint32Array, b: Uint32Array, length: number, most: number): number {
    if (Math.abs(a.length - length) > most) return most + 1;
    for (let j = 0; j <= length; j++) this.#last[j] = j;
    for (let i = 1; i <= a.length; i++) {
      const [row, last, beforeLast] = [this.#row, this.#last, this.#beforeLast];
      const letter = a[i - 1];
      row[0] = i;
      let least = i;
      for (let j = 1; j <= length; j++) {
        const before = byteAt(last, j - 1);
        let slips = before + Number(letter !== b[j - 1]);
        slips = Math.min(slips, byteAt(last, j) + 1, byteAt(row, j - 1) + 1);
        if (i > 1 && j > 1 && letter === b[j - 2] && a[i - 2] === b[j - 1]) {
          slips = Math.min(slips, byteAt(beforeLast, j - 2) + 1);
        }
        row[j] = slips;
        if (slips < least) least = slips;
      }
      if (least > most) return most + 1;
      this.#beforeLast = last;
      this.#last = row;
      this.#row = beforeLast;
    }
    return byteAt(this.#last, length);
  }
}
