import { byteAt, elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { mayBeNear, profileOf, soundsOf } from './word-profiles.ts';

// Which misspelled words are forgiven: what each kind of typo costs, and how much by length.

/** A word of a dictionary that may have been meant. */
export interface Typo {
  readonly word: number;
  /** The sum of {@link TYPO}: the less, the more likely. */
  readonly cost: number;
}

/** What typos cost: the more people make them, the less. */
export const TYPO = {
  /** A letter twice, or once in place of twice; a vowel or an h that is left out. */
  plain: 1,
  /** A vowel that is added, or in place of another; an h that is added; two neighbors swapped. */
  vowel: 2,
  /** A consonant that is left out, or in place of one that sounds alike. */
  alike: 3,
  /** Any other letter that is added, or in place of another; any in place of the last. */
  other: 4,
} as const;

/** A word that names this many foods is preferred to a rarer one, which costs {@link RARE} more. */
export const MANY_NAMES = 16;
export const RARE = 2;

/**
 * How many foods have to be called by a word that is meant, by how many letters were typed (from three
 * on) and the cost (from 1 on): in the head, or as a whole second segment. Short words are near to many
 * others, and a rare word is probably not meant. Tables of fewer than {@link LARGE_TABLE} foods need
 * fewer in proportion.
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
/** Longer words are not looked up: nobody types them. */
const LONGEST_MISTYPED = 32;
/** Longer words are all alike. */
const LONG_WORD = SHORTEST_MISTYPED + NAMES_NEEDED.length - 1;

function namesByCost(length: number): readonly number[] {
  if (length < SHORTEST_MISTYPED || length > LONGEST_MISTYPED) return [];
  return elementAt(NAMES_NEEDED, Math.min(length, LONG_WORD) - SHORTEST_MISTYPED);
}

/** The most that typos in a word of this length may cost. */
export function mostCost(length: number): number {
  return namesByCost(length).length;
}

/** How many foods have to be called by a word that is meant. */
export function namesNeeded({ length, cost }: Omit<Guess, 'word'>): number {
  return elementAt(namesByCost(length), cost - 1);
}

/** A word of a dictionary that is compared, in how many letters it was typed, and at which cost. */
export interface Guess {
  readonly word: number;
  readonly length: number;
  readonly cost: number;
}

/** What is added to the cost of a word by how rare it is; `undefined` where it is too rare to be meant. */
type RarityOf = (guess: Guess) => number | undefined;

/**
 * Finds words that were misspelled. All words that begin with the first letter are gone through, and
 * where none is near those with the second, but nearly all are passed over by their profile.
 */
export class TypoFinder {
  readonly #dictionary: Dictionary;
  readonly #work: Work;
  readonly #profiles: Uint32Array;
  readonly #distance = new TypoDistance();

  /** @param profiles - those of the dictionary's words */
  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#work = work;
  }

  /**
   * The words other than itself that a word may be misspelled for, at the least cost.
   *
   * @param allowance - this many more letters count as typed
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

  /** Those that begin with a letter. */
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

/** Four profiles are compared in a unit of work: they are read one after the other. */
const PROFILES_SHIFT = 2;

/** What it takes to compare a letter with another word, in units of work. */
const LETTER_UNITS = 8;

const VOWELS = 'aeiouy';
const SOUND_ALIKE = ['sz', 'fv', 'mn', 'dt', 'bp', 'gk', 'gj', 'jč', 'sč', 'kč', 'ks', 'uw', 'vw'];

/** The cost of one letter in place of another, by their codes: the first times this, plus the second. */
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
 * The cost of the typos between two words, by their sounds (optimal string alignment distance, each
 * step at its own cost).
 *
 * The number in row i and column j is the cost between the first i letters of the one word and the
 * first j of the other. Each is the least of: the one above plus a letter left out, the one to the left
 * plus a letter added, the one above to the left plus another letter, and the one two above and two to
 * the left plus a swap. So three rows are enough, and where every number of a row is too large, all
 * that follow are.
 */
class TypoDistance {
  #beforeLast = new Uint8Array(ROW_LENGTH);
  #last = new Uint8Array(ROW_LENGTH);
  #row = new Uint8Array(ROW_LENGTH);
  readonly #added = new Uint8Array(ROW_LENGTH);

  /** The least cost between two words, up to `most`; above that, a greater number. */
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
    // Words that sound the same are not the same.
    return Math.max(1, byteAt(this.#last, b.length));
  }

  /** Fills the row for this many letters, and returns its least cost. */
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

/** Sounds may be longer than letters, and the other word by a few. */
const ROW_LENGTH = 48;

/** The cost of a letter that is left out or added, for a vowel and for a consonant. */
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
