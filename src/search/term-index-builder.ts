import { CountingSort } from './counting-sort.ts';
import { sharedNumbers } from './flat-arrays.ts';
import { buildGramIndex } from './gram-index-builder.ts';
import { GrowingArray } from './growing-array.ts';
import { POSITION_SHIFT, type TermIndex } from './term-index.ts';
import { TermTable } from './term-table.ts';
import { WORD_POSITIONS, type WordPosition } from './word-position.ts';

// Builds the dictionary of words and joints; of a word twice in a text, the best position counts.

/** Collects the terms of one text after the other, in the order of their ranks. */
export class TermIndexBuilder {
  readonly #terms = new TermTable();
  readonly #firstRanks = new GrowingArray();
  /** Per term, the rank of its last posting, and how many postings there were with it. */
  readonly #last = new GrowingArray();
  readonly #postingTerms = new GrowingArray();
  readonly #postings = new GrowingArray();

  /** Adds that the text of this rank, the last one so far or a new one, has the term here. */
  add(bytes: Uint8Array, start: number, end: number, rank: number, position: WordPosition): void {
    const term = this.#terms.numberOf(bytes, start, end);
    const posting = ((position << POSITION_SHIFT) | rank) >>> 0;
    if (term === this.#firstRanks.length) {
      this.#firstRanks.push(rank);
      this.#last.push(rank);
      this.#last.push(0);
    } else if (this.#last.at(term * 2) === rank) {
      const last = this.#last.at(term * 2 + 1) - 1;
      if (posting < this.#postings.at(last)) this.#postings.set(last, posting);
      return;
    }
    this.#postings.push(posting);
    this.#postingTerms.push(term);
    this.#last.set(term * 2, rank);
    this.#last.set(term * 2 + 1, this.#postings.length);
  }

  build(): TermIndex {
    const terms = {
      bytes: this.#terms.bytes.toArray(),
      starts: this.#terms.starts.toArray(),
      firstRanks: this.#firstRanks.toArray(),
    };
    return { ...terms, grams: buildGramIndex(terms), ...this.#sortedPostings() };
  }

  /** By term and position. The ranks ascend already. */
  #sortedPostings(): Pick<TermIndex, 'postings' | 'postingStarts'> {
    const count = this.#postings.length;
    const termCount = this.#firstRanks.length;
    const positionCount = WORD_POSITIONS.length;
    const [terms, unsorted] = [this.#postingTerms, this.#postings];
    const groupOf = (i: number) =>
      terms.at(i) * positionCount + (unsorted.at(i) >>> POSITION_SHIFT);
    const sort = new CountingSort(termCount * positionCount);
    for (let i = 0; i < count; i++) sort.count(groupOf(i));
    sort.layOut();
    const postingStarts = sharedNumbers(termCount + 1);
    for (let term = 0; term <= termCount; term++) {
      postingStarts[term] = sort.startOf(term * positionCount);
    }
    const postings = sharedNumbers(count);
    for (let i = 0; i < count; i++) postings[sort.nextPlace(groupOf(i))] = unsorted.at(i);
    for (const used of [terms, unsorted, this.#last]) used.release();
    return { postings, postingStarts };
  }
}
