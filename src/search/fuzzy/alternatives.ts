import { elementAt } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import type { Alternative, Slot, Source } from './matches.ts';
import type { OtherNames } from './other-names.ts';
import { PENALTIES } from './penalties.ts';
import { type ForeignReadings, MOST_BEGUN_WORDS, type QueryWords } from './query-words.ts';
import type { WordForms } from './word-forms.ts';

// Other readings of a fuzzy query: other names, words joined or split; how many are tried, up to
// which length.

/** More alternatives of a query are left out: each costs a little for every food looked at. */
const MOST_ALTERNATIVES = 32;

/** Longer words, in letters, are not tried in two. */
const LONGEST_SPLIT = 32;

/** What of a query alternatives are made of. */
type Asked = Pick<QueryWords, 'words' | 'lastIsOpen'>;

/** The words of a query that others stand for. */
type Span = Pick<Alternative, 'from' | 'to'>;

/** How others stand for them. */
type Kind = Pick<Alternative, 'penalty' | 'together' | 'manner' | 'isWhole'>;

const JOINED: Kind = { penalty: PENALTIES.joined, together: true, manner: 'word', isWhole: true };
const BEGUN_JOINED: Kind = {
  penalty: PENALTIES.joined + PENALTIES.beginning,
  together: false,
  manner: 'beginning',
  isWhole: true,
};
const WHOLE_NAME: Kind = {
  penalty: PENALTIES.otherName,
  together: false,
  manner: 'name',
  isWhole: true,
};
const BEGUN_NAME: Kind = { ...WHOLE_NAME, penalty: PENALTIES.otherName + PENALTIES.beginning };

/**
 * Collects what may stand for words of a query: other names, two words written as one, one as two.
 * What comes first is kept, so the surest come first.
 */
export class Alternatives {
  readonly list: Alternative[] = [];
  /** Those of the query's words, and after them those of the alternatives. */
  readonly slots: Slot[];
  readonly #words: readonly string[];
  readonly #lastIsOpen: boolean;
  readonly #forms: WordForms;
  /** The number of the slot of a word, by the manner it is met in and the word. */
  readonly #slotNumbers = new Map<string, number>();

  /** @param slots - those of the query's words */
  constructor(query: Asked, slots: readonly Slot[], forms: WordForms) {
    this.slots = [...slots];
    this.#words = query.words;
    this.#lastIsOpen = query.lastIsOpen;
    this.#forms = forms;
  }

  /** What names in another language mean. */
  addForeign({ others, begun }: ForeignReadings, names: OtherNames | undefined): void {
    for (const { words, penalty, ...span } of others)
      this.#add(span, words, { ...WHOLE_NAME, penalty });
    for (const { from, text } of begun) {
      for (const meaning of names?.startingWith(text) ?? []) {
        this.#add({ from, to: this.#words.length }, meaning, BEGUN_NAME);
      }
    }
  }

  /** What names mean that begin at a word. */
  addNames(from: number, names: OtherNames): void {
    for (const { to, meanings } of names.at(this.#words, from)) {
      for (const meaning of meanings) this.#add({ from, to }, meaning, WHOLE_NAME);
    }
  }

  /** What names mean that the query may end with the beginning of, from a word on. */
  addBegunNames(from: number, names: OtherNames): void {
    const to = this.#words.length;
    if (from < to - MOST_BEGUN_WORDS) return;
    for (const meaning of names.startingWith(this.#words.slice(from).join(''))) {
      this.#add({ from, to }, meaning, BEGUN_NAME);
    }
  }

  /** A word and the next one, written together. */
  addJoined(from: number): void {
    const span = { from, to: from + 2 };
    if (span.to > this.#words.length) return;
    const joined = this.#words.slice(from, span.to).join('');
    // "maple s" is no "maples": it goes on.
    if (!this.#forms.areSame(elementAt(this.#words, from), joined)) {
      this.#add(span, [joined], JOINED);
    }
    if (!this.#lastIsOpen || span.to < this.#words.length) return;
    const begun = this.#forms.startingWith(joined, PENALTIES.same);
    if (begun !== undefined && !this.#isFull) {
      this.list.push({ ...BEGUN_JOINED, ...span, slots: [this.#addSlot([begun])] });
    }
  }

  /** A word as two, where the table has the first. */
  addSplits(from: number, table: Dictionary): void {
    const word = elementAt(this.#words, from);
    if ([...word].length > LONGEST_SPLIT) return;
    for (const length of table.lengthsOfBeginnings(word)) {
      const rest = word.slice(length);
      // Hardly ever a word.
      if (this.#slotOf(rest, JOINED) === undefined) continue;
      this.#add({ from, to: from + 1 }, [word.slice(0, length), rest], JOINED);
    }
  }

  /** Adds words that stand for others, if the table has them all. */
  #add(span: Span, words: readonly string[], kind: Kind): void {
    if (this.#isFull) return;
    const slots: number[] = [];
    for (const word of words) {
      const slot = this.#slotOf(word, kind);
      if (slot === undefined) return;
      slots.push(slot);
    }
    this.list.push({ ...kind, ...span, slots });
  }

  /** The number of the slot of a word, if the table has the word. */
  #slotOf(word: string, { manner }: Kind): number | undefined {
    const key = manner + word;
    const known = this.#slotNumbers.get(key);
    if (known !== undefined) return known;
    const sources = this.#forms.of(word, manner);
    if (sources.length === 0) return undefined;
    const slot = this.#addSlot(sources);
    this.#slotNumbers.set(key, slot);
    return slot;
  }

  #addSlot(sources: readonly Source[]): number {
    return this.slots.push({ sources }) - 1;
  }

  get #isFull(): boolean {
    return this.list.length === MOST_ALTERNATIVES;
  }
}
