import { byteAt, elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { mayBeNear, profileOf, soundsOf } from './word-profiles.ts';

// Corrects typos: what each kind costs, and how much is allowed by word length.

/** A dictionary word that may have been meant. */
export interface Typo {
  readonly word: number;
  /** The sum of {@link TYPO} and {@link RARE} costs: the lower, the likelier. */
  readonly cost: number;
}

/** The costs of typos: the more common, the cheaper. */
export const TYPO = {
  /** A doubled letter, a double letter typed once, or a missing vowel or h. */
  plain: 1,
  /** An extra vowel or h, one vowel for another, or two adjacent letters swapped. */
  vowel: 2,
  /** A missing consonant, or one for another that sounds alike. */
  alike: 3,
  /** Any other extra letter or substitution; any substitution of the last letter. */
  other: 4,
} as const;

/** Words that name this many foods are preferred: rarer ones cost {@link RARE} more. */
export const MANY_NAMES = 16;
export const RARE = 2;

/**
 * How many foods a correction must name, in the head or as a whole second segment, by the number of
 * letters typed (from 3) and the cost (from 1). Short words are near many others, and a rare word
 * is probably not meant. Tables of fewer than {@link LARGE_TABLE} foods need proportionally fewer.
 */
const NAMES_NEEDED = [
  [MANY_NAMES],
  [4, MANY_NAMES],
  [0, 2, 2],
  [0, 0, 2, MANY_NAMES],
  [0, 0, 0, 4],
  [0, 0, 0, 1, 4],
];
export const LARGE_TABLE = 4_096;

const SHORTEST_MISTYPED = 3;
/** Longer words are not corrected: nobody types them. */
const LONGEST_MISTYPED = 32;
/** Longer words are treated like words of this length. */
const LONG_WORD = SHORTEST_MISTYPED + NAMES_NEEDED.length - 1;

function namesByCost(length: number): readonly number[] {
  if (length < SHORTEST_MISTYPED || length > LONGEST_MISTYPED) return [];
  return elementAt(NAMES_NEEDED, Math.min(length, LONG_WORD) - SHORTEST_MISTYPED);
}

/** Returns the maximum cost of typos in a word of this length. */
export function mostCost(length: number): number {
  return namesByCost(length).length;
}

/** Returns how many foods a correction must name. */
export function namesNeeded({ length, cost }: Omit<Guess, 'word'>): number {
  return elementAt(namesByCost(length), cost - 1);
}

/** A candidate correction, the number of letters typed, and the cost. */
export interface Guess {
  readonly word: number;
  readonly length: number;
  readonly cost: number;
}

/**
 * Returns what a candidate's rarity adds to its cost, or `undefined` if it is too rare to be meant.
 */
type RarityOf = (guess: Guess) => number | undefined;

/**
 * Corrects misspelled words. Scans all words with the same first letter and, if none is near, those
 * that start with the second letter; profiles rule out nearly all of them.
 */
export class TypoFinder {
  readonly #dictionary: Dictionary;
  readonly #work: Work;
  readonly #profiles: Uint32Array;
  readonly #distance = new TypoDistance();

  /** @param profiles - the profiles of the dictionary's words */
  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#work = work;
  }

  /**
   * Returns the other words that a word may be a misspelling of, at the least cost.
   *
   * @param allowance - how many letters longer the word counts as
   */
  find(word: string, rarityOf: RarityOf, allowance: number): Typo[] {
    const letters = [...word];
    const length = letters.length + allowance;
    if (mostCost(length) === 0) return [];
    for (const letter of letters.slice(0, 2)) {
      const found = this.#findBeginning(letter, { word, length }, rarityOf);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Returns the corrections that start with a letter. */
  #findBeginning(
    letter: string,
    { word, length }: { readonly word: string; readonly length: number },
    rarityOf: RarityOf,
  ): Typo[] {
    const most = mostCost(length);
    const sounds = soundsOf(word);
    const profile = profileOf(sounds);
    const { first, end } = this.#dictionary.startingWith(letter);
    this.#work.spend((end - first) >>> PROFILES_SHIFT);
    let least = most + RARE;
    let found: Typo[] = [];
    for (let other = first; other < end; other++) {
      const limit = Math.min(least, most);
      if (!mayBeNear(profile, numberAt(this.#profiles, other), limit)) continue;
      this.#work.spend(sounds.length * LETTER_UNITS);
      const text = this.#dictionary.wordAt(other);
      if (text === word) continue;
      const cost = this.#distance.between(sounds, soundsOf(text), limit);
      const rarity = cost > limit ? undefined : rarityOf({ word: other, length, cost });
      if (rarity === undefined || cost + rarity > least) continue;
      if (cost + rarity < least) found = [];
      least = cost + rarity;
      found.push({ word: other, cost: least });
    }
    return found;
  }
}

/** log₂ of the profiles compared per unit of work; they are read sequentially. */
const PROFILES_SHIFT = 2;

/** Units of work to compare one letter with another word. */
const LETTER_UNITS = 8;

const VOWELS = 'aeiouy';
const SOUND_ALIKE = ['sz', 'fv', 'mn', 'dt', 'bp', 'gk', 'gj', 'jč', 'sč', 'kč', 'ks', 'uw', 'vw'];

/** Substitution costs, at the first letter's code times this plus the second's. */
const CODES = 512;
const CHANGED = new Uint8Array(CODES * CODES).fill(TYPO.other);
function setCost(one: string, other: string, cost: number): void {
  const [a, b] = [one.charCodeAt(0), other.charCodeAt(0)];
  CHANGED[a * CODES + b] = cost;
  CHANGED[b * CODES + a] = cost;
}
for (const one of VOWELS) for (const other of VOWELS) setCost(one, other, TYPO.vowel);
for (const pair of SOUND_ALIKE) setCost(pair.charAt(0), pair.charAt(1), TYPO.alike);

/**
 * Computes the cost of the typos between two words, by their sounds: an optimal string alignment
 * distance with weighted edits.
 *
 * Cell (i, j) is the cost between the first i letters of one word and the first j of the other: the
 * least of the cell above plus a deletion, the cell to the left plus an insertion, the cell
 * diagonally above plus a substitution, and the cell two above and two to the left plus a
 * transposition. So three rows suffice, and once all cells of a row are too large, so are all
 * further ones.
 */
class TypoDistance {
  #beforeLast = new Uint8Array(ROW_LENGTH);
  #last = new Uint8Array(ROW_LENGTH);
  #row = new Uint8Array(ROW_LENGTH);
  readonly #added = new Uint8Array(ROW_LENGTH);

  /** Returns the distance between two words, or a greater number than `most` if it exceeds that. */
  between(a: string, b: string, most: number): number {
    if (Math.max(a.length, b.length) >= ROW_LENGTH) return most + 1;
    this.#last[0] = 0;
    for (let j = 1; j <= b.length; j++) {
      this.#added[j] = aloneCost(b, j - 1, TYPO.plain, TYPO.alike);
      this.#last[j] = byteAt(this.#last, j - 1) + byteAt(this.#added, j);
    }
    for (let i = 1; i <= a.length; i++) {
      if (this.#fillRow(a, i, b) > most) return most + 1;
      [this.#beforeLast, this.#last, this.#row] = [this.#last, this.#row, this.#beforeLast];
    }
    // Different words that sound the same still cost 1.
    return Math.max(1, byteAt(this.#last, b.length));
  }

  /** Fills the row for the first i letters, and returns its least cost. */
  #fillRow(a: string, i: number, b: string): number {
    const [row, last] = [this.#row, this.#last];
    const left = aloneCost(a, i - 1, TYPO.vowel, TYPO.other);
    const code = a.charCodeAt(i - 1);
    const before = i > 1 ? a.charCodeAt(i - 2) : 0;
    let least = byteAt(last, 0) + left;
    row[0] = least;
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      const isEnd = i === a.length && j === b.length;
      const changed = changedCost(code, other);
      let cost = byteAt(last, j - 1) + (isEnd && changed > 0 ? TYPO.other : changed);
      const missing = byteAt(last, j) + left;
      if (missing < cost) cost = missing;
      const added = byteAt(row, j - 1) + byteAt(this.#added, j);
      if (added < cost) cost = added;
      if (before === other && j > 1 && code === b.charCodeAt(j - 2)) {
        cost = Math.min(cost, byteAt(this.#beforeLast, j - 2) + TYPO.vowel);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }
}

/** Leaves room for sounds longer than their letters, and for a slightly longer other word. */
const ROW_LENGTH = 48;

/** Returns the cost of a missing or extra letter: one for vowels, one for consonants. */
function aloneCost(word: string, at: number, vowel: number, consonant: number): number {
  const code = word.charCodeAt(at);
  if (code === word.charCodeAt(at - 1) || code === word.charCodeAt(at + 1)) return TYPO.plain;
  const letter = word.charAt(at);
  return VOWELS.includes(letter) || letter === 'h' ? vowel : consonant;
}

function changedCost(code: number, other: number): number {
  if (code === other) return 0;
  return code < CODES && other < CODES ? byteAt(CHANGED, code * CODES + other) : TYPO.other;
}
