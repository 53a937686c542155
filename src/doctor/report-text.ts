import {
  bySeverity,
  type DoctorReport,
  type Finding,
  isHealthy,
  type Probe,
  type Severity,
} from './report.ts';

// The report of the doctor as text: names of the requests, marks, summary.

/** The meaning of a piece of text; the caller chooses the color. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'doubtful';

/** A piece of a line. */
export interface TextPart {
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

/** The report for a person at a terminal, as lines without colors or line ends. */
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

/** Replaces control characters: header values come from strangers, and terminals obey them. */
function part(tone: Tone, text: string): TextPart {
  return { tone, text: text.replace(/\p{Cc}/gu, '\u{fffd}') };
}
