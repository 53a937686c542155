import { elementAt } from '../flat-arrays.ts';
import type { MatchedWords } from './food-scorer.ts';
import { isGuessed, type Matches } from './matches.ts';
import { PENALTIES } from './penalties.ts';
import { isInHead, Part, partOf } from './place.ts';
import type { WordForms } from './word-forms.ts';

// Whether what a food has of a query is enough to be shown: better no answer than a guess.

/** Shorter words are not believed to be misspelled where the table lacks others of the query. */
const LONG_TYPO = 6;

/**
 * Whether the first food is an answer, by what it meets of a query. Where the table lacks a word or has
 * it by a guess alone, it has to meet two of the others, or be called by one of them. Numbers, units, and
 * words that only qualify a food, do not count.
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
  return telling.length > 1 || telling.some((one) => !lacks || isNamed(one, met.length > 1));
}

/** Whether words are met as they were typed, by a whole other name, or by a likely typo. */
function isSure(
  { from, alternative, slots: [first] }: MatchedWords,
  words: readonly string[],
): boolean {
  if (alternative !== undefined)
    return alternative.manner === 'word' || alternative.penalty === PENALTIES.otherName;
  const { manner, penalty = 0 } = first?.source ?? {};
  return (
    manner === 'word' ||
    (manner === 'slip' && penalty < PENALTIES.farTypo && elementAt(words, from).length >= LONG_TYPO)
  );
}

/**
 * Whether a food is called by words that it meets: by another name, or where they are a segment alone,
 * the first or the second; in a longer head only if it meets others as well.
 */
function isNamed({ alternative, slots }: MatchedWords, meetsOthers: boolean): boolean {
  if (alternative?.manner === 'name') return true;
  return slots.some(({ place }) => {
    const isAlone = place % 2 === 0;
    const part = partOf(place);
    if (isInHead(place)) return isAlone || meetsOthers;
    return isAlone && (part === Part.second || part === Part.ownName);
  });
}
