import { corsCheck } from './browser.ts';
import { answered, type Evidence } from './evidence.ts';
import type { Finding } from './report.ts';

// Findings on errors of the server that the page cannot read; their words and fixes.

/** Whether the page can read the server's errors, not only its answers. */
export function judgeErrors(evidence: Evidence): Finding[] {
  const { from, credentials, url, method } = evidence.target;
  const findings: Finding[] = [];
  const get = answered(evidence, 'get');
  if (get !== undefined && !['GET', 'HEAD'].includes(method)) {
    findings.push({
      severity: 'hint',
      code: 'method-not-sent',
      message: `${method} itself was not sent, since it may change something: its answer needs the same CORS headers as the answer to GET.`,
      probes: [get.name],
    });
  } else if (get !== undefined && get.status >= 400) {
    findings.push({
      severity: 'hint',
      code: 'answer-is-error',
      message: `The GET gets status ${get.status}: these findings are about that error. Check a URL that returns 200, too.`,
      probes: [get.name],
    });
  }
  const error = answered(evidence, 'get-error');
  if (
    from !== url.origin &&
    // If the page may read nothing, that has already been reported.
    get !== undefined &&
    corsCheck(from, credentials, get.headers) === undefined &&
    error !== undefined &&
    error.status >= 400 &&
    corsCheck(from, credentials, error.headers) !== undefined
  ) {
    findings.push({
      severity: 'warning',
      code: 'error-without-cors',
      message: `A ${error.status} (${error.request.url}) lacks the CORS headers that other answers have: the script sees a failed fetch instead of the error.`,
      fix: 'Set the CORS headers before routing, so that errors carry them as well.',
      probes: [error.name],
    });
  }
  return findings;
}
