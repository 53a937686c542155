// The doctor's report as data, as `--json` prints it: severities, their order, what counts as healthy.

/**
 * How bad a finding is.
 * - `critical`: foreign sites can read what is private to the user.
 * - `error`: the page is blocked, or an origin is let in that should not be.
 * - `warning`: it works now, and breaks or leaks in circumstances that are common.
 * - `hint`: nothing is wrong; worth knowing.
 */
export type Severity = 'critical' | 'error' | 'warning' | 'hint';

/** One thing the doctor noticed. */
export interface Finding {
  readonly severity: Severity;
  /** A stable name of the kind, for scripts: `allow-origin-missing`. */
  readonly code: string;
  /** The problem and its consequence, for people. */
  readonly message: string;
  /** What to change, if one thing can be named. */
  readonly fix?: string;
  /** Names of the probes that show it. */
  readonly probes: readonly string[];
}

/** A header line as received: a repeated header is two lines. */
export type HeaderLine = readonly [name: string, value: string];

/** A request as a probe sends it. */
export interface ProbeRequest {
  readonly method: 'GET' | 'OPTIONS';
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why there was no answer. */
export interface NetworkFailure {
  /** `dns`, `refused`, `unreachable`, `reset`, `timeout`, `tls`, `not-http` or `network`. */
  readonly code: string;
  readonly message: string;
}

/** What a browser would do with the answer to a probe, by the Fetch standard. */
export interface Verdict {
  /** Whether the script gets the answer, or for a preflight: whether the call itself is sent. */
  readonly allows: boolean;
  readonly reason: string;
}

/** A request, its answer, and what a browser would make of it. */
export interface Probe {
  readonly name: string;
  readonly request: ProbeRequest;
  /** `null` if there was no answer. */
  readonly status: number | null;
  /** The lines that matter for CORS and caching, in order of arrival. */
  readonly headers: readonly HeaderLine[];
  readonly failure?: NetworkFailure;
  /** The IP address that answered. */
  readonly address?: string;
  /** What the server should do with it; absent if the probe only observes. */
  readonly wanted?: 'allowed' | 'refused';
  readonly browser: Verdict;
}

/** Everything that was asked, answered and found. */
export interface DoctorReport {
  readonly url: string;
  readonly from: string;
  /** In the order in which they were planned. */
  readonly probes: readonly Probe[];
  /** Worst first. */
  readonly findings: readonly Finding[];
}

const SEVERITIES: readonly Severity[] = ['critical', 'error', 'warning', 'hint'];

/** Orders findings worst first; those of one severity keep their order. */
export function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Whether nothing is wrong, hints aside. */
export function isHealthy(report: DoctorReport): boolean {
  return report.findings.every(({ severity }) => severity === 'hint');
}
