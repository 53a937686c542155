import { setTimeout } from 'node:timers/promises';
import { markdownTable, median, percentile } from '../bench/measure.ts';
import { ORIGIN_SETTING } from './fuzz/origins.ts';
import { learn } from './fuzz/targets.ts';
import { ClientStats, runClient } from './load/client.ts';
import { honestRequests } from './load/honest-requests.ts';
import {
  mebibytes,
  type Program,
  residentBytes,
  type SoakOptions,
  startProgram,
} from './program.ts';

const CONNECTIONS = 25;
/** Requests per second, over all connections. */
const RATE = 500;
const INTERVAL_MS = (CONNECTIONS / RATE) * 1_000;
/** The number of parts of the run, which are compared with each other. */
const PARTS = 10;
/** How many different requests are sent before they repeat: enough to fill every cache. */
const REQUESTS = 20_000;
/** How far the memory of a part may deviate from the median of all parts after the first. */
const MEMORY_TOLERANCE = 0.1;
const P99_TOLERANCE = 1.5;

interface Part {
  readonly stats: ClientStats;
  readonly memoryBytes: number;
}

/** Runs a mixed load of honest clients, and judges whether memory and latency stayed the same. */
export async function runLoad({ seconds = 600, threads, seed }: SoakOptions): Promise<string> {
  const program = await startProgram([
    ...['--page', '0', '--compression', '--access-log', '--origin', ORIGIN_SETTING],
    ...['--threads', String(threads), '--metrics-port', '0'],
  ]);
  const parts = await measureParts(program, seconds, seed);
  const log = program.faults();
  const code = await program.stop();
  const ending = `The service exits with ${code}, and its log has ${log === '' ? 'no error' : `errors: ${log}`}.`;
  const latenciesMs = parts.flatMap(({ stats }) => stats.latenciesMs);
  const figures = [
    ['requests', latenciesMs.length.toLocaleString('en')],
    ['median', ms(median(latenciesMs))],
    ['99th percentile', ms(percentile(latenciesMs, 0.99))],
    ['longest', ms(latenciesMs.reduce((longest, one) => Math.max(longest, one), 0))],
  ];
  const table = markdownTable([`${seconds} s`, `${CONNECTIONS} connections`], figures);
  return `${table}\n\n${verdictOn(parts)} ${ending}`;
}

async function measureParts(program: Program, seconds: number, seed: number): Promise<Part[]> {
  const known = await learn(program.port);
  const files = await pageFiles(program.pagePort);
  const requests = honestRequests(REQUESTS, seed, known, files);
  /** Each connection starts with a different request, so that they never all send the same. */
  const made = (isForPage: boolean, i: number) => {
    const all = requests.filter((request) => request.isForPage === isForPage);
    const from = Math.floor((all.length * i) / CONNECTIONS);
    return [...all.slice(from), ...all.slice(0, from)];
  };
  const parts: Part[] = [];
  let stats = new ClientStats();
  const beginMs = performance.now();
  const start = (port: number, i: number, isForPage: boolean) =>
    runClient({
      port,
      requests: made(isForPage, i),
      intervalMs: INTERVAL_MS,
      startMs: beginMs + (INTERVAL_MS * i) / CONNECTIONS,
      isOver: () => performance.now() >= beginMs + seconds * 1_000,
      stats: () => stats,
    });
  // The page gets 4% of the connections, like its share of all requests.
  const forPage = Math.max(1, Math.round(CONNECTIONS * 0.04));
  const clients = Array.from({ length: CONNECTIONS }, (_, i) =>
    i < forPage ? start(program.pagePort, i, true) : start(program.port, i, false),
  );
  for (let i = 1; i <= PARTS; i++) {
    await setTimeout(beginMs + (i * seconds * 1_000) / PARTS - performance.now());
    parts.push({ stats, memoryBytes: residentBytes(program.child) });
    const { latenciesMs, failures } = stats;
    const p99 = ms(percentile(latenciesMs, 0.99));
    console.error(`${i}/${PARTS}: ${latenciesMs.length} requests, p99 ${p99}`);
    for (const failure of new Set(failures)) console.error(failure);
    stats = new ClientStats();
  }
  await Promise.all(clients);
  return parts;
}

function verdictOn(parts: readonly Part[]): string {
  const later = parts.slice(1);
  const failed = parts.reduce((sum, { stats }) => sum + stats.failures.length, 0);
  const memories = later.map(({ memoryBytes }) => memoryBytes);
  const usual = median(memories);
  const p99s = later.map(({ stats }) => percentile(stats.latenciesMs, 0.99));
  const drift = Math.max(...memories.map((bytes) => Math.abs(bytes - usual))) / usual;
  const isFlat = drift <= MEMORY_TOLERANCE;
  const middle = Math.floor(p99s.length / 2);
  const slowdown = median(p99s.slice(middle)) / median(p99s.slice(0, middle));
  return (
    `${failed} failed. After the first part, memory stays within ±${(drift * 100).toFixed(1)}% of ` +
    `${mebibytes(usual)} (${isFlat ? 'flat' : 'not flat'}), and the p99 of the second half is ` +
    `${slowdown.toFixed(2)} times that of the first (${slowdown <= P99_TOLERANCE ? 'flat' : 'not flat'}).`
  );
}

/** Returns the paths of the page and the files it loads first. */
async function pageFiles(port: number): Promise<string[]> {
  const html = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const files = html.matchAll(/ (?:src|href)="\.(\/[^"]+)"/g);
  return ['/', ...[...files].map(([, path = '']) => path)];
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
