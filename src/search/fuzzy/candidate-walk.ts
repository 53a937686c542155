import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
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
import { Part, partOf } from './place.ts';
import { NO_SCORE, POINTS, partPoints, placePoints, scoreOf } from './points.ts';

/** Postings of a word at one place, and the points that a food has at least that comes from there. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly points: number;
}

/** A source, and whether it is of the word itself or of what may stand for it. */
interface Way extends Source {
  readonly isOwn: boolean;
}

/** Goes through the foods that meet a word, the most promising first, as long as they may be best. */
export class CandidateWalk {
  readonly #index: FuzzyIndex;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  readonly #work: Work;
  /** Per word of the query, what leads to all foods that meet it, and the number of postings. */
  #ways: Way[][] = [];
  #costs: number[] = [];
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
    this.#seen = new Uint8Array(index.rows.length);
  }

  /** Prepares for a query. */
  use({ words, slots, alternatives }: Matches): void {
    this.#ways = words.map((_, word) =>
      elementAt(slots, word).sources.map((source) => ({ ...source, isOwn: true })),
    );
    for (const { from, to, slots: targets, points } of alternatives) {
      const rarest = targets
        .map((slot) => elementAt(slots, slot).sources)
        .reduce((least, sources) => (this.#cost(sources) < this.#cost(least) ? sources : least));
      const ways = rarest.map((source) => ({
        ...source,
        points: source.points + points,
        isOwn: false,
      }));
      for (let word = from; word < to; word++) elementAt(this.#ways, word).push(...ways);
    }
    this.#costs = this.#ways.map((ways) => this.#cost(ways));
  }

  /** Which words of the query the table has in some way. */
  metWords(): boolean[] {
    return this.#costs.map((cost) => cost > 0);
  }

  /** The word that the fewest foods meet, of those wanted; -1 where none is. */
  rarestWord(isWanted: readonly boolean[]): number {
    let rarest = -1;
    this.#costs.forEach((cost, word) => {
      if (isWanted[word] !== true) return;
      if (rarest === -1 || cost < elementAt(this.#costs, rarest)) rarest = word;
    });
    return rarest;
  }

  /**
   * Takes the foods that meet all the words wanted, with `base` added to their points, as far as they
   * are among the best.
   *
   * @param word - one of those wanted
   * @param passes - whether a food may be taken at all
   */
  collect(
    word: number,
    isWanted: readonly boolean[],
    base: number,
    passes: (rank: number) => boolean = () => true,
  ): void {
    this.#nextWalk();
    const isAlone = isWanted.filter(Boolean).length === 1;
    const least = isAlone ? placePoints : partPoints;
    const look = (rank: number) => {
      if (this.#seen[rank] === this.#walkNumber) return;
      this.#seen[rank] = this.#walkNumber;
      if (!passes(rank) || !this.#filter.passes(rank)) return;
      const score = this.#scorer.score(rank, isWanted);
      if (score < NO_SCORE) this.#best.add(scoreOf(base) + score, rank);
    };
    const ways = elementAt(this.#ways, word);
    for (const { start, end, points } of this.#groupsOf(ways, isAlone)) {
      for (let i = start; i < end; i++) {
        this.#work.spend(1);
        const rank = numberAt(this.#index.postings, i) & FOOD_RANK_MASK;
        if (!this.#admits(base + points, rank)) break;
        look(rank);
      }
    }
    for (const way of ways) {
      if (way.end - way.first === 1) continue;
      const isPlain = isAlone && base === 0 && this.#filter.passesAll;
      const known = isPlain ? this.#knownBest(way) : undefined;
      if (known !== undefined) known.forEach(look);
      else this.#lookAtAll(way, base, least, look);
    }
  }

  /** The foods of single words by place, the most promising first. */
  #groupsOf(ways: readonly Way[], isAlone: boolean): Group[] {
    const least = isAlone ? placePoints : partPoints;
    const { postings, postingStarts } = this.#index;
    const groups: Group[] = [];
    for (const { first, end: last, polarity, ...way } of ways) {
      if (last - first > 1) continue;
      const end = numberAt(postingStarts, last);
      for (let start = numberAt(postingStarts, first); start < end; ) {
        const place = numberAt(postings, start) >>> PLACE_SHIFT;
        const groupEnd = this.#endOfPlace(start, end, place);
        // Where it is the only word, a food that has it in the head is met there.
        const outside =
          isAlone && way.isOwn && way.manner === 'word' && isOutsideHead(place) ? POINTS.named : 0;
        if ((polarity & polarityAt(place)) !== 0) {
          groups.push({ start, end: groupEnd, points: leastPoints(way) + least(place) + outside });
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

  #lookAtAll(
    { first, end, polarity, ...way }: Source,
    base: number,
    least: (place: number) => number,
    look: (rank: number) => void,
  ): void {
    const { postings, postingStarts } = this.#index;
    const points = base + leastPoints(way);
    const last = numberAt(postingStarts, end);
    this.#work.spend(2 * (last - numberAt(postingStarts, first)));
    for (let i = numberAt(postingStarts, first); i < last; i++) {
      const posting = numberAt(postings, i);
      const place = posting >>> PLACE_SHIFT;
      if ((polarity & polarityAt(place)) === 0) continue;
      const rank = posting & FOOD_RANK_MASK;
      if (this.#admits(points + least(place), rank)) look(rank);
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

  #cost(ways: readonly Source[]): number {
    const { postingStarts } = this.#index;
    return ways.reduce(
      (sum, { first, end }) => sum + numberAt(postingStarts, end) - numberAt(postingStarts, first),
      0,
    );
  }
}

/**
 * The least points of a food that a way leads to. One that has the word as typed is met by another way
 * as well, which leads to it with fewer points.
 */
function leastPoints({ points, manner }: Pick<Source, 'points' | 'manner'>): number {
  if (manner === 'word') return points;
  return points + (manner === 'name' ? POINTS.named : POINTS.guessed);
}

function isOutsideHead(place: number): boolean {
  const part = partOf(place);
  return place !== NEGATED_PLACE && part !== Part.head && part !== Part.shelf;
}
