import type { Decision } from './decision.ts';
import { type CorsPolicy, checkPolicy, misuse } from './policy.ts';
import { type CorsHeaders, namesIn } from './response-headers.ts';

// What a request gets as its CORS answer: which are preflights, `Vary`, and what is logged of an
// origin function.

/** What the answer to a request depends on: its method and three of its headers. */
export interface CorsRequest {
  readonly method: string;
  /** Origin. */
  readonly origin: string | undefined;
  /** Access-Control-Request-Method. */
  readonly requestMethod: string | undefined;
  /** Access-Control-Request-Headers. */
  readonly requestHeaders: string | undefined;
  /** The request itself, which an origin function gets. */
  readonly request?: unknown;
}

/** The request headers that CORS looks at. */
type CorsHeaderName = 'origin' | `access-control-request-${'method' | 'headers'}`;

/** What CORS needs to know about a request, whose headers `header` says. */
export function corsRequestOf(
  request: { readonly method?: string | undefined },
  header: (name: CorsHeaderName) => string | undefined,
): CorsRequest {
  return {
    request,
    method: request.method ?? 'GET',
    origin: header('origin'),
    requestMethod: header('access-control-request-method'),
    requestHeaders: header('access-control-request-headers'),
  };
}

/** What CORS adds to an answer. */
export interface CorsAnswer {
  readonly decision: Decision;
  /** The headers to set; `Vary` is a list to be added to. */
  readonly headers: CorsHeaders;
  /** Whether the request is a preflight: to be answered with 200 and no body, and not passed on. */
  readonly isPreflight: boolean;
}

/**
 * Everything a server has to do about CORS for one request. Returns a promise only if the setting
 * is a function.
 *
 * @throws OriginFunctionError (as a rejection) when that function fails: answer 500, grant nothing.
 */
export function answerCors(
  policy: CorsPolicy,
  request: CorsRequest,
): CorsAnswer | Promise<CorsAnswer> {
  checkPolicy(policy);
  // A whole Request has no member `origin`: it would be refused without a word.
  if (typeof request?.method !== 'string' || ('headers' in request && !('origin' in request))) {
    throw misuse(request, 'a request', '{ method, origin, requestMethod, requestHeaders }');
  }
  const decision = policy.decide(request.origin ?? undefined, request.request);
  return decision instanceof Promise
    ? decision.then((settled) => answerTo(policy, request, settled))
    : answerTo(policy, request, decision);
}

function answerTo(policy: CorsPolicy, request: CorsRequest, decision: Decision): CorsAnswer {
  // Where CORS is off, OPTIONS is the application's.
  const isPreflight = decision.kind !== 'off' && isPreflightRequest(request);
  const headers = isPreflight
    ? policy.preflightHeaders(decision, request.requestHeaders ?? undefined)
    : policy.responseHeaders(decision);
  return { decision, headers, isPreflight };
}

/** `headers.get` gives null for what is missing. https://fetch.spec.whatwg.org/#cors-preflight-request */
function isPreflightRequest({ method, origin, requestMethod }: CorsRequest): boolean {
  return method === 'OPTIONS' && typeof origin === 'string' && typeof requestMethod === 'string';
}

/**
 * Writes to the console, once, that an origin function did not get its way: for the adapters, which
 * have no log.
 */
export function createNoteLog(): (decision: Decision) => void {
  let isDone = false;
  return (decision) => {
    if (isDone || decision.kind !== 'refused' || decision.note === undefined) return;
    isDone = true;
    console.warn(decision.note);
  };
}

/** Adds names to a `Vary` value, each once; `*` has all of them. https://www.rfc-editor.org/rfc/rfc9110#field.vary */
export function addToVary(present: string, added: string): string {
  const names = namesIn(`${present},${added}`);
  if (names.includes('*')) return '*';
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}
