import { remember } from '../../cache/bounded-map.ts';
import type { EverydayWords } from '../everyday-words.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { type Language, meaningfulWords, vocabularyOf } from './language.ts';
import { readNegations } from './negation.ts';

// Parses data/synonyms.tsv and files like it, and reports errors by line.

/** Synonyms of foods: what people type, and what the table calls it. */
export interface Synonyms {
  /**
   * Maps typed names, whose words are joined, to their meanings. Each meaning is a list of words.
   */
  readonly meanings: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The typed names, sorted. */
  readonly names: readonly string[];
  /** The maximum number of words in a typed name. */
  readonly maxWords: number;
}

/** The linguistic data of a table. */
export interface FuzzyOptions {
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly everyday: EverydayWords;
  /** Words that are not typos although they resemble food words: `paper` is not pepper. */
  readonly realWords?: ReadonlySet<string>;
  /** The names of everyday foods in other languages, as `ForeignNames` reads them. */
  readonly foreignNames?: string;
}

export const NO_SYNONYMS: Synonyms = { meanings: new Map(), names: [], maxWords: 0 };

/** A line of a synonym file. */
export interface SynonymEntry {
  readonly name: readonly string[];
  readonly meaning: readonly string[];
  /** Whether the synonym works in both directions. */
  readonly isMutual: boolean;
}

/** An error in a line of a synonym file. */
export interface SynonymFault {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/**
 * Parses a synonym file. Each line has a name, a tab, `=` or `>`, a tab, and another name. With
 * `=`, each name also finds the other; with `>`, only the first finds the second. Empty lines and
 * lines that start with `#` are skipped.
 */
export function parseSynonyms(text: string): {
  readonly entries: readonly SynonymEntry[];
  readonly faults: readonly SynonymFault[];
} {
  const entries: SynonymEntry[] = [];
  const faults: SynonymFault[] = [];
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '' || content.startsWith('#')) continue;
    const line = i + 1;
    const [left = '', relation, right = '', ...more] = content.split('\t');
    const [name, meaning] = [wordsOf(foldWords(left)), wordsOf(foldWords(right))];
    if ((relation !== '=' && relation !== '>') || more.length > 0) {
      faults.push({
        line,
        message: `Cannot read ${JSON.stringify(content)}. Use a name, a tab, = or >, a tab, and another name.`,
      });
    } else if (name.length === 0 || meaning.length === 0) {
      const side = JSON.stringify(name.length === 0 ? left : right);
      faults.push({ line, message: `The name ${side} has no words. Use letters or digits.` });
    } else {
      entries.push({ name, meaning, isMutual: relation === '=' });
    }
  }
  return { entries, faults };
}

/** Merges several files. A later file replaces everything that earlier files say about a name. */
export function createSynonyms(
  files: readonly (readonly SynonymEntry[])[],
  language: Language = 'english',
): Synonyms {
  const { stopWords } = vocabularyOf(language);
  const read = (typed: readonly string[]) => {
    const words = language === 'english' ? readNegations(typed).map(({ word }) => word) : typed;
    return [...new Set(meaningfulWords(words, stopWords))];
  };
  const meanings = new Map<string, (readonly string[])[]>();
  let maxWords = 0;
  for (const entries of files) {
    const inFile = new Map<string, (readonly string[])[]>();
    const add = (name: readonly string[], meaning: readonly string[]) => {
      remember(inFile, name.join(''), () => []).push(meaning);
      maxWords = Math.max(maxWords, name.length);
    };
    for (const { isMutual, ...entry } of entries) {
      const name = read(entry.name);
      const meaning = read(entry.meaning);
      add(name, meaning);
      if (isMutual) add(meaning, name);
    }
    for (const [name, found] of inFile) meanings.set(name, found);
  }
  return { meanings, names: [...meanings.keys()].sort(), maxWords };
}
