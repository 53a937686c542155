import type { Answer } from '../answer-reader.ts';
import type { ValidRequest } from './valid-request.ts';

export function faultsOf(request: ValidRequest, answer: Answer): string[] {
  const { status, headers } = answer;
  const faults: string[] = [];
  if (!request.statuses.includes(status)) {
    faults.push(`status ${status} instead of ${request.statuses.join(' or ')}`);
  }
  if (status >= 500 && headers.get('retry-after') === undefined)
    faults.push(`${status}, no Retry-After`);
  if (headers.get('x-content-type-options')?.join() !== 'nosniff') faults.push('no nosniff');
  return [...faults, ...corsFaults(request, answer), ...bodyFaults(request, answer)];
}

/** Checks the API contract's rules for which pages may read a response. */
function corsFaults(
  { isApi, granted, isPreflight, hasPost }: ValidRequest,
  { headers }: Answer,
): string[] {
  const faults: string[] = [];
  const origins = headers.get('access-control-allow-origin') ?? [];
  if (origins.join('\n') !== (granted ?? '')) {
    faults.push(granted === undefined ? 'access it must not grant' : 'wrong CORS headers');
  }
  if (isPreflight)
    faults.push(...preflightFaults(granted, headers, hasPost ? 'GET, HEAD, POST' : 'GET, HEAD'));
  if (!isApi) return faults;
  if (!variesBy(headers).includes('origin')) faults.push('no Vary: Origin');
  if (headers.get('cross-origin-resource-policy')?.join() !== 'cross-origin') {
    faults.push('no Cross-Origin-Resource-Policy');
  }
  return faults;
}

function preflightFaults(
  granted: string | undefined,
  headers: Answer['headers'],
  granting: string,
): string[] {
  const faults: string[] = [];
  const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const methods = headers.get('access-control-allow-methods')?.join();
  if (granted === undefined) {
    const origins = headers.get('access-control-allow-origin') ?? [];
    if (origins.length === 0 && names.length > 0) {
      faults.push('a refused preflight with CORS headers');
    }
  } else if (methods !== granting) {
    faults.push('wrong Access-Control-Allow-Methods');
  }
  if (!variesBy(headers).includes('access-control-request-method')) {
    faults.push('a preflight without its Vary');
  }
  return faults;
}

function variesBy(headers: Answer['headers']): string[] {
  return (headers.get('vary') ?? [])
    .join()
    .toLowerCase()
    .split(/\s*,\s*/);
}

function bodyFaults({ echo, method }: ValidRequest, { status, headers, body }: Answer): string[] {
  if (method === 'HEAD' || status === 304) return body.length > 0 ? ['a body'] : [];
  const isPlain = headers.get('content-encoding') === undefined;
  const isJson = headers.get('content-type')?.join().startsWith('application/json') === true;
  if (!isPlain || !isJson) return status >= 400 ? ['an error without JSON'] : [];
  const text = body.toString();
  if (status === 404 && echo !== undefined && !text.includes(echo))
    return ['the answer to another request'];
  return jsonFaults(status, text);
}

function jsonFaults(status: number, text: string): string[] {
  // Checks only the two ends of a long response: odd requests do not change the foods in between.
  if (text.length > 2_000) return /^[[{].*[\]}]$/.test(text) ? [] : ['truncated JSON'];
  try {
    const value: unknown = JSON.parse(text);
    // Open Food Facts uses `status_verbose` if there is no product.
    const isError = ['error', 'status_verbose'].some((name) => name in Object(value));
    return status >= 400 && !isError ? ['an error without its message'] : [];
  } catch {
    return ['JSON that cannot be parsed'];
  }
}
