import { type Language, vocabularyOf } from './language.ts';
import {
  apart,
  meaningOf,
  type NaiveAsked,
  type NaiveEntry,
  type NaiveTyped,
  naiveNames,
  naiveTranslation,
} from './naive-foreign.case.ts';
import { naiveTyped } from './naive-negation.case.ts';
import { bare, naiveKept, plain, wordsIn } from './naive-words.case.ts';
import type { Synonyms } from './synonyms.ts';

// The naive fuzzy search: the words of a query.

/** The language and synonyms of a table, and the language of a query. */
export interface NaiveOptions {
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly asked?: NaiveAsked;
}

/** A parsed query, before lookup. */
export interface NaiveQuery {
  readonly words: readonly string[];
  /** Whether the last word may be incomplete. */
  readonly lastIsOpen: boolean;
  /** Whether the last word is a stop word that may be incomplete. */
  readonly endsInStopWord: boolean;
  /** How many of `words` come before the first preposition; all of them if none does. */
  readonly headLength: number;
  readonly excluded: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  /** The words read in another language; empty if none was requested. */
  readonly entries: readonly NaiveEntry[];
}

/** @param isHead - whether the word alone is the head of some food */
export function naiveQuery(
  text: string,
  { language, asked }: NaiveOptions,
  isHead: (word: string) => boolean,
): NaiveQuery {
  const { prepositions } = vocabularyOf(language);
  const pieces = naivePieces(asked ? apart(text) : text);
  const entries = asked ? naiveTranslation(pieces.typed, asked, isHead) : [];
  const all = asked
    ? entries.flatMap((entry) => entry.words)
    : pieces.typed.map(({ word }) => word);
  const read = language === 'english' ? naiveTyped(all) : all;
  const end = pieces.endsOpen && read.at(-1) === all.at(-1) ? read.slice(-1) : [];
  const kept = language === 'english' ? naiveKept(read) : all;
  const words = [...new Set([...kept, ...end])].slice(0, 16);
  const endsInStopWord = end.some((word) => !kept.includes(word));
  const at = read.findIndex((word) => prepositions.has(word));
  const head = words.filter((word) => read.indexOf(word) < at);
  const headLength = head.length || words.length;
  const last = words.at(-1);
  const lastIsOpen = pieces.endsOpen && last !== undefined && bare(last) === all.at(-1);
  const excluded = pieces.excluded.flatMap((word) => [word, ...inEnglish(word, asked)]);
  return {
    words,
    lastIsOpen,
    endsInStopWord,
    headLength,
    excluded,
    phrases: pieces.phrases,
    entries,
  };
}

/** Returns a foreign word in English if that is a single word. */
function inEnglish(word: string, asked: NaiveAsked | undefined): readonly string[] {
  const english = asked && meaningOf([word], naiveNames(asked), asked.lang);
  return english?.length === 1 ? english : [];
}

/** Splits a query into words, quoted phrases and words excluded by a hyphen. */
function naivePieces(text: string) {
  const typed: NaiveTyped[] = [];
  const excluded: string[] = [];
  const phrases: string[][] = [];
  let endsOpen = false;
  for (const piece of plain(text).match(/"[^"]*"|(?<=^|[\s"])-[\p{L}\p{N}]+|[\p{L}\p{N}]+/gu) ??
    []) {
    const words = wordsIn(piece);
    const isQuoted = piece.startsWith('"');
    endsOpen = piece === words[0];
    if (piece.startsWith('-')) excluded.push(...words);
    else typed.push(...words.map((word) => ({ word, isQuoted })));
    if (isQuoted && words.length > 1) phrases.push(words);
  }
  if (typed.length > 0) return { typed, excluded, phrases, endsOpen };
  return {
    typed: excluded.map((word) => ({ word, isQuoted: false })),
    excluded: [],
    phrases,
    endsOpen,
  };
}
