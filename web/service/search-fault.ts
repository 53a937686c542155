import { FoodHttpError, FoodNetworkError, FoodQueryError } from '../../src/client/index.ts';
import { addressSpaceOf, needsPermission } from '../../src/cors/private-host.ts';

// Finds out why a search failed (blocked by CORS, unreachable, offline), and which failures are
// retried automatically.

/** Why a search has no foods although the service answered, or may be there. */
export type AnsweredFault =
  | { readonly kind: 'query'; readonly message: string }
  | { readonly kind: 'http'; readonly status: number; readonly reason: string | undefined }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'local-network' };

/** Why a search has no foods, as far as a page can find out. */
export type SearchFault =
  | AnsweredFault
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

/** Whether a failure may be temporary. */
export function mayPass(fault: SearchFault): boolean {
  if (fault.kind === 'http') return fault.status >= 500;
  return fault.kind === 'unreachable' || fault.kind === 'offline';
}

/** How long the service has to answer when a page only wants to know whether it is there. */
const PROBE_TIMEOUT_MS = 4000;

/**
 * Distinguishes faults. What is not the client's is the page's own: it could not read what came. A
 * failed fetch says nothing to a script, so this asks again with mode `no-cors`: that answer cannot
 * be read, but it comes only if the service is there. If it comes, the browser withheld the first.
 */
export async function diagnose(error: unknown, apiUrl: string): Promise<SearchFault> {
  if (error instanceof FoodQueryError) return { kind: 'query', message: error.message };
  if (error instanceof FoodHttpError)
    return { kind: 'http', status: error.status, reason: error.reason };
  if (!(error instanceof FoodNetworkError)) return { kind: 'unreadable', message: String(error) };
  if (await isThere(apiUrl)) return { kind: 'blocked' };
  if (!navigator.onLine) return { kind: 'offline' };
  return { kind: (await isNotPermitted(apiUrl)) ? 'local-network' : 'unreachable' };
}

async function isThere(apiUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch(`${apiUrl}/api/food`, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
}

/**
 * Whether the browser keeps this page from calling a service on the user's machine or network: the
 * user has said no, or has not been asked. Browsers that ask nothing do not know the permission.
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
