import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Connection } from '../soak/connection.ts';
import { cpuSeconds, residentBytes, startProgram } from '../soak/program.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { readQueries } from '../test/cases/read-cases.ts';
import { interleaved, markdownTable, median, percentile } from './measure.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
const FEW = 200;

/**
 * The other stacks, in `bench/http/servers/<name>.ts`. Each server sends its port once it listens.
 */
const OTHERS = [
  ['bare-fastify', 'bare Fastify, a constant response'],
  ['fastify-fts5', 'Fastify + @fastify/cors + SQLite FTS5 (trigram)'],
  ['express-like', 'Express 5 + cors + SQLite LIKE'],
] as const;

interface Server {
  readonly title: string;
  readonly port: number;
  readonly child: ChildProcess;
}

/** Compares requests per CPU second and latency with other stacks, over real HTTP. */
export async function benchHttp(): Promise<string> {
  const all = readQueries('queries-usda.txt').map((q) => `/api/food?q=${encodeURIComponent(q)}`);
  const servers: Server[] = [{ title: 'Food Lookup', ...(await startProgram([])) }];
  try {
    const bodyBytes = await meanAnswerBytes(servers[0]?.port ?? 0, all);
    for (const [name, title] of OTHERS) {
      const script = new URL(`./http/servers/${name}.ts`, import.meta.url);
      const child = fork(script, [String(bodyBytes)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [port]: unknown[] = await once(child, 'message');
      servers.push({ title, port: Number(port), child });
    }
    const parts = [
      `${CONNECTIONS} connections, medians of ${ROUNDS} rounds, in which each server runs for ${SECONDS} s. The mean response to the ${all.length} searches has ${bodyBytes.toLocaleString('en')} bytes.`,
    ];
    for (const [scenario, paths] of [
      [`${all.length} searches in turn`, all],
      [`the same ${FEW} searches, repeatedly`, all.slice(0, FEW)],
    ] as const) {
      parts.push(`### ${scenario}`, await compare(servers, paths));
    }
    return parts.join('\n\n');
  } finally {
    for (const { child } of servers) child.kill();
  }
}

async function meanAnswerBytes(port: number, paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / paths.length);
}

async function compare(servers: readonly Server[], paths: readonly string[]): Promise<string> {
  const rounds = await interleaved(servers, ROUNDS, (server) => measure(server, paths));
  const medians = servers.map(({ title }, i) => {
    const of = (figure: number) => median((rounds[i] ?? []).map((round) => round[figure] ?? NaN));
    return { title, rate: of(0), p50: of(1), p99: of(2), memory: of(3) };
  });
  const ours = medians[0]?.rate ?? Number.NaN;
  const rows = medians.map(({ title, rate, p50, p99, memory }) => [
    ...[title, Math.round(rate).toLocaleString('en'), (ours / rate).toFixed(1)],
    ...[p50.toFixed(2), p99.toFixed(2), memory.toFixed(0)],
  ]);
  const heads = ['requests per CPU second', 'ours vs. this', 'p50 ms', 'p99 ms', 'memory MiB'];
  return markdownTable(['server', ...heads], rows);
}

/** Measures requests per CPU second, median and 99th percentile in ms, and memory in MiB. */
async function measure({ port, child }: Server, paths: readonly string[]): Promise<number[]> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n\r\n`),
  );
  const times: number[] = [];
  let next = 0;
  const before = cpuSeconds(child);
  const endMs = performance.now() + SECONDS * 1_000;
  const ask = async () => {
    const connection = await Connection.open(port);
    for (let startMs = performance.now(); startMs < endMs; startMs = performance.now()) {
      const pieces = [elementAt(requests, next++ % requests.length)];
      const { answers } = await connection.exchange({ pieces, bodies: [true], isLast: false });
      if (answers[0]?.status !== 200) throw new Error(`unexpected answer from port ${port}`);
      times.push(performance.now() - startMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const spent = cpuSeconds(child) - before;
  const memory = residentBytes(child) / 2 ** 20;
  return [times.length / spent, percentile(times, 0.5), percentile(times, 0.99), memory];
}
