import { MAX_FOODS } from '../../src/search/limits.ts';
import { t } from '../languages/language.ts';
import { type Answer, answerIn, type SearchState } from './search-session.ts';

interface SearchStatusProps {
  readonly state: SearchState;
  readonly isIdle: boolean;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** One line on how the search stands. While it is slow, earlier foods stay where they are. */
export function SearchStatus({ state, isIdle, apiUrl, onRetry }: SearchStatusProps) {
  const answer = answerIn(state);
  const isSlow = state.kind === 'loading' && state.isSlow && answer !== undefined;
  return (
    <div class="search-status note">
      <p role="status">{isIdle ? '' : isSlow ? t().slow(apiUrl) : statusText(state, answer)}</p>
      {isSlow && (
        <button type="button" class="link" onClick={onRetry}>
          {t().askAgain}
        </button>
      )}
    </div>
  );
}

function statusText(state: SearchState, answer: Answer | undefined): string {
  if (state.kind === 'failed') return t().noAnswer;
  if (state.kind === 'loading' && state.isSlow) return t().stillSearching;
  if (answer === undefined) return state.kind === 'loading' ? t().searching : '';
  const { length } = answer.foods;
  return length >= MAX_FOODS ? t().firstFoods(MAX_FOODS) : t().foodsFound(length);
}
