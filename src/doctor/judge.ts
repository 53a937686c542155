import type { Evidence } from './evidence.ts';
import { judgeAllowOrigin } from './judge-allow-origin.ts';
import { judgeCredentials } from './judge-credentials.ts';
import { judgeErrors } from './judge-errors.ts';
import { judgePreflight } from './judge-preflight.ts';
import { judgeRefusal } from './judge-refusal.ts';
import { judgeTransport } from './judge-transport.ts';
import { judgeVary } from './judge-vary.ts';
import { bySeverity, type Finding } from './report.ts';

// Which judges look at the answers, and in which order findings are told.

/** All findings, worst first. Sends nothing: the same evidence gives the same findings. */
export function judge(evidence: Evidence): Finding[] {
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

/** Merges findings of several probes that say the same. */
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
