import { elementAt, numberAt } from '../flat-arrays.ts';
import { MAX_WORDS } from '../limits.ts';
import type { Work } from '../work.ts';
import {
  type FuzzyIndex,
  familyPenaltyAt,
  PLACE_MASK,
  SEGMENT_START,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import type { Alternative, Matches, Source } from './matches.ts';
import {
  MAX_GAPS,
  NO_MATCH,
  NO_SCORE,
  otherWordsPenalty,
  PENALTIES,
  partPenalty,
  placePenalty,
  scoreOf,
} from './penalties.ts';
import { Part, partOf } from './place.ts';
import { TermMatches } from './term-matches.ts';

// Computes the penalty of a food for a fuzzy query; penalties.ts defines the costs.

/** A range of query words that a food matches, directly or through an alternative. */
export interface MatchedWords {
  /** The first of the words, and the index after the last. */
  readonly from: number;
  readonly to: number;
  readonly alternative: Alternative | undefined;
  readonly terms: readonly MatchedTerm[];
  /** The words of the food's head, if one of its other names matches. */
  readonly named?: readonly number[];
}

/** A term, the word that matches it, and the place of that word. */
interface MatchedTerm {
  readonly term: number;
  readonly word: number;
  readonly place: number;
  readonly source: Source | undefined;
}

/**
 * Computes the penalties of foods for one query. It reuses scratch memory, so it handles one query
 * at a time.
 */
export class FoodScorer {
  readonly #index: FuzzyIndex;
  readonly #terms: TermMatches;
  /**
   * Dynamic programming over query prefixes: the lowest penalty for the first n words, and the last
   * alternative used.
   */
  readonly #sums = new Uint32Array(MAX_WORDS + 1);
  readonly #steps: (Alternative | undefined)[] = [];
  /** The tokens of the current food that match query words. */
  readonly #chosen: number[] = [];

  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#terms = new TermMatches(index, work);
  }

  /** Prepares for a query. */
  prepare(matches: Matches): void {
    this.#terms.prepare(matches);
  }

  /**
   * Returns the score of a food for the wanted words: `scoreOf` its penalty, plus the number of
   * gaps between the words. Returns {@link NO_SCORE} if the food lacks a wanted word.
   */
  score(rank: number, isWanted: readonly boolean[]): number {
    this.#terms.take(rank);
    const sum = this.#sumOfWords(isWanted);
    if (sum >= NO_MATCH) return NO_SCORE;
    this.#choose(isWanted);
    const family = familyPenaltyAt(this.#index.familyStarts, rank);
    let opposite = 0;
    for (let word = 0; word < isWanted.length; word++) {
      const isOpposed = !isWanted[word] && this.#terms.penaltyOfTerm(word) > NO_MATCH;
      if (isOpposed) opposite = PENALTIES.opposite;
    }
    const rest = this.#surroundings() + this.#terms.uncertaintyPenalty(isWanted) + family;
    return scoreOf(sum + opposite + rest) + this.#gaps();
  }

  /** Returns the query words that a food matches, in order, and how it matches them. */
  wordsOf(rank: number): MatchedWords[] {
    this.#terms.take(rank);
    const { words, alternatives } = this.#terms.matches;
    const isMatched = words.map((_, word) => this.#terms.penaltyOfTerm(word) < NO_MATCH);
    for (const one of alternatives) {
      if (this.#terms.penaltyOf(one) < NO_MATCH) isMatched.fill(true, one.from, one.to);
    }
    this.#sumOfWords(isMatched);
    const found: MatchedWords[] = [];
    for (let to = words.length; to > 0; ) {
      const alternative = this.#steps[to];
      const from = alternative?.from ?? to - 1;
      if (alternative !== undefined || isMatched[from] === true) {
        const terms = alternative?.terms ?? [from];
        found.push({ from, to, alternative, terms: terms.map((term) => this.#matchedTerm(term)) });
      }
      to = from;
    }
    return found.reverse();
  }

  /** Like {@link wordsOf}, but consecutive words that match another name of the food are merged. */
  namesOf(rank: number): MatchedWords[] {
    const joined: MatchedWords[] = [];
    for (const one of this.wordsOf(rank)) {
      const last = joined.at(-1);
      if (!this.#isOwnName(one)) joined.push(one);
      else if (last?.named === undefined || last.to !== one.from) {
        joined.push({ ...one, named: this.#head() });
      } else joined.splice(-1, 1, { ...last, to: one.to, terms: [...last.terms, ...one.terms] });
    }
    return joined;
  }

  /** Whether words match as typed, but in another name of the food. */
  #isOwnName({ alternative, terms }: MatchedWords): boolean {
    const { tokens } = this.#index;
    return terms.every(({ term, source }) => {
      const part = partOf(numberAt(tokens, this.#terms.tokenOf(term)) & PLACE_MASK);
      return part === Part.ownName && (alternative ?? source)?.manner === 'word';
    });
  }

  /** Returns the words of the current food's head. */
  #head(): number[] {
    const { start, end } = this.#terms;
    const own = this.#index.tokens.subarray(start, end);
    const inHead = own.filter((token) => partOf(token & PLACE_MASK) === Part.head);
    return Array.from(inHead, (token) => token >>> WORD_SHIFT);
  }

  #matchedTerm(term: number): MatchedTerm {
    const token = numberAt(this.#index.tokens, this.#terms.tokenOf(term));
    const source = this.#terms.sourceOf(term);
    return { term, word: token >>> WORD_SHIFT, place: token & PLACE_MASK, source };
  }

  /** Whether a food matches an alternative. */
  matches(rank: number, alternative: Alternative): boolean {
    this.#terms.take(rank);
    return this.#terms.penaltyOf(alternative) < NO_MATCH;
  }

  /** Returns the single-word sources that match in the descriptions of these foods. */
  sourcesIn(ranks: Uint32Array): ReadonlySet<Source> {
    return this.#terms.sourcesIn(ranks);
  }

  /**
   * Counts the matched words that do not directly follow the previous one, capped at {@link
   * MAX_GAPS}.
   */
  #gaps(): number {
    const chosen = this.#chosen;
    let gaps = 0;
    for (let i = 1; i < chosen.length; i++) {
      if (elementAt(chosen, i - 1) !== elementAt(chosen, i) + 1) gaps++;
    }
    return Math.min(gaps, MAX_GAPS);
  }

  /**
   * Computes the lowest penalty sum of the wanted words, each matched directly or by an
   * alternative.
   */
  #sumOfWords(isWanted: readonly boolean[]): number {
    const { words, alternatives } = this.#terms.matches;
    for (let to = 1; to <= words.length; to++) {
      const own = this.#terms.penaltyOfTerm(to - 1);
      let lowest = numberAt(this.#sums, to - 1) + (isWanted[to - 1] === true ? own : 0);
      let step: Alternative | undefined;
      for (const alternative of alternatives) {
        if (alternative.to !== to || isWanted[to - 1] !== true) continue;
        const before = numberAt(this.#sums, alternative.from);
        if (before >= lowest) continue;
        const sum = before + this.#terms.penaltyOf(alternative);
        if (sum >= lowest) continue;
        lowest = sum;
        step = alternative;
      }
      this.#sums[to] = lowest;
      this.#steps[to] = step;
    }
    return numberAt(this.#sums, words.length);
  }

  /**
   * Returns a correction to the sum of the words' penalties. In the sum, each word pays for other
   * words in its segment and for being outside the head. But the penalty for other words must count
   * only once per segment, and the one for being outside the head at most once per food.
   */
  #surroundings(): number {
    const chosen = this.#chosen;
    if (chosen.length === 1) return 0;
    const { tokens } = this.#index;
    const { start, end } = this.#terms;
    let penalty = 0;
    let isHeadMatched = false;
    for (const token of chosen) {
      const place = numberAt(tokens, token) & PLACE_MASK;
      penalty += partPenalty(place) - placePenalty(place);
      if (partOf(place) === Part.head || partOf(place) === Part.category) isHeadMatched = true;
    }
    if (!isHeadMatched) penalty += PENALTIES.noHead;
    for (let i = start; i < end; ) {
      const place = numberAt(tokens, i) & PLACE_MASK;
      const first = i;
      let matched = 0;
      do {
        matched += Number(chosen.includes(i));
        i++;
      } while (i < end && (numberAt(tokens, i) & SEGMENT_START) === 0);
      if (matched > 0 && matched < i - first) penalty += otherWordsPenalty(place);
    }
    return penalty;
  }

  /** Collects the tokens that match the wanted words at the lowest penalty, in reverse order. */
  #choose(isWanted: readonly boolean[]): void {
    this.#chosen.length = 0;
    for (let to = this.#terms.matches.words.length; to > 0; ) {
      const step = this.#steps[to];
      if (step === undefined) {
        if (isWanted[to - 1] === true) this.#chosen.push(this.#terms.tokenOf(to - 1));
        to--;
        continue;
      }
      for (let i = step.terms.length - 1; i >= 0; i--) {
        this.#chosen.push(this.#terms.tokenOf(elementAt(step.terms, i)));
      }
      to = step.from;
    }
  }
}
