import { sharedBytes, sharedNumbers } from '../flat-arrays.ts';
import { GrowingArray } from '../growing-array.ts';
import { findBroadPrefixes } from './broad-prefixes.ts';
import {
  type FuzzyIndex,
  PLACE_MASK,
  RANK_BITS,
  SEGMENT_START,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import { readDescription } from './place.ts';
import { familyPoints, MOST_FAMILY_POINTS } from './points.ts';

/** Builds the index from descriptions that come one by one. */
export class FuzzyIndexBuilder {
  readonly #words = new Map<string, number>();
  readonly #families = new Map<string, number>();
  readonly #familySizes: number[] = [];
  /** Per food: its row, family, whether it is for infants, and its tokens by provisional number. */
  readonly #rows = new GrowingArray();
  readonly #foodFamilies = new GrowingArray();
  readonly #plainness = new GrowingArray();
  readonly #tokens = new GrowingArray();
  readonly #tokenEnds = new GrowingArray();

  add(row: number, description: string): void {
    const { tokens, family, isInfantFood, plainness } = readDescription(description);
    const familyNumber = numberOf(this.#families, family);
    this.#familySizes[familyNumber] = (this.#familySizes[familyNumber] ?? 0) + 1;
    this.#rows.push(row);
    this.#foodFamilies.push(familyNumber * 2 + Number(isInfantFood));
    this.#plainness.push(plainness);
    for (const { word, place, startsSegment } of tokens) {
      const number = numberOf(this.#words, word);
      this.#tokens.push((number << WORD_SHIFT) | (startsSegment ? SEGMENT_START : 0) | place);
    }
    this.#tokenEnds.push(this.#tokens.length);
  }

  build(): FuzzyIndex {
    const order = this.#foodsByRank();
    const sorted = sortWords(this.#words);
    const tokens = sharedNumbers(this.#tokens.length);
    const tokenStarts = sharedNumbers(order.length + 1);
    const rows = sharedNumbers(order.length);
    let length = 0;
    order.forEach((food, rank) => {
      rows[rank] = this.#rows.at(food);
      const end = this.#tokenEnds.at(food);
      for (let i = food === 0 ? 0 : this.#tokenEnds.at(food - 1); i < end; i++) {
        const token = this.#tokens.at(i);
        const word = sorted.numbers[token >>> WORD_SHIFT] ?? 0;
        tokens[length++] = (word << WORD_SHIFT) | (token & (SEGMENT_START | PLACE_MASK));
      }
      tokenStarts[rank + 1] = length;
    });
    const { words, wordStarts } = sorted;
    const familyStarts = this.#familyStarts(order);
    const postings = collectPostings(tokens, tokenStarts, wordStarts.length - 1);
    return {
      rows,
      familyStarts,
      words,
      wordStarts,
      tokens,
      tokenStarts,
      ...postings,
      broadPrefixes: findBroadPrefixes({ words, wordStarts, familyStarts, ...postings }),
    };
  }

  /** By family points, then by the size of the family, by plainness, and in the order of the rows. */
  #foodsByRank(): Uint32Array<ArrayBuffer> {
    const keys = Float64Array.from({ length: this.#rows.length }, (_, food) => {
      const step = MAX_STEP - Math.floor(Math.log2(this.#familySizeOf(food)));
      const plainness = MAX_PLAINNESS - this.#plainness.at(food);
      const order =
        (this.#pointsOf(food) * (MAX_STEP + 1) + step) * (MAX_PLAINNESS + 1) + plainness;
      return order * 2 ** 32 + food;
    });
    return Uint32Array.from(keys.sort(), (key) => key % 2 ** 32);
  }

  #familyStarts(order: Uint32Array): Uint32Array {
    const starts = sharedNumbers(MOST_FAMILY_POINTS).fill(order.length);
    for (let rank = order.length - 1; rank >= 0; rank--) {
      starts.fill(rank, 0, this.#pointsOf(order[rank] ?? 0));
    }
    return starts;
  }

  #pointsOf(food: number): number {
    return familyPoints(this.#familySizeOf(food), (this.#foodFamilies.at(food) & 1) === 1);
  }

  #familySizeOf(food: number): number {
    return this.#familySizes[this.#foodFamilies.at(food) >>> 1] ?? 1;
  }
}

const MAX_STEP = 31;
const MAX_PLAINNESS = 15;

function numberOf(numbers: Map<string, number>, text: string): number {
  const found = numbers.get(text);
  if (found !== undefined) return found;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

/** The words in the order of their bytes, and the new numbers of the provisional ones. */
function sortWords(provisional: ReadonlyMap<string, number>) {
  const encoder = new TextEncoder();
  const encoded = Array.from(provisional, ([word, number]) => ({
    bytes: Buffer.from(encoder.encode(word)),
    number,
  }));
  encoded.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const numbers = new Uint32Array(encoded.length);
  const wordStarts = sharedNumbers(encoded.length + 1);
  encoded.forEach(({ bytes, number }, word) => {
    numbers[number] = word;
    wordStarts[word + 1] = (wordStarts[word] ?? 0) + bytes.length;
  });
  const words = sharedBytes(wordStarts[encoded.length] ?? 0);
  encoded.forEach(({ bytes }, word) => {
    words.set(bytes, wordStarts[word]);
  });
  return { numbers, words, wordStarts };
}

/** Per word the foods that have it, each once with the best place; ascending by place and rank. */
function collectPostings(tokens: Uint32Array, tokenStarts: Uint32Array, wordCount: number) {
  const count = new Uint32Array(wordCount + 1);
  const lastRank = new Uint32Array(wordCount);
  const visit = (onPosting: (word: number, rank: number, place: number) => void) => {
    lastRank.fill(0);
    for (let rank = 0; rank + 1 < tokenStarts.length; rank++) {
      const [start = 0, end = 0] = [tokenStarts[rank], tokenStarts[rank + 1]];
      for (let i = start; i < end; i++) {
        const word = (tokens[i] ?? 0) >>> WORD_SHIFT;
        if (lastRank[word] === rank + 1) continue;
        lastRank[word] = rank + 1;
        let place = (tokens[i] ?? 0) & PLACE_MASK;
        for (let j = i + 1; j < end; j++) {
          const other = tokens[j] ?? 0;
          if (other >>> WORD_SHIFT === word) place = Math.min(place, other & PLACE_MASK);
        }
        onPosting(word, rank, place);
      }
    }
  };
  visit((word) => {
    count[word + 1] = (count[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < wordCount; word++) {
    count[word + 1] = (count[word + 1] ?? 0) + (count[word] ?? 0);
  }
  const postingStarts = sharedNumbers(wordCount + 1);
  postingStarts.set(count);
  const postings = sharedNumbers(postingStarts[wordCount] ?? 0);
  visit((word, rank, place) => {
    const at = count[word] ?? 0;
    postings[at] = place * 2 ** RANK_BITS + rank;
    count[word] = at + 1;
  });
  for (let word = 0; word < wordCount; word++) {
    postings.subarray(postingStarts[word], postingStarts[word + 1]).sort();
  }
  return { postings, postingStarts };
}
