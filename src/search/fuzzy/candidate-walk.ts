import { elementAt, firstAtLeast, numberAt, ReusableSet } from '../flat-arrays.ts';
import { MAX_FOODS } from '../limits.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import { type CombinedFoods, FoodBounds } from './food-bounds.ts';
import type { FoodFilter } from './food-filter.ts';
import type { FoodScorer } from './food-scorer.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPenaltyAt,
  hasPostings,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import {
  type CombinedPath,
  type Path,
  pathsOf,
  postingCount,
  type WordPath,
} from './match-paths.ts';
import { isPrefix, type Matches, type QueryTerm } from './matches.ts';
import { oppositeOf } from './negation.ts';
import { isNaming, NO_SCORE, PENALTIES, placePenalty, scoreOf } from './penalties.ts';

// Decides in which order the foods that may match a fuzzy query are scored, and when scoring can
// stop.

/** The paths of each word. */
type Words = readonly (readonly Path[])[];

/**
 * Adds a food if it is among the best. A known `penalty` may save scoring the food, which may be
 * visited repeatedly.
 */
type Visit = (rank: number, penalty?: number) => void;

/** The foods of a combined path, or those of an ordinary path at one place. */
interface Group {
  readonly path: Path;
  readonly place: number;
  /** The lowest penalty of its foods, without their family penalties. */
  readonly bound: number;
}

/**
 * Visits the foods that match the query words, by increasing lower bound, until no remaining food
 * can be among the best.
 */
export class CandidateWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  #matches: Matches = { words: [], terms: [], alternatives: [], headLength: 0 };
  /** For each query word, the paths that lead to all matching foods. */
  #paths: Words = [];
  /** For each query word, whether any food matches it. */
  isMatched: readonly boolean[] = [];
  readonly #bounds: FoodBounds;
  readonly #work: Work;
  /** The ranks already visited in this walk. */
  readonly #seen: ReusableSet;

  constructor(
    index: FuzzyIndex,
    filter: FoodFilter,
    scorer: FoodScorer,
    best: BestFoods,
    work: Work,
  ) {
    this.#index = index;
    this.#filter = filter;
    this.#scorer = scorer;
    this.#best = best;
    this.#bounds = new FoodBounds(index, work);
    this.#work = work;
    this.#seen = new ReusableSet(index.rows.length);
  }

  /** Prepares for a query. */
  prepare(matches: Matches): void {
    this.#matches = matches;
    this.#paths = pathsOf(matches, this.#index.postingStarts);
    this.#bounds.prepare();
    this.isMatched = this.#paths.map((paths) => paths.some((path) => this.#hasFoods(path)));
  }

  /** Yields each combined path (one that needs several words) once, with the foods it leads to. */
  *combinedPaths(): Iterable<readonly [CombinedPath, CombinedFoods]> {
    for (const path of this.#paths.flat()) {
      if ('parts' in path && !path.isShared) yield [path, this.#bounds.foodsOf(path)];
    }
  }

  /**
   * Adds the best foods that match all wanted words, with `base` added to their penalties. If
   * `passes` is given, adds only foods for which it returns true. Foods that match more words must
   * have been added before.
   */
  collect(isWanted: readonly boolean[], base: number, passes?: (rank: number) => boolean): void {
    this.#seen.clear();
    const { terms, headLength } = this.#matches;
    // A word after a preposition, or one whose opposite a food states, adds to the penalty.
    const isExact = isWanted.every((is, word) =>
      is ? word < headLength : !this.#mayBeOpposed(elementAt(terms, word)),
    );
    const visit = (rank: number, penalty?: number) => {
      if (!this.#seen.add(rank)) return;
      if (passes?.(rank) === false || !this.#filter.passes(rank)) return;
      if (penalty !== undefined && isExact) {
        this.#best.add(scoreOf(penalty), rank);
        return;
      }
      const score = this.#scorer.score(rank, isWanted);
      if (score < NO_SCORE) this.#best.add(scoreOf(base) + score, rank);
    };
    const words = this.#paths.filter((_, word) => isWanted[word] === true);
    const [only, ...others] = words;
    if (only === undefined) return;
    if (others.length > 0) this.#collectOf(words, base, visit);
    else {
      // Foods that match by an alternative for several words match all those words, so they have
      // been added before.
      this.#collectOfOne(
        only.filter((path) => !path.isWide),
        base,
        visit,
      );
    }
  }

  /** Whether a path leads to any food. */
  #hasFoods(path: Path): boolean {
    if (!('parts' in path)) return hasPostings(this.#index, path, path.polarity);
    const { alternative } = path;
    const matches = (rank: number) => this.#scorer.matches(rank, alternative);
    const { ranks } = this.#bounds.foodsOf(path);
    return alternative.together ? ranks.some(matches) : ranks.length > 0;
  }

  /** Whether foods that lack a term may state its opposite. */
  #mayBeOpposed({ sources }: QueryTerm): boolean {
    return sources.some(
      (source) =>
        !isPrefix(source) && hasPostings(this.#index, source, oppositeOf(source.polarity)),
    );
  }

  #collectOf(words: Words, base: number, visit: Visit): void {
    // Foods that contain the words themselves usually suffice.
    const own = words.map((paths) => paths.filter(({ doubt }) => doubt === 0));
    const { postingStarts } = this.#index;
    const room = this.#best.takesAll ? Number.POSITIVE_INFINITY : MAX_FOODS - this.#best.count;
    const mayBeEnough = own.every((paths) => postingCount(paths, postingStarts) >= room);
    if (mayBeEnough) this.#visitByBounds(own, base, visit);
    if (this.#best.admits(scoreOf(base + PENALTIES.named), 0))
      this.#visitByBounds(words, base, visit);
  }

  #visitByBounds(words: Words, base: number, visit: Visit): void {
    this.#bounds.forEach(words, (rank, penalty) => {
      const score = scoreOf(base + penalty);
      if (this.#best.admits(score, rank)) visit(rank);
      return this.#best.admits(score, 0);
    });
  }

  /** Visits the foods of the paths of one word, the lowest penalties first. */
  #collectOfOne(paths: readonly Path[], base: number, visit: Visit): void {
    for (const { path, place, bound } of groupsOf(paths)) {
      if (!this.#best.admits(scoreOf(base + bound), 0)) return;
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
