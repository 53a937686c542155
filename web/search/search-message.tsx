import { t } from '../languages/language.ts';
import { lazy } from '../parts/lazy.tsx';
import { Message } from '../parts/message.tsx';

// Draws the greeting and its examples, and what is shown while loading; languages/en.ts has the
// texts.

/** What the words of a search were taken for. The foods can be shown without. */
export const ReadingMessage = lazy(() =>
  import('./reading.tsx').then((module) => module.ReadingMessage),
);

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
