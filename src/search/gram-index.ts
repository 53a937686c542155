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

/** The most bytes of a gram. */
const GRAM_BYTES = 3;

/** Whether a text is long enough for {@link visitTermsContaining} to give all the terms that hold it. */
export function isSelective(text: Uint8Array, { atStart, atEnd }: Anchors): boolean {
  return text.length + Number(atStart) + Number(atEnd) >= GRAM_BYTES;
}

/**
 * Calls `visit` with each term that holds the text, ascending, until it returns false. Of a text
 * that is not {@link isSelective}, only the first terms: enough for a search.
 */
export function visitTermsContaining(
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
    const holds = containsText(bytes, starts[term] ?? 0, starts[term + 1] ?? 0, text, anchors);
    if (holds && !visit(term)) return;
  }
}

/** As {@link visitTermsContaining}, but all of the terms, be the text ever so short. */
export function visitAllTermsContaining(
  terms: Terms & { readonly grams: GramIndex },
  text: Uint8Array,
  anchors: Anchors,
  visit: (term: number) => boolean,
): void {
  if (isSelective(text, anchors)) {
    visitTermsContaining(terms, text, anchors, visit);
    return;
  }
  const { bytes, starts } = terms;
  for (let term = 0; term < starts.length - 1; term++) {
    const holds = containsText(bytes, starts[term] ?? 0, starts[term + 1] ?? 0, text, anchors);
    if (holds && !visit(term)) return;
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

function containsText(
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
  let at = hashOfGram(key) & mask;
  for (let found = table[at] ?? 0; found !== 0; found = table[at] ?? 0) {
    if (keys[found - 1] === key) return found - 1;
    at = (at + 1) & mask;
  }
  return -1;
}

/** Where the search for a gram in the table begins, before it is cut to the table's size. */
export function hashOfGram(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 7;
}
