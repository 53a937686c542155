import { useEffect, useState } from 'preact/hooks';
import { RETRY_MS } from '../service/food-service.ts';
import { diagnose, mayPass, type SearchFault } from '../service/search-fault.ts';
import type { Page } from './use-page.ts';

// Requests for the current view, retried until the service responds.

/** The fault of a failed request, if any, and a function that sends the request again at once. */
export interface Request {
  readonly fault: SearchFault | undefined;
  readonly retry: () => void;
}

/**
 * Sends a request, and sends it again if its key changes, on `retry`, and as long as the service
 * may come back.
 *
 * @param key - identifies the request; nothing is sent while it is empty
 */
export function useRequest(
  { apiUrl }: Page,
  key: string,
  send: (signal: AbortSignal) => Promise<unknown>,
): Request {
  const [failure, setFailure] = useState<{
    readonly fault: SearchFault;
    readonly mayPass: boolean;
  }>();
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const fail = async (error: unknown) => {
      const fault = signal.aborted ? undefined : await diagnose(error, apiUrl);
      if (fault === undefined || signal.aborted) return;
      setFailure((last) => ({
        fault,
        // If the service comes back just after the request, the browser seems to have blocked the
        // response.
        mayPass: mayPass(fault) || (fault.kind === 'blocked' && last?.fault.kind !== 'blocked'),
      }));
    };
    if (key !== '') send(signal).then(() => signal.aborted || setFailure(undefined), fail);
    return () => stop.abort();
  }, [key, attempt]);

  useEffect(() => {
    if (failure?.mayPass !== true) return;
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [failure]);

  return { fault: key === '' ? undefined : failure?.fault, retry };
}

/** Looks up the foods that the page does not have yet. */
export function useRows(page: Page, ids: readonly string[]): Request {
  const { rows } = page.state;
  const missing = [...new Set(ids)].filter((id) => !rows.has(id));
  return useRequest(page, missing.length === 0 ? '' : JSON.stringify(missing), async (signal) => {
    page.dispatch({ kind: 'rows', rows: await page.service.foods(missing, signal) });
  });
}
