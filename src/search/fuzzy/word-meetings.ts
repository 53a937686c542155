import { elementAt, numberAt } from '../flat-arrays.ts';
import { polarityOf, WORD_SHIFT } from './fuzzy-index.ts';
import type { Slot, Source } from './matches.ts';

// Notes which words of a fuzzy query each word of the table meets.

/** That a word of the table meets a slot of the query. */
export interface Meeting {
  readonly slot: number;
  readonly source: Source;
  /** Another meeting of the same word. */
  readonly next: Meeting | undefined;
}

/** Which slots of a query each word of the table meets. It is used again for the next query. */
export class WordMeetings {
  /** Per word of the table, its last meeting: an index into `#meetings` plus one, or zero. */
  readonly #latest: Uint32Array;
  readonly #meetings: Meeting[] = [];
  readonly #ranges: Meeting[] = [];

  constructor(wordCount: number) {
    this.#latest = new Uint32Array(wordCount);
  }

  /** Prepares for a query. */
  use(slots: readonly Slot[]): void {
    for (const { source } of this.#meetings) this.#latest[source.first] = 0;
    this.#meetings.length = 0;
    this.#ranges.length = 0;
    for (const [slot, { sources }] of slots.entries()) {
      for (const source of sources) {
        const { first, end } = source;
        if (end - first > 1) this.#ranges.push({ slot, source, next: undefined });
        else this.#latest[first] = this.#meetings.push({ slot, source, next: this.of(first) });
      }
    }
  }

  /** The first meeting of a word by itself. */
  of(word: number): Meeting | undefined {
    const latest = numberAt(this.#latest, word);
    return latest === 0 ? undefined : elementAt(this.#meetings, latest - 1);
  }

  /** The meetings of all words that begin alike: few, so that each is compared with every word. */
  get ranges(): readonly Meeting[] {
    return this.#ranges;
  }

  /** Whether a token meets a slot by itself. */
  has(token: number, slot: number): boolean {
    const polarity = polarityOf(token);
    for (let one = this.of(token >>> WORD_SHIFT); one !== undefined; one = one.next) {
      if (one.slot === slot && (one.source.polarity & polarity) !== 0) return true;
    }
    return false;
  }
}
