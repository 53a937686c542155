import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { checkServer } from '../../doctor/check-server.ts';
import {
  bySeverity,
  type DoctorReport,
  type Finding,
  isHealthy,
  type Probe,
  type Severity,
} from '../../doctor/report.ts';
import { CheckInputError, type CheckOptions } from '../../doctor/target.ts';
import { ExitCode, writeJson } from '../output.ts';

// `food-lookup cors check`: runs the doctor and prints its report, with colors.

/** Checks a server and prints the findings: for people, or as JSON for scripts. */
export async function corsCheck(
  url: string,
  { json = false, ...options }: CheckOptions & { readonly json?: boolean },
): Promise<number> {
  try {
    const report = await checkServer(url, options);
    if (json) writeJson(report);
    else stdout.write(reportText(report));
    return isHealthy(report) ? ExitCode.success : ExitCode.failure;
  } catch (error) {
    if (!(error instanceof CheckInputError)) throw error;
    stderr.write(`${error.message}\n`);
    return ExitCode.usage;
  }
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['preflight', 'preflight'],
  ['get-no-origin', 'GET without Origin'],
  ['get-error', 'GET of an unknown path'],
]);

/** Formats the report for people. */
export function reportText(report: DoctorReport): string {
  const findings = report.findings.toSorted(bySeverity);
  return [
    `${pc.bold(printable(report.url))} called from a page on ${printable(report.from)}`,
    '',
    ...report.probes.flatMap((probe) => probeLines(probe, mark(probe, findings))),
    '',
    ...findings.flatMap((finding) => [...findingLines(finding), '']),
    summary(report),
    '',
  ].join('\n');
}

function probeLines(probe: Probe, mark: string): string[] {
  const { status, browser } = probe;
  return [
    `${mark} ${printable(label(probe))}${pc.dim(status === null ? ' no answer' : ` ${status}`)}`,
    pc.dim(`    a browser ${printable(browser.reason)}`),
  ];
}

function mark({ name, wanted, browser }: Probe, findings: readonly Finding[]): string {
  const isWrong = findings.some(
    ({ probes, severity }) => severity !== 'hint' && probes.includes(name),
  );
  const asWanted = wanted === undefined || (wanted === 'allowed') === browser.allows;
  if (asWanted && !isWrong) return pc.green('✓');
  return asWanted || !isWrong ? pc.yellow('!') : pc.red('✗');
}

function label({ name, request }: Probe): string {
  const known = LABELS.get(name);
  if (known !== undefined) return known;
  const method = request.method === 'GET' ? 'GET' : 'preflight';
  return name.startsWith('get-redirect')
    ? `GET ${request.url}, after a redirect`
    : `${method} from ${request.headers.origin}`;
}

const SEVERITY_MARKS: Readonly<Record<Severity, string>> = {
  critical: pc.red('✗ critical'),
  error: pc.red('✗ error'),
  warning: pc.yellow('! warning'),
  hint: '· hint',
};

function findingLines({ severity, code, message, fix }: Finding): string[] {
  return [
    `${SEVERITY_MARKS[severity]}${pc.dim(` [${code}]`)} ${printable(message)}`,
    ...(fix === undefined ? [] : [`${pc.green('  fix ')}${printable(fix)}`]),
  ];
}

function summary(report: DoctorReport): string {
  if (isHealthy(report)) return pc.green('No problems found.');
  const wrong = report.findings.filter(({ severity }) => severity !== 'hint').length;
  return pc.red(wrong === 1 ? '1 problem found.' : `${wrong} problems found.`);
}

/** Replaces control characters, which terminals obey. Header values come from strangers. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\u{fffd}');
}
