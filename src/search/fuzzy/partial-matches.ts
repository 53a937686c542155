import { numberAt } from '../flat-arrays.ts';
import { MAX_FOODS } from '../limits.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import type { CandidateWalk } from './candidate-walk.ts';
import { type FoodScorer, NOT_MET } from './food-scorer.ts';
import { type FuzzyIndex, RANK_MASK } from './fuzzy-index.ts';
import type { Matches } from './matches.ts';

/**
 * Finds the foods that meet some of the words only: those that meet the most first; of as many, those
 * that meet the rarest, by the sum of log₂ of the share of foods that have each. What a food meets is
 * a set of bits.
 */
export class PartialMatches {
  readonly #index: FuzzyIndex;
  readonly #scorer: FoodScorer;
  readonly #best: BestFoods;
  readonly #walk: CandidateWalk;
  readonly #work: Work;
  /** Per rank, the words that the food meets. */
  readonly #met: Uint16Array;
  /** The ranks that meet any. */
  readonly #touched: Uint32Array;
  #touchedCount = 0;

  constructor(
    index: FuzzyIndex,
    scorer: FoodScorer,
    best: BestFoods,
    walk: CandidateWalk,
    work: Work,
  ) {
    this.#index = index;
    this.#scorer = scorer;
    this.#best = best;
    this.#walk = walk;
    this.#work = work;
    this.#met = new Uint16Array(index.rows.length);
    this.#touched = new Uint32Array(index.rows.length);
  }

  /** Takes foods that do not meet all the words wanted, until the answer is full. */
  collect(matches: Matches, isWanted: readonly boolean[]): void {
    // What the search before left: it may have been ended at any time.
    for (let i = 0; i < this.#touchedCount; i++) this.#met[numberAt(this.#touched, i)] = 0;
    this.#touchedCount = 0;
    this.#mark(matches);
    const counts = this.#countSets(matches.words.length);
    const bases = new Uint32Array(counts.length);
    let room = MAX_FOODS - this.#best.count;
    let base = 0;
    for (const group of this.#setsByQuality(counts, isWanted)) {
      if (room <= 0) break;
      base += GROUP_POINTS;
      for (const set of group) {
        bases[set] = base;
        room -= numberAt(counts, set);
      }
    }
    this.#take(bases, matches.words.length);
  }

  #mark({ words, slots, alternatives }: Matches): void {
    const { postings, postingStarts } = this.#index;
    const visit = (slot: number, take: (rank: number) => void) => {
      for (const { first, end } of slots[slot]?.sources ?? []) {
        const last = numberAt(postingStarts, end);
        this.#work.spend(last - numberAt(postingStarts, first));
        for (let i = numberAt(postingStarts, first); i < last; i++) {
          take(numberAt(postings, i) & RANK_MASK);
        }
      }
    };
    words.forEach((_, word) => {
      visit(word, (rank) => this.#markFood(rank, 1 << word));
    });
    for (const alternative of alternatives) {
      const { from, to, slots: targets } = alternative;
      const bits = (1 << to) - (1 << from);
      const rarest = targets.reduce((a, b) =>
        this.#countOf(b, slots) < this.#countOf(a, slots) ? b : a,
      );
      visit(rarest, (rank) => {
        if (((this.#met[rank] ?? 0) & bits) === bits) return;
        if (targets.length === 1 || this.#scorer.meets(rank, alternative))
          this.#markFood(rank, bits);
      });
    }
  }

  #countOf(slot: number, slots: Matches['slots']): number {
    const { postingStarts } = this.#index;
    let count = 0;
    for (const { first, end } of slots[slot]?.sources ?? []) {
      count += numberAt(postingStarts, end) - numberAt(postingStarts, first);
    }
    return count;
  }

  #markFood(rank: number, bits: number): void {
    const met = this.#met[rank] ?? 0;
    if (met === 0) this.#touched[this.#touchedCount++] = rank;
    this.#met[rank] = met | bits;
  }

  /** Per set of words, the number of foods that meet just these. */
  #countSets(wordCount: number): Uint32Array {
    const counts = new Uint32Array(2 ** wordCount);
    for (let i = 0; i < this.#touchedCount; i++) {
      const set = this.#met[numberAt(this.#touched, i)] ?? 0;
      counts[set] = (counts[set] ?? 0) + 1;
    }
    return counts;
  }

  /** The sets that foods meet, without the one of all words: the best first, equals together. */
  #setsByQuality(counts: Uint32Array, isWanted: readonly boolean[]): number[][] {
    const all = isWanted.reduce((bits, is, word) => (is ? bits | (1 << word) : bits), 0);
    const found: number[] = [];
    const foods = isWanted.map(() => 0);
    counts.forEach((count, set) => {
      if (count === 0) return;
      if (set !== all) found.push(set);
      for (let word = 0; word < foods.length; word++) {
        if ((set & (1 << word)) !== 0) foods[word] = (foods[word] ?? 0) + count;
      }
    });
    const rarities = foods.map((count) => rarity(count, this.#index.rows.length));
    const groups = new Map<number, number[]>();
    for (const set of found) {
      let quality = 0;
      for (let word = 0; word < rarities.length; word++) {
        if ((set & (1 << word)) !== 0) quality += MOST_RARITY + (rarities[word] ?? 0);
      }
      const group = groups.get(quality);
      if (group === undefined) groups.set(quality, [set]);
      else group.push(set);
    }
    return [...groups].sort(([a], [b]) => b - a).map(([, sets]) => sets);
  }

  /** Takes the foods of the sets that have a base, which is added to their points. */
  #take(bases: Uint32Array, wordCount: number): void {
    const wantedOf = new Map<number, boolean[]>();
    this.#work.spend(this.#touchedCount + bases.length);
    bases.forEach((base, set) => {
      if (base === 0) return;
      const isWanted = Array.from({ length: wordCount }, (_, word) => (set & (1 << word)) !== 0);
      wantedOf.set(set, isWanted);
      // Of the foods of a single word, the best are found without a look at all.
      if ((set & (set - 1)) !== 0) return;
      const word = 31 - Math.clz32(set);
      this.#walk.collect(word, isWanted, base, (rank) => this.#met[rank] === set);
    });
    for (let i = 0; i < this.#touchedCount; i++) {
      const rank = numberAt(this.#touched, i);
      const set = this.#met[rank] ?? 0;
      const base = numberAt(bases, set);
      if (base === 0 || (set & (set - 1)) === 0 || !this.#best.admits(base, rank)) continue;
      const points = this.#scorer.score(rank, wantedOf.get(set) ?? []);
      if (points < NOT_MET) this.#best.add(base + points, rank);
    }
  }
}

/** More than the points of any food; foods that meet less have so many more. */
const GROUP_POINTS = 1_024;

/** More than the rarities of all the words of a query together. */
const MOST_RARITY = 1_024;

/** The full steps of log₂ from the foods that have a word to all of them: 0 to 32. */
function rarity(count: number, total: number): number {
  return Math.floor(Math.log2(total / Math.max(1, count)));
}
