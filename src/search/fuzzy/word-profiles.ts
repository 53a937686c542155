import { numberAt, sharedNumbers } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';

// Which letters words have, to tell most words apart quickly.

/**
 * The profile of every word: what tells most words apart without a look at their letters. Slips
 * change a word's length and its set of letters a little only.
 */
export function profilesOf(dictionary: Dictionary): Uint32Array {
  const profiles = sharedNumbers(dictionary.size);
  const letters = new Uint32Array(1 << 16);
  for (let word = 0; word < dictionary.size; word++) {
    profiles[word] = profileOf(letters, dictionary.readLetters(word, letters));
  }
  return profiles;
}

/** A set of letters in 26 bits, and in the 6 above the number of letters up to 63. */
export function profileOf(letters: Uint32Array, length: number): number {
  let set = 0;
  for (let i = 0; i < length; i++) set |= 1 << (numberAt(letters, i) % LETTER_BITS);
  return ((Math.min(length, 63) << LETTER_BITS) | set) >>> 0;
}

const LETTER_BITS = 26;

/** Whether words of these profiles may be so many slips apart. */
export function mayBeNear(a: number, b: number, slips: number): boolean {
  const longer = (a >>> LETTER_BITS) - (b >>> LETTER_BITS);
  if (longer > slips || longer < -slips) return false;
  let different = (a ^ b) & (2 ** LETTER_BITS - 1);
  for (let allowed = 2 * slips; different !== 0; allowed--) {
    if (allowed === 0) return false;
    different &= different - 1;
  }
  return true;
}
