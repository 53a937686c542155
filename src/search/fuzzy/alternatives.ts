import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { elementAt } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import { singulars } from './english.ts';
import type { Alternative, QueryTerm } from './matches.ts';
import { NEGATED } from './negation.ts';
import type { OtherNames } from './other-names.ts';
import { PENALTIES } from './penalties.ts';
import { type ForeignReadings, MAX_PREFIX_WORDS } from './query-words.ts';
import type { WordForms } from './word-forms.ts';

// Generates alternatives to query words: synonyms, joined words and split words, with limits on
// their number and length.

/** The maximum number of alternatives: each adds a little to the cost of scoring a food. */
const MAX_ALTERNATIVES = 32;

/** Words with more letters are not split. */
const LONGEST_SPLIT = 32;

/** The range of query words that an alternative replaces. */
type Span = Pick<Alternative, 'from' | 'to'>;

/** The properties shared by alternatives of one kind. */
type Kind = Pick<Alternative, 'penalty' | 'together' | 'manner'>;

const JOINED: Kind = { penalty: PENALTIES.joined, together: true, manner: 'word' };
const JOINED_PREFIX: Kind = { ...JOINED, manner: 'beginning' };
const WHOLE_NAME: Kind = { penalty: PENALTIES.otherName, together: false, manner: 'name' };
const NONE_NAME: Kind = { ...WHOLE_NAME, penalty: PENALTIES.noneName };
const NAME_PREFIX: Kind = { ...WHOLE_NAME, penalty: PENALTIES.namePrefix };
const MISSPELLED: Kind = { ...WHOLE_NAME, penalty: PENALTIES.typo, manner: 'slip' };

/**
 * Collects alternatives to words of a query: synonyms, two words joined, one word split. The list
 * is capped: later alternatives are dropped.
 */
export class Alternatives {
  readonly list: Alternative[] = [];
  /** The terms of the query words, followed by those of the alternatives. */
  readonly terms: QueryTerm[];
  readonly #words: readonly string[];
  readonly #forms: WordForms;
  /** Term numbers, keyed by manner and word. */
  readonly #termNumbers = new Map<string, number>();

  /** @param terms - the terms of the query words */
  constructor(words: readonly string[], terms: readonly QueryTerm[], forms: WordForms) {
    this.terms = [...terms];
    this.#words = words;
    this.#forms = forms;
  }

  /** Adds the typed words and the English meanings of names in another language. */
  addForeign({ others, prefixes }: ForeignReadings, names: OtherNames | undefined): void {
    for (const { words, penalty, ...span } of others)
      this.#add(span, words, { ...WHOLE_NAME, penalty });
    for (const { from, text } of prefixes) {
      for (const meaning of names?.startingWith(text) ?? []) {
        this.#add({ from, to: this.#words.length }, meaning, NAME_PREFIX);
      }
    }
  }

  /** Adds the meanings of synonyms that start at a query word. */
  addNames(from: number, names: OtherNames): void {
    for (const { to, meanings } of names.at(this.#words, from)) {
      const isLevel = this.#words.slice(from, to).some((word) => OPPOSITES.levels.has(word));
      for (const meaning of meanings) {
        // "Low sodium" means little salt rather than none.
        const isNone = isLevel && meaning.every((word) => word.startsWith(NEGATED));
        this.#add({ from, to }, meaning, isNone ? NONE_NAME : WHOLE_NAME);
      }
    }
  }

  /**
   * Adds the meanings of synonyms that start with the rest of the query, beginning at this word. If
   * the table does not know the word, adds those of synonyms that it may be a misspelling of, too.
   */
  addNamesStartingWith(from: number, names: OtherNames): void {
    const to = this.#words.length;
    if (from < to - MAX_PREFIX_WORDS) return;
    const isUnknown = elementAt(this.terms, from).sources.length === 0;
    for (const meaning of names.startingWith(this.#words.slice(from).join(''), isUnknown)) {
      this.#add({ from, to }, meaning, NAME_PREFIX);
    }
    const word = elementAt(this.#words, from);
    if (!isUnknown || this.#forms.namesNoFood(word)) return;
    // "blackcurrents"
    for (const meaning of singulars(word).flatMap((form) => names.near(form)))
      this.#add({ from, to: from + 1 }, meaning, MISSPELLED);
  }

  /**
   * Adds a word joined with the next word, if the table has the result or, at the open end of a
   * query, a word that starts with the result.
   */
  addJoined(from: number, isOpen: boolean): void {
    const span = { from, to: from + 2 };
    if (span.to > this.#words.length) return;
    const joined = this.#words.slice(from, span.to).join('');
    // "maple s" must not match "maples": the user is still typing the second word.
    if (!this.#forms.areSame(elementAt(this.#words, from), joined)) {
      this.#add(span, [joined], JOINED);
      if (isOpen && span.to === this.#words.length) this.#add(span, [joined], JOINED_PREFIX);
    }
  }

  /** Adds the splits of a word into two words of the table. */
  addSplits(from: number, table: Dictionary): void {
    const word = elementAt(this.#words, from);
    if ([...word].length > LONGEST_SPLIT) return;
    for (const length of table.lengthsOfBeginnings(word)) {
      for (const rest of this.#forms.lastParts(word.slice(length))) {
        // The second part is rarely a word, so it is checked first.
        if (this.#termOf(rest, JOINED) === undefined) continue;
        this.#add({ from, to: from + 1 }, [word.slice(0, length), rest], JOINED);
      }
    }
  }

  /** Adds an alternative if the table has each of its words. */
  #add(span: Span, words: readonly string[], kind: Kind): void {
    if (this.list.length === MAX_ALTERNATIVES) return;
    const terms: number[] = [];
    for (const word of words) {
      const term = this.#termOf(word, kind);
      if (term === undefined) return;
      terms.push(term);
    }
    this.list.push({ ...kind, ...span, terms });
  }

  /** Returns the term number of a word, or `undefined` if the table lacks the word. */
  #termOf(word: string, { manner }: Kind): number | undefined {
    const key = manner + word;
    const known = this.#termNumbers.get(key);
    if (known !== undefined) return known;
    const isBegun = manner === 'beginning';
    const sources = isBegun ? this.#forms.startingWith(word) : this.#forms.of(word, manner);
    if (sources.length === 0) return undefined;
    const term = this.terms.push({ sources }) - 1;
    this.#termNumbers.set(key, term);
    return term;
  }
}
