import { foldWords, wordsOf } from './fold-words.ts';
import { type Language, meaningfulWords, passedOverIn } from './language.ts';
import { readNegations } from './negation.ts';

// Reads data/synonyms.tsv and files like it: their format, and the errors of their lines.

/** Other names of foods: what people type, and what the table may call it. */
export interface Synonyms {
  /** By the words of the typed name without the spaces between: each meaning as words. */
  readonly meanings: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The typed names, sorted. */
  readonly names: readonly string[];
  /** The most words of a typed name. */
  readonly mostWords: number;
}

export const NO_SYNONYMS: Synonyms = {
  meanings: new Map(),
  names: [],
  mostWords: 0,
};

/** A line of a file of synonyms. */
export interface SynonymEntry {
  /** From 1 on. */
  readonly line: number;
  readonly name: readonly string[];
  readonly meaning: readonly string[];
  /** Whether the meaning is a name of the same thing too. */
  readonly isMutual: boolean;
}

/** What is wrong with a line of a file of synonyms. */
export interface SynonymFault {
  /** From 1 on. */
  readonly line: number;
  readonly message: string;
}

/**
 * Reads a file of synonyms: a name, a tab, `=` or `>`, a tab, another name. With `=` each stands for
 * the other, with `>` the second for the first alone. Lines that are empty or begin with `#` are
 * comments.
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
      entries.push({ line, name, meaning, isMutual: relation === '=' });
    }
  }
  return { entries, faults };
}

/** The names of several files: those of a later file replace what earlier ones say of a name. */
export function createSynonyms(
  files: readonly (readonly SynonymEntry[])[],
  language: Language = 'english',
): Synonyms {
  const passedOver = passedOverIn(language);
  const read = (typed: readonly string[]) => {
    const words = language === 'english' ? readNegations(typed).map(({ word }) => word) : typed;
    return [...new Set(meaningfulWords(words, passedOver))];
  };
  const meanings = new Map<string, (readonly string[])[]>();
  let mostWords = 0;
  for (const entries of files) {
    const inFile = new Map<string, (readonly string[])[]>();
    const add = (name: readonly string[], meaning: readonly string[]) => {
      const known = inFile.get(name.join(''));
      if (known === undefined) inFile.set(name.join(''), [meaning]);
      else known.push(meaning);
      mostWords = Math.max(mostWords, name.length);
    };
    for (const { isMutual, ...entry } of entries) {
      const name = read(entry.name);
      const meaning = read(entry.meaning);
      add(name, meaning);
      if (isMutual) add(meaning, name);
    }
    for (const [name, found] of inFile) meanings.set(name, found);
  }
  return { meanings, names: [...meanings.keys()].sort(), mostWords };
}
