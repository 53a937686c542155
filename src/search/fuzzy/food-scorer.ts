import { type FuzzyIndex, PLACE_MASK, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import type { Alternative, Matches, Source } from './matches.ts';
import { Part, partOf } from './place.ts';
import { POINTS, placePoints } from './score.ts';

/** Points of a query that a food does not meet. */
export const NOT_MET = 1_000;

/**
 * Counts the points of foods for one query. It keeps scratch memory, so it works for one query at a
 * time.
 */
export class FoodScorer {
  readonly #index: FuzzyIndex;
  /** Per word of the table, the place of its first entry plus one, or zero. */
  readonly #entries: Int32Array;
  /** The entries: the slot a word meets, the points, the next entry of the same word plus one. */
  #slots: number[] = [];
  #points: number[] = [];
  #next: number[] = [];
  /** Words with entries. */
  #marked: number[] = [];
  /** Sources of many words, by slot. */
  #ranges: { readonly slot: number; readonly source: Source }[] = [];
  #matches: Matches = { words: [], slots: [], alternatives: [] };
  /** Per slot, the least points in the food at hand, and the token that has them. */
  #slotPoints: number[] = [];
  #slotTokens: number[] = [];
  /** Per number of words from the first on, the least points, and the alternative used last. */
  #sums: number[] = [];
  #steps: (Alternative | undefined)[] = [];
  /** Tokens of the food at hand that meet a word, in the order of the words. */
  #chosen: number[] = [];

  constructor(index: FuzzyIndex) {
    this.#index = index;
    this.#entries = new Int32Array(index.wordStarts.length - 1);
  }

  /** Prepares for a query. */
  use(matches: Matches): void {
    for (const word of this.#marked) this.#entries[word] = 0;
    this.#slots = [];
    this.#points = [];
    this.#next = [];
    this.#marked = [];
    this.#ranges = [];
    this.#matches = matches;
    matches.slots.forEach(({ sources }, slot) => {
      for (const source of sources) {
        if (source.end - source.first > 1) {
          this.#ranges.push({ slot, source });
          continue;
        }
        const word = source.first;
        this.#marked.push(word);
        this.#slots.push(slot);
        this.#points.push(source.points);
        this.#next.push(this.#entries[word] ?? 0);
        this.#entries[word] = this.#slots.length;
      }
    });
  }

  /**
   * The points of a food, for the words of the query that `isWanted`.
   * {@link NOT_MET} and more where it does not meet one of them.
   */
  score(rank: number, isWanted: readonly boolean[]): number {
    const start = this.#index.tokenStarts[rank] ?? 0;
    const end = this.#index.tokenStarts[rank + 1] ?? 0;
    this.#meetSlots(start, end);
    const sum = this.#sumOfWords(start, end, isWanted);
    if (sum >= NOT_MET) return NOT_MET;
    return sum + this.#surroundings(start, end);
  }

  /** Whether the food meets an alternative. */
  meets(rank: number, alternative: Alternative): boolean {
    const start = this.#index.tokenStarts[rank] ?? 0;
    const end = this.#index.tokenStarts[rank + 1] ?? 0;
    this.#meetSlots(start, end);
    return this.#pointsOf(alternative, start, end) < NOT_MET;
  }

  #meetSlots(start: number, end: number): void {
    const { tokens } = this.#index;
    const count = this.#matches.slots.length;
    for (let slot = 0; slot < count; slot++) this.#slotPoints[slot] = NOT_MET;
    for (let i = start; i < end; i++) {
      const token = tokens[i] ?? 0;
      const word = token >>> WORD_SHIFT;
      for (let entry = this.#entries[word] ?? 0; entry !== 0; entry = this.#next[entry - 1] ?? 0) {
        this.#meet(
          this.#slots[entry - 1] ?? 0,
          (this.#points[entry - 1] ?? 0) + placePoints(token & PLACE_MASK),
          i,
        );
      }
      for (const { slot, source } of this.#ranges) {
        if (word >= source.first && word < source.end) {
          this.#meet(slot, source.points + placePoints(token & PLACE_MASK), i);
        }
      }
    }
  }

  #meet(slot: number, points: number, token: number): void {
    if (points >= (this.#slotPoints[slot] ?? NOT_MET)) return;
    this.#slotPoints[slot] = points;
    this.#slotTokens[slot] = token;
  }

  /** The least points of all words, each met itself or by an alternative. */
  #sumOfWords(start: number, end: number, isWanted: readonly boolean[]): number {
    const { words, alternatives } = this.#matches;
    this.#sums[0] = 0;
    for (let to = 1; to <= words.length; to++) {
      const own = isWanted[to - 1] === true ? (this.#slotPoints[to - 1] ?? NOT_MET) : 0;
      let least = (this.#sums[to - 1] ?? 0) + own;
      let step: Alternative | undefined;
      for (const alternative of alternatives) {
        if (alternative.to !== to || isWanted[to - 1] !== true) continue;
        const sum = (this.#sums[alternative.from] ?? 0) + this.#pointsOf(alternative, start, end);
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
    return this.#findTogether(slots, start, end) === -1 ? NOT_MET : sum;
  }

  /** Where two slots are met by neighbors; -1 where they are not. */
  #findTogether([left = 0, right = 0]: readonly number[], start: number, end: number): number {
    const { tokens } = this.#index;
    for (let i = start; i + 1 < end; i++) {
      if (((tokens[i + 1] ?? 0) & SEGMENT_START) !== 0) continue;
      if (this.#meets(tokens[i] ?? 0, left) && this.#meets(tokens[i + 1] ?? 0, right)) return i;
    }
    return -1;
  }

  #meets(token: number, slot: number): boolean {
    const word = token >>> WORD_SHIFT;
    for (let entry = this.#entries[word] ?? 0; entry !== 0; entry = this.#next[entry - 1] ?? 0) {
      if (this.#slots[entry - 1] === slot) return true;
    }
    return false;
  }

  /** The points of what stands between and beside the words that are met. */
  #surroundings(start: number, end: number): number {
    this.#choose();
    const { tokens } = this.#index;
    const chosen = this.#chosen;
    let points = 0;
    let isHeadMet = false;
    // Words are chosen by all points of their place; the segments' part is counted once a segment.
    for (const token of chosen) {
      const place = (tokens[token] ?? 0) & PLACE_MASK;
      const part = partOf(place);
      points += (POINTS.part[part] ?? 0) - placePoints(place);
      if (part === Part.head) isHeadMet = true;
    }
    for (let i = start; i < end; ) {
      const part = partOf((tokens[i] ?? 0) & PLACE_MASK);
      let others = 0;
      let met = 0;
      do {
        if (chosen.includes(i)) met++;
        else others++;
        i++;
      } while (i < end && ((tokens[i] ?? 0) & SEGMENT_START) === 0);
      if (met > 0 && others > 0) points += POINTS.otherWords[part] ?? 0;
    }
    if (!isHeadMet) points += POINTS.noHead;
    return points + this.#spread();
  }

  #spread(): number {
    const chosen = this.#chosen;
    if (chosen.length < 2) return 0;
    const between = Math.max(...chosen) - Math.min(...chosen) + 1 - new Set(chosen).size;
    const isOrdered = chosen.every((token, i) => i === 0 || token >= (chosen[i - 1] ?? 0));
    return (
      (POINTS.spread[between === 0 ? 0 : between <= 2 ? 1 : 2] ?? 0) +
      (isOrdered ? 0 : POINTS.otherOrder)
    );
  }

  /** Gathers the tokens by which the words are met with the least points. */
  #choose(): void {
    this.#chosen.length = 0;
    for (let to = this.#matches.words.length; to > 0; ) {
      const step = this.#steps[to];
      if (step === undefined) {
        if (
          (this.#sums[to] ?? 0) > (this.#sums[to - 1] ?? 0) ||
          (this.#slotPoints[to - 1] ?? NOT_MET) === 0
        ) {
          this.#chosen.push(this.#slotTokens[to - 1] ?? 0);
        }
        to--;
        continue;
      }
      for (const slot of [...step.slots].reverse()) this.#chosen.push(this.#slotTokens[slot] ?? 0);
      to = step.from;
    }
    this.#chosen.reverse();
  }
}
