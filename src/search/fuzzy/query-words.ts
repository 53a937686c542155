import { MAX_WORDS } from '../limits.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { withoutElisions } from './foreign/foreign-languages.ts';
import {
  type ForeignNames,
  type Translated,
  type TypedWord,
  translate,
} from './foreign/foreign-names.ts';
import { type ForeignLanguage, type Language, meaningfulWords, vocabularyOf } from './language.ts';
import { readNegations, withoutNegation } from './negation.ts';
import { PENALTIES } from './penalties.ts';

// Parses a fuzzy query into words, `"phrases"` and `-word`, and limits how much is read.

/** A parsed query of `match=fuzzy`. */
export interface QueryWords {
  /** The distinct words to search for, in the order typed, at most {@link MAX_WORDS}. */
  readonly words: readonly string[];
  /** Each word as it was typed: "without salt" for `-salt`. */
  readonly typed: readonly string[];
  /**
   * Whether the last of `words` is a stop word that may be incomplete, so it is never reported as
   * missing.
   */
  readonly endsInStopWord: boolean;
  /**
   * How many of `words` come before the first preposition; all of them if there is none. One of
   * these words names the food.
   */
  readonly headLength: number;
  /** The number of distinct words beyond {@link MAX_WORDS} in the query. */
  readonly droppedCount: number;
  /** Whether the query ends with the last of `words`, so that this word may be incomplete. */
  readonly lastIsOpen: boolean;
  /** Words that no food of the answer may have: at most {@link MAX_WORDS}. */
  readonly excluded: readonly string[];
  /** Words that must be adjacent and in this order. */
  readonly phrases: readonly (readonly string[])[];
  readonly foreign: ForeignReadings;
}

/** Foreign names found in a query. Indexes refer to the search words. */
export interface ForeignReadings {
  /** Words that were typed as a foreign name. */
  readonly names: readonly {
    readonly from: number;
    readonly to: number;
    readonly typed: string;
    readonly lang: ForeignLanguage;
  }[];
  /** Alternatives to some words, with their penalties: the typed words, or their meaning. */
  readonly others: readonly {
    readonly from: number;
    readonly to: number;
    readonly words: readonly string[];
    readonly penalty: number;
  }[];
  /**
   * Endings of the query that may be a prefix of a name: the index of the first word, and the typed
   * text.
   */
  readonly prefixes: readonly { readonly from: number; readonly text: string }[];
}

/** The language of a query. */
export interface QueryLanguage {
  readonly names: ForeignNames;
  /** Whether the word alone is the head of a food, and not a false friend. */
  readonly isHead: (word: string) => boolean;
}

/**
 * The longest query that is read whole, in UTF-16 code units. At most sixteen words of a query are
 * used, and they are far shorter in total.
 */
const MAX_READ_LENGTH = 1_000;

/** A quoted phrase, an excluded word, or a word. */
const QUERY_PIECES = /"([^"]*)"|(?<![^\s"])-([\p{L}\p{N}]+)|[\p{L}\p{N}]+/gu;
/** Matches `w/`, `w/o` and `w/out`. */
const WITH = /\bw\/(o(?:ut)?\b)?/gi;
const QUOTES = /[“”„‟«»]/g;

const NO_READINGS: ForeignReadings = { names: [], others: [], prefixes: [] };

export function readQuery(text: string, language: Language, asked?: QueryLanguage): QueryWords {
  const cut = text.slice(0, MAX_READ_LENGTH);
  const pieces = readPieces(asked === undefined ? cut : withoutElisions(cut));
  const translated = asked && translate(pieces.typed, asked.names, asked.isHead);
  const typed = translated?.flatMap(({ words }) => words) ?? pieces.typed.map(({ word }) => word);
  const { stopWords, prepositions } = vocabularyOf(language);
  const read =
    language === 'english' ? readNegations(typed) : typed.map((word) => ({ word, typed: word }));
  const all = read.map(({ word }) => word);
  const kept = new Set(meaningfulWords(all, stopWords));
  // The word being typed may be incomplete: "ham and".
  const end = all.at(-1);
  const isOpen = pieces.endsWithWord && end === typed.at(-1) && kept.size < MAX_WORDS;
  const endsInStopWord = isOpen && end !== undefined && !kept.has(end);
  if (endsInStopWord) kept.add(end);
  const words = [...kept].slice(0, MAX_WORDS);
  const at = all.findIndex((word) => prepositions.has(word));
  const before = all.slice(0, Math.max(0, at));
  const typedOf = new Map(read.map((one) => [one.word, one.typed]));
  const last = words.at(-1);
  const lastIsOpen =
    pieces.endsWithWord && last !== undefined && withoutNegation(last) === typed.at(-1);
  return {
    words,
    typed: words.map((word) => typedOf.get(word) ?? word),
    endsInStopWord,
    headLength: words.filter((word) => before.includes(word)).length || words.length,
    droppedCount: kept.size - words.length,
    lastIsOpen,
    excluded: unwanted(pieces.excluded, asked).slice(0, MAX_WORDS),
    phrases: pieces.phrases.slice(0, MAX_WORDS),
    foreign:
      asked && translated
        ? readingsIn(translated, words, lastIsOpen, asked.names.language)
        : NO_READINGS,
  };
}

function readPieces(text: string) {
  const typed: TypedWord[] = [];
  const excluded = new Set<string>();
  const phrases: string[][] = [];
  let endsWithWord = false;
  // The folded text is truncated once more, since folding may turn one character into eighteen: ﷺ.
  const folded = foldWords(text.replace(WITH, (_, out) => (out ? 'without ' : 'with ')))
    .slice(0, MAX_READ_LENGTH)
    .replace(QUOTES, '"');
  for (const [piece, quoted, unwanted] of folded.matchAll(QUERY_PIECES)) {
    endsWithWord = false;
    if (unwanted !== undefined) excluded.add(unwanted);
    else if (quoted === undefined) {
      typed.push({ word: piece, isQuoted: false });
      endsWithWord = true;
    } else {
      const phrase = wordsOf(quoted);
      if (phrase.length > 1) phrases.push(phrase);
      typed.push(...phrase.map((word) => ({ word, isQuoted: true })));
    }
  }
  // If there is nothing else to search for, the hyphen is probably a bullet.
  if (typed.length === 0) {
    typed.push(...[...excluded].map((word) => ({ word, isQuoted: false })));
    excluded.clear();
  }
  return { typed, excluded: [...excluded], phrases, endsWithWord };
}

/** Returns the excluded words, and their English names if these are single words. */
function unwanted(excluded: readonly string[], asked: QueryLanguage | undefined): string[] {
  return excluded.flatMap((word) => {
    const { english = [] } = asked?.names.at([word], 0) ?? {};
    return english.length === 1 ? [word, ...english] : [word];
  });
}

/** The maximum number of final query words tried as an unfinished name. */
export const MAX_PREFIX_WORDS = 4;

function readingsIn(
  translated: readonly Translated[],
  words: readonly string[],
  lastIsOpen: boolean,
  lang: ForeignLanguage,
): ForeignReadings {
  const names: ForeignReadings['names'][number][] = [];
  const others: ForeignReadings['others'][number][] = [];
  for (const { typed, own, words: meant, other } of translated) {
    const from = indexOfRun(meant, words);
    if (from === -1) continue;
    const to = from + meant.length;
    if (other !== undefined) others.push({ from, to, words: other, penalty: PENALTIES.otherName });
    else if (meant !== own) {
      names.push({ from, to, typed, lang });
      others.push({ from, to, words: own, penalty: PENALTIES.foreign });
    }
  }
  return { names, others, prefixes: lastIsOpen ? prefixesIn(translated, words) : [] };
}

/**
 * Returns the final words of a query that may begin a name; none if the last word is part of a
 * name.
 */
function prefixesIn(translated: readonly Translated[], words: readonly string[]) {
  const prefixes: { from: number; text: string }[] = [];
  const last = translated.at(-1);
  if (last === undefined || last.words !== last.own) return prefixes;
  let count = 0;
  let text = '';
  for (const { own, words: meant } of translated.toReversed()) {
    count += own.length;
    if (count > MAX_PREFIX_WORDS) break;
    text = own.join('') + text;
    const from = indexOfRun(meant, words);
    if (from !== -1) prefixes.push({ from, text });
  }
  return prefixes;
}

/** Returns the index at which some words occur as a run in others, or -1. */
function indexOfRun(some: readonly string[], words: readonly string[]): number {
  return words.findIndex((_, from) => some.every((word, i) => words[from + i] === word));
}
