import { corsCheck } from './browser.ts';
import { answered, type Evidence } from './evidence.ts';
import type { Finding } from './report.ts';

/** Whether the page can read the server's errors, not only its answers. */
export function judgeErrors(evidence: Evidence): Finding[] {
  const { from, credentials, url, method } = evidence.target;
  const findings: Finding[] = [];
  const get = answered(evidence, 'get');
  if (get !== undefined && !['GET', 'HEAD'].includes(method)) {
    findings.push({
      severity: 'hint',
      code: 'method-not-sent',
      message: `${method} itself was not sent, since it may change something: its answer needs the same CORS headers as that to GET.`,
      probes: [get.name],
    });
  } else if (get !== undefined && get.status >= 400) {
    findings.push({
      severity: 'hint',
      code: 'answer-is-error',
      message: `The GET is answered ${get.status}: all that is said here holds for that error. Check a URL that answers 200, too.`,
      probes: [get.name],
    });
  }
  const error = answered(evidence, 'get-error');
  if (
    from !== url.origin &&
    // A page that may read nothing has been told so already.
    get !== undefined &&
    corsCheck(from, credentials, get.headers) === undefined &&
    error !== undefined &&
    error.status >= 400 &&
    corsCheck(from, credentials, error.headers) !== undefined
  ) {
    findings.push({
      severity: 'warning',
      code: 'error-without-cors',
      message: `A ${error.status} (${error.request.url}) comes without the CORS headers that the answers have: the script sees a failed fetch instead of the error.`,
      fix: 'Set the CORS headers before routing, so that errors carry them as well.',
      probes: [error.name],
    });
  }
  return findings;
}
