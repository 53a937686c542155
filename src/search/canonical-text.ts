import { fold } from './fold.ts';
import { MAX_FOLDED_LENGTH, MAX_QUERY_LENGTH, MAX_WORDS } from './limits.ts';
import { isExact, type SearchMode } from './match.ts';

// Which texts share a remembered answer; the error for too many words with `match=words`.

/** A query in words has more different words than a search looks for. */
export class TooManyWordsError extends Error {
  constructor(count: number) {
    super(
      `q has ${count} different words, and match=words takes at most ${MAX_WORDS}: leave some out`,
    );
    this.name = 'TooManyWordsError';
  }
}

/**
 * The one form of all texts that have the same answer: folded, and with `words` each word once, in
 * the order of their code units. A search with `fuzzy` folds by itself, and its interpretation has
 * the words as they are typed, but for capitals. Empty where a text is too long to match.
 *
 * @throws TooManyWordsError for more than {@link MAX_WORDS} different words, where words are asked for.
 */
export function canonicalText(text: string, mode: SearchMode): string {
  const start = text.slice(0, MAX_QUERY_LENGTH);
  if (!isExact(mode)) return text.length > MAX_QUERY_LENGTH ? '' : lowered(start);
  const folded = fold(start);
  if (folded.length > MAX_FOLDED_LENGTH) return '';
  const words = mode === 'words' ? distinctWords(folded) : [];
  if (words.length > MAX_WORDS) throw new TooManyWordsError(words.length);
  if (text.length > MAX_QUERY_LENGTH) return '';
  return words.length === 0 ? folded : words.join(' ');
}

/** In lower case, but for the T of "2 T", a tablespoon: "2 t" is a teaspoon. */
function lowered(text: string): string {
  return text
    .split(CAPITAL_T)
    .map((part) => (part === 'T' ? part : part.toLowerCase()))
    .join('');
}

const CAPITAL_T = /(?<=[\d¼-¾⅐-⅞]\s?)(T)(?![\p{L}\p{N}])/u;

function distinctWords(folded: string): string[] {
  return [...new Set(folded.match(LETTER_RUNS))].sort();
}

/** As `word-characters.ts` cuts words. */
const LETTER_RUNS = /[\p{L}\p{N}\p{M}]+/gu;
