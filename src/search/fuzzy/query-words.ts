import { MAX_WORDS } from '../limits.ts';
import { foldWords, wordsOf } from './fold-words.ts';
import type { Language } from './language.ts';

/** A query as `match=fuzzy` reads it. */
export interface QueryWords {
  /** What is looked for: different words in the order typed, at most {@link MAX_WORDS}. */
  readonly words: readonly string[];
  /** How many more different words there were. */
  readonly droppedCount: number;
  /** Whether the last of `words` is where the query ends: it may be typed only in part. */
  readonly lastIsOpen: boolean;
}

/** Longer queries are cut, in UTF-16 units: sixteen words take far less. */
const MAX_LENGTH = 1_000;

export function readQuery(text: string, passedOver: ReadonlySet<string>): QueryWords {
  const typed = wordsOf(foldWords(text.slice(0, MAX_LENGTH)));
  const different = [...new Set(meaningfulWords(typed, passedOver))];
  const words = different.slice(0, MAX_WORDS);
  return {
    words,
    droppedCount: different.length - words.length,
    lastIsOpen: words.at(-1) === typed.at(-1),
  };
}

/** The words without those passed over, unless there are no others. */
export function meaningfulWords(
  words: readonly string[],
  passedOver: ReadonlySet<string>,
): readonly string[] {
  const meaningful = words.filter((word) => !passedOver.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** The words of a language that say little beside others. */
export function passedOverIn(language: Language): ReadonlySet<string> {
  return language === 'english' ? PASSED_OVER : NONE;
}

const NONE: ReadonlySet<string> = new Set();
const PASSED_OVER: ReadonlySet<string> = new Set([
  ...['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from', 'some', 'my'],
]);
