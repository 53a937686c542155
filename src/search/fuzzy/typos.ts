import { remember } from '../../cache/bounded-map.ts';
import { byteAt, elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { TYPO, TypoDistance } from './typo-distance.ts';
import { minCost, profileOf, soundsOf, vowelsOf } from './word-profiles.ts';
import { bitCount } from './word-traits.ts';

// Corrects typos: the maximum cost by word length, and how common a correction must be.

/** A dictionary word that may have been meant. */
export interface Typo {
  readonly word: number;
  /** The sum of `TYPO` and {@link RARE_COST} costs: lower is more likely. */
  readonly cost: number;
}

/** Words that name at least this many foods are preferred. Rarer words cost {@link RARE_COST} more. */
export const MANY_NAMES = 16;
export const RARE_COST = 2;

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
/** The length of the longest words that are corrected: nobody types longer ones. */
const LONGEST_MISTYPED = 32;
/** Words of this length or more are treated alike. */
const LONG_WORD = SHORTEST_MISTYPED + NAMES_NEEDED.length - 1;

function namesByCost(length: number): readonly number[] {
  if (length < SHORTEST_MISTYPED || length > LONGEST_MISTYPED) return [];
  return elementAt(NAMES_NEEDED, Math.min(length, LONG_WORD) - SHORTEST_MISTYPED);
}

/** Returns the maximum cost of typos in a word of this length. */
export function maxCost(length: number): number {
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

/** Starts of words that may sound the same. */
const STARTS_ALIKE = ['f ph', 'c k', 'k q', 'c s', 'g j', 'n kn gn', 'r wr'].map((all) =>
  all.split(' '),
);

/** Returns starts that may sound like that of a word, but have another letter: `c` for "karrot". */
function startsLike(word: string): readonly string[] {
  const alike = STARTS_ALIKE.filter((starts) => starts.some((start) => word.startsWith(start)));
  return alike.flat().filter((start) => start[0] !== word[0]);
}

/**
 * Corrects misspelled words. Scans all words with the same first letter; profiles rule out nearly
 * all of them. If no word matches, it tries letters that sound alike, and then swaps neighboring
 * letters: "jucie" does not sound like "juice".
 */
export class TypoFinder {
  readonly #dictionary: Dictionary;
  readonly #work: Work;
  readonly #profiles: Uint32Array;
  readonly #distance = new TypoDistance();
  /** Caches the sounds of words, since computing them takes longer than comparing them. */
  readonly #sounds = new Map<number, string>();
  /** Caches the result of {@link vowelsOf} for each word. */
  readonly #vowels: Uint8Array;

  /** @param profiles - the profiles of the dictionary's words */
  constructor(dictionary: Dictionary, profiles: Uint32Array, work: Work) {
    this.#dictionary = dictionary;
    this.#profiles = profiles;
    this.#vowels = new Uint8Array(dictionary.size);
    this.#work = work;
  }

  /** Returns the other words that a word may be a misspelling of, at the lowest cost. */
  find(word: string, rarityOf: RarityOf): Typo[] {
    const [initial = ''] = word;
    const { length } = [...word];
    let max = maxCost(length);
    if (max === 0) return [];
    const sounds = soundsOf(word);
    let lowest = max + RARE_COST;
    let found: Typo[] = [];
    this.#distance.prepare(sounds);
    const limit = () => Math.min(lowest, max);
    const add = (other: number, cost: number) => {
      if (cost > limit() || this.#dictionary.wordAt(other) === word) return;
      const rarity = rarityOf({ word: other, length, cost });
      if (rarity === undefined || cost + rarity > lowest) return;
      if (cost + rarity < lowest) found = [];
      lowest = cost + rarity;
      found.push({ word: other, cost: lowest });
    };
    this.#compare(sounds, initial, limit, add);
    if (found.length > 0) return found;
    max = Math.min(max, TYPO.alike);
    for (const start of startsLike(word)) this.#compare(sounds, start, limit, add);
    if (found.length > 0) return found;
    for (let i = 1; i < word.length; i++) {
      const swapped = `${word.slice(0, i - 1)}${word.charAt(i)}${word.charAt(i - 1)}${word.slice(i + 1)}`;
      const other = this.#dictionary.find(swapped);
      if (other !== -1) add(other, TYPO.vowel);
    }
    return found;
  }

  /** Compares sounds with the words that have a prefix, and adds those within the limit. */
  #compare(
    sounds: string,
    prefix: string,
    limit: () => number,
    add: (other: number, cost: number) => void,
  ): void {
    const profile = profileOf(sounds);
    const vowels = vowelsOf(sounds);
    const { first, end } = this.#dictionary.startingWith(prefix);
    this.#work.spend((end - first) >>> PROFILES_SHIFT);
    for (let other = first; other < end; other++) {
      const theirs = numberAt(this.#profiles, other);
      if (minCost(profile, theirs, 0) > limit()) continue;
      const gap = bitCount(vowels ^ this.#vowelsIn(other));
      if (minCost(profile, theirs, gap) > limit()) continue;
      this.#work.spend(sounds.length * LETTER_UNITS);
      const heard = remember(this.#sounds, other, () => soundsOf(this.#dictionary.wordAt(other)));
      add(other, this.#distance.to(heard, limit()));
    }
  }

  #vowelsIn(word: number): number {
    const known = byteAt(this.#vowels, word);
    const vowels = known || vowelsOf(soundsOf(this.#dictionary.wordAt(word)));
    this.#vowels[word] = vowels;
    return vowels;
  }
}

/**
 * log₂ of the number of profiles that are compared per unit of work. Profiles are read
 * sequentially.
 */
const PROFILES_SHIFT = 2;

/** Units of work for comparing one letter with another word. */
const LETTER_UNITS = 8;
