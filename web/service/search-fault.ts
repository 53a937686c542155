import { FoodHttpError, FoodNetworkError, FoodQueryError } from '../../src/client/index.ts';
import { addressSpaceOf, needsPermission } from '../../src/cors/local-network.ts';

// Finds out why a search failed (blocked by CORS, unreachable, offline), and which failures are
// retried automatically.

/** Why a search has no foods although the service may be running. */
export type AnsweredFault =
  | { readonly kind: 'query'; readonly message: string }
  | { readonly kind: 'http'; readonly status: number; readonly reason: string | undefined }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'local-network' };

/** Why a search has no foods, as far as the page can tell. */
export type SearchFault =
  | AnsweredFault
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

/**
 * Checks whether a failed request should be sent again, since the failure may be temporary. If the
 * service comes back right after a request failed, the failure looks like a blocked response.
 *
 * @param last - the failure before this one, if there was one
 */
export function shouldRetry(fault: SearchFault, last: SearchFault | undefined): boolean {
  if (fault.kind === 'http') return fault.status >= 500;
  if (fault.kind === 'blocked') return last?.kind !== 'blocked';
  return fault.kind === 'unreachable' || fault.kind === 'offline';
}

/** How long to wait for the service when checking whether it is running. */
const PROBE_TIMEOUT_MS = 4000;

/**
 * Classifies an error. If it is not one of the client's errors, the page could not parse the
 * response. Scripts do not learn why a fetch failed, so this sends another request in mode
 * `no-cors`. Its response cannot be read, but arrives only if the service is running. If it
 * arrives, the browser has blocked the first response.
 */
export async function diagnose(error: unknown, apiUrl: string): Promise<SearchFault> {
  if (error instanceof FoodQueryError) return { kind: 'query', message: error.message };
  if (error instanceof FoodHttpError)
    return { kind: 'http', status: error.status, reason: error.reason };
  if (!(error instanceof FoodNetworkError)) return { kind: 'unreadable', message: String(error) };
  if (await isReachable(apiUrl)) return { kind: 'blocked' };
  if (!navigator.onLine) return { kind: 'offline' };
  return { kind: (await isNotPermitted(apiUrl)) ? 'local-network' : 'unreachable' };
}

async function isReachable(apiUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch(`${apiUrl}/api/food`, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
}

/**
 * Checks whether the browser keeps this page from calling a service on the user's machine or
 * network, because the user denied it or has not been asked yet. Browsers that never ask do not
 * know this permission.
 *
 * https://wicg.github.io/local-network-access/#permissions-policy-and-permissions-integration
 */
async function isNotPermitted(apiUrl: string): Promise<boolean> {
  const { hostname } = new URL(apiUrl);
  const space = addressSpaceOf(hostname);
  if (space === 'public') return false;
  // TypeScript does not know these names yet.
  const permissions: { query(wanted: { name: string }): Promise<{ state: string }> } =
    navigator.permissions;
  return permissions.query({ name: `${space}-network` }).then(
    ({ state }) =>
      state === 'denied' || (state === 'prompt' && needsPermission(location.hostname, hostname)),
    () => false,
  );
}
