import { numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import {
  type FuzzyIndex,
  familyPointsAt,
  PLACE_MASK,
  SEGMENT_START,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import type { Alternative, Matches, Source } from './matches.ts';
import { Part, partOf } from './place.ts';
import { POINTS, partPoints, placePoints } from './points.ts';

/** Points of a food that does not meet what is wanted. */
export const NOT_MET = 1_000;

const NO_MATCHES: Matches = { words: [], slots: [], alternatives: [] };

/**
 * Counts the points of foods for one query. It keeps scratch memory, so it works for one query at a
 * time.
 */
export class FoodScorer {
  readonly #index: FuzzyIndex;
  readonly #work: Work;
  /** Per word of the table, the number of its latest entry plus one, or zero. */
  readonly #entries: Uint32Array;
  /** Entries: a source of one word, its slot, and the next entry of the same word plus one. */
  readonly #sources: Source[] = [];
  readonly #slots: number[] = [];
  readonly #next: number[] = [];
  /** Sources of many words, and their slots. */
  readonly #ranges: Source[] = [];
  readonly #rangeSlots: number[] = [];
  #matches = NO_MATCHES;
  /** Per slot, the least points in the food at hand, and the token that has them. */
  readonly #slotPoints: number[] = [];
  readonly #slotTokens: number[] = [];
  /** Per number of words from the first on, the least points, and the alternative used last. */
  readonly #sums: number[] = [0];
  readonly #steps: (Alternative | undefined)[] = [undefined];
  /** Tokens of the food at hand that meet words. */
  readonly #chosen: number[] = [];

  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#entries = new Uint32Array(index.wordStarts.length - 1);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    for (const { first } of this.#sources) this.#entries[first] = 0;
    for (const list of [this.#sources, this.#slots, this.#next, this.#ranges, this.#rangeSlots]) {
      list.length = 0;
    }
    this.#matches = matches;
    matches.slots.forEach(({ sources }, slot) => {
      for (const source of sources) {
        if (source.end - source.first > 1) {
          this.#ranges.push(source);
          this.#rangeSlots.push(slot);
          continue;
        }
        this.#next.push(numberAt(this.#entries, source.first));
        this.#sources.push(source);
        this.#slots.push(slot);
        this.#entries[source.first] = this.#sources.length;
      }
    });
  }

  /**
   * The points of a food for the words of the query that are wanted; {@link NOT_MET} where it lacks
   * one of them.
   */
  score(rank: number, isWanted: readonly boolean[]): number {
    const start = numberAt(this.#index.tokenStarts, rank);
    const end = numberAt(this.#index.tokenStarts, rank + 1);
    this.#work.spend(this.#units(start, end));
    this.#meetSlots(start, end);
    const sum = this.#sumOfWords(start, end, isWanted);
    if (sum >= NOT_MET) return NOT_MET;
    const surroundings = this.#surroundings(start, end, isWanted);
    return sum + surroundings + familyPointsAt(this.#index.familyStarts, rank);
  }

  /** Whether a food meets an alternative. */
  meets(rank: number, alternative: Alternative): boolean {
    const start = numberAt(this.#index.tokenStarts, rank);
    const end = numberAt(this.#index.tokenStarts, rank + 1);
    this.#work.spend(this.#units(start, end));
    this.#meetSlots(start, end);
    return this.#pointsOf(alternative, start, end) < NOT_MET;
  }

  /** The sources by which foods have words of the query; of many words, where no other has them. */
  sourcesIn(ranks: Uint32Array): ReadonlySet<Source> {
    const found = new Set<Source>();
    const { tokens, tokenStarts } = this.#index;
    for (const rank of ranks) {
      const end = numberAt(tokenStarts, rank + 1);
      for (let i = numberAt(tokenStarts, rank); i < end; i++) {
        const word = numberAt(tokens, i) >>> WORD_SHIFT;
        let entry = numberAt(this.#entries, word);
        if (entry === 0) {
          for (const range of this.#ranges) {
            if (word >= range.first && word < range.end) found.add(range);
          }
        }
        for (; entry !== 0; entry = this.#next[entry - 1] ?? 0) {
          const source = this.#sources[entry - 1];
          if (source !== undefined) found.add(source);
        }
      }
    }
    return found;
  }

  /** What it takes to score a food. */
  #units(start: number, end: number): number {
    return 4 + 2 * (end - start) + this.#matches.slots.length;
  }

  #meetSlots(start: number, end: number): void {
    const { tokens } = this.#index;
    this.#slotPoints.length = 0;
    for (let slot = this.#matches.slots.length; slot > 0; slot--) this.#slotPoints.push(NOT_MET);
    for (let i = start; i < end; i++) {
      const token = numberAt(tokens, i);
      const word = token >>> WORD_SHIFT;
      const place = placePoints(token & PLACE_MASK);
      let entry = numberAt(this.#entries, word);
      for (; entry !== 0; entry = this.#next[entry - 1] ?? 0) {
        const points = this.#sources[entry - 1]?.points ?? NOT_MET;
        this.#meet(this.#slots[entry - 1] ?? 0, points + place, i);
      }
      for (let range = 0; range < this.#ranges.length; range++) {
        const { first = 0, end: last = 0, points = 0 } = this.#ranges[range] ?? {};
        if (word >= first && word < last) {
          this.#meet(this.#rangeSlots[range] ?? 0, points + place, i);
        }
      }
    }
  }

  #meet(slot: number, points: number, token: number): void {
    if (points >= (this.#slotPoints[slot] ?? NOT_MET)) return;
    this.#slotPoints[slot] = points;
    this.#slotTokens[slot] = token;
  }

  /** The least points of the words wanted, each met itself or by an alternative. */
  #sumOfWords(start: number, end: number, isWanted: readonly boolean[]): number {
    const { words, alternatives } = this.#matches;
    for (let to = 1; to <= words.length; to++) {
      const own = isWanted[to - 1] === true ? (this.#slotPoints[to - 1] ?? NOT_MET) : 0;
      let least = (this.#sums[to - 1] ?? 0) + own;
      let step: Alternative | undefined;
      for (const alternative of alternatives) {
        if (alternative.to !== to || isWanted[to - 1] !== true) continue;
        const before = this.#sums[alternative.from] ?? 0;
        if (before >= least) continue;
        const sum = before + this.#pointsOf(alternative, start, end);
        if (sum >= least) continue;
        least = sum;
        step = alternative;
      }
      this.#sums[to] = least;
      this.#steps[to] = step;
    }
    return this.#sums[words.length] ?? 0;
  }

  #pointsOf({ slots, points, together }: Alternative, start: number, end: number): number {
    let sum = points;
    for (const slot of slots) sum += this.#slotPoints[slot] ?? NOT_MET;
    if (sum >= NOT_MET || !together || slots.length === 1) return sum;
    return this.#hasNeighbors(slots[0] ?? 0, slots[1] ?? 0, start, end) ? sum : NOT_MET;
  }

  /** Whether two slots are met by neighbors in one segment. */
  #hasNeighbors(left: number, right: number, start: number, end: number): boolean {
    const { tokens } = this.#index;
    for (let i = start + 1; i < end; i++) {
      const token = numberAt(tokens, i);
      if ((token & SEGMENT_START) !== 0) continue;
      if (this.#meets(numberAt(tokens, i - 1), left) && this.#meets(token, right)) return true;
    }
    return false;
  }

  #meets(token: number, slot: number): boolean {
    let entry = numberAt(this.#entries, token >>> WORD_SHIFT);
    for (; entry !== 0; entry = this.#next[entry - 1] ?? 0) {
      if (this.#slots[entry - 1] === slot) return true;
    }
    return false;
  }

  /**
   * What is to be added to the points of the words: these count what is beside and outside of the
   * head for each word, where it counts once a segment and once a food.
   */
  #surroundings(start: number, end: number, isWanted: readonly boolean[]): number {
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
    for (let i = start; i < end; ) {
      const part = partOf(numberAt(tokens, i) & PLACE_MASK);
      let met = 0;
      let others = 0;
      do {
        if (chosen.includes(i)) met++;
        else others++;
        i++;
      } while (i < end && (numberAt(tokens, i) & SEGMENT_START) === 0);
      if (met > 0 && others > 0) points += POINTS.otherWords[part] ?? 0;
    }
    return points;
  }

  /** Gathers the tokens by which the words wanted are met with the least points. */
  #choose(isWanted: readonly boolean[]): void {
    this.#chosen.length = 0;
    for (let to = this.#matches.words.length; to > 0; ) {
      const step = this.#steps[to];
      if (step === undefined) {
        if (isWanted[to - 1] === true) this.#chosen.push(this.#slotTokens[to - 1] ?? 0);
        to--;
        continue;
      }
      for (const slot of step.slots) this.#chosen.push(this.#slotTokens[slot] ?? 0);
      to = step.from;
    }
  }
}
