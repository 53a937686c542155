import { type Amount, foodWithoutUse, readAmountBy } from '../../amount/amount-reader.ts';
import {
  type AmountLanguage,
  METRIC_ONLY,
  type Vocabulary,
} from '../../amount/languages/vocabulary.ts';
import { foodsInSentence } from '../../amount/meal.ts';
import { VOCABULARIES } from '../../amount/read-amount.ts';
import { isSize } from '../../amount/units.ts';
import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import type { ForeignNames } from './foreign/foreign-names.ts';
import { FOOD_RANK_MASK, type FuzzyIndex, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import {
  type ForeignLanguage,
  foreignOf,
  type Language,
  meaningfulWords,
  passedOverIn,
} from './language.ts';
import type { OtherNames } from './other-names.ts';
import type { WordForms } from './word-forms.ts';

// Finds the amount in a fuzzy query ("2 eggs"), and when a number is part of a name; up to which
// number it can be is in amount/amount-reader.ts.

/** What a query asks for. */
interface AskedFood {
  readonly food: string;
  readonly note: string;
  readonly amount?: Amount;
  readonly others: readonly string[];
}

/** Finds the amounts in queries: "2 eggs", "whole milk 1 cup". */
export class QueryAmounts {
  readonly #index: FuzzyIndex;
  readonly #dictionary: Dictionary;
  readonly #forms: WordForms;
  readonly #names: OtherNames;
  readonly #language: Language;
  readonly #work: Work;

  constructor(
    index: FuzzyIndex,
    parts: {
      readonly dictionary: Dictionary;
      readonly forms: WordForms;
      readonly names: OtherNames;
      readonly language: Language;
    },
    work: Work,
  ) {
    this.#index = index;
    this.#dictionary = parts.dictionary;
    this.#forms = parts.forms;
    this.#names = parts.names;
    this.#language = parts.language;
    this.#work = work;
  }

  /**
   * The requested food, notes about it, its amount, and other foods of a sentence.
   *
   * @param names - of foods in the language asked in
   */
  read(
    asked: string,
    lang: ForeignLanguage | undefined,
    names: ForeignNames | undefined,
  ): AskedFood {
    const vocabularies = this.#vocabularies(lang);
    const [own] = vocabularies;
    if (own === undefined) return { food: asked, note: '', others: [] };
    const [text, ...others] = foodsInSentence(asked, vocabularies);
    // "castanha do Pará" has the word for "for".
    if (names?.beginsWith(text)) return { food: text, note: '', others };
    const read = this.#in(text, vocabularies);
    // A number alone may be anything, and in a language that is not known a part of a name.
    const needsUnit = read?.food === '' || own === METRIC_ONLY;
    if (read === undefined || (needsUnit && read.unit === undefined)) {
      return { food: foodWithoutUse(text, own), note: '', others };
    }
    return { food: read.food || text, note: read.note, amount: read, others };
  }

  /** By which amounts are read: the language asked in, and that of the table. */
  #vocabularies(lang: ForeignLanguage | undefined): readonly Vocabulary[] {
    if (this.#language === 'none') return [METRIC_ONLY];
    const own = foreignOf(this.#language) ?? 'en';
    return [...new Set<AmountLanguage>([lang ?? own, own])].map((one) => VOCABULARIES[one]);
  }

  /**
   * The amount in a query, by the first vocabulary that reads one. `undefined` if there is none,
   * where the words are a name of the table, and beside words in quotes, which stand as they are.
   */
  #in(text: string, vocabularies: readonly Vocabulary[]): Amount | undefined {
    if (!mayHaveAmount(text, vocabularies)) return undefined;
    this.#work.spend(READING_WORK);
    for (const vocabulary of vocabularies) {
      const read = readAmountBy(text, vocabulary);
      if (read !== undefined) return this.#withoutName(text, read);
    }
    return undefined;
  }

  /**
   * The amount without the beginning of a name: "3 musketeers" has none, "2 big macs" is 2. A number
   * with a unit, other than a size, is always an amount.
   */
  #withoutName(text: string, read: Amount): Amount | undefined {
    const { unit, food, before } = read;
    if (unit !== undefined && !isSize(unit)) return read;
    if (unit === undefined && this.#beginsOtherName(text)) return undefined;
    const words = wordsOf(foldWords(before));
    const last = words.at(-1);
    const named = wordsOf(foldWords(food)).slice(0, unit === undefined ? MOST_NAME_WORDS : 1);
    if (last === undefined || !this.#beginName(last, named)) return read;
    if (unit === undefined || words.length === 1) return undefined;
    const name = {
      unit: undefined,
      food: `${last} ${food}`,
      before: before.slice(0, before.lastIndexOf(last)),
    };
    return this.#withoutName(text, { ...read, ...name });
  }

  /** Whether a text is another name, or begins one: "two percent". */
  #beginsOtherName(text: string): boolean {
    const typed = wordsOf(foldWords(text));
    const words = meaningfulWords(typed, passedOverIn(this.#language));
    // A name without its small words begins no name with "a": "a banana" is one.
    return words[0] === typed[0] && this.#names.begins([...new Set(words)].join(''));
  }

  /** Whether a description has a word right before the first of others, in any form, and all of these. */
  #beginName(left: string, names: readonly string[]): boolean {
    const before = this.#dictionary.find(left);
    const others = names.map((name) => this.#forms.of(name, 'word').map(({ first }) => first));
    const [after] = others;
    if (before === -1 || after === undefined) return false;
    const { postings, postingStarts, tokens, tokenStarts } = this.#index;
    const end = numberAt(postingStarts, before + 1);
    for (let i = numberAt(postingStarts, before); i < end; i++) {
      const rank = numberAt(postings, i) & FOOD_RANK_MASK;
      const [start, last] = [numberAt(tokenStarts, rank), numberAt(tokenStarts, rank + 1)];
      this.#work.spend(last - start);
      const words = tokens.subarray(start, last);
      const isBefore = words.some((word, at) => {
        if (word >>> WORD_SHIFT !== before) return false;
        const next = words[at + 1] ?? SEGMENT_START;
        return (next & SEGMENT_START) === 0 && after.includes(next >>> WORD_SHIFT);
      });
      const has = (some: readonly number[]) =>
        words.some((word) => some.includes(word >>> WORD_SHIFT));
      if (isBefore && others.every(has)) return true;
    }
    return false;
  }
}

/** Of a long name, only the first words are looked for. */
const MOST_NAME_WORDS = 8;

/** Units for reading an amount: its texts are short. */
const READING_WORK = 500;

/** Not the sign for inches: `2"`. */
const QUOTE_SIGN = /(?<!\d)["“”„‟«»]/;
const NUMBER_OR_LETTERS_BEYOND_ASCII = /[\d\u0080-\uffff]/;
const LATIN_WORD = /[a-z]+/g;

/** A quick look, as most queries have none: whether a word is a number or may begin an amount. */
function mayHaveAmount(text: string, vocabularies: readonly Vocabulary[]): boolean {
  if (QUOTE_SIGN.test(text)) return false;
  if (NUMBER_OR_LETTERS_BEYOND_ASCII.test(text)) return true;
  const words = text.match(LATIN_WORD) ?? [];
  return vocabularies.some((vocabulary) => {
    const starts = startsOf(vocabulary);
    return words.some((word) => starts.has(word));
  });
}

const STARTS = new Map<Vocabulary, ReadonlySet<string>>();

/** The words with which amounts begin: numbers, and the first words of units. */
function startsOf(vocabulary: Vocabulary): ReadonlySet<string> {
  const known = STARTS.get(vocabulary);
  if (known !== undefined) return known;
  const units = Object.values(vocabulary.units).flat();
  const starts = new Set([
    ...Object.keys(vocabulary.numbers),
    ...units.map((unit) => elementAt(unit.split(' '), 0)),
  ]);
  STARTS.set(vocabulary, starts);
  return starts;
}
