import { setTimeout } from 'node:timers/promises';
import { markdownTable } from '../bench/measure.ts';
import { Findings, fuzz } from './fuzz/fuzzer.ts';
import { learn } from './fuzz/known.ts';
import { ORIGIN_SETTING } from './fuzz/origins.ts';
import { mebibytes, type Program, startProgram } from './program.ts';

export interface FuzzSoakOptions {
  readonly requests: number;
  readonly connections: number;
  readonly seed: number;
}

/** What callers may ask of a service that is fuzzed: all that costs work is switched on. */
export const FUZZED_FLAGS: readonly string[] = [
  '--compression',
  '--access-log',
  '--origin',
  ORIGIN_SETTING,
];

/** Requests before the memory is measured: caches are full then. */
const WARM_UP_SHARE = 0.1;
const SETTLE_MS = 5_000;

/** Fuzzed requests, and what is wrong with the answers, as a table. */
export async function runFuzz({ requests, connections, seed }: FuzzSoakOptions): Promise<string> {
  const program = await startProgram([...FUZZED_FLAGS, '--metrics-port', '0']);
  const known = await learn(program.port);
  const findings = new Findings();
  let seconds = 0;
  const timer = setInterval(() => report(findings, program), 10_000);
  const send = async (share: number, from: number) => {
    const start = performance.now();
    await fuzz(
      { port: program.port, requests: requests * share, connections, seed: from, known },
      findings,
    );
    seconds += (performance.now() - start) / 1_000;
  };
  await send(WARM_UP_SHARE, seed);
  const before = await settled(program);
  await send(1 - WARM_UP_SHARE, seed + 1);
  clearInterval(timer);
  for (const [kind, { example }] of findings.faults) console.error(`${kind}: ${example}`);
  const after = await settled(program);
  const isRunning = program.isRunning();
  const exitCode = await program.stop();
  const count = (of: (status: number) => boolean) =>
    [...findings.statuses].filter(([status]) => of(status)).reduce((sum, [, n]) => sum + n, 0);
  const rows = [
    [
      'requests',
      `${findings.requests}, ${findings.broken} of them not HTTP, in ${seconds.toFixed(0)} s`,
    ],
    [
      'answers',
      [...findings.statuses]
        .sort()
        .map(([status, n]) => `${status}: ${n}`)
        .join(', '),
    ],
    ['5xx that are not 503', String(count((status) => status >= 500 && status !== 503))],
    ['503', String(count((status) => status === 503))],
    ['hangs', String(findings.hangs)],
    [
      'without their CORS headers',
      String(findings.faults.get('lacks its CORS headers')?.count ?? 0),
    ],
    [
      'other faults',
      [...findings.faults].map(([kind, { count }]) => `${kind}: ${count}`).join(', ') || '0',
    ],
    [
      'memory',
      `${mebibytes(before)} after a tenth of the requests, ${mebibytes(after)} at the end`,
    ],
    ['errors in the log', program.faults() || 'none'],
    ['the process', isRunning ? `ran to the end, and ended with ${exitCode}` : 'crashed'],
  ];
  return markdownTable(['', ''], rows);
}

async function settled(program: Program): Promise<number> {
  await setTimeout(SETTLE_MS);
  return program.memoryBytes();
}

function report(findings: Findings, program: Program): void {
  console.error(
    `${findings.requests} requests, ${findings.faults.size} kinds of faults, ${mebibytes(program.memoryBytes())}`,
  );
}
