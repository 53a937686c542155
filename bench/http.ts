import { readQueries } from '../test/cases/read-cases.ts';
import { generateLoad } from './http/load.ts';
import { type ServerProcess, startServer } from './http/server-process.ts';
import { markdownTable, median, percentile } from './measure.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
const FEW = 200;

/** What is compared; the others are held against the first. */
const SERVERS = [
  ['food-lookup', 'Food Lookup'],
  ['bare-fastify', 'bare Fastify, a constant answer'],
  ['fastify-fts5', 'Fastify + @fastify/cors + SQLite FTS5 (trigram)'],
  ['express-like', 'Express 5 + cors + SQLite LIKE'],
] as const;

interface Measured {
  readonly perCpuSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly memoryBytes: number;
}

/** Requests per CPU second and latency of the service beside other stacks, over real HTTP. */
export async function benchHttp(): Promise<string> {
  const all = readQueries('queries-usda.txt').map((q) => `/api/food?q=${encodeURIComponent(q)}`);
  const bodyBytes = await meanAnswerBytes(all);
  process.env.BODY_BYTES = String(bodyBytes);
  const parts = [
    `${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s a server, in turn. The mean answer of the ${all.length} searches has ${bodyBytes.toLocaleString('en')} bytes.`,
  ];
  const running: [string, ServerProcess][] = [];
  try {
    for (const [name, title] of SERVERS) running.push([title, await startServer(name)]);
    for (const [scenario, paths] of [
      [`${all.length} searches in turn`, all],
      [`the same ${FEW} searches again and again`, all.slice(0, FEW)],
    ] as const) {
      parts.push(`### ${scenario}`, tableOf(await measureAll(running, paths)));
    }
    return parts.join('\n\n');
  } finally {
    await Promise.all(running.map(([, server]) => server.stop()));
  }
}

async function meanAnswerBytes(paths: readonly string[]): Promise<number> {
  const server = await startServer('food-lookup');
  try {
    let bytes = 0;
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      bytes += (await response.arrayBuffer()).byteLength;
    }
    return Math.round(bytes / paths.length);
  } finally {
    await server.stop();
  }
}

/** Rounds in turn, so that a slow moment of the machine meets all servers alike. */
async function measureAll(
  running: readonly (readonly [string, ServerProcess])[],
  paths: readonly string[],
): Promise<Map<string, Measured>> {
  const rounds = new Map<string, Measured[]>(running.map(([title]) => [title, []]));
  for (const [, { port }] of running) {
    await generateLoad(port, paths, { connections: CONNECTIONS, seconds: 1 });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [title, server] of running) rounds.get(title)?.push(await measure(server, paths));
  }
  return new Map([...rounds].map(([title, measured]) => [title, medianOf(measured)]));
}

async function measure(server: ServerProcess, paths: readonly string[]): Promise<Measured> {
  const before = await server.cpuSeconds();
  const load = await generateLoad(server.port, paths, {
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const spent = (await server.cpuSeconds()) - before;
  return {
    perCpuSecond: load.requests / spent,
    p50Ms: percentile(load.latenciesMs, 0.5),
    p99Ms: percentile(load.latenciesMs, 0.99),
    memoryBytes: await server.memoryBytes(),
  };
}

function medianOf(rounds: readonly Measured[]): Measured {
  return {
    perCpuSecond: median(rounds.map((round) => round.perCpuSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    memoryBytes: median(rounds.map((round) => round.memoryBytes)),
  };
}

function tableOf(table: ReadonlyMap<string, Measured>): string {
  const [ours] = table.values();
  return markdownTable(
    ['server', 'requests per CPU second', 'Food Lookup does', 'p50', 'p99', 'resident'],
    [...table].map(([title, { perCpuSecond, p50Ms, p99Ms, memoryBytes }]) => [
      title,
      Math.round(perCpuSecond).toLocaleString('en'),
      `${((ours?.perCpuSecond ?? Number.NaN) / perCpuSecond).toFixed(1)} ×`,
      `${p50Ms.toFixed(2)} ms`,
      `${p99Ms.toFixed(2)} ms`,
      `${(memoryBytes / 2 ** 20).toFixed(0)} MiB`,
    ]),
  );
}
