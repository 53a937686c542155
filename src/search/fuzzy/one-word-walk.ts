import { CountingSort } from '../counting-sort.ts';
import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import { MOST_BOUND } from './candidates.ts';
import { type FoodBounds, NO_POINTS } from './food-bounds.ts';
import type { FoodFilter } from './food-filter.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPointsAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import { Polarity } from './negation.ts';
import { isInHead } from './place.ts';
import { PENALTIES, placePoints, scoreOf } from './points.ts';
import type { JointWay, Way, WordWay } from './ways.ts';

// In which order the foods that meet one word of a fuzzy query are looked at, and when that ends.

/** Postings of a word at one place, and the points that a food has at least that comes from there. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly points: number;
  /** Whether a food that is met there first has no more. */
  readonly isExact: boolean;
}

/**
 * Is called with the rank of each food, and with its points where they are known; of one that is met in
 * several ways, more than once.
 */
type Visit = (rank: number, points?: number) => void;

/** Goes through the foods that meet one word, the most promising first, as long as they may be best. */
export class OneWordWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #best: BestFoods;
  readonly #bounds: FoodBounds;
  readonly #work: Work;
  readonly #byBound = new CountingSort(MOST_BOUND + 1);
  /** Ranks by their bounds. */
  #sorted = new Uint32Array(0);
  /** Per place, the least points of a posting of the current way; {@link NO_POINTS} where it is none. */
  readonly #placePoints = new Uint32Array(NEGATED_PLACE + 1);
  /** Points that all foods have besides. */
  #base = 0;
  /** Whether a food has no more points than it has at least by its best way. */
  #isExact = false;

  /** @param bounds - finds the foods of joint ways */
  constructor(
    index: FuzzyIndex,
    { filter, best, bounds }: { filter: FoodFilter; best: BestFoods; bounds: FoodBounds },
    work: Work,
  ) {
    this.#index = index;
    this.#filter = filter;
    this.#best = best;
    this.#bounds = bounds;
    this.#work = work;
  }

  /**
   * Visits the foods that ways lead to, and adds `base` to their points.
   *
   * @param isAlone - whether the word is all that is looked for, without alternatives
   * @param visit - takes a food for one of the best, if it is
   */
  forEach(ways: readonly Way[], base: number, isAlone: boolean, visit: Visit): void {
    this.#base = base;
    this.#isExact = isAlone;
    for (const group of this.#groupsOf(ways)) this.#visitGroup(group, visit);
    for (const way of ways) {
      if (isWord(way) || !this.#best.admits(scoreOf(base + way.points + way.doubt), 0)) continue;
      if ('parts' in way) this.#visitJoint(way, visit);
      else this.#visitBeginning(way, visit);
    }
  }

  /** The foods of single words by place, the most promising first. */
  #groupsOf(ways: readonly Way[]): Group[] {
    const { postings, postingStarts } = this.#index;
    const groups: Group[] = [];
    // A food that has the word outside of its head may have fewer points by a beginning.
    const isExactOutside = this.#isExact && ways.every(isWord);
    const leastOfOthers = leastPointsOfOthers(ways);
    for (const way of ways) {
      if (!isWord(way)) continue;
      const end = numberAt(postingStarts, way.end);
      for (let start = numberAt(postingStarts, way.first); start < end; ) {
        const place = placeOf(numberAt(postings, start));
        const groupEnd = this.#endOfPlace(start, end, place);
        if (isMetAt(way, place)) {
          const points = leastPoints(way, place);
          const isExact =
            points < PENALTIES.named ? isOwnWord(way) && points <= leastOfOthers : isExactOutside;
          const isPlaced = place !== NEGATED_PLACE;
          groups.push({ start, end: groupEnd, points, isExact: isExact && isPlaced });
        }
        start = groupEnd;
      }
    }
    return groups.sort((a, b) => a.points - b.points);
  }

  /** Where the postings of a place end that begin at `start`. */
  #endOfPlace(start: number, end: number, place: number): number {
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (placeOf(numberAt(this.#index.postings, middle)) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #visitGroup({ start, end, points, isExact }: Group, visit: Visit): void {
    const { postings, familyStarts } = this.#index;
    for (let i = start; i < end; i++) {
      this.#work.spend(1);
      const rank = numberAt(postings, i) & FOOD_RANK_MASK;
      const all = this.#base + points + familyPointsAt(familyStarts, rank);
      // The ranks ascend: where one is too late, all that follow are.
      if (!this.#best.admits(scoreOf(all), rank)) return;
      visit(rank, isExact ? all : undefined);
    }
  }

  #visitJoint(way: JointWay, visit: Visit): void {
    const { ranks, points } = this.#bounds.foodsOf(way);
    this.#work.spend(ranks.length);
    for (const [i, rank] of ranks.entries()) {
      if (this.#admits(elementAt(points, i) + way.doubt, rank)) visit(rank);
    }
  }

  /** Visits the foods whose words begin alike, or only the best of them where these are known. */
  #visitBeginning(way: WordWay, visit: Visit): void {
    const wantsBest = this.#filter.passesAll && !this.#best.takesAll;
    const known = wantsBest ? this.#knownBest(way) : undefined;
    if (known !== undefined) for (const rank of known) visit(rank);
    else this.#visitAll(way, visit);
  }

  /** The best foods of a broad beginning. */
  #knownBest({ first, end, polarity }: WordWay): Uint32Array | undefined {
    if (polarity !== Polarity.said) return undefined;
    const { ranges, starts, ranks } = this.#index.broadPrefixes;
    for (let i = 0; 2 * i < ranges.length; i++) {
      if (ranges[2 * i] === first && ranges[2 * i + 1] === end) {
        return ranks.subarray(starts[i], starts[i + 1]);
      }
    }
    return undefined;
  }

  /** Visits the foods by the least points that each may have: few have to be looked at. */
  #visitAll(way: WordWay, visit: Visit): void {
    this.#sortByBounds(way);
    const isExact = this.#isExact && way.polarity === Polarity.said;
    let i = 0;
    for (let bound = 0; bound < this.#byBound.groupCount; bound++) {
      const points = this.#base + bound;
      const score = scoreOf(points);
      if (!this.#best.admits(score, 0)) return;
      for (const last = this.#byBound.endOf(bound); i < last; i++) {
        const rank = numberAt(this.#sorted, i);
        if (this.#best.admits(score, rank)) visit(rank, isExact ? points : undefined);
      }
    }
  }

  #sortByBounds(way: WordWay): void {
    const { postings, postingStarts, familyStarts } = this.#index;
    const start = numberAt(postingStarts, way.first);
    const end = numberAt(postingStarts, way.end);
    this.#work.spend(2 * (end - start));
    this.#usePlaces(way);
    if (end - start > this.#sorted.length) this.#sorted = new Uint32Array(2 * (end - start));
    const boundOf = (posting: number) => {
      const points = numberAt(this.#placePoints, placeOf(posting));
      if (points === NO_POINTS) return NO_POINTS;
      return Math.min(MOST_BOUND, points + familyPointsAt(familyStarts, posting & FOOD_RANK_MASK));
    };
    this.#byBound.clear();
    for (let i = start; i < end; i++) {
      const bound = boundOf(numberAt(postings, i));
      if (bound !== NO_POINTS) this.#byBound.count(bound);
    }
    this.#byBound.layOut();
    for (let i = start; i < end; i++) {
      const posting = numberAt(postings, i);
      const bound = boundOf(posting);
      if (bound !== NO_POINTS)
        this.#sorted[this.#byBound.nextPlace(bound)] = posting & FOOD_RANK_MASK;
    }
  }

  #usePlaces(way: WordWay): void {
    for (let place = 0; place <= NEGATED_PLACE; place++) {
      this.#placePoints[place] = isMetAt(way, place) ? leastPoints(way, place) : NO_POINTS;
    }
  }

  /** Whether a food may be among the best that has at least so many points besides its family's. */
  #admits(points: number, rank: number): boolean {
    const all = this.#base + points + familyPointsAt(this.#index.familyStarts, rank);
    return this.#best.admits(scoreOf(all), rank);
  }
}

function placeOf(posting: number): number {
  return posting >>> PLACE_SHIFT;
}

/** Whether a way is by a single word of the table. */
function isWord(way: Way): way is WordWay {
  return !('parts' in way) && way.end - way.first === 1;
}

/** Whether a way is by the word of the query as it was typed, in any form. */
function isOwnWord({ isOwn, manner }: WordWay): boolean {
  return isOwn && manner === 'word';
}

function isMetAt({ polarity }: WordWay, place: number): boolean {
  return (polarity & polarityAt(place)) !== 0;
}

/** The least points of a food that is met by what stands for the word, wherever that is. */
function leastPointsOfOthers(ways: readonly Way[]): number {
  return Math.min(...ways.filter(({ isOwn }) => !isOwn).map(({ points }) => points));
}

/** The least points of a food that a way leads to by a posting of this place, where it is the only word. */
function leastPoints(way: WordWay, place: number): number {
  const isOutside = place !== NEGATED_PLACE && !isInHead(place);
  // A food that has the word itself in the head is met there.
  const doubt = isOwnWord(way) && isOutside ? PENALTIES.named : way.doubt;
  return way.points + placePoints(place) + doubt;
}
