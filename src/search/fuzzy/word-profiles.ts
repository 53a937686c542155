import { numberAt, sharedNumbers } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import { SOUND_ALIKE, TYPO } from './typo-distance.ts';

// The sound of a word, and a profile that quickly rules out most other words.

/**
 * Returns roughly how a word sounds. English spellings of one sound become one letter, so that
 * words spelled by ear become similar: `lasonya`, `ostridge`, `merang`.
 */
export function soundsOf(word: string): string {
  if (!MAY_CHANGE.test(word)) return word;
  return word.replace(SPELLINGS, (spelling) => SOUNDS.get(spelling) ?? spelling);
}

/** Matches words that may have one of the spellings below; most have none. */
const MAY_CHANGE = /[cqxh]|gn|kn|wr|dg|ge$|gue$|ait$|e[wy]$/;
const SPELLINGS = /ph|gh|^kn|gn|^wr|dge?|[ct]?ch|ck|ce$|(?<=[aeiou])ge$|[gq]ue$|ait$|e[wy]$|c|q|x/g;
const SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ph: 'f', gh: 'g', kn: 'n', gn: 'n', wr: 'r', dg: 'j', dge: 'j', tch: 'č', ch: 'č' },
    ...{ cch: 'k', ce: 'se', ge: 'j', ew: 'ue', ey: 'y' },
    ...{ ck: 'k', gue: 'g', que: 'k', ait: 'ay', c: 'k', q: 'k', x: 'ks' },
  }),
);

/**
 * Computes the profile of every word. Since typos barely change a word's length and set of
 * consonants, profiles rule out most words without comparing letters.
 */
export function profilesOf(dictionary: Dictionary): Uint32Array {
  const profiles = sharedNumbers(dictionary.size);
  for (let word = 0; word < dictionary.size; word++) {
    profiles[word] = profileOf(soundsOf(dictionary.wordAt(word)));
  }
  return profiles;
}

/**
 * Packs the set of consonants into 26 bits, and the number of sounds, up to 63, into the upper 6.
 */
export function profileOf(sounds: string): number {
  let set = 0;
  for (let i = 0; i < sounds.length; i++) {
    const code = sounds.charCodeAt(i);
    if (!VOWEL_CODES.has(code)) set |= 1 << (code % CONSONANT_BITS);
  }
  return ((Math.min(sounds.length, 63) << CONSONANT_BITS) | set) >>> 0;
}

const CONSONANT_BITS = 26;
const CONSONANTS = 2 ** CONSONANT_BITS - 1;
const VOWEL_CODES: ReadonlySet<number> = new Set(
  Array.from('aeiouyh', (letter) => letter.charCodeAt(0)),
);

/**
 * Returns the vowels of a word as bits above bit 0, which is always set. `u` is not counted: it may
 * sound like `w`.
 */
export function vowelsOf(sounds: string): number {
  let set = 1;
  // For other letters, the index is -1, and no bit is set.
  for (let i = 0; i < sounds.length; i++) set |= 2 << COUNTED_VOWELS.indexOf(sounds.charAt(i));
  return set;
}

const COUNTED_VOWELS = 'aeioyh';

/** The maximum number of extra letters in a misspelling, and of missing ones: `manaise`. */
const MAX_EXTRA = 2;
const MAX_MISSING = 3;

/** The bound that stands for words too far apart to be misspellings of each other. */
const TOO_FAR = 0xff;

/**
 * Returns a lower bound on the cost between a typed word and another, by their profiles. If one of
 * the words has two consonants that the other lacks, the words are too far apart.
 *
 * @param gap - how many vowels only one of the words has; each costs at least 1
 */
export function minCost(typed: number, other: number, gap: number): number {
  const longer = (typed >>> CONSONANT_BITS) - (other >>> CONSONANT_BITS);
  const distance = Math.abs(longer);
  const extra = typed & ~other & CONSONANTS;
  const missing = other & ~typed & CONSONANTS;
  if (longer > MAX_EXTRA || distance > MAX_MISSING) return TOO_FAR;
  if (!isOneAtMost(extra) || !isOneAtMost(missing)) return TOO_FAR;
  const others = Math.max(distance, gap);
  if (extra === 0 && missing === 0) return others;
  if (extra === 0) return TYPO.alike + Math.max(gap, longer);
  if (missing === 0) return TYPO.alike + Math.max(gap, -longer);
  const isAlike = (numberAt(ALIKE_BITS, 31 - Math.clz32(extra)) & missing) !== 0;
  return others + (isAlike ? TYPO.alike : TYPO.other);
}

/** For each bit of a profile, the bits of the consonants that sound like its own. */
const ALIKE_BITS = new Uint32Array(CONSONANT_BITS);
for (const pair of SOUND_ALIKE) {
  const [one, other] = [pair.charCodeAt(0) % CONSONANT_BITS, pair.charCodeAt(1) % CONSONANT_BITS];
  ALIKE_BITS[one] = numberAt(ALIKE_BITS, one) | (1 << other);
  ALIKE_BITS[other] = numberAt(ALIKE_BITS, other) | (1 << one);
}

function isOneAtMost(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}
