import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { elementAt } from '../flat-arrays.ts';
import type { MatchedWords } from './food-scorer.ts';
import type { Matches, Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';
import { isInHead, Part, partOf } from './place.ts';
import type { QueryWords } from './query-words.ts';
import type { WordForms } from './word-forms.ts';

// Decides whether the best match is good enough to be shown: a wrong guess is worse than no answer.

/**
 * Whether the first food matches enough query words to be shown. If the food lacks a word, it must
 * match two other words, or one that names it. Numbers, units and qualifiers do not count as
 * matches. A missing unit or qualifier counts as a missing word, unless it is dispensable. A
 * missing number does not. If the query has a foreign name, other words may be missing.
 *
 * @param isFood - whether the query has an amount, so that it certainly asks for a food
 * @param isHead - whether a source is a word as typed that is the whole head of a food
 */
export function isAnswer(
  matches: Matches,
  matched: readonly MatchedWords[],
  { endsInStopWord, foreign }: QueryWords,
  forms: WordForms,
  isFood: boolean,
  isHead: (source: Source) => boolean,
): boolean {
  const words = matches.words.slice(0, matches.words.length - Number(endsInStopWord));
  const matchedCount = matched.reduce((count, { from, to }) => count + to - from, 0);
  const hasWord = words.some((word) => !/^\p{N}+$/u.test(word));
  if (matchedCount >= words.length && (matched.length > 1 || hasWord)) return true;
  const hasLetters = (word: string) => /\p{L}{2}/u.test(word);
  const isInformative = (word: string) => hasLetters(word) && !forms.isQualifier(word);
  const informative = matched.filter(
    (one) => isSure(one) && words.slice(one.from, one.to).some(isInformative),
  );
  const isMissing = (i: number) => !matched.some(({ from, to }) => from <= i && i < to);
  const lacks =
    foreign.names.length === 0 &&
    words.some((word, i) => hasLetters(word) && !OPPOSITES.dispensable.test(word) && isMissing(i));
  const last = words.slice(0, matches.headLength).findLastIndex(isInformative);
  const isWhole = words.every((word, i) => !isMissing(i) || forms.isQualifier(word));
  // A "mushroom omelet" is an omelet, since mushrooms are a food too.
  const isOfFoods = words.every(
    (_, i) => !isMissing(i) || elementAt(matches.terms, i).sources.some(isHead),
  );
  const names = (one: MatchedWords, hasMore: boolean) =>
    isNamed(one, hasMore || matched.length > 1, isFood || one.to > last, isOfFoods);
  const end = matched.at(-1);
  // In "black oli", the unfinished word names the food: olives.
  const isPrefix = end?.terms[0]?.source?.manner === 'beginning' && names(end, false);
  if (isPrefix && isWhole) return true;
  // An "egg timer" is not an egg, and "motor oil" is not an oil.
  const isNonFood = (word: string, i: number) => forms.namesNoFood(i === last ? word : `${word}+`);
  if (lacks && !isFood && words.some((word, i) => isMissing(i) && isNonFood(word, i))) return false;
  return informative.length > 1 || informative.some((one) => !lacks || names(one, isWhole));
}

/** Whether words match as typed, by a complete other name, or by a likely typo. */
function isSure({ alternative, terms: [first] }: MatchedWords): boolean {
  if (alternative !== undefined)
    return alternative.manner === 'word' || alternative.penalty === PENALTIES.otherName;
  const { manner, penalty = 0 } = first?.source ?? {};
  return manner === 'word' || (manner === 'slip' && penalty < PENALTIES.farTypo);
}

/**
 * Whether a match names the food: by another name, or by a word that is the whole first or second
 * segment. A word in a longer head counts only if other words match too, or if all other words are
 * qualifiers. In the second segment, a word names a kind of food only at the end of a query or
 * before its first preposition, or if the query has an amount: "cottage pie" is not cottage cheese.
 * If the missing words are foods too, the word may be in any segment.
 */
function isNamed(
  { alternative, terms }: MatchedWords,
  hasMore: boolean,
  mayBeKind: boolean,
  isOfFoods: boolean,
): boolean {
  if (alternative?.manner === 'name') return true;
  return terms.some(({ place }) => {
    const isAlone = place % 2 === 0;
    const part = partOf(place);
    if (isInHead(place)) return isAlone || hasMore;
    return mayBeKind && isAlone && (isOfFoods || part === Part.second || part === Part.ownName);
  });
}
