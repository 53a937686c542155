import { sortPostings } from './counting-sort.ts';
import { byteAt, numberAt, sharedNumbers } from './flat-arrays.ts';
import type { GramIndex, Terms } from './gram-index.ts';
import { GrowingArray } from './growing-array.ts';
import { MAX_FOODS } from './limits.ts';
import { POSITION_SHIFT, type TermIndex } from './term-index.ts';
import { TermTable } from './term-table.ts';
import { WORD_POSITIONS, type WordPosition } from './word-position.ts';

// Builds the dictionaries of words and joints, with their gram indexes. If a term occurs several
// times in a text, its posting has the best position.

/** Collects the terms of texts that are added in rank order. */
export class TermIndexBuilder {
  readonly #terms = new TermTable();
  readonly #firstRanks = new GrowingArray();
  /** For each term, the rank of its last posting, and the number of postings up to that one. */
  readonly #last = new GrowingArray();
  readonly #postingTerms = new GrowingArray();
  readonly #postings = new GrowingArray();

  /**
   * Adds an occurrence of a term in the text of this rank. Ranks must not decrease from call to
   * call.
   */
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

  /** Sorts the postings by term and position. Ranks are ascending already. */
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

/**
 * The byte on either side of a term. No word contains this byte. Joints may, but they are always
 * compared byte by byte.
 */
const BORDER = 0;

/**
 * The list of a gram of one or two bytes is cut once its terms have this many distinct first ranks.
 * The list is used only if the gram is the entire query, so each of its terms matches. A search
 * takes at most {@link MAX_FOODS} ranks from the list. The search also skips the ranks that it
 * already has, which are fewer than {@link MAX_FOODS}. Without the cut, these lists would be by far
 * the longest.
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
      // Lists of terms by first byte are not cut, since together they have each term only once.
      // They are used to find the terms at the start of heads.
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

/**
 * Collects which terms contain which grams. Each gram gets a number, its slot, in the order in
 * which grams first occur.
 */
class GramCollector {
  readonly #slotOfKey = new Map<number, number>();
  /**
   * For each slot, the last term that contains the gram, plus one, and the number of terms that
   * contain it.
   */
  readonly #lastTerms = new GrowingArray();
  readonly #counts = new GrowingArray();
  /**
   * For each slot of a short gram: the first rank of its last term, plus one; and how many
   * different first ranks its terms have.
   */
  readonly #lastFirstRanks = new GrowingArray();
  readonly #firstRankCounts = new GrowingArray();
  /** The slots of each term's grams, term by term. */
  readonly #slots = new GrowingArray();

  get length(): number {
    return this.#slots.length;
  }

  add(key: number, term: number): void {
    this.#addToSlot(this.#slotOf(key), term);
  }

  /** Adds a gram of one or two bytes unless its list is full. */
  addShort(key: number, term: number, firstRank: number): void {
    const slot = this.#slotOf(key);
    if (this.#lastFirstRanks.at(slot) !== firstRank + 1) {
      if (this.#firstRankCounts.at(slot) === MAX_FIRST_RANKS) return;
      this.#lastFirstRanks.set(slot, firstRank + 1);
      this.#firstRankCounts.set(slot, this.#firstRankCounts.at(slot) + 1);
    }
    this.#addToSlot(slot, term);
  }

  /** Returns the index, given where each term's slots end. */
  toIndex(termEnds: Uint32Array): GramIndex {
    const keys = sharedNumbers(this.#slotOfKey.size);
    keys.set([...this.#slotOfKey.keys()]);
    keys.sort();
    const starts = sharedNumbers(keys.length + 1);
    /** For each slot, the index of its next term. */
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
