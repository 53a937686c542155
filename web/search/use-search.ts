import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Question } from '../address.ts';
import type { FoodService } from '../service.ts';
import { readQuantity } from './quantity.ts';
import { diagnose } from './search-fault.ts';
import { SearchSession, type SearchState } from './search-session.ts';

/** Searches as the question changes; `searchNow` waits for nothing. */
export function useSearch(service: FoodService, apiUrl: string, question: Question) {
  const [state, show] = useState<SearchState>({ kind: 'idle' });
  const session = useMemo(
    () =>
      new SearchSession({
        search: service.search,
        diagnose: (error) => diagnose(error, apiUrl),
        show,
      }),
    [service, apiUrl],
  );
  const { query, match } = sent(question);

  // Not once the letter is painted: the debounce begins with the key.
  useLayoutEffect(() => session.ask({ query, match }), [session, query, match]);

  // A search that failed for want of a network is sent again once there is one.
  useEffect(() => {
    if (state.kind !== 'failed' || state.fault.kind !== 'offline') return;
    const retry = () => session.askNow();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [session, state]);

  return { state, searchNow: () => session.askNow(sent(question)) };
}

/** What is asked for: people's searches without an amount in front, the exact one as it is. */
function sent({ query, match }: Question): Question {
  return { query: match === 'substring' ? query : readQuantity(query).text, match };
}
