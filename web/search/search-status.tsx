import { MAX_FOODS } from '../../src/search/limits.ts';
import { t } from '../languages/language.ts';
import { numberText } from '../languages/number-text.ts';
import { answerIn, type SearchState } from './search-session.ts';

// When the status says searching, slow, or how many foods there are; languages/en.ts has the texts.

interface SearchStatusProps {
  readonly search: SearchState;
  /** Whether it is to be seen: what else is shown says the same in more words. */
  readonly isShown: boolean;
  readonly onRetry: () => void;
}

/** A few words on how the search stands. While it is slow, earlier foods stay where they are. */
export function SearchStatus({ search, isShown, onRetry }: SearchStatusProps) {
  const isSlow = search.kind === 'loading' && search.isSlow;
  return (
    <>
      <p class={isShown ? 'note' : 'unseen'} role="status">
        {statusText(search)}
      </p>
      {isShown && isSlow && (
        <button type="button" class="link note" onClick={onRetry}>
          {t().askAgain}
        </button>
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
