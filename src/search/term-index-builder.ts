import { sortPostings } from './counting-sort.ts';
import { byteAt, numberAt, sharedNumbers } from './flat-arrays.ts';
import type { GramIndex, Terms } from './gram-index.ts';
import { GrowingArray } from './growing-array.ts';
import { MAX_FOODS } from './limits.ts';
import { POSITION_SHIFT, type TermIndex } from './term-index.ts';
import { TermTable } from './term-table.ts';
import { WORD_POSITIONS, type WordPosition } from './word-position.ts';

// Builds the dictionary of words and joints; of a word twice in a text, the best position counts.
// Builds the index of which terms contain one, two or three bytes.

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
    const groupsPerTerm = WORD_POSITIONS.length;
    const [terms, unsorted] = [this.#postingTerms, this.#postings];
    const sorted = sortPostings(
      { count: unsorted.length, termCount: this.#firstRanks.length, groupsPerTerm },
      (i) => terms.at(i) * groupsPerTerm + (unsorted.at(i) >>> POSITION_SHIFT),
      (i) => unsorted.at(i),
    );
    for (const used of [terms, unsorted, this.#last]) used.release();
    return sorted;
  }
}

/** The byte on either side of a term. Words do not contain it; joints are compared in any case. */
const BORDER = 0;

/**
 * The list of a gram of one or two bytes ends when its terms have this many different first ranks.
 * Such a gram is the whole query, so each of its terms matches; a search takes at most
 * {@link MAX_FOODS} ranks besides those it took before, which are fewer than that again. Whole, these
 * lists would be the longest by far.
 */
const MAX_FIRST_RANKS = 2 * MAX_FOODS;

export function buildGramIndex({ bytes, starts, firstRanks }: Terms): GramIndex {
  const collector = new GramCollector();
  const termEnds = new Uint32Array(starts.length - 1);
  for (let term = 0; term < termEnds.length; term++) {
    const start = numberAt(starts, term);
    const end = numberAt(starts, term + 1);
    const firstRank = numberAt(firstRanks, term);
    let before = BORDER;
    let last = BORDER;
    for (let at = start; at <= end; at++) {
      const byte = at === end ? BORDER : byteAt(bytes, at);
      if (at < end) collector.addShort(0x100 | byte, term, firstRank);
      const two = 0x10000 | (last << 8) | byte;
      // One per term, and the way to the terms that heads begin with: these lists stay whole.
      if (at === start) collector.add(two, term);
      else collector.addShort(two, term, firstRank);
      if (at > start) collector.add(0x1000000 | (before << 16) | (last << 8) | byte, term);
      before = last;
      last = byte;
    }
    termEnds[term] = collector.length;
  }
  return collector.toIndex(termEnds);
}

/** Collects which term contains which gram. A gram has a slot, by the order of their first terms. */
class GramCollector {
  readonly #slotOfKey = new Map<number, number>();
  /** Per slot, the last term that contains it, plus one; and how many do. */
  readonly #lastTerms = new GrowingArray();
  readonly #counts = new GrowingArray();
  /** Per slot of a short gram, the first rank of its last term, plus one; and how many there are. */
  readonly #lastFirstRanks = new GrowingArray();
  readonly #firstRankCounts = new GrowingArray();
  /** The slots of the grams of each term, one term after the other. */
  readonly #slots = new GrowingArray();

  get length(): number {
    return this.#slots.length;
  }

  add(key: number, term: number): void {
    this.#addToSlot(this.#slotOf(key), term);
  }

  /** Adds a gram of one or two bytes, unless its list is long enough. */
  addShort(key: number, term: number, firstRank: number): void {
    const slot = this.#slotOf(key);
    if (this.#lastFirstRanks.at(slot) !== firstRank + 1) {
      if (this.#firstRankCounts.at(slot) === MAX_FIRST_RANKS) return;
      this.#lastFirstRanks.set(slot, firstRank + 1);
      this.#firstRankCounts.set(slot, this.#firstRankCounts.at(slot) + 1);
    }
    this.#addToSlot(slot, term);
  }

  /** The index, given where the grams of each term end among those added. */
  toIndex(termEnds: Uint32Array): GramIndex {
    const keys = sharedNumbers(this.#slotOfKey.size);
    keys.set([...this.#slotOfKey.keys()]);
    keys.sort();
    const starts = sharedNumbers(keys.length + 1);
    /** Per slot, where its next term goes. */
    const next = new Uint32Array(keys.length);
    for (const [i, key] of keys.entries()) {
      const slot = this.#slotOf(key);
      next[slot] = numberAt(starts, i);
      starts[i + 1] = numberAt(starts, i) + this.#counts.at(slot);
    }
    const terms = sharedNumbers(this.length);
    for (let term = 0, i = 0; term < termEnds.length; term++) {
      for (const end = numberAt(termEnds, term); i < end; i++) {
        const slot = this.#slots.at(i);
        const at = numberAt(next, slot);
        terms[at] = term;
        next[slot] = at + 1;
      }
    }
    return { keys, starts, terms };
  }

  #addToSlot(slot: number, term: number): void {
    if (this.#lastTerms.at(slot) === term + 1) return;
    this.#lastTerms.set(slot, term + 1);
    this.#counts.set(slot, this.#counts.at(slot) + 1);
    this.#slots.push(slot);
  }

  #slotOf(key: number): number {
    const known = this.#slotOfKey.get(key);
    if (known !== undefined) return known;
    const slot = this.#slotOfKey.size;
    this.#slotOfKey.set(key, slot);
    const perSlot = [this.#lastTerms, this.#counts, this.#lastFirstRanks, this.#firstRankCounts];
    for (const list of perSlot) list.push(0);
    return slot;
  }
}
