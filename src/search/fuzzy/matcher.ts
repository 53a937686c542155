import { numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { Alternatives } from './alternatives.ts';
import type { Dictionary } from './dictionary.ts';
import { singulars } from './english.ts';
import { type FuzzyIndex, PLACE_SHIFT } from './fuzzy-index.ts';
import type { Language } from './language.ts';
import type { Matches, Slot, Source } from './matches.ts';
import { withoutNegation } from './negation.ts';
import type { OtherNames } from './other-names.ts';
import { PENALTIES } from './penalties.ts';
import { Part } from './place.ts';
import type { QueryWords } from './query-words.ts';
import {
  type Guess,
  LARGE_TABLE,
  MANY_NAMES,
  namesNeeded,
  RARE,
  TYPO,
  type Typo,
  TypoFinder,
} from './typos.ts';
import type { WordForms } from './word-forms.ts';

// What may meet a word of a fuzzy query: forms, beginnings, and typos where few foods have the
// word.

/** Typos are looked for where no more foods have the word: a table has misspelled words too. */
const FEW_FOODS = 2;

/** A word beside a known one may be misspelled like a word with this many more letters. */
const COMPANY_LETTERS = 2;

/** Shorter words are not tried in the plural as well. */
const LONG_SINGULAR = 7;

/** A food is called by what is in its head, or by a second segment without other words. */
const LAST_NAME_PLACE = Part.second * 2;

/** Finds what each word of a query may be met by in a table. */
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
    { language, names }: { readonly language: Language; readonly names: OtherNames },
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
   * @param foreignNames - those of the language it is asked in
   */
  match(query: QueryWords, foreignNames?: OtherNames): Matches {
    const { words, lastIsOpen } = query;
    const known =
      foreignNames === undefined
        ? words.filter((word) => this.#forms.of(word, 'word').length > 0)
        : [];
    const slots = words.map((word, i) =>
      this.#slotOf(word, {
        isOpen: lastIsOpen && i === words.length - 1,
        hasCompany: known.some((other) => other !== word),
      }),
    );
    const alternatives = new Alternatives(query, slots, this.#forms);
    alternatives.addForeign(query.foreign, foreignNames);
    for (const from of slots.keys()) {
      alternatives.addNames(from, this.#names);
      alternatives.addBegunNames(from, this.#names);
      alternatives.addJoined(from);
      alternatives.addSplits(from, this.#dictionary);
    }
    return { words, slots: alternatives.slots, alternatives: alternatives.list };
  }

  /** What meets a word of the query itself. */
  #slotOf(word: string, { isOpen, hasCompany }: { isOpen: boolean; hasCompany: boolean }): Slot {
    const sources = [...this.#forms.of(word, 'word')];
    if (isOpen) {
      const beginning = this.#forms.startingWith(word, PENALTIES.beginning);
      if (beginning !== undefined) sources.push(beginning);
    }
    if (this.#areRare(sources)) this.#addTypos(word, sources, hasCompany);
    return { sources };
  }

  #addTypos(word: string, sources: Source[], hasCompany: boolean): void {
    const stem = withoutNegation(word);
    const mark = word.slice(0, word.length - stem.length);
    for (const { word: other, cost } of this.#typosOf(stem, hasCompany)) {
      const penalty = cost < TYPO.other ? PENALTIES.typo : PENALTIES.farTypo;
      for (const form of this.#forms.of(mark + this.#dictionary.wordAt(other), 'slip')) {
        sources.push({ ...form, penalty: form.penalty + penalty });
      }
    }
  }

  /**
   * The nearest words of the table, be what was typed one of them or its plural.
   *
   * @param hasCompany - whether the table has another word of the query: then typos are likelier
   */
  #typosOf(word: string, hasCompany: boolean): Typo[] {
    const find = (form: string) =>
      this.#typos.find(form, rarityOf, hasCompany ? COMPANY_LETTERS : 0);
    const rarityOf = (guess: Guess) => this.#rarityOf(guess);
    const isEnglish = this.#language === 'english';
    const typed = isEnglish ? singulars(word) : [word];
    let found = typed.flatMap(find);
    // "nectarene" for "nectarines"
    if (found.length === 0 && isEnglish && word.length >= LONG_SINGULAR) {
      found = find(`${word}s`);
    }
    const least = Math.min(...found.map(({ cost }) => cost));
    return found.filter(({ cost }) => cost === least);
  }

  /** What the cost of a word grows by, given the foods that are called by it in any form. */
  #rarityOf(guess: Guess): number | undefined {
    const { postings, postingStarts, rows } = this.#index;
    let names = 0;
    for (const { first } of this.#forms.of(this.#dictionary.wordAt(guess.word), 'slip')) {
      const end = numberAt(postingStarts, first + 1);
      // They come in the order of their places.
      for (let i = numberAt(postingStarts, first); i < end && names < MANY_NAMES; i++) {
        if (numberAt(postings, i) >>> PLACE_SHIFT > LAST_NAME_PLACE) break;
        names++;
      }
    }
    const share = Math.min(1, rows.length / LARGE_TABLE);
    if (names < namesNeeded(guess) * share) return undefined;
    return names < MANY_NAMES * share ? RARE : 0;
  }

  /** Whether few foods have words of the sources; one that has two of them counts twice. */
  #areRare(sources: readonly Source[]): boolean {
    const { postingStarts } = this.#index;
    const counted = new Set<number>();
    let count = 0;
    for (const { first, end } of sources) {
      // Each word has a food, so this ends early.
      for (let word = first; word < end && count <= FEW_FOODS; word++) {
        if (counted.has(word)) continue;
        counted.add(word);
        count += numberAt(postingStarts, word + 1) - numberAt(postingStarts, word);
      }
    }
    return count <= FEW_FOODS;
  }
}
