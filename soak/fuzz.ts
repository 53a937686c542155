import { markdownTable } from '../bench/measure.ts';
import { Findings, fuzz } from './fuzz/fuzzer.ts';
import { ORIGIN_SETTING } from './fuzz/origins.ts';
import { learn } from './fuzz/targets.ts';
import { mebibytes, residentBytes, type SoakOptions, startProgram } from './program.ts';

/** Enables everything that costs work per request. */
const FLAGS = [
  ...['--interfaces', 'openfoodfacts,fdc,mcp', '--compression', '--access-log'],
  ...['--metrics-port', '0', '--origin', ORIGIN_SETTING],
];

/** The fraction of requests sent before memory is first measured, to fill the caches. */
const WARM_UP_SHARE = 0.1;
const REPORT_MS = 10_000;
const CONNECTIONS = 8;

/** Sends fuzzed requests, and returns a table of the faults in the responses. */
export async function runFuzz({ count = 1_000_000, seed }: SoakOptions): Promise<string> {
  const program = await startProgram(FLAGS);
  const { port, child } = program;
  const known = await learn(port);
  const findings = new Findings();
  const timer = setInterval(() => {
    const kinds = `${findings.faults.size} kinds of faults`;
    console.error(`${findings.requests} requests, ${kinds}, ${mebibytes(residentBytes(child))}`);
  }, REPORT_MS);
  const fuzzPart = (share: number, part: number) =>
    fuzz(
      { port, requests: count * share, connections: CONNECTIONS, known, seed: 2 * seed + part },
      findings,
    );
  const start = performance.now();
  await fuzzPart(WARM_UP_SHARE, 0);
  const before = await program.settledBytes();
  await fuzzPart(1 - WARM_UP_SHARE, 1);
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(timer);
  for (const [kind, { example }] of findings.faults) console.error(`${kind}: ${example}`);
  const isRunning = program.isRunning();
  const after = isRunning ? await program.settledBytes() : Number.NaN;
  const exitCode = await program.stop();
  const { statuses, faults, hangs, broken } = findings;
  const internal = [...statuses].filter(
    ([status]) => status >= 500 && ![503, 505].includes(status),
  );
  const number = (value: number) => value.toLocaleString('en');
  const list = (counts: Iterable<readonly [unknown, number]>) =>
    [...counts].map(([name, count]) => `${name}: ${number(count)}`).join(', ') || '0';
  const change = ((after / before - 1) * 100).toFixed(0);
  return markdownTable(
    [`seed ${seed}`, `${CONNECTIONS} connections`],
    [
      ['requests', `${number(findings.requests)} in ${seconds.toFixed(0)} s`],
      ['not HTTP, or ambiguous', number(broken)],
      ['responses by status', list([...statuses].sort(([a], [b]) => a - b))],
      ['5xx other than 503 and 505', list(internal)],
      ['hangs', number(hangs)],
      ['faults in responses', list([...faults].map(([kind, { count }]) => [kind, count]))],
      [
        'memory after a tenth of the requests, and at the end',
        `${mebibytes(before)}, ${mebibytes(after)} (${change}%)`,
      ],
      ['errors in the log', program.faults() || 'none'],
      ['the process', isRunning ? `ran to the end, and exited with ${exitCode}` : 'crashed'],
    ],
  );
}
