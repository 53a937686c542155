import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { isQualifier, numberForms, participleForms, singulars } from './english.ts';
import { areForms, baseForms } from './foreign/foreign-languages.ts';
import { type ForeignLanguage, foreignOf, type Language } from './language.ts';
import type { Manner, Source } from './matches.ts';
import { NEGATED, Polarity, withoutNegation } from './negation.ts';
import { PENALTIES } from './penalties.ts';
import type { FuzzyOptions } from './synonyms.ts';

// Finds the forms of a word that a fuzzy search tries: plurals, participles, "unsalted" for
// "without salt"; english.ts has the rules.

/** Finds the words of a table that are forms of a word. */
export class WordForms {
  readonly #dictionary: Dictionary;
  readonly #language: Language;
  readonly #realWords: ReadonlySet<string>;
  readonly #work: Work;
  /** Maps a word to the table words that negate it: `salted` to `unsalted`. */
  readonly #negations = new Map<string, number[]>();
  /** Caches {@link of} by manner and word, with the units of work it took. */
  readonly #known = new BoundedMap<string, { sources: readonly Source[]; units: number }>(CACHED);

  constructor(
    dictionary: Dictionary,
    { language, realWords = new Set() }: Pick<FuzzyOptions, 'language' | 'realWords'>,
    work: Work,
  ) {
    this.#dictionary = dictionary;
    this.#language = language;
    this.#realWords = realWords;
    this.#work = work;
    if (language !== 'english') return;
    const table = Array.from({ length: dictionary.size }, (_, word) => dictionary.wordAt(word));
    for (const affix of [...OPPOSITES.prefixes, ...OPPOSITES.suffixes]) {
      for (const [number, word] of table.entries()) {
        const base = withoutAffix(word, affix);
        if (base !== undefined) remember(this.#negations, base, () => []).push(number);
      }
    }
  }

  /** Returns whether a query word matches stated words, negated words, or both. */
  polarityOf(word: string): Polarity {
    // In other languages, English negators may mean something else.
    if (this.#language !== 'english') return Polarity.any;
    return word.startsWith(NEGATED) ? Polarity.negated : Polarity.stated;
  }

  /** Returns the forms of a word that the table has, including the word itself. */
  of(word: string, manner: Manner): readonly Source[] {
    const key = manner + word;
    const known = this.#known.get(key);
    if (known !== undefined) {
      // Cached forms cost as much work as before, so that a search always costs the same.
      this.#work.spend(known.units);
      return known.sources;
    }
    const before = this.#work.spent;
    const sources = this.#find(word, manner);
    this.#known.set(key, { sources, units: this.#work.spent - before });
    return sources;
  }

  #find(word: string, manner: Manner): readonly Source[] {
    const sources: Source[] = [];
    const taken = new Set<number>();
    const add = (number: number, penalty: number, polarity: Polarity) => {
      const key = number * (Polarity.any + 1) + polarity;
      if (number === -1 || taken.has(key)) return;
      taken.add(key);
      sources.push({ first: number, end: number + 1, penalty, manner, polarity });
    };
    const own = this.polarityOf(word);
    add(this.#dictionary.find(word), PENALTIES.same, own);
    const foreign = foreignOf(this.#language);
    if (foreign !== undefined) {
      for (const [form, penalty] of this.#foreignForms(word, foreign)) add(form, penalty, own);
    }
    if (this.#language !== 'english') return sources;
    const negated = negatedIn(word);
    if (negated !== undefined) {
      for (const [form, penalty] of formsOf(negated)) {
        add(this.#dictionary.find(form), penalty, Polarity.negated);
        for (const number of this.#negations.get(form) ?? []) add(number, penalty, Polarity.stated);
      }
    }
    if (own === Polarity.negated) return sources;
    for (const [form, penalty] of formsOf(word)) add(this.#dictionary.find(form), penalty, own);
    // "Full fat" matches foods that are "not reduced"; foods that are "reduced" are the opposite.
    for (const other of OPPOSITES.opposed.get(word) ?? [])
      add(this.#dictionary.find(other), PENALTIES.same, Polarity.negated);
    return sources;
  }

  /**
   * Yields the table words that differ from the word in their ending and, in German, those that end
   * with it.
   */
  *#foreignForms(word: string, language: ForeignLanguage): Iterable<readonly [number, number]> {
    if (word.length < SHORTEST_STEM) return;
    const { first, end } = this.#dictionary.startingWith(
      word.slice(0, Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING)),
    );
    this.#work.spend((end - first) * OTHER_FORM_WORK);
    for (let other = first; other < end; other++) {
      const form = this.#dictionary.wordAt(other);
      const isNear = Math.abs(form.length - word.length) <= 1;
      if (areForms(word, form, language))
        yield [other, isNear ? PENALTIES.same : PENALTIES.participle];
    }
    if (language !== 'de' || word.length < SHORTEST_PART) return;
    for (const form of baseForms(word, language)) {
      yield [this.#dictionary.find(FOOD_PART + form), PENALTIES.same];
    }
    this.#work.spend(this.#dictionary.size);
    for (const other of this.#dictionary.endingWith(word)) yield [other, PENALTIES.compound];
  }

  /**
   * Returns the possible last parts of a compound. In German, a linking element may precede them.
   */
  lastParts(rest: string): Iterable<string> {
    if (this.#language !== 'de') return [rest];
    return new Set([rest, rest.replace(LINKING_ELEMENT, '')]);
  }

  /** Whether two words are the same, apart from singular and plural. */
  areSame(word: string, other: string): boolean {
    if (this.#language === 'none') return false;
    const foreign = foreignOf(this.#language);
    return foreign === undefined ? numberForms(word).has(other) : areForms(word, other, foreign);
  }

  /** Whether a word describes a food rather than naming it. */
  isQualifier(word: string, before?: string): boolean {
    return this.#language === 'english' && isQualifier(word, before);
  }

  /**
   * Whether a word, such as `timer`, names a thing other than food. `motor+` asks about "motor" with
   * the word after it, as in "motor oil".
   */
  namesNoFood(word: string): boolean {
    return singulars(word).some((form) => this.#realWords.has(form));
  }

  /** Returns the table words with this prefix: one source, or none. */
  startingWith(word: string): Source[] {
    const { first, end } = this.#dictionary.startingWith(withoutNegation(word));
    const polarity = this.polarityOf(word);
    const source = {
      penalty: PENALTIES.beginning,
      manner: 'beginning',
      polarity,
      first,
      end,
    } as const;
    return first < end ? [source] : [];
  }
}

/**
 * The minimum length of the prefix shared by the forms of a word, and the maximum length of an
 * ending.
 */
const SHORTEST_STEM = 3;
const LONGEST_ENDING = 3;

/** The minimum length of the last part of a German compound: `brust` of "Putenbrust". */
const SHORTEST_PART = 4;

/** The letters that link the parts of a German compound: `er` in "Rinderhackfleisch". */
const LINKING_ELEMENT = /^(?:e[nrs]?|[ns])(?=\p{L}{4})/u;

/**
 * A first part that does not change which food a German compound names: "speise" in
 * "Speisezwiebel".
 */
const FOOD_PART = 'speise';

/** Units of work for checking one table word. */
const OTHER_FORM_WORK = 16;

/** The minimum number of cached words: enough for the most frequent ones. */
const CACHED = 4_096;

/** Yields a word's number forms and participles, with their penalties. */
function* formsOf(word: string): Iterable<readonly [form: string, penalty: number]> {
  for (const form of numberForms(word)) yield [form, PENALTIES.same];
  for (const form of participleForms(word)) yield [form, PENALTIES.participle];
}

/** Returns what a word negates: `salted` for "unsalted". */
function negatedIn(word: string): string | undefined {
  const affixes = [NEGATED, ...OPPOSITES.prefixes, ...OPPOSITES.suffixes];
  const affix = affixes.find((one) => withoutAffix(word, one) !== undefined);
  return affix && withoutAffix(word, affix);
}

function withoutAffix(word: string, affix: string): string | undefined {
  const isSuffix = OPPOSITES.suffixes.some((one) => one === affix);
  if (isSuffix ? !word.endsWith(affix) : !word.startsWith(affix)) return undefined;
  return isSuffix ? word.slice(0, -affix.length) : word.slice(affix.length);
}
