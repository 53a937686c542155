import { answeredWhere, type Evidence, isPageGet, namesOf } from './evidence.ts';
import { headerValue } from './received-headers.ts';
import type { Finding } from './report.ts';

// Findings on Access-Control-Allow-Credentials where the page is answered; their words and fixes.

const CREDENTIALS_HEADER = 'access-control-allow-credentials';

/** Whether Access-Control-Allow-Credentials makes sense where it is sent to the page. */
export function judgeCredentials(evidence: Evidence): Finding[] {
  const probes = answeredWhere(
    evidence,
    (probe) => isPageGet(probe) || probe.name === 'preflight',
  ).filter(({ headers }) => headerValue(headers, CREDENTIALS_HEADER) !== undefined);
  const findings: Finding[] = [];
  const vain = probes.filter(
    ({ headers }) =>
      headerValue(headers, CREDENTIALS_HEADER) === 'true' &&
      headerValue(headers, 'access-control-allow-origin') === '*',
  );
  // If the call has credentials, Allow-Origin fails and has already been reported.
  if (vain.length > 0 && !evidence.target.credentials) {
    findings.push({
      severity: 'warning',
      code: 'wildcard-with-credentials',
      message:
        'The server allows credentials together with every origin ("*"). A browser rejects this combination for calls with credentials.',
      fix: 'Remove Access-Control-Allow-Credentials, or allow specific origins.',
      probes: namesOf(vain),
    });
  }
  const odd = probes.filter(({ headers }) => headerValue(headers, CREDENTIALS_HEADER) !== 'true');
  const [first] = odd;
  if (first !== undefined && !evidence.target.credentials) {
    const value = headerValue(first.headers, CREDENTIALS_HEADER);
    findings.push({
      severity: value === 'false' ? 'hint' : 'warning',
      code: 'credentials-value',
      message: `Access-Control-Allow-Credentials is "${value}", which a browser treats as no. The only value that counts is "true".`,
      fix: 'Send "true", or leave the header out.',
      probes: namesOf(odd),
    });
  }
  return findings;
}
