import { numberAt } from './flat-arrays.ts';
import { foldInto } from './fold.ts';
import type { FuzzyIndex } from './fuzzy/fuzzy-index.ts';
import { FuzzyIndexBuilder } from './fuzzy/fuzzy-index-builder.ts';
import type { Language } from './fuzzy/language.ts';
import { GrowingArray, GrowingBytes } from './growing-array.ts';
import { readSegments, type Segments } from './segments.ts';
import { countShortWords, type TermIndex } from './term-index.ts';
import { TermIndexBuilder } from './term-index-builder.ts';
import { endOfFirst, startOfLast } from './utf8.ts';
import { endOfWord, startOfWord } from './word-characters.ts';
import { isInfantFood, positionOf, WordPosition } from './word-position.ts';

// Builds the index; fuzzy/ has the part for fuzzy. For substring and words, foods in the same tier
// are in table order, with infant foods last.

/**
 * The index, which consists of flat arrays in shared memory, so that every thread can search it.
 *
 * Texts are numbered by rank: the order they would have if all matched equally well, which is table
 * order with infant foods last. A text is a sequence of words. Between two words is a joint: the
 * last two characters of the left word, everything between the words, and the first two characters
 * of the right one:
 *
 *     egg, whole raw      words   egg  whole  raw
 *                         joints  "gg, wh"  "le ra"
 *
 * So a query occurs inside a word, inside a joint, or across several of them. `hol` can only be
 * inside a word, and `g, ` only inside a joint. `egg, wh` matches only where a word ends with
 * `egg`, the joint is `gg, wh`, and a word starts with `wh`. There are far fewer distinct words
 * than texts.
 */
export interface SearchIndex {
  /**
   * The folded texts in UTF-8, by rank: text `n` has the bytes from `textStarts[n]` to
   * `textStarts[n + 1]`.
   */
  readonly texts: Uint8Array;
  readonly textStarts: Uint32Array;
  /** Maps ranks to rows. */
  readonly rows: Uint32Array;
  readonly words: TermIndex;
  readonly joints: TermIndex;
  /** The counts of short words, from `countShortWords`. */
  readonly shortWordCounts: Uint32Array;
  /** The length of the longest text in bytes. */
  readonly longestText: number;
  readonly fuzzy: FuzzyIndex;
}

/**
 * Indexes the descriptions of all rows in order; a row with `null` never matches.
 *
 * @param names - other names of the food in each row: see {@link SearchIndexBuilder.add}
 */
export function buildSearchIndex(
  descriptions: Iterable<string | null>,
  names: readonly (string | null)[] = [],
  language?: Language,
): SearchIndex {
  const builder = new SearchIndexBuilder(language);
  for (const description of descriptions) {
    builder.add(description, names[builder.rowCount] ?? null);
  }
  return builder.build();
}

/** Builds an index from descriptions that are added one by one. */
export class SearchIndexBuilder {
  readonly #texts = new GrowingBytes();
  readonly #textStarts = new GrowingArray();
  readonly #rows = new GrowingArray();
  readonly #words = new TermIndexBuilder();
  readonly #joints = new TermIndexBuilder();
  readonly #fuzzy: FuzzyIndexBuilder;
  /** Folded texts of infant foods, whose ranks come after all others. */
  readonly #infantFoods: { readonly row: number; readonly text: Uint8Array }[] = [];
  readonly #segments: Segments = { starts: [], ends: [] };
  /** The number of rows added so far. */
  rowCount = 0;

  /** @param language of the descriptions, for `match=fuzzy`; English by default */
  constructor(language?: Language) {
    this.#fuzzy = new FuzzyIndexBuilder(language);
  }

  /**
   * Adds the next row.
   *
   * @param names - other names of the food for `match=fuzzy`, separated by commas, semicolons or
   *   parentheses, with its brand after a line feed
   */
  add(description: string | null, names: string | null = null): void {
    const row = this.rowCount++;
    if (description === null) return;
    this.#fuzzy.add(row, description, names);
    const start = this.#texts.length;
    const end = start + foldInto(description, this.#texts);
    readSegments(this.#texts.bytes, start, end, this.#segments);
    if (isInfantFood(this.#texts.bytes, this.#segments)) {
      this.#infantFoods.push({ row, text: this.#texts.bytes.slice(start, end) });
    } else {
      this.#indexText(row, start, end);
    }
  }

  /** Builds the index of all added rows; the builder must not be used afterward. */
  build(): SearchIndex {
    for (const { row, text } of this.#infantFoods) {
      const start = this.#texts.length;
      this.#texts.reserve(text.length).set(text, start);
      readSegments(this.#texts.bytes, start, start + text.length, this.#segments);
      this.#indexText(row, start, start + text.length);
    }
    this.#textStarts.push(this.#texts.length);
    const textStarts = this.#textStarts.toArray();
    const words = this.#words.build();
    return {
      texts: this.#texts.toArray(),
      textStarts,
      rows: this.#rows.toArray(),
      words,
      joints: this.#joints.build(),
      shortWordCounts: countShortWords(words),
      longestText: longestOf(textStarts),
      fuzzy: this.#fuzzy.build(),
    };
  }

  /**
   * Indexes a text that was just written to the end of the bytes, after its segments have been
   * read.
   */
  #indexText(row: number, start: number, end: number): void {
    const rank = this.#rows.length;
    this.#rows.push(row);
    this.#textStarts.push(start);
    this.#texts.advance(end - start);
    const { bytes } = this.#texts;
    let jointStart = start;
    for (let wordEnd = start; wordEnd < end; ) {
      const wordStart = startOfWord(bytes, wordEnd, end);
      const nextEnd = endOfWord(bytes, wordStart, end);
      if (wordStart > wordEnd) {
        const jointEnd = endOfFirst(bytes, wordStart, nextEnd, JOINT_REACH);
        this.#joints.add(bytes, jointStart, jointEnd, rank, WordPosition.elsewhere);
      }
      if (wordStart < end) {
        const position = positionOf(bytes, this.#segments, wordStart, nextEnd);
        this.#words.add(bytes, wordStart, nextEnd, rank, position);
      }
      jointStart = startOfLast(bytes, wordStart, nextEnd, JOINT_REACH);
      wordEnd = nextEnd;
    }
  }
}

/**
 * How many characters of the word on either side belong to a joint. Shorter words contribute
 * fewer.
 */
export const JOINT_REACH = 2;

/** Returns the length of the longest text in bytes. */
function longestOf(textStarts: Uint32Array): number {
  let longest = 0;
  for (let rank = 1; rank < textStarts.length; rank++) {
    longest = Math.max(longest, numberAt(textStarts, rank) - numberAt(textStarts, rank - 1));
  }
  return longest;
}
