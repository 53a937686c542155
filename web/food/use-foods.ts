import { useEffect, useState } from 'preact/hooks';
import type { FoodRow } from '../food.ts';
import { diagnose, mayPass, type SearchFault } from '../search/faults/search-fault.ts';
import { RETRY_MS } from '../search/search-timing.ts';
import type { FoodService } from '../service.ts';

// Looks foods up by their ids for a view, again when the service is back.

/** Foods looked up by their ids, as far as they are there; `undefined` for each that is not. */
export type LookUp =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly rows: readonly (FoodRow | undefined)[] }
  | { readonly kind: 'failed'; readonly fault: SearchFault };

/** Looks foods up by their ids, again when these change; `retry` asks again. */
export function useFoods(service: FoodService, apiUrl: string, ids: readonly string[]) {
  const [lookUp, setLookUp] = useState<LookUp>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(ids);

  useEffect(() => {
    let isStale = false;
    const set = (next: LookUp) => {
      if (!isStale) setLookUp(next);
    };
    Promise.all(ids.map((id) => service.food(id))).then(
      (rows) => set({ kind: 'found', rows }),
      async (error) => set({ kind: 'failed', fault: await diagnose(error, apiUrl) }),
    );
    return () => {
      isStale = true;
    };
  }, [service, apiUrl, key, attempt]);

  // A service that is back is asked by itself.
  useEffect(() => {
    if (lookUp.kind !== 'failed' || !mayPass(lookUp.fault)) return;
    const timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
    return () => clearTimeout(timer);
  }, [lookUp]);

  return { lookUp, retry: () => setAttempt(attempt + 1) };
}
