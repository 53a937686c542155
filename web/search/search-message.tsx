import { MAX_FOODS } from '../../src/search/limits.ts';
import { numberText, t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { lazy, nothing } from '../parts/lazy.tsx';
import { Message } from '../parts/message.tsx';
import { answerIn, type SearchState } from '../service/search-session.ts';

// The status of a search: greeting, searching, slow, how many foods. Strings: languages/en.ts.

/** Explains how the words of a search were understood. The page works without this part. */
export const ReadingMessage = lazy(() => import('./interpretation.tsx'), 'ReadingMessage');

/** Shows the text without highlights until they are loaded. */
const plain = ({ text }: { readonly text: string }) => <>{text}</>;

export const MarkedText = lazy(() => import('./interpretation.tsx'), 'MarkedText', plain, plain);
export const TranslatedNames = lazy(
  () => import('./interpretation.tsx'),
  'TranslatedNames',
  nothing,
);

/**
 * Loads the components that explain an answer. If they came later, they would push the foods down.
 */
export const loadInterpretation = () =>
  Promise.all([ReadingMessage, MarkedText, TranslatedNames].map(({ preload }) => preload()));

interface ExampleProps {
  readonly text: string;
  /** The feature that the example shows. */
  readonly shows?: string;
  readonly onTry: () => void;
}

/** A search to tap. */
export function Example({ text, shows, onTry }: ExampleProps) {
  return (
    <Button class="chip" onClick={onTry}>
      <b>{text}</b> {shows !== undefined && <small>{shows}</small>}
    </Button>
  );
}

/** Shown while an answer is pending and there is no earlier answer to show. */
export function LoadingMessage({ page, isSlow }: { page: Page; isSlow: boolean }) {
  return (
    <Message kind="loading" title={isSlow ? t().stillSearching : t().searching}>
      {isSlow && (
        <>
          <p>{t().slow(page.apiUrl)}</p>
          <Button onClick={() => page.store.searchNow()}>{t().askAgain}</Button>
        </>
      )}
    </Message>
  );
}

interface SearchStatusProps {
  readonly page: Page;
  /**
   * Whether the status is visible. If not, only screen readers read it, since another message says
   * the same.
   */
  readonly isShown: boolean;
}

/** Shows the state of the search. Earlier foods stay in place while it is slow. */
export function SearchStatus({ page, isShown }: SearchStatusProps) {
  const { search } = page.state;
  const isSlow = search.kind === 'loading' && search.isSlow;
  return (
    <>
      <p class={isShown ? 'note' : 'unseen'} role="status">
        {statusText(search)}
      </p>
      {isShown && isSlow && (
        <Button class="link note" onClick={() => page.store.searchNow()}>
          {t().askAgain}
        </Button>
      )}
    </>
  );
}

function statusText(search: SearchState): string {
  if (search.kind === 'failed') return t().noAnswer;
  if (search.kind === 'loading' && search.isSlow) return t().stillSearching;
  const answer = answerIn(search);
  if (answer === undefined) return search.kind === 'loading' ? t().searching : '';
  const { foods, total = 0 } = answer;
  const { length } = foods;
  if (total > length) return t().firstOf(length, numberText(total));
  return length >= MAX_FOODS ? t().firstFoods(MAX_FOODS) : t().foodsFound(length);
}
