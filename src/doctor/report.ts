// The doctor's report as data, as printed by `--json`: severities, their order, what counts as
// healthy.

/**
 * The severity of a finding.
 * - `critical`: foreign sites can read the user's private data.
 * - `error`: the page is blocked, or an origin gets in that should not.
 * - `warning`: it works now, but breaks or leaks data in common situations.
 * - `hint`: nothing is wrong, but this is worth knowing.
 */
export type Severity = 'critical' | 'error' | 'warning' | 'hint';

/** A finding of the doctor. */
export interface Finding {
  readonly severity: Severity;
  /** A stable name for this kind of finding, for scripts: `allow-origin-missing`. */
  readonly code: string;
  /** The problem and its consequence, for people. */
  readonly message: string;
  /** The remedy, if there is a single one. */
  readonly fix?: string;
  /** Names of the probes that show the problem. */
  readonly probes: readonly string[];
}

/** A header line as received. A repeated header is two lines. */
export type HeaderLine = readonly [name: string, value: string];

/** A request as sent by a probe. */
export interface ProbeRequest {
  readonly method: 'GET' | 'OPTIONS';
  readonly url: string;
  /** Header names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why there was no response. */
export interface NetworkFailure {
  /** `dns`, `refused`, `unreachable`, `reset`, `timeout`, `tls`, `not-http` or `network`. */
  readonly code: string;
  readonly message: string;
}

/** A browser's reaction to the response, according to the Fetch standard. */
export interface Verdict {
  /** Whether the script gets the response or, for a preflight, whether the call itself is sent. */
  readonly allows: boolean;
  readonly reason: string;
}

/** A request, its response, and what a browser would make of it. */
export interface Probe {
  readonly name: string;
  readonly request: ProbeRequest;
  /** `null` if there was no response. */
  readonly status: number | null;
  /** The header lines relevant to CORS, caching and redirects, in order of arrival. */
  readonly headers: readonly HeaderLine[];
  readonly failure?: NetworkFailure;
  /** The IP address that responded. */
  readonly address?: string;
  /** The decision the server should make; absent if the probe only observes. */
  readonly wanted?: 'allowed' | 'refused';
  readonly browser: Verdict;
}

/** All requests, responses and findings. */
export interface DoctorReport {
  readonly url: string;
  readonly from: string;
  /** In the order in which they were planned. */
  readonly probes: readonly Probe[];
  /** Worst first. */
  readonly findings: readonly Finding[];
}

const SEVERITIES: readonly Severity[] = ['critical', 'error', 'warning', 'hint'];

/** Orders findings worst first. Findings of the same severity keep their order. */
export function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Whether there are no findings except hints. */
export function isHealthy(report: DoctorReport): boolean {
  return report.findings.every(({ severity }) => severity === 'hint');
}
