import { elementAt, numberAt, sharedBytes, sharedNumbers } from '../flat-arrays.ts';
import { GrowingArray } from '../growing-array.ts';
import type { TermTable } from '../term-table.ts';
import { Work } from '../work.ts';
import { findBroadPrefixes } from './broad-prefixes.ts';
import { DescriptionReader } from './description-reader.ts';
import { Dictionary } from './dictionary.ts';
import {
  type FuzzyIndex,
  NEGATED_PLACE,
  NEGATED_TOKEN,
  PLACE_MASK,
  PLACE_SHIFT,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import { PLACE_BITS } from './place.ts';
import { familyPoints, MOST_FAMILY_POINTS, placePoints } from './points.ts';
import { profilesOf } from './word-profiles.ts';

/** Builds the index from descriptions that come one by one. */
export class FuzzyIndexBuilder {
  readonly #reader = new DescriptionReader();
  /** The number of foods of each family. */
  readonly #familySizes = new GrowingArray();
  /** Per food: its row, family, whether it is for infants, and its tokens by provisional number. */
  readonly #rows = new GrowingArray();
  readonly #foodFamilies = new GrowingArray();
  readonly #plainness = new GrowingArray();
  readonly #tokens = new GrowingArray();
  readonly #tokenEnds = new GrowingArray();

  add(row: number, description: string): void {
    this.#reader.read(description);
    const { tokens, family, isInfantFood, plainness } = this.#reader;
    if (family === this.#familySizes.length) this.#familySizes.push(0);
    this.#familySizes.set(family, this.#familySizes.at(family) + 1);
    this.#rows.push(row);
    this.#foodFamilies.push(family * 2 + Number(isInfantFood));
    this.#plainness.push(plainness);
    for (const token of tokens) this.#tokens.push(token);
    this.#tokenEnds.push(this.#tokens.length);
  }

  build(): FuzzyIndex {
    const order = this.#foodsByRank();
    const { numbers, words, wordStarts } = sortWords(this.#reader.words);
    const tokens = sharedNumbers(this.#tokens.length);
    const tokenStarts = sharedNumbers(order.length + 1);
    const rows = sharedNumbers(order.length);
    let length = 0;
    for (let rank = 0; rank < order.length; rank++) {
      const food = numberAt(order, rank);
      rows[rank] = this.#rows.at(food);
      const end = this.#tokenEnds.at(food);
      for (let i = food === 0 ? 0 : this.#tokenEnds.at(food - 1); i < end; i++) {
        const token = this.#tokens.at(i);
        const word = numberAt(numbers, token >>> WORD_SHIFT);
        tokens[length++] = (word << WORD_SHIFT) | (token & ((1 << WORD_SHIFT) - 1));
      }
      tokenStarts[rank + 1] = length;
    }
    this.#tokens.release();
    this.#tokenEnds.release();
    const familyStarts = this.#familyStarts(order);
    const postings = collectPostings(tokens, tokenStarts, wordStarts.length - 1);
    return {
      rows,
      familyStarts,
      words,
      wordStarts,
      wordProfiles: profilesOf(new Dictionary({ words, wordStarts }, new Work())),
      tokens,
      tokenStarts,
      ...postings,
      broadPrefixes: findBroadPrefixes({ words, wordStarts, familyStarts, ...postings }),
    };
  }

  /**
   * By family points, then by the size of the family, by plainness, and in the order of the rows: a
   * counting sort.
   */
  #foodsByRank(): Uint32Array {
    const count = this.#rows.length;
    const next = new Uint32Array(GROUPS + 1);
    const groups = new Uint32Array(count);
    for (let food = 0; food < count; food++) {
      const step = MAX_STEP - Math.floor(Math.log2(this.#familySizeOf(food)));
      const plainness = MAX_PLAINNESS - this.#plainness.at(food);
      const group =
        (this.#pointsOf(food) * (MAX_STEP + 1) + step) * (MAX_PLAINNESS + 1) + plainness;
      groups[food] = group;
      next[group + 1] = numberAt(next, group + 1) + 1;
    }
    for (let group = 1; group < GROUPS; group++) {
      next[group] = numberAt(next, group) + numberAt(next, group - 1);
    }
    const order = new Uint32Array(count);
    for (let food = 0; food < count; food++) {
      const group = numberAt(groups, food);
      const rank = numberAt(next, group);
      order[rank] = food;
      next[group] = rank + 1;
    }
    return order;
  }

  #familyStarts(order: Uint32Array): Uint32Array {
    const starts = sharedNumbers(MOST_FAMILY_POINTS).fill(order.length);
    for (let rank = order.length - 1; rank >= 0; rank--) {
      starts.fill(rank, 0, this.#pointsOf(numberAt(order, rank)));
    }
    return starts;
  }

  #pointsOf(food: number): number {
    return familyPoints(this.#familySizeOf(food), (this.#foodFamilies.at(food) & 1) === 1);
  }

  #familySizeOf(food: number): number {
    return this.#familySizes.at(this.#foodFamilies.at(food) >>> 1);
  }
}

const MAX_STEP = 31;
const MAX_PLAINNESS = 15;
const GROUPS = (MOST_FAMILY_POINTS + 1) * (MAX_STEP + 1) * (MAX_PLAINNESS + 1);

/** The words in the order of their bytes, and the new numbers of the provisional ones. */
function sortWords({ bytes: growing, starts, size }: TermTable) {
  const bytes = Buffer.from(growing.bytes.buffer);
  // A character for each byte: they compare as the bytes do, and much faster than buffers.
  const texts = Array.from({ length: size }, (_, word) =>
    bytes.toString('latin1', starts.at(word), starts.at(word + 1)),
  );
  const order = [...texts.keys()];
  order.sort((a, b) => (elementAt(texts, a) < elementAt(texts, b) ? -1 : 1));
  const numbers = new Uint32Array(size);
  const wordStarts = sharedNumbers(size + 1);
  const words = sharedBytes(growing.length);
  order.forEach((provisional, word) => {
    numbers[provisional] = word;
    const start = numberAt(wordStarts, word);
    words.set(bytes.subarray(starts.at(provisional), starts.at(provisional + 1)), start);
    wordStarts[word + 1] = start + elementAt(texts, provisional).length;
  });
  return { numbers, words, wordStarts };
}

/**
 * Per word the foods that have it, each once with the place of the fewest points, and once more where it is negated;
 * ascending by place and rank. A counting sort by word and place, since the ranks ascend already.
 */
function collectPostings(tokens: Uint32Array, tokenStarts: Uint32Array, wordCount: number) {
  /** Word and place of the postings, food after food, and where those of each food end. */
  const groups = new Uint32Array(tokens.length);
  const groupEnds = new Uint32Array(tokenStarts.length - 1);
  /** Per word, said and negated, where its last posting ends among them. */
  const lastEnds = new Uint32Array(2 * wordCount);
  let count = 0;
  for (let rank = 0; rank < groupEnds.length; rank++) {
    const first = count;
    const end = numberAt(tokenStarts, rank + 1);
    for (let i = numberAt(tokenStarts, rank); i < end; i++) {
      const token = numberAt(tokens, i);
      const word = token >>> WORD_SHIFT;
      const isNegated = (token & NEGATED_TOKEN) !== 0;
      const group = (word << PLACE_BITS) | (isNegated ? NEGATED_PLACE : token & PLACE_MASK);
      const last = 2 * word + Number(isNegated);
      const at = numberAt(lastEnds, last) - 1;
      if (at < first) {
        groups[count++] = group;
        lastEnds[last] = count;
      } else if (placePoints(group & PLACE_MASK) < placePoints(numberAt(groups, at) & PLACE_MASK)) {
        groups[at] = group;
      }
    }
    groupEnds[rank] = count;
  }
  const next = new Uint32Array((wordCount << PLACE_BITS) + 1);
  for (let i = 0; i < count; i++) {
    const group = numberAt(groups, i);
    next[group + 1] = numberAt(next, group + 1) + 1;
  }
  for (let group = 1; group < next.length; group++) {
    next[group] = numberAt(next, group) + numberAt(next, group - 1);
  }
  const postingStarts = sharedNumbers(wordCount + 1);
  for (let word = 0; word <= wordCount; word++) {
    postingStarts[word] = numberAt(next, word << PLACE_BITS);
  }
  const postings = sharedNumbers(count);
  for (let rank = 0, i = 0; rank < groupEnds.length; rank++) {
    for (const end = numberAt(groupEnds, rank); i < end; i++) {
      const group = numberAt(groups, i);
      const at = numberAt(next, group);
      postings[at] = (group & PLACE_MASK) * 2 ** PLACE_SHIFT + rank;
      next[group] = at + 1;
    }
  }
  return { postings, postingStarts };
}
