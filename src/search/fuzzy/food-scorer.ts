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
  MOST_PARTINGS,
  NO_SCORE,
  NOT_MET,
  otherWordsPenalty,
  PENALTIES,
  partPenalty,
  placePenalty,
  scoreOf,
} from './penalties.ts';
import { Part, partOf } from './place.ts';
import { SlotMeetings } from './slot-meetings.ts';

// Adds up the penalty of a food for a fuzzy query; penalties.ts says what each thing costs.

/** Words of a query that a food meets, by themselves or by an alternative. */
export interface MatchedWords {
  /** The first of them, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly alternative: Alternative | undefined;
  readonly slots: readonly MatchedSlot[];
  /** The head of the food, as words of the table, where it has the words in another name of its own. */
  readonly named?: readonly number[];
}

/** A slot, and the word of the table that meets it, with its place. */
interface MatchedSlot {
  readonly slot: number;
  readonly word: number;
  readonly place: number;
  readonly source: Source | undefined;
}

/**
 * Adds up the penalties of foods for one query. It keeps scratch memory, so it works for one query at a
 * time.
 */
export class FoodScorer {
  readonly #index: FuzzyIndex;
  readonly #slots: SlotMeetings;
  /** Per number of words from the first on, the least penalty, and the alternative used last. */
  readonly #sums = new Uint32Array(MAX_WORDS + 1);
  readonly #steps: (Alternative | undefined)[] = [];
  /** Tokens of the current food that meet words. */
  readonly #chosen: number[] = [];

  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#slots = new SlotMeetings(index, work);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    this.#slots.use(matches);
  }

  /**
   * The score of a food for the words of the query that are wanted: `scoreOf` its penalty, and how far
   * apart the words are. {@link NO_SCORE} where it lacks one of them.
   */
  score(rank: number, isWanted: readonly boolean[]): number {
    this.#slots.take(rank);
    const sum = this.#sumOfWords(isWanted);
    if (sum >= NOT_MET) return NO_SCORE;
    this.#choose(isWanted);
    const family = familyPenaltyAt(this.#index.familyStarts, rank);
    const penalty = sum + this.#surroundings() + this.#slots.suretyPenalty(isWanted) + family;
    return scoreOf(penalty) + this.#partings();
  }

  /** How a food meets the words that it meets, in their order. */
  howMet(rank: number): MatchedWords[] {
    this.#slots.take(rank);
    const { words, alternatives } = this.#slots.matches;
    const isMet = words.map((_, word) => this.#slots.penaltyOfSlot(word) < NOT_MET);
    for (const alternative of alternatives) {
      if (this.#slots.penaltyOf(alternative) < NOT_MET) {
        isMet.fill(true, alternative.from, alternative.to);
      }
    }
    this.#sumOfWords(isMet);
    const met: MatchedWords[] = [];
    for (let to = words.length; to > 0; ) {
      const alternative = this.#steps[to];
      const from = alternative?.from ?? to - 1;
      if (alternative !== undefined || isMet[from] === true) {
        const slots = alternative?.slots ?? [from];
        met.push({ from, to, alternative, slots: slots.map((slot) => this.#metSlot(slot)) });
      }
      to = from;
    }
    return this.#withNames(met.reverse());
  }

  /** With the words that stand in another name of the food's own, one after the other, as one. */
  #withNames(met: readonly MatchedWords[]): MatchedWords[] {
    const joined: MatchedWords[] = [];
    for (const one of met) {
      const last = joined.at(-1);
      if (!this.#isOwnName(one)) joined.push(one);
      else if (last?.named === undefined || last.to !== one.from) {
        joined.push({ ...one, named: this.#head() });
      } else joined.splice(-1, 1, { ...last, to: one.to, slots: [...last.slots, ...one.slots] });
    }
    return joined;
  }

  /** Whether words are met as they were typed, but in another name of the food's own. */
  #isOwnName({ alternative, slots }: MatchedWords): boolean {
    const { tokens } = this.#index;
    return slots.every(({ slot, source }) => {
      const part = partOf(numberAt(tokens, this.#slots.tokenOf(slot)) & PLACE_MASK);
      return part === Part.ownName && (alternative ?? source)?.manner === 'word';
    });
  }

  /** The words of the head of the current food. */
  #head(): number[] {
    const { start, end } = this.#slots;
    const tokens = Array.from(this.#index.tokens.subarray(start, end));
    return tokens
      .filter((token) => partOf(token & PLACE_MASK) === Part.head)
      .map((token) => token >>> WORD_SHIFT);
  }

  #metSlot(slot: number): MatchedSlot {
    const token = numberAt(this.#index.tokens, this.#slots.tokenOf(slot));
    const source = this.#slots.sourceOf(slot);
    return { slot, word: token >>> WORD_SHIFT, place: token & PLACE_MASK, source };
  }

  /** Whether a food meets an alternative. */
  meets(rank: number, alternative: Alternative): boolean {
    this.#slots.take(rank);
    return this.#slots.penaltyOf(alternative) < NOT_MET;
  }

  /** The sources by which foods have words of the query; of many words, where no other has them. */
  sourcesIn(ranks: Uint32Array): ReadonlySet<Source> {
    return this.#slots.sourcesIn(ranks);
  }

  /** How many words chosen do not stand right after the one before, at most {@link MOST_PARTINGS}. */
  #partings(): number {
    const chosen = this.#chosen;
    let partings = 0;
    for (let i = 1; i < chosen.length; i++) {
      if (elementAt(chosen, i - 1) !== elementAt(chosen, i) + 1) partings++;
    }
    return Math.min(partings, MOST_PARTINGS);
  }

  /** The least penalty of the words wanted, each met itself or by an alternative. */
  #sumOfWords(isWanted: readonly boolean[]): number {
    const { words, alternatives } = this.#slots.matches;
    for (let to = 1; to <= words.length; to++) {
      const own = isWanted[to - 1] === true ? this.#slots.penaltyOfSlot(to - 1) : 0;
      let least = numberAt(this.#sums, to - 1) + own;
      let step: Alternative | undefined;
      for (const alternative of alternatives) {
        if (alternative.to !== to || isWanted[to - 1] !== true) continue;
        const before = numberAt(this.#sums, alternative.from);
        if (before >= least) continue;
        const sum = before + this.#slots.penaltyOf(alternative);
        if (sum >= least) continue;
        least = sum;
        step = alternative;
      }
      this.#sums[to] = least;
      this.#steps[to] = step;
    }
    return numberAt(this.#sums, words.length);
  }

  /**
   * What is to be added to the penalty of the words: it counts what is beside and outside of the
   * head for each word, where it counts once a segment and once a food.
   */
  #surroundings(): number {
    const chosen = this.#chosen;
    if (chosen.length === 1) return 0;
    const { tokens } = this.#index;
    const { start, end } = this.#slots;
    let penalty = 0;
    let isHeadMet = false;
    for (const token of chosen) {
      const place = numberAt(tokens, token) & PLACE_MASK;
      penalty += partPenalty(place) - placePenalty(place);
      if (partOf(place) === Part.head || partOf(place) === Part.shelf) isHeadMet = true;
    }
    if (!isHeadMet) penalty += PENALTIES.noHead;
    for (let i = start; i < end; ) {
      const place = numberAt(tokens, i) & PLACE_MASK;
      const first = i;
      let met = 0;
      do {
        met += Number(chosen.includes(i));
        i++;
      } while (i < end && (numberAt(tokens, i) & SEGMENT_START) === 0);
      if (met > 0 && met < i - first) penalty += otherWordsPenalty(place);
    }
    return penalty;
  }

  /** Gathers the tokens by which the words wanted are met with the least penalty, the last one first. */
  #choose(isWanted: readonly boolean[]): void {
    this.#chosen.length = 0;
    for (let to = this.#slots.matches.words.length; to > 0; ) {
      const step = this.#steps[to];
      if (step === undefined) {
        if (isWanted[to - 1] === true) this.#chosen.push(this.#slots.tokenOf(to - 1));
        to--;
        continue;
      }
      for (let i = step.slots.length - 1; i >= 0; i--) {
        this.#chosen.push(this.#slots.tokenOf(elementAt(step.slots, i)));
      }
      to = step.from;
    }
  }
}
