import { sortPostings } from '../counting-sort.ts';
import { elementAt, numberAt, sharedBytes, sharedNumbers } from '../flat-arrays.ts';
import { GrowingArray } from '../growing-array.ts';
import type { TermTable } from '../term-table.ts';
import { Work } from '../work.ts';
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
import type { Language } from './language.ts';
import { familyGroup, LAST_GROUP, placePenalty } from './penalties.ts';
import { PLACE_BITS } from './place.ts';
import { profilesOf } from './word-profiles.ts';

// Builds the fuzzy index. Defines the order of foods with equal penalties: larger families first,
// plain before unusual, then table order.

/** Builds the index from descriptions that are added one by one. */
export class FuzzyIndexBuilder {
  readonly #reader: DescriptionReader;
  /** The number of foods in each family. */
  readonly #familySizes = new GrowingArray();
  /**
   * For each food: its row, its family with flags for packaged and infant foods, its plainness, and
   * its tokens with provisional word IDs.
   */
  readonly #rows = new GrowingArray();
  readonly #foodFamilies = new GrowingArray();
  readonly #plainness = new GrowingArray();
  readonly #tokens = new GrowingArray();
  readonly #tokenEnds = new GrowingArray();

  constructor(language?: Language) {
    this.#reader = new DescriptionReader(language);
  }

  /**
   * @param names - other names of the food, formatted like a description, with the brand on its own
   *   line
   */
  add(row: number, description: string, names: string | null): void {
    this.#reader.read(description);
    if (names !== null) this.#reader.readNames(names);
    const { tokens, family, isInfantFood, plainness } = this.#reader;
    if (family === this.#familySizes.length) this.#familySizes.push(0);
    this.#familySizes.set(family, this.#familySizes.at(family) + 1);
    this.#rows.push(row);
    const isPackaged = names?.includes('\n') === true;
    this.#foodFamilies.push(family * 4 + Number(isPackaged) * 2 + Number(isInfantFood));
    this.#plainness.push(plainness);
    for (const token of tokens) this.#tokens.push(token);
    this.#tokenEnds.push(this.#tokens.length);
  }

  build(): FuzzyIndex {
    const order = this.#foodsByRank();
    const rows = sharedNumbers(order.length);
    for (let rank = 0; rank < order.length; rank++) {
      rows[rank] = this.#rows.at(numberAt(order, rank));
    }
    const { numbers, ...dictionary } = sortWords(this.#reader.words);
    const texts = this.#tokensInOrder(order, numbers);
    return {
      rows,
      familyStarts: this.#familyStarts(order),
      ...dictionary,
      wordProfiles: profilesOf(new Dictionary(dictionary, new Work())),
      ...texts,
      ...postingsOf(texts, numbers.length),
    };
  }

  /** Returns the foods sorted by family group, family size, plainness and row. */
  #foodsByRank(): Uint32Array {
    const counts = { count: this.#rows.length, termCount: RANK_GROUPS, groupsPerTerm: 1 };
    return sortPostings(counts, (food) => this.#orderOf(food), Number).postings;
  }

  #orderOf(food: number): number {
    const step = MAX_STEP - Math.floor(Math.log2(this.#familySizeOf(food)));
    const plainness = MAX_PLAINNESS - this.#plainness.at(food);
    return (this.#groupOf(food) * (MAX_STEP + 1) + step) * (MAX_PLAINNESS + 1) + plainness;
  }

  /** Returns the tokens in rank order with final word IDs. Releases the provisional tokens. */
  #tokensInOrder(
    order: Uint32Array,
    numbers: Uint32Array,
  ): Pick<FuzzyIndex, 'tokens' | 'tokenStarts'> {
    const tokens = sharedNumbers(this.#tokens.length);
    const tokenStarts = sharedNumbers(order.length + 1);
    let length = 0;
    for (let rank = 0; rank < order.length; rank++) {
      const food = numberAt(order, rank);
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
    return { tokens, tokenStarts };
  }

  #familyStarts(order: Uint32Array): Uint32Array {
    const starts = sharedNumbers(LAST_GROUP).fill(order.length);
    for (let rank = order.length - 1; rank >= 0; rank--) {
      starts.fill(rank, 0, this.#groupOf(numberAt(order, rank)));
    }
    return starts;
  }

  #groupOf(food: number): number {
    const flags = this.#foodFamilies.at(food);
    return familyGroup(this.#familySizeOf(food), (flags & 1) !== 0, (flags & 2) !== 0);
  }

  #familySizeOf(food: number): number {
    return this.#familySizes.at(this.#foodFamilies.at(food) >>> 2);
  }
}

const MAX_STEP = 31;
const MAX_PLAINNESS = 31;
const RANK_GROUPS = (LAST_GROUP + 1) * (MAX_STEP + 1) * (MAX_PLAINNESS + 1);

/** Sorts the words by their bytes, and maps provisional word IDs to final ones. */
function sortWords({ bytes: growing, starts, size }: TermTable) {
  const bytes = Buffer.from(growing.bytes.buffer);
  // Latin-1 strings have one character per byte: they sort like the bytes, and much faster than
  // buffers.
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
 * Inverts the tokens. Each food is listed once for each word that it states, at the place with the
 * lowest penalty, and once for each word that it negates.
 */
export function postingsOf(
  { tokens, tokenStarts }: Pick<FuzzyIndex, 'tokens' | 'tokenStarts'>,
  wordCount: number,
): Pick<FuzzyIndex, 'postings' | 'postingStarts'> {
  /** For each posting, the word and place, and the rank of the food. */
  const groups = new Uint32Array(tokens.length);
  const ranks = new Uint32Array(tokens.length);
  /** For each word, stated or negated, the index of its last posting plus one. */
  const last = new Uint32Array(2 * wordCount);
  let count = 0;
  for (let rank = 0; rank + 1 < tokenStarts.length; rank++) {
    const firstOfFood = count;
    const end = numberAt(tokenStarts, rank + 1);
    for (let i = numberAt(tokenStarts, rank); i < end; i++) {
      const token = numberAt(tokens, i);
      const group = groupOf(token);
      const key = 2 * (token >>> WORD_SHIFT) + Number((token & NEGATED_TOKEN) !== 0);
      const known = numberAt(last, key) - 1;
      if (known < firstOfFood) {
        ranks[count] = rank;
        groups[count++] = group;
        last[key] = count;
      } else if (penaltyOf(group) < penaltyOf(numberAt(groups, known))) groups[known] = group;
    }
  }
  return sortPostings(
    { count, termCount: wordCount, groupsPerTerm: 1 << PLACE_BITS },
    (i) => numberAt(groups, i),
    (i) => (numberAt(groups, i) & PLACE_MASK) * 2 ** PLACE_SHIFT + numberAt(ranks, i),
  );
}

/** Packs a token's word and place. */
function groupOf(token: number): number {
  const place = (token & NEGATED_TOKEN) !== 0 ? NEGATED_PLACE : token & PLACE_MASK;
  return ((token >>> WORD_SHIFT) << PLACE_BITS) | place;
}

function penaltyOf(group: number): number {
  return placePenalty(group & PLACE_MASK);
}
