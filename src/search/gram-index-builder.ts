import { type GramIndex, hashOfGram, type Terms } from './gram-index.ts';
import { GrowingArray } from './growing-array.ts';
import { MAX_FOODS } from './limits.ts';

/** The byte on either side of a term. Words have no such byte, and joints are compared anyhow. */
const BORDER = 0;

/**
 * Each list of a gram of one or two bytes ends when its terms have brought this many texts: such a
 * gram is all of the query, each of its terms holds it, and a search takes {@link MAX_FOODS} texts
 * besides those it took before, fewer than that again. The lists would be the longest by far.
 */
const MOST_FIRST_RANKS = 2 * MAX_FOODS;

export function buildGramIndex({ bytes, starts, firstRanks }: Terms): GramIndex {
  const collector = new GramCollector();
  const termEnds = new Uint32Array(starts.length - 1);
  for (let term = 0; term < termEnds.length; term++) {
    const start = starts[term] ?? 0;
    const end = starts[term + 1] ?? 0;
    const firstRank = firstRanks[term] ?? 0;
    let before = BORDER;
    let last = BORDER;
    for (let at = start; at <= end; at++) {
      const byte = at === end ? BORDER : (bytes[at] ?? 0);
      if (at < end) collector.addShort(0x100 | byte, term, firstRank);
      const two = 0x10000 | (last << 8) | byte;
      // One a term, and where the terms that stand in heads are found: these lists stay whole.
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

/** Collects which term holds which gram. A gram is numbered when it is first met: its slot. */
class GramCollector {
  readonly #keys = new GrowingArray();
  /** Per slot, the last term that holds it, plus one; and how many do. */
  readonly #lastTerms = new GrowingArray();
  readonly #counts = new GrowingArray();
  /** Per slot of a short gram, the first rank of its last term, plus one; and how many there are. */
  readonly #lastFirstRanks = new GrowingArray();
  readonly #firstRankCounts = new GrowingArray();
  /** The slots of the grams of each term, one term after the other. */
  readonly #slots = new GrowingArray();
  /** A hash table with open addressing: slots plus one, or zero. */
  #table = new Uint32Array(1 << 12);

  get length(): number {
    return this.#slots.length;
  }

  add(key: number, term: number): void {
    this.#addToSlot(this.#slotOf(key), term);
  }

  #addToSlot(slot: number, term: number): void {
    if (this.#lastTerms.at(slot) === term + 1) return;
    this.#lastTerms.set(slot, term + 1);
    this.#counts.set(slot, this.#counts.at(slot) + 1);
    this.#slots.push(slot);
  }

  /** Adds a gram of one or two bytes, unless its list is long enough. */
  addShort(key: number, term: number, firstRank: number): void {
    const slot = this.#slotOf(key);
    if (this.#lastFirstRanks.at(slot) !== firstRank + 1) {
      if (this.#firstRankCounts.at(slot) === MOST_FIRST_RANKS) return;
      this.#lastFirstRanks.set(slot, firstRank + 1);
      this.#firstRankCounts.set(slot, this.#firstRankCounts.at(slot) + 1);
    }
    this.#addToSlot(slot, term);
  }

  /** The index, given where the grams of each term end among those added. */
  toIndex(termEnds: Uint32Array): GramIndex {
    const keys = this.#keys.toArray();
    const starts = new Uint32Array(keys.length + 1);
    for (let slot = 0; slot < keys.length; slot++) {
      starts[slot + 1] = (starts[slot] ?? 0) + this.#counts.at(slot);
    }
    const next = starts.slice();
    const terms = new Uint32Array(this.length);
    for (let term = 0, i = 0; term < termEnds.length; term++) {
      for (const end = termEnds[term] ?? 0; i < end; i++) {
        const slot = this.#slots.at(i);
        const place = next[slot] ?? 0;
        terms[place] = term;
        next[slot] = place + 1;
      }
    }
    return { keys, table: this.#table, starts, terms };
  }

  #slotOf(key: number): number {
    const mask = this.#table.length - 1;
    let at = hashOfGram(key) & mask;
    for (let found = this.#table[at] ?? 0; found !== 0; found = this.#table[at] ?? 0) {
      if (this.#keys.at(found - 1) === key) return found - 1;
      at = (at + 1) & mask;
    }
    const slot = this.#keys.length;
    this.#keys.push(key);
    this.#lastTerms.push(0);
    this.#counts.push(0);
    this.#lastFirstRanks.push(0);
    this.#firstRankCounts.push(0);
    this.#table[at] = slot + 1;
    if (this.#keys.length * 2 > this.#table.length) this.#grow();
    return slot;
  }

  #grow(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let slot = 0; slot < this.#keys.length; slot++) {
      let at = hashOfGram(this.#keys.at(slot)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = slot + 1;
    }
    this.#table = table;
  }
}
