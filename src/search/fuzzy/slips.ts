import { numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { mayBeNear, profileOf } from './word-profiles.ts';

/** A word of the table that may have been meant. */
export interface Slip {
  readonly word: number;
  /** 1, or 2 where it takes two slips or one in the first letter. */
  readonly slips: number;
}

/**
 * The most slips that are forgiven in a word of so many letters. In one of three, only a letter that
 * was left out is.
 */
export function mostSlips(length: number): number {
  if (length < 3 || length > LONGEST) return 0;
  return length < 7 ? 1 : 2;
}

/** Longer words are not looked up: nobody types them by hand. */
const LONGEST = 32;

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

  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#work = work;
  }

  /**
   * The words of the table that are the least slips away from a word, other than itself. The first
   * letter is taken for right; where no word is one slip away so, one slip in it is forgiven, and
   * counts as two.
   */
  find(word: string): Slip[] {
    const letters = lettersOf(word);
    let least = mostSlips(letters.length);
    if (least === 0) return [];
    const profile = profileOf(letters, letters.length);
    const { first, end } = this.#dictionary.startingWith(String.fromCodePoint(letters[0] ?? 0));
    this.#work.spend((end - first) >>> PROFILES_SHIFT);
    let found: Slip[] = [];
    for (let other = first; other < end; other++) {
      if (!mayBeNear(profile, numberAt(this.#profiles, other), least)) continue;
      this.#work.spend(letters.length * LETTER_UNITS);
      const length = this.#dictionary.readLetters(other, this.#letters);
      const slips = this.#distance.between(letters, this.#letters, length, least);
      if (slips > least || slips === 0) continue;
      if (letters.length === 3 && length !== 4) continue;
      if (slips < least) found = [];
      least = slips;
      found.push({ word: other, slips });
    }
    if ((least === 1 && found.length > 0) || letters.length === 3) return found;
    return [...found, ...this.#inFirstLetter(word)];
  }

  /** The texts that are the least slips away from a word, of those with its first letter. */
  nearest(word: string, texts: Spellings): string[] {
    const letters = lettersOf(word);
    let least = mostSlips(letters.length);
    let found: string[] = [];
    if (least === 0) return found;
    const others = texts.get(letters[0] ?? 0) ?? [];
    this.#work.spend(others.length);
    for (const other of others) {
      if (Math.abs(other.letters.length - letters.length) > least) continue;
      this.#work.spend(letters.length * LETTER_UNITS);
      const slips = this.#distance.between(letters, other.letters, other.letters.length, least);
      if (slips > least || slips === 0) continue;
      if (letters.length === 3 && other.letters.length !== 4) continue;
      if (slips < least) found = [];
      least = slips;
      found.push(other.text);
    }
    return found;
  }

  /** The words of the table that differ by a slip in the first letter, from `a` to `z`. */
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

/** Texts and their letters as code points, by the first letter. */
export type Spellings = ReadonlyMap<
  number,
  readonly { readonly text: string; readonly letters: Uint32Array }[]
>;

export function spellingsOf(texts: readonly string[]): Spellings {
  const spelled = texts.map((text) => ({ text, letters: lettersOf(text) }));
  return Map.groupBy(spelled, ({ letters }) => letters[0] ?? 0);
}

function lettersOf(text: string): Uint32Array {
  const letters = new Uint32Array(text.length);
  let count = 0;
  for (const letter of text) letters[count++] = letter.codePointAt(0) ?? 0;
  return letters.subarray(0, count);
}

/** Four profiles are compared in a unit of work: they are read one after the other. */
const PROFILES_SHIFT = 2;

/** What it takes to compare a letter with another word, in units of work. */
const LETTER_UNITS = 3;

/** Counts slips between words of at most {@link LONGEST} letters, and two more. */
export class SlipDistance {
  #beforeLast = new Uint8Array(LONGEST + 3);
  #last = new Uint8Array(LONGEST + 3);
  #row = new Uint8Array(LONGEST + 3);

  /**
   * The least number of slips between two words, up to `most`; above that, a greater number. A slip
   * leaves out a letter, adds one, takes another, or swaps two neighbors (optimal string alignment
   * distance).
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
        const before = last[j - 1] ?? 0;
        let slips = letter === b[j - 1] ? before : before + 1;
        slips = Math.min(slips, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
        if (i > 1 && j > 1 && letter === b[j - 2] && a[i - 2] === b[j - 1]) {
          slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
        }
        row[j] = slips;
        if (slips < least) least = slips;
      }
      if (least > most) return most + 1;
      this.#beforeLast = last;
      this.#last = row;
      this.#row = beforeLast;
    }
    return this.#last[length] ?? 0;
  }
}
