import { VOCABULARIES } from '../../amount/vocabularies.ts';
import { elementAt } from '../flat-arrays.ts';
import { baseForms } from './foreign/foreign-languages.ts';
import type { ForeignLanguage } from './language.ts';
import { naiveKept, plain, wordsIn } from './naive-words.case.ts';

// The naive fuzzy search: names in other languages.

/** The requested language, and names in the format of data/languages.tsv. */
export interface NaiveAsked {
  readonly lang: ForeignLanguage;
  readonly text: string;
}

/** A query word, and whether it is quoted. */
export interface NaiveTyped {
  readonly word: string;
  readonly isQuoted: boolean;
}

/** Typed words, and the words searched in their place. */
export interface NaiveEntry {
  readonly own: readonly string[];
  readonly words: readonly string[];
  /** The English meaning as an alternative, if the typed word is the head of a food. */
  readonly other?: readonly string[];
}

/** Returns each name as written: its words, and those of its English name. */
export function naiveNames({ lang, text }: NaiveAsked) {
  const [head = '', ...lines] = text.split('\n');
  const column = head.split('\t').indexOf(lang);
  return lines.flatMap((line) => {
    const cells = line.split('\t');
    const meaning = wordsIn(plain(cells[0] ?? ''));
    const english = [...new Set(meaning[0] === 'with' ? meaning : naiveKept(meaning))];
    return (cells[column] ?? '').split('|').map((name) => ({
      words: meaningful(wordsIn(plain(apart(name))), lang),
      english,
    }));
  });
}

export function naiveTranslation(
  typed: readonly NaiveTyped[],
  asked: NaiveAsked,
  isHead: (word: string) => boolean,
): NaiveEntry[] {
  const names = naiveNames(asked);
  const kept = typed.filter(
    ({ word, isQuoted }) => isQuoted || !VOCABULARIES[asked.lang].stopWords.has(word),
  );
  const words = kept.length > 0 ? kept : typed;
  const entries: NaiveEntry[] = [];
  for (let from = 0; from < words.length; ) {
    const quote = words.findIndex(({ isQuoted }, at) => isQuoted && at >= from);
    const rest = words.slice(from, quote === -1 ? undefined : quote).map(({ word }) => word);
    const single = [elementAt(words, from).word];
    const lengths = rest.map((_, i) => rest.length - i);
    const own = lengths
      .map((length) => rest.slice(0, length))
      .find((some) => meaningOf(some, names, asked.lang) !== undefined);
    const entry = own && entryOf(own, meaningOf(own, names, asked.lang) ?? [], isHead);
    entries.push(entry ?? { own: single, words: single });
    from += own?.length ?? 1;
  }
  return entries;
}

function entryOf(
  own: readonly string[],
  english: readonly string[],
  isHead: (word: string) => boolean,
): NaiveEntry {
  if (english.join(' ') === own.join(' ')) return { own, words: own };
  const isLiteral = own.length === 1 && own.every(isHead);
  return isLiteral ? { own, words: own, other: english } : { own, words: english };
}

/**
 * Translates a name: as written if there is such a name, otherwise by the first name that shares a
 * form.
 */
export function meaningOf(
  own: readonly string[],
  names: ReturnType<typeof naiveNames>,
  lang: ForeignLanguage,
): readonly string[] | undefined {
  for (const form of formsOf(own, lang)) {
    const exact = names.findLast(({ words }) => words.join('') === form);
    const found = exact ?? names.find(({ words }) => formsOf(words, lang).includes(form));
    if (found !== undefined) return found.english;
  }
  return undefined;
}

/** Separates elided words from the next word. */
export function apart(text: string): string {
  return text.replace(/(^|[^\p{L}\p{M}\p{N}])(d|l|all|dell|nell)['’](?=\p{L})/giu, '$1$2 ');
}

function formsOf(words: readonly string[], lang: ForeignLanguage): string[] {
  return words.reduce(
    (starts, word) => starts.flatMap((start) => baseForms(word, lang).map((form) => start + form)),
    [''],
  );
}

export function meaningful(words: readonly string[], lang: ForeignLanguage): readonly string[] {
  const kept = words.filter((word) => !VOCABULARIES[lang].stopWords.has(word));
  return kept.length > 0 ? kept : words;
}
