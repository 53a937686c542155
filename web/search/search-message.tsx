import type { Reading } from '../../src/client/index.ts';
import type { MatchMode, Question } from '../address.ts';
import { t } from '../languages/language.ts';
import { Message } from '../parts/message.tsx';

/** Before anything is typed, for who has not been here yet: what the page can do, in one tap each. */
export function WelcomeMessage({ onTry, pair, onCompare }: WelcomeProps) {
  const { title, lead, examples, together } = t().welcome;
  return (
    <section class="welcome">
      <h2>{title}</h2>
      <p>{lead}</p>
      <p class="actions">
        {examples.map(({ query, shows }) => (
          <Example key={query} text={query} shows={shows} onTry={() => onTry(query)} />
        ))}
        {pair !== undefined && <Example text={pair} shows={together} onTry={onCompare} />}
      </p>
    </section>
  );
}

interface WelcomeProps {
  readonly onTry: (query: string) => void;
  /** The names of two foods to be compared, where that is possible. */
  readonly pair: string | undefined;
  readonly onCompare: () => void;
}

interface ExampleProps {
  readonly text: string;
  /** What it is an example of. */
  readonly shows?: string;
  readonly onTry: () => void;
}

/** Something to be tapped. */
export function Example({ text, shows, onTry }: ExampleProps) {
  return (
    <button type="button" class="chip" onClick={onTry}>
      <b>{text}</b> {shows !== undefined && <small>{shows}</small>}
    </button>
  );
}

/** While the first answer is on its way, or a slow one. */
export function LoadingMessage({ apiUrl, isSlow, onRetry }: LoadingProps) {
  return (
    <Message kind="loading" title={isSlow ? t().stillSearching : t().searching}>
      {isSlow && (
        <>
          <p>{t().slow(apiUrl)}</p>
          <button type="button" onClick={onRetry}>
            {t().askAgain}
          </button>
        </>
      )}
    </Message>
  );
}

interface LoadingProps {
  readonly apiUrl: string;
  readonly isSlow: boolean;
  readonly onRetry: () => void;
}

/** What the words of the search were taken for, and the way to the search as typed. */
export function ReadingMessage({ question, readings, onMatch }: ReadingProps) {
  const { query, match } = question;
  if (match !== 'fuzzy') {
    return (
      <p class="reading">
        {match === 'words' ? t().everyWord : t().exactText}{' '}
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
          {t().showingFor} <strong>{corrected(query, slips)}</strong>.{' '}
        </>
      )}
      {names.map(([typed, taken]) => `${t().alsoCalled(typed, taken.join(', '))} `)}
      {missing.length > 0 && `${t().notMet(missing.map(({ typed }) => typed).join(', '))} `}
      {slips.length > 0 && (
        <button type="button" class="link" onClick={() => onMatch('substring')}>
          {t().searchInstead(query.trim())}
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
  for (const { typed, manner, taken = '' } of readings)
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
