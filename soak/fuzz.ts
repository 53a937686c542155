import { markdownTable, median } from '../bench/measure.ts';
import { Findings, fuzz } from './fuzz/fuzzer.ts';
import { learn } from './fuzz/known.ts';
import { ORIGIN_SETTING } from './fuzz/origins.ts';
import { mebibytes, type Program, startProgram } from './program.ts';

export interface FuzzSoakOptions {
  readonly requests: number;
  readonly connections: number;
  readonly seed: number;
}

/** All that costs work per request is switched on. */
const FLAGS = ['--compression', '--access-log', '--metrics-port', '0', '--origin', ORIGIN_SETTING];

const SAMPLE_MS = 1_000;
const SAMPLES_PER_REPORT = 10;

/** Memory of the program while it is fuzzed, and how far the fuzzing was by then. */
interface Sample {
  readonly share: number;
  readonly bytes: number;
}

/** Fuzzed requests, and what is wrong with the answers, as a table. */
export async function runFuzz({ requests, connections, seed }: FuzzSoakOptions): Promise<string> {
  const program = await startProgram(FLAGS);
  const { port } = program;
  const known = await learn(port);
  const findings = new Findings();
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    if (!program.isRunning()) return;
    samples.push({ share: findings.requests / requests, bytes: program.memoryBytes() });
    if (samples.length % SAMPLES_PER_REPORT === 0) report(findings, program);
  }, SAMPLE_MS);
  const start = performance.now();
  await fuzz({ port, requests, connections, seed, known }, findings);
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(timer);
  for (const [kind, { example }] of findings.faults) console.error(`${kind}: ${example}`);
  const isRunning = program.isRunning();
  const exitCode = await program.stop();
  const { statuses, faults, hangs, broken } = findings;
  const withStatus = (is: (status: number) => boolean) =>
    [...statuses].reduce((sum, [status, count]) => sum + (is(status) ? count : 0), 0);
  const number = (value: number) => value.toLocaleString('en');
  const list = (counts: Iterable<readonly [unknown, number]>) =>
    [...counts].map(([name, count]) => `${name}: ${number(count)}`).join(', ') || '0';
  const missing = 'lacks its CORS headers';
  const others = [...faults].filter(([kind]) => kind !== missing && kind !== 'hangs');
  return markdownTable(
    [`seed ${seed}`, `${connections} connections`],
    [
      ['requests', `${number(findings.requests)} in ${seconds.toFixed(0)} s`],
      ['of them no HTTP, or with two meanings', number(broken)],
      ['answers by status', list([...statuses].sort(([a], [b]) => a - b))],
      ['5xx that are not 503', number(withStatus((status) => status >= 500 && status !== 503))],
      ['hangs', number(hangs)],
      ['answers without their CORS headers', number(faults.get(missing)?.count ?? 0)],
      ['other faults', list(others.map(([kind, { count }]) => [kind, count]))],
      ['memory after a tenth, and at the end', memoryText(samples)],
      ['errors in the log', program.faults() || 'none'],
      ['the process', isRunning ? `ran to the end, and exited with ${exitCode}` : 'crashed'],
    ],
  );
}

/** Medians, since what is garbage is in memory too until it is collected. */
function memoryText(samples: readonly Sample[]): string {
  const between = (from: number, to: number) =>
    median(samples.filter(({ share }) => share >= from && share < to).map(({ bytes }) => bytes));
  const [early, late] = [between(0.1, 0.2), between(0.9, Number.POSITIVE_INFINITY)];
  const change = ((late / early - 1) * 100).toFixed(0);
  return `${mebibytes(early)}, ${mebibytes(late)} (${change} %)`;
}

function report(findings: Findings, program: Program): void {
  console.error(
    `${findings.requests} requests, ${findings.faults.size} kinds of faults, ${mebibytes(program.memoryBytes())}`,
  );
}
