import { corsCheck } from './browser.ts';
import {
  type AnsweredProbe,
  answered,
  answeredWhere,
  cacheHit,
  type Evidence,
  headerValue,
  namesOf,
} from './evidence.ts';
import { lookAlikes, STRANGER } from './probe-plan.ts';
import type { Finding } from './report.ts';

// Findings on strangers that are allowed, and on the headers sent to refused origins.

/** Checks whether unrelated origins are refused, without any Access-Control headers. */
export function judgeRefusal(evidence: Evidence): Finding[] {
  const refused = answeredWhere(evidence, ({ wanted }) => wanted === 'refused');
  const admitted = refused.filter((probe) => isAllowedByName(probe));
  const strangers = admitted.filter(({ request }) => request.headers.origin === STRANGER);
  return [
    // A server that allows everyone also allows the look-alikes. That is one problem, so it is
    // reported only once.
    ...(strangers.length > 0 ? judgeReflection(strangers, admitted) : judgeMistakes(evidence)),
    ...judgeSameForAll(evidence, refused),
    ...judgeGrantsToRefused(refused),
    ...judgeServerErrors(evidence, refused),
  ];
}

/** Whether the response allows the calling origin by name, not by `"*"`. */
function isAllowedByName({ request, headers }: AnsweredProbe): boolean {
  const { origin } = request.headers;
  return (
    origin !== undefined &&
    headerValue(headers, 'access-control-allow-origin') !== '*' &&
    corsCheck(origin, false, headers) === undefined
  );
}

function allowsCredentials({ request, headers }: AnsweredProbe): boolean {
  const { origin } = request.headers;
  return origin !== undefined && corsCheck(origin, true, headers) === undefined;
}

function* judgeReflection(
  strangers: readonly AnsweredProbe[],
  admitted: readonly AnsweredProbe[],
): Generator<Finding> {
  const isPrivate = strangers.some(allowsCredentials);
  const start = `The server sends back whatever Origin it gets ("${STRANGER}")`;
  yield {
    severity: isPrivate ? 'critical' : 'warning',
    code: `reflects-any-origin${isPrivate ? '-with-credentials' : ''}`,
    message: isPrivate
      ? `${start}, and allows credentials: any site can read what its visitors can see when signed in.`
      : `${start}: any site can read the responses.`,
    fix: `Compare the Origin with a list, ${isPrivate ? 'and send it back only if it is on the list' : 'or send "*" if the data is public'}.`,
    probes: namesOf(admitted),
  };
}

function* judgeMistakes(evidence: Evidence): Generator<Finding> {
  const admits = (name: string) => {
    const probe = answered(evidence, name);
    return probe !== undefined && isAllowedByName(probe) ? probe : undefined;
  };
  for (const { name, origin, mistake } of lookAlikes(evidence.target.from)) {
    const probe = admits(`get-look-alike-${name}`);
    if (probe === undefined) continue;
    yield {
      severity: allowsCredentials(probe) ? 'critical' : 'error',
      code: 'look-alike-allowed',
      message: `"${origin}" is allowed, but is another site: ${mistake}.`,
      fix: 'Compare whole origins; anchor a regular expression with ^ and $ and escape its dots.',
      probes: [probe.name],
    };
  }
  const sandboxed = admits(evidence.target.from === 'null' ? 'get' : 'get-null');
  if (sandboxed !== undefined) {
    yield {
      severity: allowsCredentials(sandboxed) ? 'critical' : 'warning',
      code: 'null-allowed',
      message: 'The origin "null" is allowed, which any site can get with a sandboxed frame.',
      fix: 'Remove "null" from the list. During development, serve pages from http://localhost.',
      probes: [sandboxed.name],
    };
  }
  const plain = admits('get-plain-http');
  if (plain !== undefined) {
    yield {
      severity: 'warning',
      code: 'plain-http-allowed',
      message: `"${plain.request.headers.origin}" is allowed besides its https origin: anyone who can alter a page in transit can read the responses.`,
      fix: 'Allow only the https origin.',
      probes: [plain.name],
    };
  }
}

/** Reports a header that is the same for every caller: `*`, or one origin disclosed to all. */
function* judgeSameForAll(
  evidence: Evidence,
  refused: readonly AnsweredProbe[],
): Generator<Finding> {
  const stranger = answered(evidence, 'get-stranger');
  if (stranger === undefined) return;
  const value = headerValue(stranger.headers, 'access-control-allow-origin');
  // A value that is not a single origin has already been reported for the page's own requests.
  if (value === undefined || value === STRANGER || /[,\s]/.test(value)) return;
  const probes = namesOf(
    refused.filter(({ headers }) => headerValue(headers, 'access-control-allow-origin') === value),
  );
  if (value === '*') {
    yield {
      severity: 'hint',
      code: 'open-to-all',
      message:
        'Access-Control-Allow-Origin is "*": every page on the web may read the responses. Use it only for public data.',
      probes,
    };
    return;
  }
  const hit = cacheHit(stranger.headers);
  yield {
    severity: 'hint',
    code: 'static-allow-origin',
    message:
      hit === undefined
        ? `Callers from other origins get "${value}" too. Browsers still block them, but they learn which origin the server trusts.`
        : `A caller from another origin got "${value}" from a cache (${hit}).`,
    fix: 'Send the header only when the Origin is allowed, with "Vary: Origin" either way.',
    probes,
  };
}

function judgeGrantsToRefused(refused: readonly AnsweredProbe[]): Finding[] {
  const grants = (probe: AnsweredProbe) =>
    probe.headers.map(([name]) => name).filter((name) => /^access-control-/i.test(name));
  const leaking = refused.filter(
    (probe) =>
      headerValue(probe.headers, 'access-control-allow-origin') === undefined &&
      grants(probe).length > 0,
  );
  if (leaking.length === 0) return [];
  const names = [...new Set(leaking.flatMap(grants))].join(', ');
  return [
    {
      severity: 'hint',
      code: 'refusal-with-grants',
      message: `Refused origins still get ${names}. These headers grant nothing without Access-Control-Allow-Origin; they only tell strangers what the server allows.`,
      probes: namesOf(leaking),
    },
  ];
}

function* judgeServerErrors(
  evidence: Evidence,
  refused: readonly AnsweredProbe[],
): Generator<Finding> {
  const isFailing = ({ status }: AnsweredProbe) => status >= 500;
  // If the server fails even for the page, the origin is not the reason.
  const page = answered(evidence, 'get');
  const failing = page === undefined || isFailing(page) ? [] : refused.filter(isFailing);
  if (failing.length === 0) return;
  yield {
    severity: 'hint',
    code: 'refusal-is-server-error',
    message: `Refused origins get status ${failing[0]?.status}, as if the server had failed: any stranger can set off its alerts.`,
    fix: 'Answer as usual, without the CORS headers. The browser does the rest.',
    probes: namesOf(failing),
  };
}
