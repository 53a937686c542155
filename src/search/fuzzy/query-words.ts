import { MAX_WORDS } from '../limits.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import {
  type ForeignNames,
  type Translated,
  type TypedWord,
  translate,
} from './foreign/foreign-names.ts';
import { withoutElisions } from './foreign/word-forms.ts';
import { type ForeignLanguage, type Language, meaningfulWords, passedOverIn } from './language.ts';
import { readNegations, withoutNegation } from './negation.ts';
import { PENALTIES } from './penalties.ts';

// Splits a fuzzy query into words, `"phrases"` and `-word`; how much of it is read.

/** A query as `match=fuzzy` reads it. */
export interface QueryWords {
  /** What is looked for: different words in the order typed, at most {@link MAX_WORDS}. */
  readonly words: readonly string[];
  /** Each of the words as it was typed: "without salt" for `-salt`. */
  readonly typed: readonly string[];
  /** Whether the last of `words` is a small one that may go on: it is not reported as missing. */
  readonly endsSmall: boolean;
  /** How many more different words there were. */
  readonly droppedCount: number;
  /** Whether the last of `words` is where the query ends: it may be typed only in part. */
  readonly lastIsOpen: boolean;
  /** What no food of the answer may have: at most {@link MAX_WORDS} words. */
  readonly excluded: readonly string[];
  /** Words that must stand together in this order. */
  readonly phrases: readonly (readonly string[])[];
  readonly foreign: ForeignReadings;
}

/** What names of another language were read; places are those of the words that are looked for. */
export interface ForeignReadings {
  /** Words that were typed as a name. */
  readonly names: readonly {
    readonly from: number;
    readonly to: number;
    readonly typed: string;
    readonly lang: ForeignLanguage;
  }[];
  /** Alternatives for some words, with their penalties: as typed, or their meaning. */
  readonly others: readonly {
    readonly from: number;
    readonly to: number;
    readonly words: readonly string[];
    readonly penalty: number;
  }[];
  /** The ends of the query that may begin a name: the first word, and the text as typed. */
  readonly begun: readonly { readonly from: number; readonly text: string }[];
}

/** The language in which a query is asked. */
export interface QueryLanguage {
  readonly names: ForeignNames;
  /** Whether a food of the table is called by the word alone. */
  readonly isHead: (word: string) => boolean;
}

/** Longer queries are cut, in UTF-16 units: sixteen words take far less. */
const MAX_READ_LENGTH = 1_000;

/** Words in quotes; or a word to be excluded; or a word. */
const QUERY_PIECES = /"([^"]*)"|(?<![^\s"])-([\p{L}\p{N}]+)|[\p{L}\p{N}]+/gu;
const QUOTES = /[“”„‟«»]/g;

const NO_READINGS: ForeignReadings = { names: [], others: [], begun: [] };

export function readQuery(text: string, language: Language, asked?: QueryLanguage): QueryWords {
  const cut = text.slice(0, MAX_READ_LENGTH);
  const pieces = readPieces(asked === undefined ? cut : withoutElisions(cut));
  const translated = asked && translate(pieces.typed, asked.names, asked.isHead);
  const typed = translated?.flatMap(({ words }) => words) ?? pieces.typed.map(({ word }) => word);
  const passedOver = passedOverIn(language);
  const read =
    language === 'english' ? readNegations(typed) : typed.map((word) => ({ word, typed: word }));
  const all = read.map(({ word }) => word);
  const kept = new Set(meaningfulWords(all, passedOver));
  // What is still being typed may go on: "ham and".
  const end = all.at(-1);
  const isOpen = pieces.endsWithWord && end === typed.at(-1) && kept.size < MAX_WORDS;
  const endsSmall = isOpen && end !== undefined && !kept.has(end);
  if (endsSmall) kept.add(end);
  const words = [...kept].slice(0, MAX_WORDS);
  const typedOf = new Map(read.map((one) => [one.word, one.typed]));
  const last = words.at(-1);
  const lastIsOpen =
    pieces.endsWithWord && last !== undefined && withoutNegation(last) === typed.at(-1);
  return {
    words,
    typed: words.map((word) => typedOf.get(word) ?? word),
    endsSmall,
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
  // A character may stand for a phrase of eighteen: ﷺ.
  const folded = foldWords(text).slice(0, MAX_READ_LENGTH).replace(QUOTES, '"');
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
  // Nothing else to look for: a list mark, most likely.
  if (typed.length === 0) {
    typed.push(...[...excluded].map((word) => ({ word, isQuoted: false })));
    excluded.clear();
  }
  return { typed, excluded: [...excluded], phrases, endsWithWord };
}

/** The words to be excluded, and their English names that are a single word. */
function unwanted(excluded: readonly string[], asked: QueryLanguage | undefined): string[] {
  return excluded.flatMap((word) => {
    const { english = [] } = asked?.names.at([word], 0) ?? {};
    return english.length === 1 ? [word, ...english] : [word];
  });
}

/** A name that is still being typed is looked up with this many last words of the query. */
export const MOST_BEGUN_WORDS = 4;

function readingsIn(
  translated: readonly Translated[],
  words: readonly string[],
  lastIsOpen: boolean,
  lang: ForeignLanguage,
): ForeignReadings {
  const names: ForeignReadings['names'][number][] = [];
  const others: ForeignReadings['others'][number][] = [];
  for (const { typed, own, words: meant, other } of translated) {
    const from = placeOf(meant, words);
    if (from === -1) continue;
    const to = from + meant.length;
    if (other !== undefined) others.push({ from, to, words: other, penalty: PENALTIES.otherName });
    else if (meant !== own) {
      names.push({ from, to, typed, lang });
      others.push({ from, to, words: own, penalty: PENALTIES.foreign });
    }
  }
  return { names, others, begun: lastIsOpen ? begunIn(translated, words) : [] };
}

/** The ends of a query that may begin a name, unless the last word is a name already. */
function begunIn(translated: readonly Translated[], words: readonly string[]) {
  const begun: { from: number; text: string }[] = [];
  const last = translated.at(-1);
  if (last === undefined || last.words !== last.own) return begun;
  let count = 0;
  let text = '';
  for (const { own, words: meant } of translated.toReversed()) {
    count += own.length;
    if (count > MOST_BEGUN_WORDS) break;
    text = own.join('') + text;
    const from = placeOf(meant, words);
    if (from !== -1) begun.push({ from, text });
  }
  return begun;
}

/** Where some words stand one after the other among others; -1 where they do not. */
function placeOf(some: readonly string[], words: readonly string[]): number {
  return words.findIndex((_, from) => some.every((word, i) => words[from + i] === word));
}
