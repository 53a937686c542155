import type { GramIndex, Terms } from './gram-index.ts';
import { buildGramIndex } from './gram-index-builder.ts';
import { GrowingArray } from './growing-array.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { WORD_POSITIONS, type WordPosition } from './word-position.ts';

/**
 * A dictionary of terms, with the ranks of the texts each term stands in. Terms are numbered in the
 * order they are first met, so the term with the lower number stands in the better rank: a walk over
 * terms that collects the best ranks can stop as soon as the next term begins too late.
 */
export interface TermIndex extends Terms {
  readonly grams: GramIndex;
  /**
   * Per term from `postingStarts[n]` to `postingStarts[n + 1]`, ascending: the best position of the
   * term in a text, in the upper bits, and the rank of the text.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
}

/** The bits of a posting that hold the rank: half a billion texts, and the position above them. */
export const RANK_BITS = 29;
export const RANK_MASK = (1 << RANK_BITS) - 1;

/** Collects the terms of one text after the other, in the order of their ranks. */
export class TermIndexBuilder {
  readonly #bytes = new GrowingBytes();
  readonly #starts = new GrowingArray();
  readonly #hashes = new GrowingArray();
  readonly #firstRanks = new GrowingArray();
  /** Per term, the place of its last posting. */
  readonly #lastPlaces = new GrowingArray();
  readonly #postingTerms = new GrowingArray();
  readonly #postings = new GrowingArray();
  /** A hash table with open addressing: terms plus one, or zero. */
  #table = new Uint32Array(1 << 12);

  constructor() {
    this.#starts.push(0);
  }

  /** Notes that the bytes stand so in the text of this rank, which is the last one so far or new. */
  add(bytes: Uint8Array, start: number, end: number, rank: number, position: WordPosition): void {
    const term = this.#termOf(bytes, start, end, rank);
    const posting = ((position << RANK_BITS) | rank) >>> 0;
    const last = this.#lastPlaces.at(term);
    if (last > 0 && (this.#postings.at(last - 1) & RANK_MASK) === rank) {
      if (posting < this.#postings.at(last - 1)) this.#postings.set(last - 1, posting);
      return;
    }
    this.#postings.push(posting);
    this.#postingTerms.push(term);
    this.#lastPlaces.set(term, this.#postings.length);
  }

  build(): TermIndex {
    const terms = {
      bytes: this.#bytes.toArray(),
      starts: this.#starts.toArray(),
      firstRanks: this.#firstRanks.toArray(),
    };
    return { ...terms, grams: buildGramIndex(terms), ...this.#sortedPostings() };
  }

  /** A counting sort by term and position; ranks ascend already. */
  #sortedPostings(): Pick<TermIndex, 'postings' | 'postingStarts'> {
    const count = this.#postings.length;
    const groupStarts = new Uint32Array(this.#firstRanks.length * WORD_POSITIONS.length + 1);
    for (let i = 0; i < count; i++) {
      const group =
        this.#postingTerms.at(i) * WORD_POSITIONS.length + (this.#postings.at(i) >>> RANK_BITS);
      groupStarts[group + 1] = (groupStarts[group + 1] ?? 0) + 1;
    }
    for (let group = 1; group < groupStarts.length; group++) {
      groupStarts[group] = (groupStarts[group] ?? 0) + (groupStarts[group - 1] ?? 0);
    }
    const postingStarts = new Uint32Array(this.#firstRanks.length + 1);
    for (let term = 0; term < postingStarts.length; term++) {
      postingStarts[term] = groupStarts[term * WORD_POSITIONS.length] ?? 0;
    }
    const postings = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const posting = this.#postings.at(i);
      const group = this.#postingTerms.at(i) * WORD_POSITIONS.length + (posting >>> RANK_BITS);
      const place = groupStarts[group] ?? 0;
      postings[place] = posting;
      groupStarts[group] = place + 1;
    }
    return { postings, postingStarts };
  }

  #termOf(bytes: Uint8Array, start: number, end: number, rank: number): number {
    const hash = hashOf(bytes, start, end);
    const mask = this.#table.length - 1;
    let at = hash & mask;
    for (let found = this.#table[at] ?? 0; found !== 0; found = this.#table[at] ?? 0) {
      if (this.#hashes.at(found - 1) === hash && this.#isTerm(found - 1, bytes, start, end)) {
        return found - 1;
      }
      at = (at + 1) & mask;
    }
    const term = this.#firstRanks.length;
    this.#bytes.append(bytes, start, end);
    this.#starts.push(this.#bytes.length);
    this.#hashes.push(hash);
    this.#firstRanks.push(rank);
    this.#lastPlaces.push(0);
    this.#table[at] = term + 1;
    if (this.#firstRanks.length * 2 > this.#table.length) this.#growTable();
    return term;
  }

  #isTerm(term: number, bytes: Uint8Array, start: number, end: number): boolean {
    const termStart = this.#starts.at(term);
    if (this.#starts.at(term + 1) - termStart !== end - start) return false;
    const own = this.#bytes.bytes;
    for (let i = start, j = termStart; i < end; i++, j++) {
      if (bytes[i] !== own[j]) return false;
    }
    return true;
  }

  #growTable(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let term = 0; term < this.#firstRanks.length; term++) {
      let at = this.#hashes.at(term) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = term + 1;
    }
    this.#table = table;
  }
}

/** FNV-1a over the bytes, its bits mixed once more: the table looks at the lowest only. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The number of texts a term stands in. */
export function postingCount({ postingStarts }: TermIndex, term: number): number {
  return (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0);
}

/** Where the postings of a term at this position begin, or would. */
export function firstPosting(
  { postings, postingStarts }: TermIndex,
  term: number,
  position: number,
): number {
  let low = postingStarts[term] ?? 0;
  let high = postingStarts[term + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) >>> RANK_BITS < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
