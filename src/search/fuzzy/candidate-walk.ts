import { MAX_FOODS } from '../limits.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import { FoodBounds, type JointFoods } from './food-bounds.ts';
import type { FoodFilter } from './food-filter.ts';
import type { FoodScorer } from './food-scorer.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';
import type { Matches } from './matches.ts';
import { OneWordWalk } from './one-word-walk.ts';
import { NO_SCORE, PENALTIES, scoreOf } from './points.ts';
import { type JointWay, postingCount, type Way, waysOf } from './ways.ts';

// In which order the foods that meet several words of a fuzzy query are looked at, and when that
// ends.

/** The ways of each of some words. */
type Words = readonly (readonly Way[])[];

/** Goes through the foods that meet words, the most promising first, as long as they may be best. */
export class CandidateWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  /** Per word of the query, what leads to all foods that meet it, and the number of postings. */
  #ways: Words = [];
  #costs: readonly number[] = [];
  readonly #bounds: FoodBounds;
  readonly #oneWord: OneWordWalk;
  /** Per rank, the number of the walk that last met it. */
  readonly #seen: Uint8Array;
  #walkNumber = 0;

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
    this.#oneWord = new OneWordWalk(index, { filter, best, bounds: this.#bounds }, work);
    this.#seen = new Uint8Array(index.rows.length);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    const { postingStarts } = this.#index;
    this.#ways = waysOf(matches, postingStarts);
    this.#bounds.use();
    this.#costs = this.#ways.map((ways) => postingCount(ways, postingStarts));
  }

  /** Which words of the query the table has in some way. */
  metWords(): boolean[] {
    return this.#costs.map((cost) => cost > 0);
  }

  /** The ways by several words, each once, and the foods that they lead to. */
  *jointWays(): Iterable<readonly [JointWay, JointFoods]> {
    for (const way of this.#ways.flat()) {
      if ('parts' in way && !way.isShared) yield [way, this.#bounds.foodsOf(way)];
    }
  }

  /**
   * Takes the foods that meet all the words wanted, with `base` added to their points, as far as they
   * are among the best. If they have to pass a test, all foods that meet these words and others
   * must be among the best already.
   */
  collect(
    isWanted: readonly boolean[],
    base: number,
    passes: (rank: number) => boolean = () => true,
  ): void {
    this.#nextWalk();
    const look = (rank: number, points?: number) => {
      if (this.#seen[rank] === this.#walkNumber) return;
      this.#seen[rank] = this.#walkNumber;
      if (!passes(rank) || !this.#filter.passes(rank)) return;
      if (points !== undefined) {
        this.#best.add(scoreOf(points), rank);
        return;
      }
      const score = this.#scorer.score(rank, isWanted);
      if (score < NO_SCORE) this.#best.add(scoreOf(base) + score, rank);
    };
    const words = this.#ways.filter((_, word) => isWanted[word] === true);
    const [only, ...others] = words;
    if (only === undefined) return;
    if (others.length > 0) this.#collectOfAll(words, base, look);
    else {
      // What stands for other words as well leads to foods that meet these.
      const ways = only.filter((way) => !way.isWide);
      const isAlone = ways.every((way) => way.isOwn);
      this.#oneWord.forEach(ways, base, isAlone, look);
    }
  }

  #collectOfAll(words: Words, base: number, look: (rank: number) => void): void {
    // Most often, foods that have the words themselves are enough.
    const own = words.map((ways) => ways.filter(({ doubt }) => doubt === 0));
    const { postingStarts } = this.#index;
    const room = this.#best.takesAll ? Number.POSITIVE_INFINITY : MAX_FOODS - this.#best.count;
    const mayBeEnough = own.every((ways) => postingCount(ways, postingStarts) >= room);
    if (mayBeEnough) this.#lookByBounds(own, base, look);
    if (this.#best.admits(scoreOf(base + PENALTIES.named), 0))
      this.#lookByBounds(words, base, look);
  }

  #lookByBounds(words: Words, base: number, look: (rank: number) => void): void {
    this.#bounds.forEach(words, (rank, points) => {
      const score = scoreOf(base + points);
      if (this.#best.admits(score, rank)) look(rank);
      return this.#best.admits(score, 0);
    });
  }

  #nextWalk(): void {
    this.#walkNumber++;
    if (this.#walkNumber > 0xff) {
      this.#seen.fill(0);
      this.#walkNumber = 1;
    }
  }
}
