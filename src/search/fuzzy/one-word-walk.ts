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
import type { CombinedPath, Path, WordPath } from './match-paths.ts';
import { isNaming, PENALTIES, placePenalty, scoreOf } from './penalties.ts';

// Decides in which order foods that match a single word are visited, and when to stop.

/** The foods of a combined path, or those of an ordinary path at one place. */
interface Group {
  readonly path: Path;
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
   * Visits the foods of these paths.
   *
   * @param base - an additional penalty that all foods have
   */
  forEach(paths: readonly Path[], base: number, visit: Visit): void {
    for (const group of groupsOf(paths)) {
      if (!this.#best.admits(scoreOf(base + group.bound), 0)) return;
      const { path, place, bound } = group;
      if ('parts' in path) this.#visitCombined(path, base, visit);
      else this.#visitPlace(path, place, base + bound, visit);
    }
  }

  #visitCombined(path: CombinedPath, base: number, visit: Visit): void {
    const { ranks, penalty } = this.#bounds.foodsOf(path);
    this.#work.spend(ranks.length);
    for (const [i, rank] of ranks.entries()) {
      const family = familyPenaltyAt(this.#index.familyStarts, rank);
      const bound = base + elementAt(penalty, i) + path.doubt + family;
      if (this.#best.admits(scoreOf(bound), rank)) visit(rank);
    }
  }

  /** @param bound - the lowest penalty of a food at this place */
  #visitPlace(path: WordPath, place: number, bound: number, visit: Visit): void {
    const { postings, postingStarts, familyStarts } = this.#index;
    // The penalty is not exact for a negated word, whose place is unknown, or for another name: the
    // food may match better in another way.
    const isExact = path.isOwn && place !== NEGATED_PLACE;
    const first = place * 2 ** PLACE_SHIFT;
    let end = numberAt(postingStarts, path.first);
    this.#work.spend(path.end - path.first);
    for (let word = path.first; word < path.end; word++) {
      const start = end;
      end = numberAt(postingStarts, word + 1);
      if (numberAt(postings, end - 1) < first) continue;
      for (let i = firstAtLeast(postings, first, start, end); i < end; i++) {
        const posting = numberAt(postings, i);
        if (posting >>> PLACE_SHIFT !== place) break;
        this.#work.spend(1);
        const rank = posting & FOOD_RANK_MASK;
        const penalty = bound + familyPenaltyAt(familyStarts, rank);
        // Ranks are ascending, so family penalties are too.
        if (!this.#best.admits(scoreOf(penalty), rank)) break;
        visit(rank, isExact ? penalty : undefined);
      }
    }
  }
}

/** Returns the groups of these paths, lowest penalty first. */
function groupsOf(paths: readonly Path[]): Group[] {
  const groups: Group[] = [];
  for (const path of paths) {
    if ('parts' in path) {
      groups.push({ path, place: 0, bound: path.penalty + path.doubt });
      continue;
    }
    for (let place = 0; place <= NEGATED_PLACE; place++) {
      if ((path.polarity & polarityAt(place)) === 0) continue;
      // If the word is outside the head, the food might not be what was meant, even if the word is
      // as typed.
      const isOutside = place !== NEGATED_PLACE && !isNaming(path.penalty, place);
      const doubt = path.doubt === 0 && isOutside ? PENALTIES.named : path.doubt;
      groups.push({ path, place, bound: path.penalty + placePenalty(place) + doubt });
    }
  }
  return groups.sort((a, b) => a.bound - b.bound);
}
