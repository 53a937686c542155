import { checkPolicy, checkRequest } from '../errors/check-arguments.ts';
import type { Decision } from './decision.ts';
import type { CorsPolicy } from './policy.ts';
import { type CorsHeaders, namesIn } from './response-headers.ts';

// Computes what CORS adds to a response: detects preflights, merges `Vary`, and logs why an origin
// function's result was not used.

/** The parts of a request that CORS depends on: its method and three of its headers. */
export interface CorsRequest {
  readonly method: string;
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Access-Control-Request-Method` header. */
  readonly requestMethod: string | undefined;
  /** The `Access-Control-Request-Headers` header. */
  readonly requestHeaders: string | undefined;
  /** The request itself, passed to an origin function. */
  readonly request?: unknown;
}

/** The request headers that CORS reads. */
type CorsHeaderName = 'origin' | `access-control-request-${'method' | 'headers'}`;

/** Collects what CORS needs to know about a request; `header` looks up a header by name. */
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

/** The CORS part of a response. */
export interface CorsAnswer {
  readonly decision: Decision;
  /** The headers to set. Add the names in `Vary` to those already there. */
  readonly headers: CorsHeaders;
  /**
   * Whether the request is a preflight. If so, respond with 200 and no body, and do not pass it on.
   */
  readonly isPreflight: boolean;
}

/**
 * Handles CORS for one request. Returns a promise only if the setting is a function.
 *
 * @throws OriginFunctionError (as a rejection) if that function fails: respond with 500, and grant
 *   nothing.
 */
export function answerCors(
  policy: CorsPolicy,
  request: CorsRequest,
  ...extra: never[]
): CorsAnswer | Promise<CorsAnswer> {
  checkPolicy(policy, extra);
  checkRequest(request);
  const decision = policy.decide(request.origin, request.request);
  return decision instanceof Promise
    ? decision.then((settled) => answerTo(policy, request, settled))
    : answerTo(policy, request, decision);
}

function answerTo(policy: CorsPolicy, request: CorsRequest, decision: Decision): CorsAnswer {
  const { method, origin, requestMethod, requestHeaders } = request;
  // Checks for strings, since `headers.get` returns null for a missing header.
  // https://fetch.spec.whatwg.org/#cors-preflight-request
  const asks =
    method === 'OPTIONS' && typeof origin === 'string' && typeof requestMethod === 'string';
  // If CORS is off, OPTIONS requests are passed to the application.
  const isPreflight = asks && decision.kind !== 'off';
  const headers = isPreflight
    ? policy.preflightHeaders(decision, requestHeaders)
    : policy.responseHeaders(decision);
  return { decision, headers, isPreflight };
}

/**
 * Returns a function that warns once, on the console, that an origin function's result was
 * overruled. node.ts and fetch.ts use it, since they get no logger for warnings.
 */
export function createNoteLog(): (decision: Decision) => void {
  let isDone = false;
  return (decision) => {
    if (isDone || decision.kind !== 'refused' || decision.note === undefined) return;
    isDone = true;
    console.warn(decision.note);
  };
}

/**
 * Adds names to a `Vary` value, each only once; `*` covers all of them.
 * https://www.rfc-editor.org/rfc/rfc9110#field.vary
 */
export function addToVary(present: string, added: string): string {
  const names = namesIn(`${present},${added}`);
  if (names.includes('*')) return '*';
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}
