import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { Candidates, MAX_BOUND } from './candidates.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPenaltyAt,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import { type CombinedPath, type Path, postingCount, type WordPath } from './match-paths.ts';
import type { Alternative } from './matches.ts';
import { partPenalty } from './penalties.ts';

// Decides which matching foods are scored in full, by lower bounds on their penalties.

/** The foods that match a combined path. */
export interface CombinedFoods {
  readonly ranks: readonly number[];
  /** For each food, a lower bound on its penalty if it matches this path. */
  readonly penalty: readonly number[];
}

/** Postings per unit of work: they are read sequentially, with little to do for each. */
const POSTINGS_PER_UNIT = 4;

/** Postings of candidates per unit of work: each may touch a record anywhere in memory. */
const MATCHES_PER_UNIT = 2;

/**
 * Finds the foods that match all words, with lower bounds on their penalties. Uses only the
 * postings, so that only the most promising foods are scored in full.
 */
export class FoodBounds {
  readonly #index: FuzzyIndex;
  readonly #work: Work;
  readonly #candidates: Candidates;
  /** Intersects the postings of combined paths, whose foods are found once per query. */
  readonly #combinedCandidates: Candidates;
  readonly #combined = new Map<Alternative, CombinedFoods>();
  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#candidates = new Candidates(index.rows.length);
    this.#combinedCandidates = new Candidates(index.rows.length);
  }

  /** Prepares for a query. */
  prepare(): void {
    this.#combined.clear();
  }

  /**
   * Visits, by increasing lower bound, the foods that match all the words.
   *
   * @param words - the paths of each word
   * @param visit - returns false if foods with higher penalties are not needed
   */
  forEach(
    words: readonly (readonly Path[])[],
    visit: (rank: number, penalty: number) => boolean,
  ): void {
    const { familyStarts, postingStarts } = this.#index;
    const rarestFirst = words
      .map((paths) => ({ paths, cost: postingCount(paths, postingStarts) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ paths }) => paths);
    this.#intersect(this.#candidates, rarestFirst);
    this.#work.spend(this.#candidates.size + Math.ceil(MAX_BOUND / POSTINGS_PER_UNIT));
    const familyPenalty = (rank: number) => familyPenaltyAt(familyStarts, rank);
    this.#candidates.forEachByBound(familyPenalty, visit);
  }

  /** Returns the foods of a combined path. */
  foodsOf({ alternative, parts, penalty: own }: CombinedPath): CombinedFoods {
    const known = this.#combined.get(alternative);
    if (known !== undefined) return known;
    const [ranks, penalty]: [number[], number[]] = [[], []];
    this.#intersect(this.#combinedCandidates, parts);
    this.#work.spend(Math.ceil(this.#combinedCandidates.size / POSTINGS_PER_UNIT));
    this.#combinedCandidates.forEach((rank, bound) => {
      ranks.push(rank);
      penalty.push(own + bound);
    });
    const foods = { ranks, penalty };
    this.#combined.set(alternative, foods);
    return foods;
  }

  /** Intersects the postings of the words, rarest first. */
  #intersect(candidates: Candidates, rarestFirst: readonly (readonly Path[])[]): void {
    candidates.clear();
    for (const paths of rarestFirst) {
      candidates.nextWord();
      for (const path of paths) {
        if ('parts' in path) this.#intersectCombined(path, candidates);
        else this.#intersectWords(path, candidates);
      }
    }
  }

  #intersectCombined(path: CombinedPath, candidates: Candidates): void {
    const { ranks, penalty } = this.foodsOf(path);
    this.#work.spend(ranks.length);
    for (const [i, rank] of ranks.entries()) {
      if (!candidates.admits(rank)) continue;
      const bound = path.isShared ? 0 : elementAt(penalty, i);
      candidates.record(rank, bound, path.doubt);
    }
  }

  #intersectWords(path: WordPath, candidates: Candidates): void {
    const { penalty, polarity, isShared, doubt } = path;
    const { postings, postingStarts } = this.#index;
    const end = numberAt(postingStarts, path.end);
    let i = numberAt(postingStarts, path.first);
    this.#work.spend(Math.ceil((end - i) / POSTINGS_PER_UNIT));
    let admitted = 0;
    for (; i < end; i++) {
      const posting = numberAt(postings, i);
      const rank = posting & FOOD_RANK_MASK;
      if (!candidates.admits(rank)) continue;
      admitted++;
      const place = posting >>> PLACE_SHIFT;
      if ((polarity & polarityAt(place)) === 0) continue;
      candidates.record(rank, isShared ? 0 : penalty + partPenalty(place), doubt);
    }
    this.#work.spend(Math.ceil(admitted / MATCHES_PER_UNIT));
  }
}
