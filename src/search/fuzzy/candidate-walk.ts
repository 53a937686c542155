import { Marks, numberAt } from '../flat-arrays.ts';
import { MAX_FOODS } from '../limits.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import { FoodBounds, type JointFoods } from './food-bounds.ts';
import type { FoodFilter } from './food-filter.ts';
import type { FoodScorer } from './food-scorer.ts';
import { type FuzzyIndex, familyPenaltyAt } from './fuzzy-index.ts';
import type { Matches } from './matches.ts';
import { Polarity } from './negation.ts';
import { OneWordBounds } from './one-word-bounds.ts';
import { NO_SCORE, PENALTIES, scoreOf } from './penalties.ts';
import { type JointWay, postingCount, type Way, type WordWay, waysOf } from './ways.ts';

// Decides in which order candidate foods of a fuzzy query are scored, and when scoring can stop.

/** The ways to match each word. */
type Words = readonly (readonly Way[])[];

/** Scores a food unless `penalty` is already known, and adds it if it is among the best. */
type Look = (rank: number, penalty?: number) => void;

/**
 * Visits the foods that match the query words in order of their lower bounds, until no remaining
 * food can be among the best.
 */
export class CandidateWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  /** For each query word, the ways to all matching foods, and their number of postings. */
  #ways: Words = [];
  #costs: readonly number[] = [];
  readonly #bounds: FoodBounds;
  readonly #ofOneWord: OneWordBounds;
  /** The ranks already visited in this walk. */
  readonly #seen: Marks;

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
    this.#ofOneWord = new OneWordBounds(index, this.#bounds, work);
    this.#seen = new Marks(index.rows.length);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    const { postingStarts } = this.#index;
    this.#ways = waysOf(matches, postingStarts);
    this.#bounds.use();
    this.#costs = this.#ways.map((ways) => postingCount(ways, postingStarts));
  }

  /** For each query word, whether anything in the table matches it. */
  metWords(): boolean[] {
    return this.#costs.map((cost) => cost > 0);
  }

  /** Yields each way that needs several words, once, with the foods it leads to. */
  *jointWays(): Iterable<readonly [JointWay, JointFoods]> {
    for (const way of this.#ways.flat()) {
      if ('parts' in way && !way.isShared) yield [way, this.#bounds.foodsOf(way)];
    }
  }

  /**
   * Adds the best foods that match all wanted words, with `base` added to their penalties. With
   * `passes`, call this only after all foods that match these words and more have been added.
   */
  collect(isWanted: readonly boolean[], base: number, passes?: (rank: number) => boolean): void {
    this.#seen.clear();
    const look = (rank: number, penalty?: number) => {
      if (!this.#seen.add(rank)) return;
      if (passes?.(rank) === false || !this.#filter.passes(rank)) return;
      if (penalty !== undefined) {
        this.#best.add(scoreOf(base + penalty), rank);
        return;
      }
      const score = this.#scorer.score(rank, isWanted);
      if (score < NO_SCORE) this.#best.add(scoreOf(base) + score, rank);
    };
    const words = this.#ways.filter((_, word) => isWanted[word] === true);
    const [only, ...others] = words;
    if (only === undefined) return;
    if (others.length > 0) this.#collectOfAll(words, base, look);
    else this.#collectOfOne(only, base, look, passes === undefined);
  }

  /**
   * Handles a single wanted word. Wide ways are skipped: an alternative for several words matches
   * those words too.
   */
  #collectOfOne(all: readonly Way[], base: number, look: Look, takesAny: boolean): void {
    const ways = all.filter((way) => !way.isWide);
    const [own, others] = [ways.filter(isSure), ways.filter((way) => !isSure(way))];
    const isOfWords = ways.every(isStated);
    const leavesNone = isOfWords && takesAny && this.#filter.passesAll && !this.#best.takesAll;
    const most = leavesNone ? MAX_FOODS : Number.POSITIVE_INFINITY;
    const lookByBounds = (
      some: readonly Way[],
      known: (ownPenalty: number, isOfOwn: boolean) => boolean,
    ) => {
      this.#ofOneWord.forEach(some, most, (rank, penalty, isOfOwn) => {
        const score = scoreOf(base + penalty);
        if (this.#best.admits(score, rank)) {
          const ownPenalty = penalty - familyPenaltyAt(this.#index.familyStarts, rank);
          look(rank, known(ownPenalty, isOfOwn) ? penalty : undefined);
        }
        return this.#best.admits(score, 0);
      });
    };
    // A food's penalty is the minimum over its ways, except for other names and several words.
    if (this.#best.takesAll) {
      lookByBounds(ways, (_, isOfOwn) => isOfOwn);
      return;
    }
    // So it is known if no other way can have a lower penalty.
    const isKnown = all.filter(isSure).every((way) => way.isOwn && isStated(way));
    const least = Math.min(...all.filter((way) => !isSure(way)).map(({ penalty }) => penalty));
    lookByBounds(own, (penalty) => isKnown && penalty % PENALTIES.named <= least);
    if (!this.#best.admits(scoreOf(base + PENALTIES.named), 0)) return;
    const rest = others.filter((way) => !this.#lookAtBest(way, look));
    const isExact = isOfWords && ways.every(({ isOwn }) => isOwn);
    lookByBounds(
      rest.filter((way) => 'polarity' in way),
      () => isExact,
    );
    for (const way of rest) {
      const isNeeded =
        'parts' in way && this.#best.admits(scoreOf(base + way.penalty + way.doubt), 0);
      if (isNeeded) lookByBounds([way], () => false);
    }
  }

  #collectOfAll(words: Words, base: number, look: Look): void {
    // Foods that contain the words themselves usually suffice.
    const own = words.map((ways) => ways.filter(isSure));
    const { postingStarts } = this.#index;
    const room = this.#best.takesAll ? Number.POSITIVE_INFINITY : MAX_FOODS - this.#best.count;
    const mayBeEnough = own.every((ways) => postingCount(ways, postingStarts) >= room);
    if (mayBeEnough) this.#lookByBounds(own, base, look);
    if (this.#best.admits(scoreOf(base + PENALTIES.named), 0))
      this.#lookByBounds(words, base, look);
  }

  #lookByBounds(words: Words, base: number, look: Look): void {
    this.#bounds.forEach(words, (rank, penalty) => {
      const score = scoreOf(base + penalty);
      if (this.#best.admits(score, rank)) look(rank);
      return this.#best.admits(score, 0);
    });
  }

  /** If the way is a broad prefix, visits its precomputed best foods and returns true. */
  #lookAtBest(way: Way, look: Look): boolean {
    const isSearched = 'polarity' in way && this.#filter.passesAll && !this.#best.takesAll;
    const known = isSearched ? this.#bestOf(way) : undefined;
    known?.forEach((rank) => {
      look(rank);
    });
    return known !== undefined;
  }

  /** Returns the precomputed best foods if the way is a broad prefix. */
  #bestOf({ first, end, polarity }: WordWay): Uint32Array | undefined {
    if (polarity !== Polarity.said) return undefined;
    const { ranges, starts, ranks } = this.#index.broadPrefixes;
    for (let i = 0; 2 * i < ranges.length; i++) {
      if (ranges[2 * i] === first && ranges[2 * i + 1] === end) {
        return ranks.subarray(numberAt(starts, i), numberAt(starts, i + 1));
      }
    }
    return undefined;
  }
}

/** Whether a way leads to foods that contain the word itself. */
function isSure({ doubt }: Way): boolean {
  return doubt === 0;
}

/** Whether a way leads to foods that state a word. */
function isStated(way: Way): boolean {
  return 'polarity' in way && way.polarity === Polarity.said;
}
