import type { Reading } from '../../src/client/index.ts';
import { memoized } from '../foods/memoized.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import { currentLanguage, inLanguage, t } from '../languages/language.ts';
import { Button } from '../parts/controls.tsx';
import type { Answer } from '../service/search-session.ts';
import { findMatches, isUnexpected, needlesOf, translatedIn } from './find-matches.ts';
import type { SearchKeys } from './use-search-keys.ts';

// Shows how an answer was found: the line "Showing results for …", its strings, and highlights in
// names.

export const ENGLISH = {
  everyWord: 'Showing foods that contain each word as typed.',
  exactText: 'Showing foods that contain this exact text.',
  showingFor: 'Showing results for',
  searchInstead: (query: string) => `Search instead for “${query}”`,
  alsoCalled: (typed: string, taken: string) => `“${typed}” also finds ${taken}.`,
  lacking: (words: string) => `The best matches lack “${words}”.`,
};

export const SPANISH: typeof ENGLISH = {
  everyWord: 'Alimentos que contienen cada palabra tal como está escrita.',
  exactText: 'Alimentos que contienen exactamente este texto.',
  showingFor: 'Resultados de',
  searchInstead: (query) => `Buscar «${query}»`,
  alsoCalled: (typed, taken) => `«${typed}» también encuentra ${taken}.`,
  lacking: (words) => `A los primeros resultados les falta «${words}».`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Explains how the words of a search were understood, with a link to the exact search. */
export function ReadingMessage({ criteria, answer, keys }: ReadingProps) {
  const { query, match } = criteria;
  if (match !== 'fuzzy') {
    return (
      <p class="reading">
        {match === 'words' ? texts().everyWord : texts().exactText}{' '}
        <Button class="link" onClick={() => keys.searchBy('fuzzy')}>
          {t().broadenSearch}
        </Button>
      </p>
    );
  }
  const { readings } = answer;
  const slips = readings.filter(({ manner }) => manner === 'slip');
  const names = otherNames(readings);
  const missing = readings.filter(({ manner }) => manner === 'none');
  const meal = foodsListed(query, answer).join('; ');
  if (slips.length + names.length + missing.length + meal.length === 0) return null;
  return (
    <p class="reading">
      {slips.length > 0 && (
        <>
          {texts().showingFor} <strong>{corrected(query, slips)}</strong>.{' '}
        </>
      )}
      {names.map(([typed, taken]) => `${texts().alsoCalled(typed, taken.join(', '))} `)}
      {missing.length > 0 && `${texts().lacking(missing.map(({ typed }) => typed).join(', '))} `}
      {slips.length > 0 && (
        <Button class="link" onClick={() => keys.searchBy('substring')}>
          {texts().searchInstead(query.trim())}
        </Button>
      )}{' '}
      {meal !== '' && (
        <Button class="link" onClick={() => keys.searchFor(meal)}>
          {texts().searchInstead(meal)}
        </Button>
      )}
    </p>
  );
}

/**
 * How many of a word's first letters a name must contain to count as having the word: for `eggs`,
 * `egg` is enough.
 */
const LIKE_LETTERS = 3;

interface ReadingProps {
  readonly criteria: SearchCriteria;
  readonly answer: Answer;
  readonly keys: Pick<SearchKeys, 'searchBy' | 'searchFor'>;
}

/**
 * Returns the foods of a list such as `cheddar, oats`; empty if the best match has a word of each
 * part, as for `milk, whole`.
 */
function foodsListed(query: string, { foods }: Answer): string[] {
  const pieces = query.split(',').flatMap((piece) => piece.trim() || []);
  const name = foods[0]?.description.toLowerCase();
  const isMatched = (piece: string) =>
    piece.split(' ').some((word) => name?.includes(word.toLowerCase().slice(0, LIKE_LETTERS)));
  return pieces.length < 2 || pieces.every(isMatched) ? [] : pieces;
}

/** Returns typed words that the best matches lack, with the other names found for them. */
function otherNames(readings: readonly Reading[]): [typed: string, taken: string[]][] {
  const isMatched = (word: string) =>
    readings.some(({ typed, manner }) => typed === word && /^(word|beginning)$/.test(manner));
  const names = new Map<string, string[]>();
  const unexpected = readings.filter((reading) => isUnexpected(reading));
  for (const { typed, manner, taken = '' } of unexpected)
    if (manner === 'name' && !isMatched(typed))
      names.set(typed, [...(names.get(typed) ?? []), taken]);
  return [...names];
}

/** Returns the query with its typos corrected. */
function corrected(query: string, slips: readonly Reading[]): string {
  const words = query.trim().split(/\s+/);
  const meant = words.map(
    (word) => slips.find(({ typed }) => typed === word.toLowerCase())?.taken ?? word,
  );
  return meant.join(' ');
}

interface MarkedTextProps {
  readonly text: string;
  readonly answer: Answer;
}

const needlesIn = memoized(
  (answer: Answer) => needlesOf(answer, answer.readings),
  (answer) => [answer],
);

/** Shows text with its matches highlighted. */
export function MarkedText({ text, answer }: MarkedTextProps) {
  const ranges = findMatches(text, needlesIn(answer));
  return (
    <>
      {ranges.map(({ start, end }, i) => (
        <>
          {text.slice(ranges[i - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}

/** Shows the names typed in the page's language that match the text. */
export function TranslatedNames({ text, answer }: MarkedTextProps) {
  const names = translatedIn(text, needlesIn(answer));
  return names.length === 0 ? null : <small lang={currentLanguage()}>{names.join(', ')}</small>;
}
