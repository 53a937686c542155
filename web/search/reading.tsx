import type { Reading } from '../../src/client/index.ts';
import type { MatchMode, Question } from '../foods/question.ts';
import { inLanguage, t } from '../languages/language.ts';
import { isSurprising } from './find-matches.ts';

// The line "Showing results for …" on what the words were taken for, and "Search instead for …":
// its texts.

const ENGLISH = {
  everyWord: 'Showing foods that contain each word as typed.',
  exactText: 'Showing foods that contain this exact text.',
  showingFor: 'Showing results for',
  searchInstead: (query: string) => `Search instead for “${query}”`,
  alsoCalled: (typed: string, taken: string) => `“${typed}” includes ${taken}.`,
  notMet: (words: string) => `No food has “${words}”.`,
};

const SPANISH: typeof ENGLISH = {
  everyWord: 'Alimentos que contienen cada palabra tal como está escrita.',
  exactText: 'Alimentos que contienen exactamente este texto.',
  showingFor: 'Resultados de',
  searchInstead: (query) => `Buscar «${query}»`,
  alsoCalled: (typed, taken) => `«${typed}» incluye ${taken}.`,
  notMet: (words) => `Ningún alimento tiene «${words}».`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** What the words of the search were taken for, and the way to the search as typed. */
export function ReadingMessage({ question, readings, onMatch }: ReadingProps) {
  const { query, match } = question;
  if (match !== 'fuzzy') {
    return (
      <p class="reading">
        {match === 'words' ? texts().everyWord : texts().exactText}{' '}
        <button type="button" class="link" onClick={() => onMatch('fuzzy')}>
          {t().searchFreely}
        </button>
      </p>
    );
  }
  const slips = readings.filter(({ manner }) => manner === 'slip');
  const names = otherNames(readings);
  const missing = readings.filter(({ manner }) => manner === 'none');
  if (slips.length + names.length + missing.length === 0) return null;
  return (
    <p class="reading">
      {slips.length > 0 && (
        <>
          {texts().showingFor} <strong>{corrected(query, slips)}</strong>.{' '}
        </>
      )}
      {names.map(([typed, taken]) => `${texts().alsoCalled(typed, taken.join(', '))} `)}
      {missing.length > 0 && `${texts().notMet(missing.map(({ typed }) => typed).join(', '))} `}
      {slips.length > 0 && (
        <button type="button" class="link" onClick={() => onMatch('substring')}>
          {texts().searchInstead(query.trim())}
        </button>
      )}
    </p>
  );
}

interface ReadingProps {
  readonly question: Question;
  readonly readings: readonly Reading[];
  readonly onMatch: (match: MatchMode) => void;
}

/** Words that no food has as typed, with the other names that were found for them. */
function otherNames(readings: readonly Reading[]): [typed: string, taken: string[]][] {
  const isMet = (word: string) =>
    readings.some(({ typed, manner }) => typed === word && /^(word|beginning)$/.test(manner));
  const names = new Map<string, string[]>();
  const surprising = readings.filter((reading) => isSurprising(reading));
  for (const { typed, manner, taken = '' } of surprising)
    if (manner === 'name' && !isMet(typed)) names.set(typed, [...(names.get(typed) ?? []), taken]);
  return [...names];
}

/** The query with its slips as they were read. */
function corrected(query: string, slips: readonly Reading[]): string {
  const words = query.trim().split(/\s+/);
  const meant = words.map(
    (word) => slips.find(({ typed }) => typed === word.toLowerCase())?.taken ?? word,
  );
  return meant.join(' ');
}
