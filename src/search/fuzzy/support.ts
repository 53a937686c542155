import { elementAt } from '../flat-arrays.ts';
import type { MatchedWords } from './food-scorer.ts';
import { isGuessed, type Matches } from './matches.ts';
import { isCall } from './place.ts';
import { PENALTIES } from './points.ts';
import type { WordForms } from './word-forms.ts';

// Whether what a food has of a query is enough to be shown: better no answer than a guess.

/** Shorter words are not believed to be misspelled where the table lacks others of the query. */
const LONG_SLIP = 6;

/**
 * Whether the first food is an answer, by what it meets of a query. Where the table lacks a word or has
 * it by a guess alone, it has to meet two of the others, or be called by one of them. Numbers, and words
 * that only qualify a food, do not count.
 */
export function isAnswer(
  matches: Matches,
  met: readonly MatchedWords[],
  { wordCount, forms }: { readonly wordCount: number; readonly forms: WordForms },
): boolean {
  const words = matches.words.slice(0, wordCount);
  const metCount = met.reduce((count, { from, to }) => count + to - from, 0);
  const isOnly = met.length === 1 && metCount >= wordCount;
  if (isOnly && words.some((word) => !/^\p{N}+$/u.test(word))) return true;
  if (met.length > 1 && metCount >= wordCount) return true;
  const telling = met.filter(
    (one) =>
      isSure(one, words) &&
      words
        .slice(one.from, one.to)
        .some((word) => /\p{L}{2}/u.test(word) && !forms.isQualifier(word)),
  );
  const lacks = words.some((_, word) => isGuessed(matches, word));
  return telling.length > 1 || telling.some((one) => !lacks || isNamed(one));
}

/** Whether words are met as they were typed, by a whole other name, or by a likely slip. */
function isSure(
  { from, alternative, slots: [first] }: MatchedWords,
  words: readonly string[],
): boolean {
  if (alternative !== undefined)
    return alternative.manner === 'word' || alternative.points === PENALTIES.otherName;
  const { manner, points = 0 } = first?.source ?? {};
  return (
    manner === 'word' ||
    (manner === 'slip' && points < PENALTIES.farSlip && elementAt(words, from).length >= LONG_SLIP)
  );
}

/** Whether a food is called by words that it meets. */
function isNamed({ alternative, slots }: MatchedWords): boolean {
  return alternative?.manner === 'name' || slots.some(({ place }) => isCall(place));
}
