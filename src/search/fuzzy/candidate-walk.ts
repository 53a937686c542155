import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import { FoodBounds, type JointFoods } from './food-bounds.ts';
import type { FoodFilter } from './food-filter.ts';
import type { FoodScorer } from './food-scorer.ts';
import {
  FOOD_RANK_MASK,
  type FuzzyIndex,
  familyPointsAt,
  NEGATED_PLACE,
  PLACE_SHIFT,
  polarityAt,
} from './fuzzy-index.ts';
import type { Matches, Source } from './matches.ts';
import { Polarity } from './negation.ts';
import { isInHead } from './place.ts';
import { NO_SCORE, POINTS, placePoints, scoreOf } from './points.ts';
import { type JointWay, postingCount, type Way, type WordWay, waysOf } from './ways.ts';

/** Postings of a word at one place, and the points that a food has at least that comes from there. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly points: number;
}

/** Goes through the foods that meet a word, the most promising first, as long as they may be best. */
export class CandidateWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  readonly #work: Work;
  /** Per word of the query, what leads to all foods that meet it, and the number of postings. */
  #ways: readonly (readonly Way[])[] = [];
  #costs: readonly number[] = [];
  readonly #bounds: FoodBounds;
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
    this.#work = work;
    this.#bounds = new FoodBounds(index, work);
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
    const look = (rank: number) => {
      if (this.#seen[rank] === this.#walkNumber) return;
      this.#seen[rank] = this.#walkNumber;
      if (!passes(rank) || !this.#filter.passes(rank)) return;
      const score = this.#scorer.score(rank, isWanted);
      if (score < NO_SCORE) this.#best.add(scoreOf(base) + score, rank);
    };
    const words = this.#ways.filter((_, word) => isWanted[word] === true);
    const [only, ...others] = words;
    if (only === undefined) return;
    if (others.length === 0) {
      this.#collectOfOne(only, base, look);
      return;
    }
    // Most often, foods that have the words themselves are enough.
    const own = words.map((ways) => ways.filter(({ doubt }) => doubt === 0));
    if (own.every((ways) => ways.length > 0)) this.#collectOfAll(own, base, look);
    if (this.#best.admits(scoreOf(base + POINTS.named), 0)) this.#collectOfAll(words, base, look);
  }

  #collectOfAll(
    words: readonly (readonly Way[])[],
    base: number,
    look: (rank: number) => void,
  ): void {
    this.#bounds.forEach(words, (rank, points) => {
      const score = scoreOf(base + points);
      if (this.#best.admits(score, rank)) look(rank);
      return this.#best.admits(score, 0);
    });
  }

  #collectOfOne(ways: readonly Way[], base: number, look: (rank: number) => void): void {
    for (const { start, end, points } of this.#groupsOf(ways)) {
      for (let i = start; i < end; i++) {
        this.#work.spend(1);
        const rank = numberAt(this.#index.postings, i) & FOOD_RANK_MASK;
        if (!this.#admits(base + points, rank)) break;
        look(rank);
      }
    }
    for (const way of ways) {
      if (isWord(way) || !this.#best.admits(scoreOf(base + way.points + way.doubt), 0)) continue;
      if ('parts' in way) this.#lookAtJoint(way, base, look);
      else {
        const isPlain = this.#filter.passesAll && !this.#best.takesAll;
        const known = isPlain ? this.#knownBest(way) : undefined;
        if (known !== undefined) known.forEach(look);
        else this.#lookAtAll(way, base, look);
      }
    }
  }

  #lookAtJoint(way: JointWay, base: number, look: (rank: number) => void): void {
    const { ranks, points } = this.#bounds.foodsOf(way);
    this.#work.spend(ranks.length);
    for (const [i, rank] of ranks.entries()) {
      if (this.#admits(base + elementAt(points, i) + way.doubt, rank)) look(rank);
    }
  }

  /** The foods of single words by place, the most promising first. */
  #groupsOf(ways: readonly Way[]): Group[] {
    const { postings, postingStarts } = this.#index;
    const groups: Group[] = [];
    for (const way of ways) {
      if (!isWord(way)) continue;
      const end = numberAt(postingStarts, way.end);
      for (let start = numberAt(postingStarts, way.first); start < end; ) {
        const place = numberAt(postings, start) >>> PLACE_SHIFT;
        const groupEnd = this.#endOfPlace(start, end, place);
        if ((way.polarity & polarityAt(place)) !== 0) {
          groups.push({ start, end: groupEnd, points: leastPoints(way, place) });
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
      if (numberAt(this.#index.postings, middle) >>> PLACE_SHIFT <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #lookAtAll(way: WordWay, base: number, look: (rank: number) => void): void {
    const { postings, postingStarts } = this.#index;
    const last = numberAt(postingStarts, way.end);
    this.#work.spend(2 * (last - numberAt(postingStarts, way.first)));
    for (let i = numberAt(postingStarts, way.first); i < last; i++) {
      const posting = numberAt(postings, i);
      const place = posting >>> PLACE_SHIFT;
      if ((way.polarity & polarityAt(place)) === 0) continue;
      const rank = posting & FOOD_RANK_MASK;
      if (this.#admits(base + leastPoints(way, place), rank)) look(rank);
    }
  }

  /** The best foods of a broad beginning. */
  #knownBest({ first, end, polarity }: Source): Uint32Array | undefined {
    if (polarity !== Polarity.said) return undefined;
    const { ranges, starts, ranks } = this.#index.broadPrefixes;
    for (let i = 0; 2 * i < ranges.length; i++) {
      if (ranges[2 * i] === first && ranges[2 * i + 1] === end) {
        return ranks.subarray(starts[i], starts[i + 1]);
      }
    }
    return undefined;
  }

  /** Whether a food may be among the best that has at least so many points without its family's. */
  #admits(points: number, rank: number): boolean {
    const { familyStarts } = this.#index;
    return this.#best.admits(scoreOf(points + familyPointsAt(familyStarts, rank)), rank);
  }

  #nextWalk(): void {
    this.#walkNumber++;
    if (this.#walkNumber > 0xff) {
      this.#seen.fill(0);
      this.#walkNumber = 1;
    }
  }
}

/** Whether a way is by a single word of the table. */
function isWord(way: Way): way is WordWay {
  return !('parts' in way) && way.end - way.first === 1;
}

/** The least points of a food that a way leads to by a posting of this place, where it is the only word. */
function leastPoints(way: WordWay, place: number): number {
  const isOutside = place !== NEGATED_PLACE && !isInHead(place);
  // A food that has the word itself in the head is met there.
  const doubt = way.isOwn && way.manner === 'word' && isOutside ? POINTS.named : way.doubt;
  return way.points + placePoints(place) + doubt;
}
