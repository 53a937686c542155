import { byteAt, numberAt, sharedNumbers } from './flat-arrays.ts';
import { buildGramIndex } from './gram-index-builder.ts';
import { GrowingArray } from './growing-array.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { SlotTable } from './slot-table.ts';
import { RANK_BITS, RANK_MASK, type TermIndex } from './term-index.ts';
import { WORD_POSITIONS, type WordPosition } from './word-position.ts';

interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Collects the terms of one text after the other, in the order of their ranks. */
export class TermIndexBuilder {
  readonly #bytes = new GrowingBytes();
  readonly #starts = new GrowingArray();
  readonly #firstRanks = new GrowingArray();
  /** The number of postings when the last one of each term had been added. */
  readonly #lastPostings = new GrowingArray();
  readonly #postingTerms = new GrowingArray();
  readonly #postings = new GrowingArray();
  readonly #table = new SlotTable();
  /** The term that is looked up. */
  #wanted: Span = { bytes: new Uint8Array(), start: 0, end: 0 };
  readonly #isWanted = (term: number) => this.#isTerm(term);

  constructor() {
    this.#starts.push(0);
  }

  /** Adds that the text of this rank, the last one so far or a new one, has the term here. */
  add(bytes: Uint8Array, start: number, end: number, rank: number, position: WordPosition): void {
    const term = this.#termOf(bytes, start, end, rank);
    const posting = ((position << RANK_BITS) | rank) >>> 0;
    const last = this.#lastPostings.at(term) - 1;
    if (last >= 0 && (this.#postings.at(last) & RANK_MASK) === rank) {
      if (posting < this.#postings.at(last)) this.#postings.set(last, posting);
      return;
    }
    this.#postings.push(posting);
    this.#postingTerms.push(term);
    this.#lastPostings.set(term, this.#postings.length);
  }

  build(): TermIndex {
    const terms = {
      bytes: this.#bytes.toArray(),
      starts: this.#starts.toArray(),
      firstRanks: this.#firstRanks.toArray(),
    };
    return { ...terms, grams: buildGramIndex(terms), ...this.#sortedPostings() };
  }

  /** A counting sort by term and position. The ranks ascend already. */
  #sortedPostings(): Pick<TermIndex, 'postings' | 'postingStarts'> {
    const count = this.#postings.length;
    const positionCount = WORD_POSITIONS.length;
    const [terms, unsorted] = [this.#postingTerms, this.#postings];
    const groupOf = (i: number) => terms.at(i) * positionCount + (unsorted.at(i) >>> RANK_BITS);
    const groupStarts = new Uint32Array(this.#firstRanks.length * positionCount + 1);
    for (let i = 0; i < count; i++) {
      const next = groupOf(i) + 1;
      groupStarts[next] = numberAt(groupStarts, next) + 1;
    }
    for (let group = 1; group < groupStarts.length; group++) {
      groupStarts[group] = numberAt(groupStarts, group) + numberAt(groupStarts, group - 1);
    }
    const postingStarts = sharedNumbers(this.#firstRanks.length + 1);
    for (let term = 0; term < postingStarts.length; term++) {
      postingStarts[term] = numberAt(groupStarts, term * positionCount);
    }
    const postings = sharedNumbers(count);
    for (let i = 0; i < count; i++) {
      const group = groupOf(i);
      const at = numberAt(groupStarts, group);
      postings[at] = unsorted.at(i);
      groupStarts[group] = at + 1;
    }
    return { postings, postingStarts };
  }

  #termOf(bytes: Uint8Array, start: number, end: number, rank: number): number {
    this.#wanted = { bytes, start, end };
    const term = this.#table.slotOf(hashOf(bytes, start, end), this.#isWanted);
    if (term === this.#firstRanks.length) {
      this.#bytes.append(bytes, start, end);
      this.#starts.push(this.#bytes.length);
      this.#firstRanks.push(rank);
      this.#lastPostings.push(0);
    }
    return term;
  }

  #isTerm(term: number): boolean {
    const { bytes, start, end } = this.#wanted;
    const termStart = this.#starts.at(term);
    if (this.#starts.at(term + 1) - termStart !== end - start) return false;
    const own = this.#bytes.bytes;
    for (let i = start, j = termStart; i < end; i++, j++) {
      if (bytes[i] !== own[j]) return false;
    }
    return true;
  }
}

/** FNV-1a over the bytes, its bits mixed once more, since the table looks at the lowest only. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ byteAt(bytes, at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
