import { byteAt, firstAtLeast, numberAt } from './flat-arrays.ts';
import { equalsAt, indexOfBytes, workOfBytes } from './utf8.ts';
import type { Work } from './work.ts';

// Finds the words and joints (see `SearchIndex`) that contain a text, by n-grams of one to three
// bytes (grams).

/**
 * For each gram, which is a run of one, two or three bytes: the ascending IDs of the terms that
 * contain it. The list of a gram of one or two bytes may be truncated.
 *
 * Terms are indexed with a border on either side, so that their starts and ends have grams of their
 * own. With `|` for the border, the term `egg` has the grams `e`, `g`, `|e`, `eg`, `gg`, `g|`,
 * `|eg`, `egg` and `gg|`. The terms that start with `eg` are in the list of `|eg`. The terms that
 * contain `eggp` are in the list of `egg` and in that of `ggp`: the terms in one of the two lists
 * are checked.
 */
export interface GramIndex {
  /** The grams as ascending numbers: a leading 1, then their bytes. */
  readonly keys: Uint32Array;
  /** The start of each gram's list in `terms`, and the end of the last one. */
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
}

/**
 * A dictionary: term `n` has the bytes from `starts[n]` to `starts[n + 1]`, and first occurs in the
 * text with rank `firstRanks[n]`. Terms are numbered in the order of these ranks.
 */
export interface Terms {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly firstRanks: Uint32Array;
}

type IndexedTerms = Terms & { readonly grams: GramIndex };

/** Where in a term a text must occur. */
export interface Anchors {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

export const ANYWHERE: Anchors = { atStart: false, atEnd: false };
export const AT_START: Anchors = { atStart: true, atEnd: false };
export const WHOLE: Anchors = { atStart: true, atEnd: true };

/** The maximum length of a gram in bytes. */
const GRAM_BYTES = 3;

/** Whether {@link visitTermsContaining} visits all matching terms for a text of this length. */
export function isSelective(text: Uint8Array, { atStart, atEnd }: Anchors): boolean {
  return text.length + Number(atStart) + Number(atEnd) >= GRAM_BYTES;
}

/**
 * Calls `visit` with each term that contains the text, ascending, until it returns false. If the
 * text is not {@link isSelective}, visits only the first such terms, which are enough for a search.
 */
export function visitTermsContaining(
  terms: IndexedTerms,
  text: Uint8Array,
  anchors: Anchors,
  work: Work,
  visit: (term: number) => boolean,
): void {
  const gram = rarestGram(terms.grams, text, anchors, work);
  if (gram !== -1) visitGrams(terms, gram, gram + 1, text, anchors, work, visit);
}

/** Calls `visit` with each term of a range of grams that contains the text, until it returns false. */
function visitGrams(
  { bytes, starts, grams }: IndexedTerms,
  first: number,
  last: number,
  text: Uint8Array,
  anchors: Anchors,
  work: Work,
  visit: (term: number) => boolean,
): void {
  // An anchored text is compared at one position only.
  const isAnchored = anchors.atStart || anchors.atEnd;
  const termWork = TERM_WORK + (isAnchored ? workOfBytes(text.length) : 0);
  const end = numberAt(grams.starts, last);
  for (let i = numberAt(grams.starts, first); i < end; i++) {
    const term = numberAt(grams.terms, i);
    const [termStart, termEnd] = [numberAt(starts, term), numberAt(starts, term + 1)];
    work.spend(termWork);
    if (containsText(bytes, termStart, termEnd, text, anchors, work) && !visit(term)) return;
  }
}

/**
 * Calls `visit` with every term that contains the text, however short, in any order. If a term
 * contains the text several times, it may be visited several times.
 */
export function visitAllTermsContaining(
  terms: IndexedTerms,
  text: Uint8Array,
  anchors: Anchors,
  work: Work,
  visit: (term: number) => void,
): void {
  const visitOn = (term: number) => {
    visit(term);
    return true;
  };
  if (isSelective(text, anchors)) visitTermsContaining(terms, text, anchors, work, visitOn);
  else if (text.length === 2) {
    // In a term, another byte or the border always follows the two bytes. Lists of three-byte grams
    // are complete, but the list of the two bytes might not be. A term may contain the border byte
    // too, so it is checked.
    const key = (0x1000000 | (byteAt(text, 0) << 16) | (byteAt(text, 1) << 8)) >>> 0;
    const { keys } = terms.grams;
    const [first, last] = [firstAtLeast(keys, key), firstAtLeast(keys, key + 0x100)];
    visitGrams(terms, first, last, text, ANYWHERE, work, visitOn);
  } else visitTermsContainingOne(terms, text, anchors, work, visit);
}

/** Reads all terms as one text, which is many times faster than term by term. */
function visitTermsContainingOne(
  { bytes, starts }: IndexedTerms,
  text: Uint8Array,
  { atStart, atEnd }: Anchors,
  work: Work,
  visit: (term: number) => void,
): void {
  const byte = byteAt(text, 0);
  work.spend(workOfBytes(bytes.length));
  let term = 0;
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== byte) continue;
    for (; end <= at; term++) end = numberAt(starts, term + 1);
    const start = numberAt(starts, term - 1);
    if ((!atStart || at === start) && (!atEnd || bytes[end - 1] === byte)) {
      work.spend(TERM_WORK);
      visit(term - 1);
    }
    at = end - 1;
  }
}

/** Units of work for looking up a gram, and for checking a term. */
const GRAM_WORK = 4;
const TERM_WORK = 2;

/** Checking this many terms costs no more than looking up another gram. */
const FEW_TERMS = 16;

/**
 * Returns the index of a gram of the text whose list is short enough, or else of the gram with the
 * shortest list. Returns -1 if a gram that was looked up has no list.
 */
function rarestGram(
  grams: GramIndex,
  text: Uint8Array,
  { atStart, atEnd }: Anchors,
  work: Work,
): number {
  const bordered = new Uint8Array(text.length + Number(atStart) + Number(atEnd));
  bordered.set(text, Number(atStart));
  const length = Math.min(GRAM_BYTES, bordered.length);
  let rarest = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let at = 0; length > 0 && at + length <= bordered.length && fewest > FEW_TERMS; at++) {
    work.spend(GRAM_WORK);
    let key = 1;
    for (let i = 0; i < length; i++) key = (key << 8) | byteAt(bordered, at + i);
    const gram = indexOfKey(grams, key);
    if (gram === -1) return -1;
    const count = numberAt(grams.starts, gram + 1) - numberAt(grams.starts, gram);
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
  work: Work,
): boolean {
  const spare = end - start - text.length;
  if (spare < 0 || (atStart && atEnd && spare > 0)) return false;
  if (atStart) return equalsAt(bytes, start, text);
  if (atEnd) return equalsAt(bytes, end - text.length, text);
  return indexOfBytes(bytes, start, end, text, work) !== -1;
}

function indexOfKey({ keys }: GramIndex, key: number): number {
  const gram = firstAtLeast(keys, key);
  return keys[gram] === key ? gram : -1;
}
