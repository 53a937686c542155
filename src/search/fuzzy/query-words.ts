import { MAX_WORDS } from '../limits.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import { type Language, meaningfulWords, passedOverIn } from './language.ts';
import { readNegations, withoutNegation } from './negation.ts';

/** A query as `match=fuzzy` reads it. */
export interface QueryWords {
  /** What is looked for: different words in the order typed, at most {@link MAX_WORDS}. */
  readonly words: readonly string[];
  /** Each of the words as it was typed: "without salt" for `-salt`. */
  readonly typed: readonly string[];
  /** How many more different words there were. */
  readonly droppedCount: number;
  /** Whether the last of `words` is where the query ends: it may be typed only in part. */
  readonly lastIsOpen: boolean;
  /** What no food of the answer may have: at most {@link MAX_WORDS} words. */
  readonly excluded: readonly string[];
  /** Words that must stand together in this order. */
  readonly phrases: readonly (readonly string[])[];
}

/** Longer queries are cut, in UTF-16 units: sixteen words take far less. */
const MAX_LENGTH = 1_000;

/** Words in quotes; or a word to be excluded; or a word. */
const PIECES = /"([^"]*)"|(?<![^\s"])-([\p{L}\p{N}]+)|[\p{L}\p{N}]+/gu;
const QUOTES = /[“”„‟«»]/g;

export function readQuery(text: string, language: Language): QueryWords {
  const typed: string[] = [];
  const excluded = new Set<string>();
  const phrases: string[][] = [];
  let endsWithWord = false;
  const folded = foldWords(text.slice(0, MAX_LENGTH)).replace(QUOTES, '"');
  for (const [piece, quoted, unwanted] of folded.matchAll(PIECES)) {
    endsWithWord = false;
    if (unwanted !== undefined) excluded.add(unwanted);
    else if (quoted === undefined) {
      typed.push(piece);
      endsWithWord = true;
    } else {
      const phrase = wordsOf(quoted);
      if (phrase.length > 1) phrases.push(phrase);
      typed.push(...phrase);
    }
  }
  // Nothing else to look for: a list mark, most likely.
  if (typed.length === 0) {
    typed.push(...excluded);
    excluded.clear();
  }
  const passedOver = passedOverIn(language);
  const read =
    language === 'english' ? readNegations(typed) : typed.map((word) => ({ word, typed: word }));
  const kept = new Set(
    meaningfulWords(
      read.map(({ word }) => word),
      passedOver,
    ),
  );
  const words = [...kept].slice(0, MAX_WORDS);
  const typedOf = new Map(read.map((one) => [one.word, one.typed]));
  const last = words.at(-1);
  return {
    words,
    typed: words.map((word) => typedOf.get(word) ?? word),
    droppedCount: kept.size - words.length,
    lastIsOpen: endsWithWord && last !== undefined && withoutNegation(last) === typed.at(-1),
    excluded: [...excluded].slice(0, MAX_WORDS),
    phrases: phrases.slice(0, MAX_WORDS),
  };
}
