import { elementAt, numberAt } from '../flat-arrays.ts';
import { MAX_WORDS } from '../limits.ts';
import type { Work } from '../work.ts';
import {
  type FuzzyIndex,
  familyPointsAt,
  PLACE_MASK,
  polarityOf,
  SEGMENT_START,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import type { Alternative, Matches, Source } from './matches.ts';
import { Part, partOf } from './place.ts';
import { NOT_MET, otherWordsPoints, POINTS, partPoints, placePoints } from './points.ts';
import { WordMeetings } from './word-meetings.ts';

const NO_MATCHES: Matches = { words: [], slots: [], alternatives: [] };

/**
 * Counts the points of foods for one query. It keeps scratch memory, so it works for one query at a
 * time.
 */
export class FoodScorer {
  readonly #index: FuzzyIndex;
  readonly #work: Work;
  readonly #meetings: WordMeetings;
  #matches = NO_MATCHES;
  /** The tokens of the food at hand. */
  #start = 0;
  #end = 0;
  /** Per slot, the least points in the food at hand, and the token that has them. */
  #slotPoints = new Uint32Array(MAX_WORDS);
  #slotTokens = new Uint32Array(MAX_WORDS);
  /** Per number of words from the first on, the least points, and the alternative used last. */
  readonly #sums = new Uint32Array(MAX_WORDS + 1);
  readonly #steps: (Alternative | undefined)[] = [];
  /** Tokens of the food at hand that meet words. */
  readonly #chosen: number[] = [];

  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#meetings = new WordMeetings(index.wordStarts.length - 1);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    this.#matches = matches;
    this.#meetings.use(matches.slots);
    const count = matches.slots.length;
    if (count <= this.#slotPoints.length) return;
    this.#slotPoints = new Uint32Array(2 * count);
    this.#slotTokens = new Uint32Array(2 * count);
  }

  /**
   * The points of a food for the words of the query that are wanted; {@link NOT_MET} where it lacks
   * one of them.
   */
  score(rank: number, isWanted: readonly boolean[]): number {
    this.#meetSlots(rank);
    const sum = this.#sumOfWords(isWanted);
    if (sum >= NOT_MET) return NOT_MET;
    return sum + this.#surroundings(isWanted) + familyPointsAt(this.#index.familyStarts, rank);
  }

  /** Whether a food meets an alternative. */
  meets(rank: number, alternative: Alternative): boolean {
    this.#meetSlots(rank);
    return this.#pointsOf(alternative) < NOT_MET;
  }

  /** The sources by which foods have words of the query; of many words, where no other has them. */
  sourcesIn(ranks: Uint32Array): ReadonlySet<Source> {
    const found = new Set<Source>();
    const { tokens, tokenStarts } = this.#index;
    for (const rank of ranks) {
      const end = numberAt(tokenStarts, rank + 1);
      for (let i = numberAt(tokenStarts, rank); i < end; i++) {
        const token = numberAt(tokens, i);
        const word = token >>> WORD_SHIFT;
        const polarity = polarityOf(token);
        let isFound = false;
        for (let one = this.#meetings.of(word); one !== undefined; one = one.next) {
          if ((one.source.polarity & polarity) === 0) continue;
          found.add(one.source);
          isFound = true;
        }
        if (isFound) continue;
        for (const { source } of this.#meetings.ranges) {
          if (isInRange(word, polarity, source)) found.add(source);
        }
      }
    }
    return found;
  }

  /** Takes a food at hand, and finds where it meets each slot best. */
  #meetSlots(rank: number): void {
    const { tokens, tokenStarts } = this.#index;
    this.#start = numberAt(tokenStarts, rank);
    this.#end = numberAt(tokenStarts, rank + 1);
    const slotCount = this.#matches.slots.length;
    this.#work.spend(4 + 2 * (this.#end - this.#start) + slotCount);
    this.#slotPoints.fill(NOT_MET, 0, slotCount);
    const { ranges } = this.#meetings;
    for (let i = this.#start; i < this.#end; i++) {
      const token = numberAt(tokens, i);
      const word = token >>> WORD_SHIFT;
      const polarity = polarityOf(token);
      const place = placePoints(token & PLACE_MASK);
      for (let one = this.#meetings.of(word); one !== undefined; one = one.next) {
        if ((one.source.polarity & polarity) === 0) continue;
        this.#meet(one.slot, one.source.points + place, i);
      }
      for (const { slot, source } of ranges) {
        if (isInRange(word, polarity, source)) this.#meet(slot, source.points + place, i);
      }
    }
  }

  #meet(slot: number, points: number, token: number): void {
    if (points >= numberAt(this.#slotPoints, slot)) return;
    this.#slotPoints[slot] = points;
    this.#slotTokens[slot] = token;
  }

  /** The least points of the words wanted, each met itself or by an alternative. */
  #sumOfWords(isWanted: readonly boolean[]): number {
    const { words, alternatives } = this.#matches;
    for (let to = 1; to <= words.length; to++) {
      const own = isWanted[to - 1] === true ? numberAt(this.#slotPoints, to - 1) : 0;
      let least = numberAt(this.#sums, to - 1) + own;
      let step: Alternative | undefined;
      for (const alternative of alternatives) {
        if (alternative.to !== to || isWanted[to - 1] !== true) continue;
        const before = numberAt(this.#sums, alternative.from);
        if (before >= least) continue;
        const sum = before + this.#pointsOf(alternative);
        if (sum >= least) continue;
        least = sum;
        step = alternative;
      }
      this.#sums[to] = least;
      this.#steps[to] = step;
    }
    return numberAt(this.#sums, words.length);
  }

  #pointsOf({ slots, points, together }: Alternative): number {
    let sum = points;
    for (const slot of slots) sum += numberAt(this.#slotPoints, slot);
    if (sum >= NOT_MET || !together || slots.length === 1) return sum;
    return this.#hasNeighbors(elementAt(slots, 0), elementAt(slots, 1)) ? sum : NOT_MET;
  }

  /** Whether two slots are met by neighbors in one segment. */
  #hasNeighbors(left: number, right: number): boolean {
    const { tokens } = this.#index;
    for (let i = this.#start + 1; i < this.#end; i++) {
      const token = numberAt(tokens, i);
      if ((token & SEGMENT_START) !== 0) continue;
      if (!this.#meetings.has(numberAt(tokens, i - 1), left)) continue;
      if (this.#meetings.has(token, right)) return true;
    }
    return false;
  }

  /**
   * What is to be added to the points of the words: these count what is beside and outside of the
   * head for each word, where it counts once a segment and once a food.
   */
  #surroundings(isWanted: readonly boolean[]): number {
    this.#choose(isWanted);
    const chosen = this.#chosen;
    if (chosen.length === 1) return 0;
    const { tokens } = this.#index;
    let points = 0;
    let isHeadMet = false;
    for (const token of chosen) {
      const place = numberAt(tokens, token) & PLACE_MASK;
      points += partPoints(place) - placePoints(place);
      if (partOf(place) === Part.head || partOf(place) === Part.shelf) isHeadMet = true;
    }
    if (!isHeadMet) points += POINTS.noHead;
    for (let i = this.#start; i < this.#end; ) {
      const place = numberAt(tokens, i) & PLACE_MASK;
      let met = 0;
      let others = 0;
      do {
        if (chosen.includes(i)) met++;
        else others++;
        i++;
      } while (i < this.#end && (numberAt(tokens, i) & SEGMENT_START) === 0);
      if (met > 0 && others > 0) points += otherWordsPoints(place);
    }
    return points;
  }

  /** Gathers the tokens by which the words wanted are met with the least points. */
  #choose(isWanted: readonly boolean[]): void {
    this.#chosen.length = 0;
    for (let to = this.#matches.words.length; to > 0; ) {
      const step = this.#steps[to];
      if (step === undefined) {
        if (isWanted[to - 1] === true) this.#chosen.push(numberAt(this.#slotTokens, to - 1));
        to--;
        continue;
      }
      for (const slot of step.slots) this.#chosen.push(numberAt(this.#slotTokens, slot));
      to = step.from;
    }
  }
}

/** Whether a word is among those of a source of many. */
function isInRange(word: number, polarity: number, source: Source): boolean {
  return word >= source.first && word < source.end && (source.polarity & polarity) !== 0;
}
