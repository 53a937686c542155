import { OPPOSITES } from '../../../amount/languages/english-opposites.ts';
import { VOCABULARIES } from '../../../amount/vocabularies.ts';
import { elementAt } from '../../flat-arrays.ts';
import { Work } from '../../work.ts';
import { foldWords, wordsOf } from '../fold-words.ts';
import { type ForeignLanguage, meaningfulWords, STOP_WORDS } from '../language.ts';
import { firstFrom } from '../other-names.ts';
import type { SynonymEntry, Synonyms } from '../synonyms.ts';
import { areForms, baseForms, withoutElisions } from './foreign-languages.ts';

// Reads data/languages.tsv, food names in other languages, and replaces such names in a query with
// English ones. Limits the length and forms of a name.

/** A name found in a sequence of words. */
export interface FoundName {
  /** The index after the name's last word. */
  readonly to: number;
  /** The words of the English name. */
  readonly english: readonly string[];
}

/** Units of work for making a form of a word and looking it up. */
const FOREIGN_FORM_WORK = 64;

/** The longest name, in UTF-16 code units. */
const LONGEST_FOREIGN_NAME = 200;

/** The maximum number of forms of a name. Names have few words, and words have few forms. */
const MAX_FORMS = 64;

/** The minimum lengths of a compound's first and last part: shorter pieces are rarely words. */
const SHORTEST_FIRST_PART = 3;
const SHORTEST_LAST_PART = 4;

/** German endings that mean "without": "hautlos" is skinless. */
const LACKING = /(?:frei|los)(?:e[mnrs]?)?$/;

/** Last parts that do not change which food a German compound names: "zehe" in "Knoblauchzehe". */
const COUNTED_PARTS: ReadonlySet<string> = new Set(Object.values(VOCABULARIES.de.units).flat());

/** The names of everyday foods in one language. */
export class ForeignNames {
  readonly language: ForeignLanguage;
  /** The names as written in the data, to match unfinished names. */
  readonly synonyms: Synonyms;
  /** Maps each form of a name, its words joined, to the English name. */
  readonly #english = new Map<string, readonly string[]>();
  /** The keys of this map, sorted. */
  readonly #keys: readonly string[];
  readonly #work: Work;

  /** @param text the names in all languages; see {@link parseForeignNames} */
  constructor(text: string, language: ForeignLanguage, work = new Work()) {
    this.language = language;
    this.#work = work;
    const names = parseForeignNames(text).flatMap(({ english, names: all }) =>
      (all[language] ?? []).map((name) => ({ english, words: foreignWords(name, language) })),
    );
    const meanings = new Map<string, (readonly string[])[]>();
    for (const { english, words } of names) {
      meanings.set(words.join(''), [english]);
      this.#english.set(words.join(''), english);
    }
    for (const { english, words } of names) this.#addForms(words, english);
    this.#keys = [...this.#english.keys()].sort();
    const maxWords = Math.max(0, ...names.map(({ words }) => words.length));
    this.synonyms = { meanings, names: [...meanings.keys()].sort(), maxWords };
  }

  /**
   * Returns the longest name that starts at a word. The words are folded, without stop words. An
   * empty word ends a name.
   */
  at(words: readonly string[], from: number): FoundName | undefined {
    let found: FoundName | undefined;
    let starts = [''];
    for (let to = from; to < words.length && starts.length > 0; to++) {
      const word = words[to];
      if (word === undefined || word === '') break;
      const keys = this.#continued(starts, word);
      this.#work.spend(keys.length * FOREIGN_FORM_WORK);
      const english = keys.map((key) => this.#english.get(key)).find((name) => name !== undefined);
      if (english !== undefined) found = { to: to + 1, english };
      starts = keys.filter((key) => this.#isPrefixOfName(key));
    }
    const english = found === undefined ? this.#compound(words[from]) : undefined;
    return english === undefined ? found : { to: from + 1, english };
  }

  /**
   * Translates a German compound: "Buchweizenmehl" is buckwheat flour, "Blattspinat" spinach,
   * "fettfreie" without fat.
   */
  #compound(word = ''): readonly string[] | undefined {
    if (this.language !== 'de') return undefined;
    const lacked = word.replace(LACKING, '');
    if (lacked !== word) return this.#partOf(lacked)?.toSpliced(0, 0, 'without');
    let found: readonly string[] | undefined;
    for (let at = SHORTEST_FIRST_PART; at <= word.length - SHORTEST_LAST_PART; at++) {
      const first = this.#partOf(word.slice(0, at));
      const last = this.#partOf(word.slice(at));
      if (first !== undefined && COUNTED_PARTS.has(word.slice(at))) return first;
      if (first !== undefined && last !== undefined) return [...new Set([...first, ...last])];
      found ??= last;
    }
    return found;
  }

  /** Translates a part of a compound, which may lack its ending or have a linking element. */
  #partOf(part: string): readonly string[] | undefined {
    const forms = [...baseForms(part, this.language), `${part}e`];
    this.#work.spend(forms.length * FOREIGN_FORM_WORK);
    return forms.map((form) => this.#english.get(form)).find((name) => name !== undefined);
  }

  /**
   * Whether a text is a prefix of a name as written in the data; never if it starts with a stop
   * word.
   */
  isNamePrefix(text: string): boolean {
    const start = text.slice(0, LONGEST_FOREIGN_NAME);
    const [first = ''] = wordsOf(foldWords(withoutElisions(start)));
    if (VOCABULARIES[this.language].stopWords.has(first)) return false;
    const words = foreignWords(start, this.language).join('');
    const { names } = this.synonyms;
    return names[firstFrom(names, words)]?.startsWith(words) === true;
  }

  /** Adds the forms of a name, except those that are names themselves. */
  #addForms(words: readonly string[], english: readonly string[]): void {
    let starts = [''];
    for (const word of words) starts = this.#continued(starts, word).slice(0, MAX_FORMS);
    for (const key of starts) if (!this.#english.has(key)) this.#english.set(key, english);
  }

  /** Whether a text is a name or a prefix of a name. */
  #isPrefixOfName(text: string): boolean {
    return this.#keys[firstFrom(this.#keys, text)]?.startsWith(text) === true;
  }

  #continued(starts: readonly string[], word: string): string[] {
    const forms = baseForms(word, this.language);
    return starts.flatMap((start) => forms.map((form) => start + form));
  }
}

/** Returns the folded words of a text without stop words, or all if there are no others. */
export function foreignWords(text: string, language: ForeignLanguage): string[] {
  const words = wordsOf(foldWords(withoutElisions(text)));
  const meaningful = words.filter((word) => !VOCABULARIES[language].stopWords.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** A line of the names file. */
export interface ForeignNameEntry {
  readonly english: readonly string[];
  readonly names: Readonly<Partial<Record<string, readonly string[]>>>;
}

/**
 * Parses the names in all languages: a tab-separated table whose header has `en` and the languages.
 * Several names of a food are separated by `|`.
 */
export function parseForeignNames(text: string): ForeignNameEntry[] {
  const [head = '', ...lines] = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const columns = head.split('\t');
  return lines.map((line) => {
    const [english = '', ...cells] = line.split('\t');
    const names = cells.map((cell, i): [string, string[]] => [
      elementAt(columns, i + 1),
      cell.split('|'),
    ]);
    const all = wordsOf(foldWords(english));
    const words = all[0] === OPPOSITES.with ? all : meaningfulWords(all, STOP_WORDS);
    return { english: [...new Set(words)], names: Object.fromEntries(names) };
  });
}

/**
 * Returns the names of foods in one language as synonyms of each food's first name. Leaves out a
 * name that contains all words of the first name, or the reverse: "jus d'orange" does not find
 * "jus".
 */
export function synonymsIn(text: string, language: ForeignLanguage): SynonymEntry[] {
  const isWithin = (some: readonly string[], others: readonly string[]) =>
    some.every((word) => others.some((other) => areForms(word, other, language)));
  return parseForeignNames(text).flatMap(({ names }) => {
    const [meaning = [], ...others] = (names[language] ?? []).map((name) =>
      foreignWords(name, language),
    );
    return others
      .filter((name) => !isWithin(meaning, name) && !isWithin(name, meaning))
      .map((name) => ({ name, meaning, isMutual: true }));
  });
}

/** A run of query words, as typed and in English. */
export interface Translated {
  /** The typed words, folded. */
  readonly typed: string;
  /** The typed words without stop words. */
  readonly own: readonly string[];
  /** The words to search for: the English name, or the typed words if they are not a name. */
  readonly words: readonly string[];
  /** The English name as an alternative, if the typed word itself is the head of a food. */
  readonly other?: readonly string[];
}

/** A folded query word. Quoted words are not translated. */
export interface TypedWord {
  readonly word: string;
  readonly isQuoted: boolean;
}

/**
 * Replaces foreign names with their English names, longest match first.
 *
 * @param isHead - whether the word alone is the head of some food
 */
export function translate(
  typed: readonly TypedWord[],
  names: ForeignNames,
  isHead: (word: string) => boolean,
): Translated[] {
  const meaningful = typed.flatMap(({ word, isQuoted }, at) =>
    isQuoted || !VOCABULARIES[names.language].stopWords.has(word) ? [{ word, isQuoted, at }] : [],
  );
  const kept = meaningful.length > 0 ? meaningful : typed.map((one, at) => ({ ...one, at }));
  // A name cannot extend into quoted words.
  const words = kept.map(({ word, isQuoted }) => (isQuoted ? '' : word));
  const translated: Translated[] = [];
  for (let from = 0; from < kept.length; ) {
    const found = words[from] === '' ? undefined : names.at(words, from);
    const to = found?.to ?? from + 1;
    const own = kept.slice(from, to);
    const [first, last] = [elementAt(kept, from).at, elementAt(kept, to - 1).at];
    const asTyped = typed.slice(first, last + 1).map(({ word }) => word);
    const ownWords = own.map(({ word }) => word);
    const entry = { typed: asTyped.join(' '), own: ownWords };
    if (found === undefined || found.english.join(' ') === ownWords.join(' ')) {
      translated.push({ ...entry, words: ownWords });
    } else if (ownWords.length === 1 && ownWords.every(isHead)) {
      translated.push({ ...entry, words: ownWords, other: found.english });
    } else translated.push({ ...entry, words: found.english });
    from = to;
  }
  return translated;
}
