import { elementAt, firstAtLeast, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import type { FoodBounds } from './food-bounds.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPenaltyAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import { isNaming, PENALTIES, placePenalty, scoreOf } from './penalties.ts';
import type { JointWay, Way, WordWay } from './ways.ts';

// Decides in which order foods that match a single word are visited, and when that can stop.

/** The foods of a joint way, or those of an ordinary way at one place. */
interface Group {
  readonly way: Way;
  readonly place: number;
  /** The lowest penalty of its foods, without their family penalties. */
  readonly bound: number;
}

/** Visits a food, with its penalty if that is known. A food may be visited repeatedly. */
type Visit = (rank: number, penalty?: number) => void;

/**
 * Visits the foods that match a single word of a query, the lowest penalties first, until no
 * remaining food can be among the best.
 */
export class OneWordWalk {
  readonly #index: FuzzyIndex;
  readonly #best: BestFoods;
  readonly #bounds: FoodBounds;
  readonly #work: Work;

  constructor(index: FuzzyIndex, best: BestFoods, bounds: FoodBounds, work: Work) {
    this.#index = index;
    this.#best = best;
    this.#bounds = bounds;
    this.#work = work;
  }

  /**
   * Visits the foods of these ways.
   *
   * @param base - a further penalty that all foods have
   */
  forEach(ways: readonly Way[], base: number, visit: Visit): void {
    for (const group of groupsOf(ways)) {
      if (!this.#best.admits(scoreOf(base + group.bound), 0)) return;
      const { way, place, bound } = group;
      if ('parts' in way) this.#visitJoint(way, base, visit);
      else this.#visitPlace(way, place, base + bound, visit);
    }
  }

  #visitJoint(way: JointWay, base: number, visit: Visit): void {
    const { ranks, penalty } = this.#bounds.foodsOf(way);
    this.#work.spend(ranks.length);
    for (const [i, rank] of ranks.entries()) {
      const family = familyPenaltyAt(this.#index.familyStarts, rank);
      const bound = base + elementAt(penalty, i) + way.doubt + family;
      if (this.#best.admits(scoreOf(bound), rank)) visit(rank);
    }
  }

  /** @param bound - the lowest penalty of a food of this place */
  #visitPlace(way: WordWay, place: number, bound: number, visit: Visit): void {
    const { postings, postingStarts, familyStarts } = this.#index;
    // The penalty is not exact for a negated word, whose place is unknown, nor for another name, since
    // the food may match better elsewhere.
    const isExact = way.isOwn && place !== NEGATED_PLACE;
    const first = place * 2 ** PLACE_SHIFT;
    let end = numberAt(postingStarts, way.first);
    this.#work.spend(way.end - way.first);
    for (let word = way.first; word < way.end; word++) {
      const start = end;
      end = numberAt(postingStarts, word + 1);
      if (numberAt(postings, end - 1) < first) continue;
      for (let i = firstAtLeast(postings, first, start, end); i < end; i++) {
        const posting = numberAt(postings, i);
        if (posting >>> PLACE_SHIFT !== place) break;
        this.#work.spend(1);
        const rank = posting & FOOD_RANK_MASK;
        const penalty = bound + familyPenaltyAt(familyStarts, rank);
        // Ranks are ascending, and so are the penalties of families.
        if (!this.#best.admits(scoreOf(penalty), rank)) break;
        visit(rank, isExact ? penalty : undefined);
      }
    }
  }
}

/** Returns the groups of these ways, lowest penalty first. */
function groupsOf(ways: readonly Way[]): Group[] {
  const groups: Group[] = [];
  for (const way of ways) {
    if ('parts' in way) {
      groups.push({ way, place: 0, bound: way.penalty + way.doubt });
      continue;
    }
    for (let place = 0; place <= NEGATED_PLACE; place++) {
      if ((way.polarity & polarityAt(place)) === 0) continue;
      // A food is not surely meant if the word is outside its head, even if it is as typed.
      const isOutside = place !== NEGATED_PLACE && !isNaming(way.penalty, place);
      const doubt = way.doubt === 0 && isOutside ? PENALTIES.named : way.doubt;
      groups.push({ way, place, bound: way.penalty + placePenalty(place) + doubt });
    }
  }
  return groups.sort((a, b) => a.bound - b.bound);
}
