import { type Amount, foodWithoutUse, readAmountBy } from '../../amount/amount-reader.ts';
import { QUOTE_SIGN } from '../../amount/food-text.ts';
import { METRIC_ONLY } from '../../amount/languages/metric.ts';
import type { AmountLanguage, Vocabulary } from '../../amount/languages/vocabulary.ts';
import { foodsInSentence } from '../../amount/split-meal.ts';
import { VOCABULARIES } from '../../amount/vocabularies.ts';
import type { Work } from '../work.ts';
import type { ForeignNames } from './foreign/foreign-names.ts';
import { type ForeignLanguage, foreignOf, type Language } from './language.ts';

// Finds the amount in a fuzzy query ("2 eggs"), with the vocabulary of the query's or the table's
// language.

/** The parts of a query. */
interface RequestedFood {
  readonly food: string;
  readonly note: string;
  /** Words of the note that may say which kind of food is meant: "romaine". */
  readonly kind: string;
  readonly amount?: Amount;
  readonly others: readonly string[];
}

/** Finds amounts in queries: "2 eggs", "whole milk 1 cup". */
export class QueryAmounts {
  readonly #language: Language;
  readonly #work: Work;

  constructor(language: Language, work: Work) {
    this.#language = language;
    this.#work = work;
  }

  /**
   * Returns the requested food, notes about it, its amount, and the other foods of a sentence.
   *
   * @param names - food names in the query language
   */
  read(
    asked: string,
    lang: ForeignLanguage | undefined,
    names: ForeignNames | undefined,
  ): RequestedFood {
    // A single word has no amount.
    if (/^\p{L}+ ?$/u.test(asked)) return { food: asked, note: '', kind: '', others: [] };
    const vocabularies = this.#vocabularies(lang);
    const own = this.wordsIn(lang);
    const [text, ...others] = foodsInSentence(asked, vocabularies);
    // In "castanha do Pará", "Pará" looks like the word for "for".
    if (names?.isNamePrefix(text)) return { food: text, note: '', kind: '', others };
    const read = this.#in(text, vocabularies);
    // A number alone may mean anything. In an unknown language, a number without a unit may be part
    // of a name.
    const needsUnit = read?.food === '' || own === METRIC_ONLY;
    if (read === undefined || (needsUnit && read.unit === undefined)) {
      const used = foodWithoutUse(text, own);
      const [, food = used, kind = ''] = /^([^,\d]*[^,\d\s]) *\(([^()]*)\)$/.exec(used) ?? [];
      return { food, note: '', kind, others };
    }
    // In "carne picada", "picada" is part of the food's name, not a note.
    const [cut = ''] = read.note.split(' ');
    const asNamed = [`${read.food} ${cut}`, `${cut} ${read.food}`];
    const named = cut === '' ? undefined : asNamed.find((name) => names?.isNamePrefix(name));
    const kind = kindIn(read.note, own);
    return { food: named ?? (read.food || text), note: read.note, kind, amount: read, others };
  }

  /** Returns the words for amounts in the query's language, or else in the table's. */
  wordsIn(lang: ForeignLanguage | undefined): Vocabulary {
    return this.#vocabularies(lang)[0] ?? METRIC_ONLY;
  }

  /**
   * Returns a list of foods such as "butter or oil" whose end was read as a note. Returns
   * `undefined` if there is no "or".
   */
  listIn(food: string, note: string, lang: ForeignLanguage | undefined): string | undefined {
    const own = this.wordsIn(lang);
    const [text = ''] = note.split(/,? *\d/, 1);
    const [named = '', other] = ` ${text}`.split(` ${own.to.at(-1) ?? '/'} `);
    if (other === undefined) return undefined;
    const isUse = [named.trim(), other].some((piece) => {
      const [word = ''] = piece.split(' ', 1);
      return own.asides.includes(word) || own.cuts.includes(word);
    });
    return isUse ? undefined : `${food}${named} ${other.split(',', 1)[0]}`.replaceAll(',', '');
  }

  /** Returns the vocabularies for amounts: the query language's, then the table's. */
  #vocabularies(lang: ForeignLanguage | undefined): readonly Vocabulary[] {
    if (this.#language === 'none') return [METRIC_ONLY];
    const own = foreignOf(this.#language) ?? 'en';
    return [...new Set<AmountLanguage>([lang ?? own, own])].map((one) => VOCABULARIES[one]);
  }

  /**
   * Returns the amount as read by the first vocabulary that knows its unit, or else by the first
   * that finds one; none if the query has quotes.
   */
  #in(text: string, vocabularies: readonly Vocabulary[]): Amount | undefined {
    if (QUOTE_SIGN.test(text)) return undefined;
    this.#work.spend(READING_WORK);
    const reads = vocabularies.flatMap((vocabulary) => readAmountBy(text, vocabulary) ?? []);
    return reads.find(({ unit }) => unit !== undefined) ?? reads[0];
  }
}

/** Matches words that do not tell kinds of a food apart: fresh peas are the usual kind. */
const NO_KIND = /^(?:canned|fresh|seedless|removed|frisch\w*|frais|fra[iî]ches?|fresc[oa]s?)$/;

/** The maximum number of words that may say which kind is meant: "light brown". */
const MAX_KIND_WORDS = 2;

/** Returns a note up to its first comma, if that is a word or two that may name a kind of food. */
function kindIn(note: string, { asides, cuts }: Vocabulary): string {
  const [piece = ''] = note.split(',');
  const words = piece.split(' ');
  const mayBe = (word: string) =>
    /^[\p{L}-]+$/u.test(word) && !NO_KIND.test(word) && ![...asides, ...cuts].includes(word);
  return words.length <= MAX_KIND_WORDS && words.every(mayBe) ? piece : '';
}

/** Units of work for reading an amount. The same for all queries, since they are short. */
const READING_WORK = 250;
