import { byteAt } from '../flat-arrays.ts';

// How different two words sound: the cost of each kind of typo.

/** The costs of typos: the more common, the cheaper. */
export const TYPO = {
  /** A doubled letter, a double letter typed once, or a missing vowel or h. */
  plain: 1,
  /** An extra vowel or h, one vowel for another, or two adjacent letters swapped. */
  vowel: 2,
  /** A missing consonant, or a consonant replaced by one that sounds alike. */
  alike: 3,
  /** Any other extra letter or substitution; any substitution of the last letter, except y for i. */
  other: 4,
} as const;

const VOWELS = 'aeiouy';
/** Pairs of consonants that sound alike, with `u`, which may sound like `w`. */
export const SOUND_ALIKE = 'sz fv mn dt bp gk gj jč sč kč ks uw vw'.split(' ');

/**
 * Substitution costs are indexed by the first letter's code times this, plus the second letter's
 * code.
 */
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
 * Computes the costs of the typos between a word and others, by their sounds: an optimal string
 * alignment distance with weighted edits.
 *
 * Cell i of row j is the cost between the first i letters of the word and the first j of the other:
 * the least of the cell to the left plus a deletion, the cell above plus an insertion, the cell
 * diagonally above plus a substitution, and the cell two above and two to the left plus a
 * transposition. So once all cells of two rows are too large, all later cells are too large.
 * Neighbors in sorted order often share a prefix, and thus the first rows.
 */
export class TypoDistance {
  #word = '';
  /** The cost of dropping each letter of the word. */
  readonly #missing = new Uint8Array(ROW_LENGTH);
  readonly #cells = new Uint8Array(ROW_LENGTH * ROW_LENGTH);
  #other = '';
  /** The last row filled for the other word, and its lowest cell, or 0 if that is not known. */
  #filled = 0;
  #lowest = 0;

  /** Sets the word that others are compared with. */
  prepare(word: string): void {
    this.#word = word;
    this.#other = '';
    this.#filled = 0;
    this.#lowest = 0;
    const length = Math.min(word.length, ROW_LENGTH - 1);
    for (let i = 0; i < length; i++) {
      this.#missing[i] = aloneCost(word, i, TYPO.vowel, TYPO.other);
      this.#cells[i + 1] = byteAt(this.#cells, i) + byteAt(this.#missing, i);
    }
  }

  /**
   * Returns the distance of another word, or any number above `max` if the distance exceeds `max`.
   */
  to(other: string, max: number): number {
    if (Math.max(this.#word.length, other.length) >= ROW_LENGTH) return max + 1;
    let same = 0;
    while (same <= this.#filled && other.charCodeAt(same) === this.#other.charCodeAt(same)) same++;
    // A row also depends on the letter after its own.
    const kept = Math.max(0, same - 1);
    if (kept < this.#filled) {
      this.#filled = kept;
      this.#lowest = 0;
    }
    this.#other = other;
    let before = 0;
    while (this.#filled < other.length) {
      // The cost of swapped letters comes from the second row above.
      if (Math.min(this.#lowest, before + TYPO.vowel) > max) return max + 1;
      before = this.#lowest;
      this.#fillRow(++this.#filled);
    }
    // Different words that sound the same still cost 1.
    return Math.max(1, byteAt(this.#cells, other.length * ROW_LENGTH + this.#word.length));
  }

  /** Fills the row for the first j letters of the other word. */
  #fillRow(j: number): void {
    const [cells, a, b] = [this.#cells, this.#word, this.#other];
    const { length } = a;
    const added = aloneCost(b, j - 1, TYPO.plain, TYPO.alike);
    const code = b.charCodeAt(j - 1);
    const before = b.charCodeAt(j - 2);
    const isLast = j === b.length;
    let above = (j - 1) * ROW_LENGTH;
    let at = j * ROW_LENGTH;
    let lowest = byteAt(cells, above) + added;
    cells[at] = lowest;
    for (let i = 0; i < length; i++, above++, at++) {
      const letter = a.charCodeAt(i);
      const changed = changedCost(letter, code);
      const isEnd = isLast && i === length - 1 && changed > 0 && letter + code !== I_AND_Y;
      let cost = byteAt(cells, above) + (isEnd ? TYPO.other : changed);
      cost = Math.min(cost, byteAt(cells, above + 1) + added);
      cost = Math.min(cost, byteAt(cells, at) + byteAt(this.#missing, i));
      if (letter === before && i > 0 && code === a.charCodeAt(i - 1)) {
        cost = Math.min(cost, byteAt(cells, above - 1 - ROW_LENGTH) + TYPO.vowel);
      }
      cells[at + 1] = cost;
      if (cost < lowest) lowest = cost;
    }
    this.#lowest = lowest;
  }
}

/** A final y may be an i: "kiwy". Other letters with the same sum never sound alike. */
const I_AND_Y = 'i'.charCodeAt(0) + 'y'.charCodeAt(0);

/**
 * The length of a row: enough for sounds with more letters than the spelling, and for a slightly
 * longer other word.
 */
const ROW_LENGTH = 48;

/** Returns the cost of a missing or extra letter, given the costs for vowels and for consonants. */
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
