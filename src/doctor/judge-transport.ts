import { isIPv6 } from 'node:net';
import { addressSpaceOf, networkNote } from '../cors/local-network.ts';
import { isMixedContent, isRedirect, isTrustworthy } from './browser.ts';
import {
  answeredWhere,
  type Evidence,
  headerValue,
  isPageGet,
  isRateLimited,
  namesOf,
} from './evidence.ts';
import { MAX_REDIRECTS } from './probe-plan.ts';
import type { Finding, Probe } from './report.ts';

// Findings on the network, with messages and fixes: unreachable, plain http, local networks,
// redirects, 429.

/** Checks whether requests arrive at all: network, plain http, local networks, redirects. */
export function judgeTransport(evidence: Evidence): Finding[] {
  return [
    ...judgeFailures(evidence),
    ...judgeRateLimit(evidence),
    ...judgeSchemes(evidence),
    ...judgeLocalNetwork(evidence),
    ...judgeRedirects(evidence),
  ];
}

/** Whether too few requests were answered to judge the server. */
function isInconclusive(probes: readonly Probe[]): boolean {
  const lost = probes.filter((probe) => probe.failure !== undefined || isRateLimited(probe));
  return 2 * lost.length >= probes.length;
}

function judgeFailures({ probes }: Evidence): Finding[] {
  const otherwise = isInconclusive(probes) ? 'warning' : 'hint';
  return probes.flatMap(({ name, wanted, failure }): Finding[] => {
    if (failure === undefined) return [];
    const severity = wanted === 'allowed' ? 'error' : otherwise;
    return [
      { severity, code: `no-answer-${failure.code}`, message: failure.message, probes: [name] },
    ];
  });
}

function* judgeRateLimit({ probes }: Evidence): Generator<Finding> {
  const limited = probes.filter(isRateLimited);
  if (limited.length === 0) return;
  const isMost = isInconclusive(probes);
  yield {
    severity: isMost ? 'warning' : 'hint',
    code: 'rate-limited',
    message: `The server answered ${limited.length} of ${probes.length} requests with 429 Too Many Requests: ${isMost ? 'the check is' : 'their checks are'} inconclusive.`,
    fix: 'Check again after the rate limit resets.',
    probes: namesOf(limited),
  };
}

function* judgeSchemes(evidence: Evidence): Generator<Finding> {
  const { url, from } = evidence.target;
  const probes = ['get'];
  const overHttps = `Serve it over https: "${url.href.replace('http:', 'https:')}".`;
  if (from === url.origin) {
    yield {
      severity: 'hint',
      code: 'same-origin',
      message: `"${from}" is the server's own origin: a browser needs no CORS headers for it.`,
      probes,
    };
  }
  if (isMixedContent(from, url)) {
    const exception =
      localHost(evidence) && ` In Chrome and Edge, fetch with { targetAddressSpace: 'local' }.`;
    yield {
      severity: 'error',
      code: 'mixed-content',
      message: `A page on "${from}" is not allowed to call plain http: the browser sends nothing, whatever the CORS headers are.${exception === undefined ? '' : ' Chrome and Edge make an exception for local networks, if the user permits it.'}`,
      fix: `${overHttps}${exception ?? ''}`,
      probes,
    };
  } else if (!isTrustworthy(url)) {
    yield {
      severity: 'warning',
      code: 'plain-http',
      message: `${url.host} is called over plain http: https pages cannot call it, and anyone on the network path can read and alter its responses.`,
      fix: overHttps,
      probes,
    };
  }
  if (from.startsWith('http:') && URL.canParse(from) && !isTrustworthy(new URL(from))) {
    yield {
      severity: 'warning',
      code: 'plain-http-page',
      message: `The page "${from}" is served over plain http: anyone who alters it in transit can make calls with its origin.`,
      fix: `Serve the page over https, and allow "${from.replace('http:', 'https:')}".`,
      probes,
    };
  }
}

/**
 * Returns the host name or the IP address that responded, if either is on the user's own machine or
 * network.
 */
function localHost({ target: { url }, probes }: Evidence): string | undefined {
  const address = probes.find(isPageGet)?.address?.replace(/^::ffff:(?=\d+\.)/, '');
  const answering = address !== undefined && isIPv6(address) ? `[${address}]` : address;
  return [url.hostname, answering].find(
    (host) => host !== undefined && addressSpaceOf(host) !== 'public',
  );
}

/** https://wicg.github.io/local-network-access/ */
function* judgeLocalNetwork(evidence: Evidence): Generator<Finding> {
  const host = localHost(evidence);
  const note = host === undefined ? undefined : networkNote(evidence.target.from, host);
  if (note !== undefined) {
    yield {
      severity: 'hint',
      code: 'local-network',
      message: `${note} No header replaces the user's permission: if it is denied, the call fails with ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS in Chrome and Edge, and NS_ERROR_LOCAL_NETWORK_ACCESS_DENIED in Firefox.`,
      probes: ['get'],
    };
  }
  const sending = answeredWhere(
    evidence,
    ({ headers }) => headerValue(headers, 'access-control-allow-private-network') !== undefined,
  );
  if (sending.length > 0) {
    yield {
      severity: 'hint',
      code: 'private-network-header',
      message:
        'Access-Control-Allow-Private-Network is from an abandoned proposal (Private Network Access). Browsers ignore it: they ask the user instead.',
      fix: 'Do not send it.',
      probes: namesOf(sending),
    };
  }
}

function* judgeRedirects(evidence: Evidence): Generator<Finding> {
  const hops = answeredWhere(evidence, isPageGet);
  const last = hops.at(-1);
  // If the redirect target did not respond, that has already been reported.
  const isCutOff = evidence.probes.some((probe) => isPageGet(probe) && probe.status === null);
  if (last === undefined || isCutOff) return;
  const probes = namesOf(hops);
  const { url, headers } = last.request;
  const location = headerValue(last.headers, 'location');
  if (isRedirect(last.status) && location !== undefined) {
    yield hops.length > MAX_REDIRECTS ? endless(url, probes) : notFollowed(location, probes);
    return;
  }
  if (hops.length === 1) return;
  const isTainted = headers.origin === 'null' && evidence.target.from !== 'null';
  const isBlocked = !last.browser.allows;
  const because = isTainted
    ? ', from one foreign origin to another: the browser then sends "Origin: null"'
    : '';
  yield {
    severity: isBlocked ? 'error' : 'hint',
    code: isTainted ? 'redirect-across-origins' : 'redirected',
    message: `The GET is redirected to "${url}"${because}${isBlocked ? ', and is blocked there' : ''}.`,
    fix: `Call "${url}" itself.`,
    probes,
  };
}

function endless(url: string, probes: readonly string[]): Finding {
  return {
    severity: 'error',
    code: 'redirect-loop',
    message: `The GET is redirected ${probes.length} times, the last time from "${url}", and the redirects do not end.`,
    fix: 'Call the final URL.',
    probes,
  };
}

function notFollowed(location: string, probes: readonly string[]): Finding {
  return {
    severity: 'error',
    code: 'redirect-not-followed',
    message: `The GET is redirected to "${location}", but the browser does not follow it: the redirect itself must pass the CORS check, and must not lead to a scheme other than http and https, to a URL with a password, or from an https page to plain http.`,
    fix: 'Call the final URL, or send the CORS headers on the redirect too.',
    probes,
  };
}
