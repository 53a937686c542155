import { remember } from '../../memo/bounded-map.ts';
import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { TYPO, TypoDistance } from './typo-distance.ts';
import { leastCost, profileOf, soundsOf } from './word-profiles.ts';

// Corrects typos: the maximum cost by word length, and how common a correction must be.

/** A dictionary word that may have been meant. */
export interface Typo {
  readonly word: number;
  /** The sum of `TYPO` and {@link RARE} costs: the lower, the likelier. */
  readonly cost: number;
}

/** Words that name this many foods are preferred: rarer words cost {@link RARE} more. */
export const MANY_NAMES = 16;
export const RARE = 2;

/**
 * How many foods a correction must name, in the head or as a whole second segment, by the number of
 * letters typed (from 3) and the cost (from 1). Short words are similar to many others, and a rare
 * word is probably not meant. Tables of fewer than {@link LARGE_TABLE} foods need proportionally
 * fewer.
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
 * Corrects misspelled words. Scans all words with the same first letter; profiles rule out nearly
 * all of them. If none matches, the first letter may be extra, or swapped with the second.
 */
export class TypoFinder {
  readonly #dictionary: Dictionary;
  readonly #work: Work;
  readonly #profiles: Uint32Array;
  readonly #distance = new TypoDistance();
  /** The sounds of the words compared so far: working them out takes longer than comparing them. */
  readonly #sounds = new Map<number, string>();

  /** @param profiles - the profiles of the dictionary's words */
  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#work = work;
  }

  /**
   * Returns the other words that a word may be a misspelling of, at the lowest cost.
   *
   * @param allowance - how many letters longer the word counts as
   */
  find(word: string, rarityOf: RarityOf, allowance: number): Typo[] {
    const [initial = '', second = '', ...others] = word;
    const length = [...word].length + allowance;
    const most = mostCost(length);
    if (most === 0) return [];
    const sounds = soundsOf(word);
    const profile = profileOf(sounds);
    const { first, end } = this.#dictionary.startingWith(initial);
    this.#work.spend((end - first) >>> PROFILES_SHIFT);
    let least = most + RARE;
    let found: Typo[] = [];
    this.#distance.use(sounds);
    const compare = (other: number) => {
      const limit = Math.min(least, most);
      this.#work.spend(sounds.length * LETTER_UNITS);
      const heard = remember(this.#sounds, other, () => soundsOf(this.#dictionary.wordAt(other)));
      const cost = this.#distance.to(heard, limit);
      if (cost > limit || this.#dictionary.wordAt(other) === word) return;
      const rarity = rarityOf({ word: other, length, cost });
      if (rarity === undefined || cost + rarity > least) return;
      if (cost + rarity < least) found = [];
      least = cost + rarity;
      found.push({ word: other, cost: least });
    };
    // Words with the same consonants come first: if one is near, few others need a comparison.
    const profiles = this.#profiles;
    const later: number[] = [];
    for (let other = first; other < end; other++) {
      const bound = leastCost(profile, numberAt(profiles, other));
      if (bound > most) continue;
      if (bound < TYPO.alike) compare(other);
      else later.push(other);
    }
    for (const other of later) {
      if (leastCost(profile, numberAt(profiles, other)) <= least) compare(other);
    }
    if (found.length > 0) return found.sort((one, other) => one.word - other.word);
    const rest = others.join('');
    for (const start of [second + initial, second]) {
      const other = this.#dictionary.find(start + rest);
      if (other !== -1) compare(other);
    }
    return found;
  }
}

/** log₂ of the profiles compared per unit of work; they are read sequentially. */
const PROFILES_SHIFT = 2;

/** Units of work to compare one letter with another word. */
const LETTER_UNITS = 8;
