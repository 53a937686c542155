import { corsCheck, isError } from './browser.ts';
import {
  answered,
  answeredWhere,
  cacheHit,
  type Evidence,
  headerValue,
  isPageGet,
  namesOf,
} from './evidence.ts';
import type { Finding, Probe } from './report.ts';

// Findings on the rest of a response, with messages and fixes: Access-Control-Allow-Credentials,
// `Vary`, and errors that the page cannot read.

const CREDENTIALS_HEADER = 'access-control-allow-credentials';

/** Checks whether Access-Control-Allow-Credentials makes sense in responses to the page. */
export function* judgeCredentials(evidence: Evidence): Generator<Finding> {
  const probes = answeredWhere(
    evidence,
    (probe) => isPageGet(probe) || probe.name === 'preflight',
  ).filter(({ headers }) => headerValue(headers, CREDENTIALS_HEADER) !== undefined);
  const useless = probes.filter(
    ({ headers }) =>
      headerValue(headers, CREDENTIALS_HEADER) === 'true' &&
      headerValue(headers, 'access-control-allow-origin') === '*',
  );
  // With credentials, the Allow-Origin check has already failed and been reported.
  if (useless.length > 0 && !evidence.target.credentials) {
    yield {
      severity: 'warning',
      code: 'wildcard-with-credentials',
      message:
        'The server allows credentials together with every origin ("*"). A browser rejects this combination for calls with credentials.',
      fix: 'Remove Access-Control-Allow-Credentials, or allow specific origins.',
      probes: namesOf(useless),
    };
  }
  const invalid = probes.filter(
    ({ headers }) => headerValue(headers, CREDENTIALS_HEADER) !== 'true',
  );
  const [first] = invalid;
  if (first !== undefined && !evidence.target.credentials) {
    const value = headerValue(first.headers, CREDENTIALS_HEADER);
    yield {
      severity: value === 'false' ? 'hint' : 'warning',
      code: 'credentials-value',
      message: `Access-Control-Allow-Credentials is "${value}", which a browser treats as no. The only value that counts is "true".`,
      fix: 'Send "true", or leave the header out.',
      probes: namesOf(invalid),
    };
  }
}

/** Checks whether the responses tell caches that they depend on the Origin. */
export function* judgeVary(evidence: Evidence): Generator<Finding> {
  const { href } = evidence.target.url;
  const probes = answeredWhere(
    evidence,
    ({ request }) => request.method === 'GET' && request.url === href,
  );
  const values = new Set(
    probes.map(({ headers }) => headerValue(headers, 'access-control-allow-origin')),
  );
  // If all responses have the same value, or none has a value, they do not depend on the Origin.
  // But a cache may have served one origin's response to everyone.
  const isStored = probes.some(({ headers }) => cacheHit(headers) !== undefined);
  if (values.size < 2 && !(isStored && !values.has('*') && !values.has(undefined))) return;
  const withoutVary = probes.filter((probe) => !variesOnOrigin(probe));
  if (withoutVary.length === 0) return;
  const storable = withoutVary.filter(
    ({ headers }) => !/\bno-store\b/i.test(headerValue(headers, 'cache-control') ?? ''),
  );
  const who = [
    ...new Set(
      withoutVary.map(({ request }) => request.headers.origin ?? 'a caller without Origin'),
    ),
  ];
  yield {
    severity: storable.length > 0 ? 'warning' : 'hint',
    code: 'vary-origin-missing',
    message: `Access-Control-Allow-Origin depends on the caller, but the response to ${who.slice(0, 3).join(', ')}${who.length > 3 ? ' and others' : ''} has no "Vary: Origin". ${
      storable.length > 0
        ? 'A shared cache can serve it to other origins, whose pages are then blocked.'
        : 'This does no harm as long as the responses are "no-store".'
    }`,
    fix: 'Send "Vary: Origin" on every response from this URL: allowed, refused, and without Origin.',
    probes: namesOf(withoutVary),
  };
}

function variesOnOrigin({ headers }: Probe): boolean {
  const names = (headerValue(headers, 'vary') ?? '').toLowerCase().split(',');
  return names.some((name) => ['origin', '*'].includes(name.trim()));
}

/** Checks whether the page can also read the server's error responses. */
export function* judgeErrors(evidence: Evidence): Generator<Finding> {
  const { from, credentials, url, method } = evidence.target;
  const get = answered(evidence, 'get');
  if (get !== undefined && !['GET', 'HEAD'].includes(method)) {
    yield {
      severity: 'hint',
      code: 'method-not-sent',
      message: `${method} itself was not sent, since it may change something: its response needs the same CORS headers as the response to GET.`,
      probes: [get.name],
    };
  } else if (get !== undefined && isError(get.status)) {
    yield {
      severity: 'hint',
      code: 'answer-is-error',
      message: `The GET gets status ${get.status}: these findings are about that error. Check a URL that returns 200, too.`,
      probes: [get.name],
    };
  }
  const error = answered(evidence, 'get-error');
  if (
    from !== url.origin &&
    // If the page can read nothing, that has already been reported.
    get !== undefined &&
    corsCheck(from, credentials, get.headers) === undefined &&
    error !== undefined &&
    isError(error.status) &&
    corsCheck(from, credentials, error.headers) !== undefined
  ) {
    yield {
      severity: 'warning',
      code: 'error-without-cors',
      message: `A ${error.status} (${error.request.url}) lacks the CORS headers that other responses have: the script sees a failed fetch instead of the error.`,
      fix: 'Set the CORS headers before routing, so that errors carry them as well.',
      probes: [error.name],
    };
  }
}
