import { corsCheck, isMixedContent, isRedirect, verdict, verdictOnFailure } from './browser.ts';
import { type Evidence, headerValue, redirectProbe } from './evidence.ts';
import { judgeAllowOrigin } from './judge-allow-origin.ts';
import { judgeCredentials, judgeErrors, judgeVary } from './judge-answer.ts';
import { judgePreflight } from './judge-preflight.ts';
import { judgeRefusal } from './judge-refusal.ts';
import { judgeTransport } from './judge-transport.ts';
import { type Deadline, send } from './probe.ts';
import { get, MAX_REDIRECTS, type PlannedProbe, planFirst, planRest } from './probe-plan.ts';
import { bySeverity, type DoctorReport, type Finding, type Probe } from './report.ts';
import { type CheckOptions, parseTarget, type Target } from './target.ts';

// Runs `cors check`. Decides the order of its requests and findings, and when it stops (no
// response, too many redirects, timeout).

/**
 * Calls a server as a browser would, for a page from another origin and for origins that must be
 * refused. Reports what a browser would do with each response, and what is wrong. Sends about ten
 * requests, GET and OPTIONS only, and reads no bodies.
 *
 * @param url the URL a page calls, http or https.
 * @throws CheckInputError if the URL, the origin or an option cannot be used. Network failures are
 * not thrown, since they are findings.
 */
export async function checkServer(url: string, options: CheckOptions): Promise<DoctorReport> {
  const target = parseTarget(url, options);
  const { timeoutMs } = target;
  const deadline: Deadline = { signal: AbortSignal.timeout(timeoutMs), timeoutMs };
  const page = await runFollowing(planFirst(target), target, deadline);
  // If the first request gets no response in time, the others are not sent.
  const rest =
    page[0]?.failure === undefined && !deadline.signal.aborted
      ? await Promise.all(planRest(target).map((planned) => run(planned, target, deadline)))
      : [];
  const probes = [...page, ...rest];
  return {
    url: target.url.href,
    from: target.from,
    probes,
    findings: judge({ target, probes }),
  };
}

async function run(
  { name, request, wanted }: PlannedProbe,
  target: Target,
  deadline: Deadline,
): Promise<Probe> {
  const { answer, failure } = await send(request, deadline);
  return {
    name,
    request,
    status: answer?.status ?? null,
    headers: answer?.headers ?? [],
    ...(failure === undefined ? {} : { failure }),
    ...(answer?.address === undefined ? {} : { address: answer.address }),
    ...(wanted === undefined ? {} : { wanted }),
    browser:
      answer === undefined ? verdictOnFailure(failure.message) : verdict(request, answer, target),
  };
}

async function runFollowing(first: PlannedProbe, target: Target, deadline: Deadline) {
  const probes = [await run(first, target, deadline)];
  for (let n = 1; n <= MAX_REDIRECTS; n += 1) {
    const request = nextRequest(probes, target);
    if (request === undefined) break;
    probes.push(
      await run({ name: redirectProbe(n), request, wanted: 'allowed' }, target, deadline),
    );
  }
  return probes;
}

/**
 * Returns the request a browser sends next if the last response is a redirect.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
function nextRequest(probes: readonly Probe[], target: Target) {
  const last = probes.at(-1);
  const location = last && headerValue(last.headers, 'location');
  if (last === undefined || location === undefined || !isRedirect(last.status ?? 0)) {
    return undefined;
  }
  const here = new URL(last.request.url);
  const { origin = target.from } = last.request.headers;
  // HTTP fetch, step 4: the redirect itself must pass the CORS check.
  const sameOrigin = origin === here.origin;
  if (!sameOrigin && corsCheck(origin, target.credentials, last.headers) !== undefined) {
    return undefined;
  }
  if (!URL.canParse(location, here.href)) return undefined;
  const there = new URL(location, here);
  if (there.protocol !== 'https:' && there.protocol !== 'http:') return undefined;
  if (there.username !== '' || there.password !== '' || isMixedContent(origin, there)) {
    return undefined;
  }
  there.hash = '';
  // After a redirect from one foreign origin to another, the browser no longer sends the page's
  // origin.
  // https://fetch.spec.whatwg.org/#concept-request-tainted-origin
  const tainted = there.origin !== here.origin && !sameOrigin;
  return get(there, tainted ? 'null' : origin);
}

/**
 * Lists all findings, worst first. Sends no requests, so the same evidence yields the same
 * findings.
 */
function judge(evidence: Evidence): Finding[] {
  const findings = [
    ...judgeTransport(evidence),
    ...judgeAllowOrigin(evidence),
    ...judgeCredentials(evidence),
    ...judgePreflight(evidence),
    ...judgeRefusal(evidence),
    ...judgeVary(evidence),
    ...judgeErrors(evidence),
  ];
  return mergeAlike(findings).sort(bySeverity);
}

/** Merges findings with the same message from several probes. */
function mergeAlike(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.severity, finding.code, finding.message]);
    const known = merged.get(key);
    const probes = [...new Set([...(known?.probes ?? []), ...finding.probes])];
    merged.set(key, { ...finding, probes });
  }
  return [...merged.values()];
}
