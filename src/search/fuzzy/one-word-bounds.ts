import { CountingSort } from '../counting-sort.ts';
import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { MOST_BOUND } from './candidates.ts';
import type { FoodBounds } from './food-bounds.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPointsAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import { isInHead } from './place.ts';
import { PENALTIES, placePoints } from './points.ts';
import type { Way, WordWay } from './ways.ts';

// Finds the foods that meet a single word, from the postings alone.

/** No points: a way does not lead to this place. */
const NO_POINTS = 0xffff_ffff;

/** The foods that meet one word, by the points that each has at least by one of its ways. */
export class OneWordBounds {
  readonly #index: FuzzyIndex;
  readonly #bounds: FoodBounds;
  readonly #work: Work;
  readonly #sort = new CountingSort(MOST_BOUND + 1);
  /** The ranks met and their points, and after them the ranks in the order of these. */
  #ranks = new Uint32Array(0);
  #points = new Uint32Array(0);
  #sorted = new Uint32Array(0);
  #count = 0;
  /** Per place, the points of a posting of the current way. */
  readonly #placePoints = new Uint32Array(NEGATED_PLACE + 1);

  /** @param bounds - finds the foods of joint ways */
  constructor(index: FuzzyIndex, bounds: FoodBounds, work: Work) {
    this.#index = index;
    this.#bounds = bounds;
    this.#work = work;
  }

  /**
   * Goes through the foods that ways lead to, the least points first. One that is met in several ways
   * comes more than once.
   *
   * @param visit - returns whether there is a use for foods with more points
   */
  forEach(ways: readonly Way[], visit: (rank: number, points: number) => boolean): void {
    this.#count = 0;
    this.#sort.clear();
    for (const way of ways) {
      if (!('parts' in way)) this.#addPostings(way);
      else {
        const { ranks, points } = this.#bounds.foodsOf(way);
        this.#reserve(ranks.length);
        for (const [i, rank] of ranks.entries()) this.#add(rank, elementAt(points, i) + way.doubt);
      }
    }
    this.#sort.layOut();
    for (let i = 0; i < this.#count; i++) {
      this.#sorted[this.#sort.nextPlace(numberAt(this.#points, i))] = numberAt(this.#ranks, i);
    }
    let i = 0;
    for (let points = 0; points < this.#sort.groupCount; points++) {
      for (const end = this.#sort.endOf(points); i < end; i++) {
        if (!visit(numberAt(this.#sorted, i), points)) return;
      }
    }
  }

  #addPostings(way: WordWay): void {
    const { postings, postingStarts } = this.#index;
    const end = numberAt(postingStarts, way.end);
    const start = numberAt(postingStarts, way.first);
    this.#reserve(end - start);
    for (let place = 0; place <= NEGATED_PLACE; place++) {
      this.#placePoints[place] = leastPoints(way, place);
    }
    for (let i = start; i < end; i++) {
      const posting = numberAt(postings, i);
      const points = numberAt(this.#placePoints, posting >>> PLACE_SHIFT);
      if (points !== NO_POINTS) this.#add(posting & FOOD_RANK_MASK, points);
    }
  }

  #add(rank: number, points: number): void {
    const bound = Math.min(MOST_BOUND, points + familyPointsAt(this.#index.familyStarts, rank));
    this.#ranks[this.#count] = rank;
    this.#points[this.#count++] = bound;
    this.#sort.count(bound);
  }

  /** Makes room for so many more foods. */
  #reserve(more: number): void {
    this.#work.spend(2 * more);
    const count = this.#count + more;
    if (count <= this.#ranks.length) return;
    const [ranks, points] = [this.#ranks, this.#points];
    this.#ranks = new Uint32Array(2 * count);
    this.#points = new Uint32Array(2 * count);
    this.#sorted = new Uint32Array(2 * count);
    this.#ranks.set(ranks);
    this.#points.set(points);
  }
}

/** The least points of a food that a way leads to by a posting of this place. */
function leastPoints(way: WordWay, place: number): number {
  if ((way.polarity & polarityAt(place)) === 0) return NO_POINTS;
  const isOutside = place !== NEGATED_PLACE && !isInHead(place);
  // A food that has the word itself in the head is met there.
  const doubt = way.doubt === 0 && isOutside ? PENALTIES.named : way.doubt;
  return way.points + placePoints(place) + doubt;
}
