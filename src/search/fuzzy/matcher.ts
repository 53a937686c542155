import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { Alternatives } from './alternatives.ts';
import type { Dictionary } from './dictionary.ts';
import { singulars } from './english.ts';
import { type FuzzyIndex, isHeadOf, PLACE_SHIFT } from './fuzzy-index.ts';
import type { Language } from './language.ts';
import type { Matches, QueryTerm, Source } from './matches.ts';
import { withoutNegation } from './negation.ts';
import type { OtherNames } from './other-names.ts';
import { PENALTIES } from './penalties.ts';
import { Part } from './place.ts';
import type { QueryWords } from './query-words.ts';
import { TYPO } from './typo-distance.ts';
import {
  type Guess,
  LARGE_TABLE,
  MANY_NAMES,
  namesNeeded,
  RARE_COST,
  type Typo,
  TypoFinder,
} from './typos.ts';
import type { WordForms } from './word-forms.ts';

// Finds what can match each word of a fuzzy query: forms, prefixes, and typo corrections for rare
// words.

/**
 * A typed word that at most this many foods have is corrected too: the table may have the same
 * typo.
 */
const FEW_FOODS = 2;

/** Only words of at least this length are also corrected to plurals. */
const LONG_SINGULAR = 7;

/** A common English word of at least this length counts as finished, unless it names a food. */
const LONG_REAL_WORD = 6;

/**
 * The last place whose words name the food: the head, or a second segment that is a single word.
 */
const LAST_NAME_PLACE = Part.second * 2;

/** Finds what in a table can match each word of a query. */
export class Matcher {
  readonly #index: FuzzyIndex;
  readonly #dictionary: Dictionary;
  readonly #typos: TypoFinder;
  readonly #forms: WordForms;
  readonly #language: Language;
  readonly #names: OtherNames;

  constructor(
    index: FuzzyIndex,
    dictionary: Dictionary,
    forms: WordForms,
    language: Language,
    names: OtherNames,
    work: Work,
  ) {
    this.#forms = forms;
    this.#index = index;
    this.#dictionary = dictionary;
    this.#typos = new TypoFinder(dictionary, index.wordProfiles, work);
    this.#language = language;
    this.#names = names;
  }

  /**
   * Looks up a query.
   *
   * @param foreignNames - food names in the query language
   */
  match(query: QueryWords, foreignNames?: OtherNames): Matches {
    const { words, lastIsOpen, headLength } = query;
    const terms: QueryTerm[] = [];
    words.forEach((word, i) => {
      const isOpen = lastIsOpen && i === words.length - 1;
      terms.push(this.#termOf(word, isOpen));
    });
    const alternatives = new Alternatives(words, terms, this.#forms);
    alternatives.addForeign(query.foreign, foreignNames);
    for (const from of terms.keys()) {
      alternatives.addNames(from, this.#names);
      // A last word that is a whole head is not read as the start of a longer name.
      const word = from + 1 === words.length ? this.#dictionary.find(elementAt(words, from)) : -1;
      if (!isHeadOf(this.#index, word)) alternatives.addNamesStartingWith(from, this.#names);
      alternatives.addJoined(from, lastIsOpen);
      alternatives.addSplits(from, this.#dictionary);
    }
    return { words, terms: alternatives.terms, alternatives: alternatives.list, headLength };
  }

  /** Returns what matches a query word directly. An open word may be incomplete. */
  #termOf(word: string, isOpen: boolean): QueryTerm {
    const sources = [...this.#forms.of(word, 'word')];
    // "berlin" is a whole word, not an unfinished "berliner".
    const isWhole = word.length >= LONG_REAL_WORD && this.#forms.namesNoFood(word);
    if (isOpen && !isWhole) sources.push(...this.#forms.startingWith(word));
    if (this.#areRare(sources)) this.#addTypos(word, sources);
    return { sources };
  }

  #addTypos(word: string, sources: Source[]): void {
    const stem = withoutNegation(word);
    const mark = word.slice(0, word.length - stem.length);
    for (const { word: other, cost } of this.#typosOf(stem)) {
      const penalty = cost < TYPO.other ? PENALTIES.typo : PENALTIES.farTypo;
      for (const form of this.#forms.of(mark + this.#dictionary.wordAt(other), 'slip')) {
        sources.push({ ...form, penalty: form.penalty + penalty });
      }
    }
  }

  /** Returns the table words nearest to the typed word, its singular, or else its plural. */
  #typosOf(word: string): Typo[] {
    const find = (form: string) => this.#typos.find(form, (guess) => this.#rarityOf(guess));
    const isEnglish = this.#language === 'english';
    if (this.#forms.namesNoFood(word)) return [];
    let found = (isEnglish ? singulars(word) : [word]).flatMap(find);
    // "nectarene" for "nectarines"
    if (found.length === 0 && isEnglish && word.length >= LONG_SINGULAR) {
      found = find(`${word}s`);
    }
    const lowest = Math.min(...found.map(({ cost }) => cost));
    return found.filter(({ cost }) => cost === lowest);
  }

  /**
   * Returns the extra cost of a correction: 0 if its forms name many foods, `undefined` if they name
   * too few.
   */
  #rarityOf(guess: Guess): number | undefined {
    const { postings, postingStarts, rows } = this.#index;
    let names = 0;
    for (const { first } of this.#forms.of(this.#dictionary.wordAt(guess.word), 'slip')) {
      const end = numberAt(postingStarts, first + 1);
      // Postings are sorted by place.
      for (let i = numberAt(postingStarts, first); i < end && names < MANY_NAMES; i++) {
        if (numberAt(postings, i) >>> PLACE_SHIFT > LAST_NAME_PLACE) break;
        names++;
      }
    }
    const share = Math.min(1, rows.length / LARGE_TABLE);
    if (names < namesNeeded(guess) * share) return undefined;
    return names < MANY_NAMES * share ? RARE_COST : 0;
  }

  /** Whether few foods have words of these sources; a food with two of the words counts twice. */
  #areRare(sources: readonly Source[]): boolean {
    const { postingStarts } = this.#index;
    const counted = new Set<number>();
    let count = 0;
    for (const { first, end } of sources) {
      // Every word has a posting, so this loop ends early.
      for (let word = first; word < end && count <= FEW_FOODS; word++) {
        if (counted.has(word)) continue;
        counted.add(word);
        count += numberAt(postingStarts, word + 1) - numberAt(postingStarts, word);
      }
    }
    return count <= FEW_FOODS;
  }
}
