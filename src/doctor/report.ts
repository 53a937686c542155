// The doctor's report as data, as printed by `--json` (severities, their order, what counts as
// healthy), and as text.

/**
 * The severity of a finding.
 * - `critical`: foreign sites can read the user's private data.
 * - `error`: the page is blocked, or an origin is let in that should not be.
 * - `warning`: it works now, but breaks or leaks in common circumstances.
 * - `hint`: nothing is wrong, but worth knowing.
 */
export type Severity = 'critical' | 'error' | 'warning' | 'hint';

/** One thing the doctor noticed. */
export interface Finding {
  readonly severity: Severity;
  /** A stable name for this kind of finding, for scripts: `allow-origin-missing`. */
  readonly code: string;
  /** The problem and its consequence, for people. */
  readonly message: string;
  /** What to change, if it is a single thing. */
  readonly fix?: string;
  /** Names of the probes that show the problem. */
  readonly probes: readonly string[];
}

/** A header line as received: a repeated header is two lines. */
export type HeaderLine = readonly [name: string, value: string];

/** A request as sent by a probe. */
export interface ProbeRequest {
  readonly method: 'GET' | 'OPTIONS';
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why there was no response. */
export interface NetworkFailure {
  /** `dns`, `refused`, `unreachable`, `reset`, `timeout`, `tls`, `not-http` or `network`. */
  readonly code: string;
  readonly message: string;
}

/** What a browser would do with the response to a probe, by the Fetch standard. */
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
  /** The header lines relevant to CORS and caching, in order of arrival. */
  readonly headers: readonly HeaderLine[];
  readonly failure?: NetworkFailure;
  /** The IP address that responded. */
  readonly address?: string;
  /** What the server should decide; absent if the probe only observes. */
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

/** Orders findings worst first; findings of the same severity keep their order. */
export function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Whether nothing is wrong, apart from hints. */
export function isHealthy(report: DoctorReport): boolean {
  return report.findings.every(({ severity }) => severity === 'hint');
}

/** The meaning of a piece of text, for which the caller chooses the color. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'doubtful';

/** A piece of a line. */
interface TextPart {
  readonly tone: Tone;
  readonly text: string;
}

/** A line, as the list of its parts. */
export type TextLine = readonly TextPart[];

const LABELS: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['preflight', 'preflight'],
  ['get-no-origin', 'GET without Origin'],
  ['get-error', 'GET of an unknown path'],
]);

/** Formats the report for a person at a terminal, as lines without colors or line ends. */
export function reportText(report: DoctorReport): TextLine[] {
  const findings = report.findings.toSorted(bySeverity);
  return [
    [part('strong', report.url), part('plain', ` called from a page on ${report.from}`)],
    [],
    ...report.probes.flatMap((probe) => probeLines(probe, mark(probe, findings))),
    [],
    ...findings.flatMap((finding) => [...findingLines(finding), []]),
    [summary(report)],
  ];
}

function probeLines(probe: Probe, mark: TextPart): TextLine[] {
  return [
    [
      mark,
      part('plain', ` ${label(probe)}`),
      part('dim', probe.status === null ? ' no answer' : ` ${probe.status}`),
    ],
    [part('dim', `    a browser ${probe.browser.reason}`)],
  ];
}

function mark({ name, wanted, browser }: Probe, findings: readonly Finding[]): TextPart {
  const isWrong = findings.some(
    ({ probes, severity }) => severity !== 'hint' && probes.includes(name),
  );
  const asWanted = wanted === undefined || (wanted === 'allowed') === browser.allows;
  if (asWanted && !isWrong) return part('good', '✓');
  return asWanted || !isWrong ? part('doubtful', '!') : part('bad', '✗');
}

function label({ name, request }: Probe): string {
  const known = LABELS.get(name);
  if (known !== undefined) return known;
  const method = request.method === 'GET' ? 'GET' : 'preflight';
  return name.startsWith('get-redirect')
    ? `GET ${request.url}, after a redirect`
    : `${method} from ${request.headers.origin}`;
}

const SEVERITY_MARKS: Readonly<Record<Severity, TextPart>> = {
  critical: part('bad', '✗ critical'),
  error: part('bad', '✗ error'),
  warning: part('doubtful', '! warning'),
  hint: part('plain', '· hint'),
};

function findingLines({ severity, code, message, fix }: Finding): TextLine[] {
  return [
    [SEVERITY_MARKS[severity], part('dim', ` [${code}]`), part('plain', ` ${message}`)],
    ...(fix === undefined ? [] : [[part('good', '  fix '), part('plain', fix)]]),
  ];
}

function summary(report: DoctorReport): TextPart {
  if (isHealthy(report)) return part('good', 'No problems found.');
  const wrong = report.findings.filter(({ severity }) => severity !== 'hint').length;
  return part('bad', wrong === 1 ? '1 problem found.' : `${wrong} problems found.`);
}

/**
 * Replaces control characters: header values come from strangers, and terminals obey control
 * characters.
 */
function part(tone: Tone, text: string): TextPart {
  return { tone, text: text.replace(/\p{Cc}/gu, '\u{fffd}') };
}
