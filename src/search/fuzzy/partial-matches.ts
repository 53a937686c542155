import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { elementAt, numberAt, shortAt } from '../flat-arrays.ts';
import { MAX_FOODS, MAX_WORDS } from '../limits.ts';
import type { Work } from '../work.ts';
import type { BestFoods } from './best-foods.ts';
import type { CandidateWalk } from './candidate-walk.ts';
import type { FoodFilter } from './food-filter.ts';
import type { FoodScorer } from './food-scorer.ts';
import { FOOD_RANK_MASK, type FuzzyIndex, isHead, PLACE_SHIFT, polarityAt } from './fuzzy-index.ts';
import { isGuessed, type Matches, type QueryTerm } from './matches.ts';
import { NO_SCORE, scoreOf } from './penalties.ts';
import type { WordForms } from './word-forms.ts';

// Ranks foods that match only some of the words: most important words first, then rarest words.
// Qualifiers such as `diced` count least.

/** The parts of the search that this one shares. */
interface SearchParts {
  readonly filter: FoodFilter;
  readonly scorer: FoodScorer;
  readonly best: BestFoods;
  readonly walk: CandidateWalk;
  readonly forms: WordForms;
}

/**
 * Finds the foods that match only some of the words. A word that is a whole head counts most,
 * then known words, then guesses, then qualifiers. Ties go to the rarest words, by the sum of their
 * inverse document frequencies. A food's matched words are a bit mask, called a set.
 */
export class PartialMatches {
  readonly #index: FuzzyIndex;
  readonly #parts: SearchParts;
  readonly #work: Work;
  /** For each rank, the set of words that the food matches. */
  readonly #matchedBits: Uint16Array;
  /** The ranks with a nonempty set. */
  readonly #matched: Uint32Array;
  #matchedCount = 0;
  /** The distinct sets in use. */
  readonly #sets: number[] = [];
  /**
   * For each set, how many foods match exactly these words, and what is added to their penalties.
   */
  readonly #counts = new Uint32Array(2 ** MAX_WORDS);
  readonly #bases = new Uint32Array(2 ** MAX_WORDS);

  constructor(index: FuzzyIndex, parts: SearchParts, work: Work) {
    this.#index = index;
    this.#parts = parts;
    this.#work = work;
    this.#matchedBits = new Uint16Array(index.rows.length);
    this.#matched = new Uint32Array(index.rows.length);
  }

  /** Adds foods that lack some wanted words, until the answer is full. */
  collect(matches: Matches, isWanted: readonly boolean[]): void {
    this.#clear();
    this.#mark(matches);
    this.#countSets();
    let room = MAX_FOODS - this.#parts.best.count;
    let base = 0;
    const taken: number[] = [];
    const qualities = matches.words.map((word, i, all) => {
      // Among qualifiers, those that say what a food lacks count most.
      if (this.#parts.forms.isQualifier(word, all[i - 1]))
        return OPPOSITES.lacking.test(word) ? MAX_RARITY : 0;
      return isGuessed(matches, i) || i >= matches.headLength ? GUESS_QUALITY : KNOWN_QUALITY;
    });
    // "Brown rice vinegar" and "vinegar with brown rice" are vinegar: the last known word before a
    // preposition counts most if it is the whole head of a food.
    const last = qualities.lastIndexOf(KNOWN_QUALITY);
    const isLastHead = matches.terms[last]?.sources.some((source) => isHead(this.#index, source));
    // Alone, a word such as "soup" counts no more than other known words.
    const isVague = isLastHead && OPPOSITES.vague.has(matches.words[last] ?? '');
    if (isLastHead) qualities[last] = HEAD_QUALITY;
    for (const group of this.#setsByQuality(isWanted, qualities, isVague)) {
      if (room <= 0) break;
      base += GROUP_PENALTY;
      for (const set of group) {
        this.#bases[set] = base;
        room -= numberAt(this.#counts, set);
        taken.push(set);
      }
    }
    const wanted = (set: number) => matches.words.map((_, word) => has(set, word));
    this.#collectSets(new Map(taken.map((set) => [set, wanted(set)])));
  }

  /** Discards the state of the previous search, even if it was interrupted. */
  #clear(): void {
    for (let i = 0; i < this.#matchedCount; i++) this.#matchedBits[numberAt(this.#matched, i)] = 0;
    this.#matchedCount = 0;
    for (const set of this.#sets) {
      this.#counts[set] = 0;
      this.#bases[set] = 0;
    }
    this.#sets.length = 0;
  }

  #mark({ words, terms, alternatives }: Matches): void {
    words.forEach((_, word) => {
      this.#markTerm(elementAt(terms, word), 1 << word);
    });
    for (const { from, to, terms: targets } of alternatives) {
      const [only, ...others] = targets;
      if (only === undefined || others.length > 0) continue;
      this.#markTerm(elementAt(terms, only), bitsOf(from, to));
    }
    for (const [{ alternative }, { ranks }] of this.#parts.walk.combinedPaths()) {
      const bits = bitsOf(alternative.from, alternative.to);
      for (const rank of ranks) {
        if ((shortAt(this.#matchedBits, rank) & bits) === bits) continue;
        if (!alternative.together || this.#parts.scorer.matches(rank, alternative))
          this.#markFood(rank, bits);
      }
    }
  }

  #markTerm({ sources }: QueryTerm, bits: number): void {
    const { postings, postingStarts } = this.#index;
    for (const { first, end, polarity } of sources) {
      const last = numberAt(postingStarts, end);
      let i = numberAt(postingStarts, first);
      this.#work.spend(Math.ceil((last - i) / MARKS_PER_UNIT));
      for (; i < last; i++) {
        const posting = numberAt(postings, i);
        const isMatched = (polarity & polarityAt(posting >>> PLACE_SHIFT)) !== 0;
        if (isMatched) this.#markFood(posting & FOOD_RANK_MASK, bits);
      }
    }
  }

  #markFood(rank: number, bits: number): void {
    const matched = shortAt(this.#matchedBits, rank);
    if (matched === 0 && !this.#parts.filter.passes(rank)) return;
    if (matched === 0) this.#matched[this.#matchedCount++] = rank;
    this.#matchedBits[rank] = matched | bits;
  }

  #countSets(): void {
    this.#work.spend(Math.ceil(this.#matchedCount / MARKS_PER_UNIT));
    for (let i = 0; i < this.#matchedCount; i++) {
      const set = shortAt(this.#matchedBits, numberAt(this.#matched, i));
      const count = numberAt(this.#counts, set);
      if (count === 0) this.#sets.push(set);
      this.#counts[set] = count + 1;
    }
  }

  /**
   * Returns the sets in use, grouped by quality, best first. Leaves out the set of all wanted
   * words.
   *
   * @param isVague - whether the head counts only beside another known word
   */
  #setsByQuality(isWanted: readonly boolean[], qualities: readonly number[], isVague = false) {
    this.#work.spend(this.#sets.length * SET_UNITS);
    const values = isWanted.map((_, word) => {
      let foods = 0;
      for (const set of this.#sets) if (has(set, word)) foods += numberAt(this.#counts, set);
      // The inverse document frequency in whole steps of log₂: 0 to 32.
      const rarity = Math.floor(Math.log2(this.#index.rows.length / Math.max(1, foods)));
      return MAX_RARITY + rarity + elementAt(qualities, word);
    });
    const all = isWanted.reduce((bits, is, word) => (is ? bits | (1 << word) : bits), 0);
    const isKnown = qualities.map((quality) => quality === KNOWN_QUALITY);
    const hasKnown = (set: number) => isKnown.some((is, word) => is && has(set, word));
    const qualityOf = (set: number) =>
      values.reduce((sum, value, word) => (has(set, word) ? sum + value : sum), 0) -
      (isVague && !hasKnown(set) ? HEAD_QUALITY - KNOWN_QUALITY : 0);
    const partial = this.#sets.filter((set) => set !== all);
    const groups = Map.groupBy(partial, qualityOf);
    return [...groups].sort(([a], [b]) => b - a).map(([, sets]) => sets);
  }

  /** Adds the foods that match these sets of wanted words, with each set's base penalty. */
  #collectSets(sets: ReadonlyMap<number, readonly boolean[]>): void {
    for (const [set, isWanted] of sets) {
      if (numberAt(this.#counts, set) <= MAX_SCORED) continue;
      const isOfSet = (rank: number) => shortAt(this.#matchedBits, rank) === set;
      this.#parts.walk.collect(isWanted, numberAt(this.#bases, set), isOfSet);
      this.#bases[set] = 0;
    }
    if ([...sets.keys()].every((set) => numberAt(this.#bases, set) === 0)) return;
    this.#work.spend(Math.ceil(this.#matchedCount / MARKS_PER_UNIT));
    for (let i = 0; i < this.#matchedCount; i++) {
      const rank = numberAt(this.#matched, i);
      const set = shortAt(this.#matchedBits, rank);
      const base = numberAt(this.#bases, set);
      if (base === 0) continue;
      const score = this.#parts.scorer.score(rank, sets.get(set) ?? []);
      if (score < NO_SCORE) this.#parts.best.add(scoreOf(base) + score, rank);
    }
  }
}

/** Returns the set of the query words from `from` up to, but not including, `to`. */
function bitsOf(from: number, to: number): number {
  return (1 << to) - (1 << from);
}

function has(set: number, word: number): boolean {
  return (set & (1 << word)) !== 0;
}

/** Sets with more foods are searched through postings, without examining each food. */
const MAX_SCORED = 24;

/** Postings per unit of work: each may access a set anywhere in memory. */
const MARKS_PER_UNIT = 2;

/** Units of work per set: it is examined twice for each word. */
const SET_UNITS = 32;

/** A number above any food's penalty, added once for each step down in quality. */
const GROUP_PENALTY = 1_024;

/** A number that is more than the total rarity of all query words. */
const MAX_RARITY = 2_048;

/**
 * How much a guessed word, a known word and a head add to a set's quality. Each adds more than all
 * lower qualities together. Apart from these, a word adds less than three times `MAX_RARITY`.
 */
const GUESS_QUALITY = 3 * (MAX_WORDS + 1) * MAX_RARITY;
const KNOWN_QUALITY = (MAX_WORDS + 1) * GUESS_QUALITY;
const HEAD_QUALITY = (MAX_WORDS + 1) * KNOWN_QUALITY;
