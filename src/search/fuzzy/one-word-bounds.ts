import { CountingSort } from '../counting-sort.ts';
import { elementAt, numberAt, shortAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { MOST_BOUND } from './candidates.ts';
import { type FoodBounds, UNREACHED } from './food-bounds.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPenaltyAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import { Polarity } from './negation.ts';
import { PENALTIES, placePenalty } from './penalties.ts';
import { isInHead } from './place.ts';
import type { Way, WordWay } from './ways.ts';

// Finds the foods that match a single query word, from the postings alone.

/** The foods that match one query word, each with a lower bound on its penalty for each way. */
export class OneWordBounds {
  readonly #index: FuzzyIndex;
  readonly #bounds: FoodBounds;
  readonly #work: Work;
  readonly #sort = new CountingSort(MOST_BOUND + 1);
  /**
   * Per rank, the least bound of a food in {@link #ranks}, plus {@link UNSURE} if it may not be the
   * penalty itself.
   */
  readonly #bound: Uint16Array;
  /** The matching ranks, and the same sorted by bound. */
  #ranks = new Uint32Array(0);
  #sorted = new Uint32Array(0);
  #count = 0;
  /** For each place, the penalty of a posting in the current way. */
  readonly #placePenalty = new Uint32Array(NEGATED_PLACE + 1);

  /** @param bounds - resolves joint ways */
  constructor(index: FuzzyIndex, bounds: FoodBounds, work: Work) {
    this.#index = index;
    this.#bounds = bounds;
    this.#work = work;
    this.#bound = new Uint16Array(index.rows.length).fill(NO_BOUND);
  }

  /**
   * Visits the foods that the ways lead to, by increasing lower bound. This is the penalty itself if
   * a food matches in none of the ways by another name or by several words.
   *
   * @param most - how many foods are wanted; foods that cannot be among these may be skipped
   * @param visit - returns false if foods with higher penalties are not needed
   */
  forEach(
    ways: readonly Way[],
    most: number,
    visit: (rank: number, penalty: number, isExact: boolean) => boolean,
  ): void {
    this.#forget();
    for (const way of ways) {
      if (!('parts' in way)) this.#addPostings(way, most);
      else {
        const { ranks, penalty } = this.#bounds.foodsOf(way);
        this.#reserve(ranks.length);
        for (const [i, rank] of ranks.entries())
          this.#add(rank, elementAt(penalty, i) + way.doubt, UNSURE);
      }
    }
    this.#sortByBound();
    let i = 0;
    for (let penalty = 0; penalty < this.#sort.groupCount; penalty++) {
      for (const end = this.#sort.endOf(penalty); i < end; i++) {
        const rank = numberAt(this.#sorted, i);
        if (!visit(rank, penalty, shortAt(this.#bound, rank) < UNSURE)) return;
      }
    }
  }

  /** Discards the foods of the previous search, which may have been interrupted at any point. */
  #forget(): void {
    for (let i = 0; i < this.#count; i++) this.#bound[numberAt(this.#ranks, i)] = NO_BOUND;
    this.#count = 0;
  }

  #sortByBound(): void {
    const [ranks, bounds, sort] = [this.#ranks, this.#bound, this.#sort];
    sort.clear();
    for (let i = 0; i < this.#count; i++) sort.count(shortAt(bounds, numberAt(ranks, i)) % UNSURE);
    sort.layOut();
    for (let i = 0; i < this.#count; i++) {
      const rank = numberAt(ranks, i);
      this.#sorted[sort.nextPlace(shortAt(bounds, rank) % UNSURE)] = rank;
    }
  }

  #addPostings(way: WordWay, most: number): void {
    const { postings, postingStarts } = this.#index;
    const end = numberAt(postingStarts, way.end);
    const start = numberAt(postingStarts, way.first);
    this.#reserve(end - start);
    for (let place = 0; place <= NEGATED_PLACE; place++) {
      this.#placePenalty[place] = leastPenalty(way, place);
    }
    const flag = way.isOwn && way.polarity === Polarity.said ? 0 : UNSURE;
    let before = 0;
    let count = 0;
    for (let i = start; i < end; i++) {
      const posting = numberAt(postings, i);
      // Within one word and place, penalties ascend with the ranks: the first postings suffice.
      const goesOn = posting > before && posting >>> PLACE_SHIFT === before >>> PLACE_SHIFT;
      before = posting;
      count = goesOn ? count + 1 : 1;
      if (count > most) continue;
      const penalty = numberAt(this.#placePenalty, posting >>> PLACE_SHIFT);
      if (penalty !== UNREACHED) this.#add(posting & FOOD_RANK_MASK, penalty, flag);
    }
  }

  #add(rank: number, penalty: number, flag: number): void {
    const before = shortAt(this.#bound, rank);
    const bound = Math.min(MOST_BOUND, penalty + familyPenaltyAt(this.#index.familyStarts, rank));
    if (before === NO_BOUND) {
      this.#ranks[this.#count++] = rank;
      this.#bound[rank] = bound | flag;
    } else this.#bound[rank] = Math.min(before % UNSURE, bound) | (before & UNSURE) | flag;
  }

  /** Makes room for more foods. */
  #reserve(more: number): void {
    this.#work.spend(2 * more);
    const count = Math.min(this.#count + more, this.#bound.length);
    if (count <= this.#ranks.length) return;
    const ranks = this.#ranks;
    this.#ranks = new Uint32Array(2 * count);
    this.#sorted = new Uint32Array(2 * count);
    this.#ranks.set(ranks);
  }
}

/** The bound of a food that does not match: greater than any. */
const NO_BOUND = 0xffff;
const UNSURE = 0x8000;

/** Returns the lowest penalty of a food with a posting at this place, by this way. */
function leastPenalty(way: WordWay, place: number): number {
  if ((way.polarity & polarityAt(place)) === 0) return UNREACHED;
  const isOutside = place !== NEGATED_PLACE && !isInHead(place);
  // Postings have a food's best place: outside the head means that the word is not in the head.
  const doubt = way.doubt === 0 && isOutside ? PENALTIES.named : way.doubt;
  return way.penalty + placePenalty(place) + doubt;
}
