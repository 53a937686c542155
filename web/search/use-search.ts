import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { FoodClient } from '../../src/client/index.ts';
import { toFood } from '../food.ts';
import { diagnose } from './search-fault.ts';
import { markResultsShown, markTyped } from './search-marks.ts';
import { type Question, SearchSession, type SearchState } from './search-session.ts';

/** Searches as the question changes; `searchNow` waits for nothing. */
export function useSearch(client: FoodClient, apiUrl: string, { query, match }: Question) {
  const [state, show] = useState<SearchState>({ kind: 'idle' });
  const session = useMemo(
    () =>
      new SearchSession({
        search: async (question, signal) => {
          // The default goes without saying, to a service that knows no other match too.
          const match = question.match === 'words' ? question.match : undefined;
          const entries = await client.search(question.query, { signal, match });
          return entries.map(toFood);
        },
        diagnose: (error) => diagnose(error, apiUrl),
        show,
      }),
    [client, apiUrl],
  );

  // Not once the letter is painted: the debounce begins with the key.
  useLayoutEffect(() => {
    markTyped();
    session.ask({ query, match });
  }, [session, query, match]);

  useLayoutEffect(() => {
    if (state.kind === 'found') markResultsShown();
  }, [state]);

  // A search that failed for want of a network is sent again once there is one.
  useEffect(() => {
    if (state.kind !== 'failed' || state.fault.kind !== 'offline') return;
    const retry = () => session.askNow();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [session, state]);

  return { state, searchNow: () => session.askNow() };
}
