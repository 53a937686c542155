import { GrowingArray } from './growing-array.ts';
import { MAX_ROWS } from './limits.ts';
import { equalsAt, indexOfBytes } from './utf8.ts';

/**
 * Which terms of a dictionary hold a text: for each run of one, two or three bytes (a gram), the
 * numbers of the terms that hold it, ascending.
 *
 * A term is indexed with a border on either side, so that its start and end have grams of their
 * own. With `|` for the border, the term `egg` has the grams `e`, `g`, `|e`, `eg`, `gg`, `g|`, `|eg`,
 * `egg` and `gg|`. Which terms begin with `eg`? Those in the list of `|eg`. Which hold `eggp`? Those
 * in the shorter one of the lists of `egg` and `ggp` that turn out to hold it when looked at.
 */
export interface GramIndex {
  /** The grams as numbers: the bytes behind a leading 1. */
  readonly keys: Uint32Array;
  /** Where in `keys` a gram is, plus one, or zero: a hash table with open addressing. */
  readonly table: Uint32Array;
  /** Where the terms of each gram begin in `terms`, and where those of the last one end. */
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
}

/**
 * A dictionary: term `n` has the bytes from `starts[n]` to `starts[n + 1]`, and stands first in the
 * text of rank `firstRanks[n]`. Terms are numbered in the order of these ranks.
 */
export interface Terms {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly firstRanks: Uint32Array;
}

/** Where in a term a text must stand. */
export interface Anchors {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

const GRAM_BYTES = 3;
const BORDER = 0;

/**
 * Each list of a gram of one or two bytes ends when its terms have brought this many texts: such a
 * gram is all of the query, each of its terms holds it, and a search takes {@link MAX_ROWS} texts
 * besides those it took before, fewer than that again. The lists would be the longest by far.
 */
const MOST_FIRST_RANKS = 2 * MAX_ROWS;

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

/** Whether a text is long enough for {@link visitTermsHolding} to give all the terms that hold it. */
export function isSelective(text: Uint8Array, { atStart, atEnd }: Anchors): boolean {
  return text.length + Number(atStart) + Number(atEnd) >= GRAM_BYTES;
}

/**
 * Calls `visit` with each term that holds the text, ascending, until it returns false. Of a text
 * that is not {@link isSelective}, only the first terms: enough for a search.
 */
export function visitTermsHolding(
  { bytes, starts, grams }: Terms & { readonly grams: GramIndex },
  text: Uint8Array,
  anchors: Anchors,
  visit: (term: number) => boolean,
): void {
  const gram = rarestGram(grams, text, anchors);
  if (gram === -1) return;
  const end = grams.starts[gram + 1] ?? 0;
  for (let i = grams.starts[gram] ?? 0; i < end; i++) {
    const term = grams.terms[i] ?? 0;
    const holds = holdsText(bytes, starts[term] ?? 0, starts[term + 1] ?? 0, text, anchors);
    if (holds && !visit(term)) return;
  }
}

/** As {@link visitTermsHolding}, but all of the terms, be the text ever so short. */
export function visitAllTermsHolding(
  terms: Terms & { readonly grams: GramIndex },
  text: Uint8Array,
  anchors: Anchors,
  visit: (term: number) => void,
): void {
  if (isSelective(text, anchors)) {
    visitTermsHolding(terms, text, anchors, (term) => {
      visit(term);
      return true;
    });
    return;
  }
  const { bytes, starts } = terms;
  for (let term = 0; term < starts.length - 1; term++) {
    if (holdsText(bytes, starts[term] ?? 0, starts[term + 1] ?? 0, text, anchors)) visit(term);
  }
}

/** The place in `keys` of the gram of the text that the fewest terms hold; -1 where none does. */
function rarestGram(grams: GramIndex, text: Uint8Array, { atStart, atEnd }: Anchors): number {
  const bordered = new Uint8Array(text.length + Number(atStart) + Number(atEnd));
  bordered.set(text, Number(atStart));
  const length = Math.min(GRAM_BYTES, bordered.length);
  let rarest = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let at = 0; length > 0 && at + length <= bordered.length; at++) {
    let key = 1;
    for (let i = 0; i < length; i++) key = (key << 8) | (bordered[at + i] ?? 0);
    const gram = indexOfKey(grams, key);
    if (gram === -1) return -1;
    const count = (grams.starts[gram + 1] ?? 0) - (grams.starts[gram] ?? 0);
    if (count < fewest) {
      fewest = count;
      rarest = gram;
    }
  }
  return rarest;
}

function holdsText(
  bytes: Uint8Array,
  start: number,
  end: number,
  text: Uint8Array,
  { atStart, atEnd }: Anchors,
): boolean {
  const spare = end - start - text.length;
  if (spare < 0 || (atStart && atEnd && spare > 0)) return false;
  if (atStart) return equalsAt(bytes, start, text);
  if (atEnd) return equalsAt(bytes, end - text.length, text);
  return indexOfBytes(bytes, start, end, text) !== -1;
}

function indexOfKey({ keys, table }: GramIndex, key: number): number {
  const mask = table.length - 1;
  let at = hashOf(key) & mask;
  for (let found = table[at] ?? 0; found !== 0; found = table[at] ?? 0) {
    if (keys[found - 1] === key) return found - 1;
    at = (at + 1) & mask;
  }
  return -1;
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
    let at = hashOf(key) & mask;
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
      let at = hashOf(this.#keys.at(slot)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = slot + 1;
    }
    this.#table = table;
  }
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 7;
}
