import { CountingSort } from '../counting-sort.ts';
import { numberAt, sharedNumbers } from '../flat-arrays.ts';
import {
  type FuzzyIndex,
  NEGATED_PLACE,
  NEGATED_TOKEN,
  PLACE_MASK,
  PLACE_SHIFT,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import { placePenalty } from './penalties.ts';
import { PLACE_BITS } from './place.ts';

// Lists the foods of each word for the fuzzy index, each at its best place.

/** The foods of each word, from the words of each food. */
export function postingsOf(
  { tokens, tokenStarts }: Pick<FuzzyIndex, 'tokens' | 'tokenStarts'>,
  wordCount: number,
): Pick<FuzzyIndex, 'postings' | 'postingStarts'> {
  const collector = new PostingCollector(tokens, tokenStarts.length - 1, wordCount);
  for (let rank = 0; rank + 1 < tokenStarts.length; rank++) {
    collector.addFood(numberAt(tokenStarts, rank), numberAt(tokenStarts, rank + 1));
  }
  return collector.toPostings();
}

/**
 * Collects the postings of each food: each of its words once, at the place of the least penalty, and
 * once more where it is negated.
 */
class PostingCollector {
  readonly #tokens: Uint32Array;
  readonly #wordCount: number;
  /** The word and the place of each posting, food after food, and where those of each food end. */
  readonly #groups: Uint32Array;
  readonly #foodEnds: Uint32Array;
  #count = 0;
  #foodCount = 0;
  /** Per word, said and negated, the number of its last posting plus one. */
  readonly #last: Uint32Array;

  constructor(tokens: Uint32Array, foodCount: number, wordCount: number) {
    this.#tokens = tokens;
    this.#wordCount = wordCount;
    this.#groups = new Uint32Array(tokens.length);
    this.#foodEnds = new Uint32Array(foodCount);
    this.#last = new Uint32Array(2 * wordCount);
  }

  /** Adds the next food, whose tokens are those from one to another. */
  addFood(start: number, end: number): void {
    const firstPosting = this.#count;
    for (let i = start; i < end; i++) this.#addToken(numberAt(this.#tokens, i), firstPosting);
    this.#foodEnds[this.#foodCount++] = this.#count;
  }

  /** @param firstPosting - of the same food */
  #addToken(token: number, firstPosting: number): void {
    const word = token >>> WORD_SHIFT;
    const isNegated = (token & NEGATED_TOKEN) !== 0;
    const group = (word << PLACE_BITS) | (isNegated ? NEGATED_PLACE : token & PLACE_MASK);
    const key = 2 * word + Number(isNegated);
    const known = numberAt(this.#last, key) - 1;
    if (known < firstPosting) {
      this.#groups[this.#count++] = group;
      this.#last[key] = this.#count;
    } else if (penaltyOf(group) < penaltyOf(numberAt(this.#groups, known))) {
      this.#groups[known] = group;
    }
  }

  /** Sorts them by word and place; their ranks ascend already. */
  toPostings(): Pick<FuzzyIndex, 'postings' | 'postingStarts'> {
    const sort = new CountingSort(this.#wordCount << PLACE_BITS);
    for (let i = 0; i < this.#count; i++) sort.count(numberAt(this.#groups, i));
    sort.layOut();
    const postingStarts = sharedNumbers(this.#wordCount + 1);
    for (let word = 0; word <= this.#wordCount; word++) {
      postingStarts[word] = sort.startOf(word << PLACE_BITS);
    }
    const postings = sharedNumbers(this.#count);
    for (let rank = 0, i = 0; rank < this.#foodCount; rank++) {
      for (const end = numberAt(this.#foodEnds, rank); i < end; i++) {
        const group = numberAt(this.#groups, i);
        postings[sort.nextPlace(group)] = (group & PLACE_MASK) * 2 ** PLACE_SHIFT + rank;
      }
    }
    return { postings, postingStarts };
  }
}

function penaltyOf(group: number): number {
  return placePenalty(group & PLACE_MASK);
}
