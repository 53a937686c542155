import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../src/catalog/entry-store.ts';
import { writeEntries } from '../src/catalog/sqlite/write-entries.ts';
import { type ServerProcess, startServer } from './http/server-process.ts';
import { hasWrk, runWrk, WRK, writeScript } from './http/wrk.ts';
import { markdownTable, median } from './measure.ts';
import { descriptions, foods, queries, REAL } from './search/data.ts';

const THREADS = [1, 2];
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

interface Measured {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Cores that the service took, and those that the generator took. */
  readonly cores: number;
  readonly generatorCores: number;
  readonly failed: number;
}

/** What a second thread gains and costs: requests, CPU time and memory, under a cheap generator. */
export async function benchThreads(): Promise<string> {
  if (!hasWrk) return `Left out: there is no ${WRK}.`;
  const texts = descriptions(REAL);
  if (texts === undefined) return 'Left out: the trial data are not beside the checkout.';
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-threads-'));
  const database = join(folder, 'foods.sqlite');
  await writeEntries(database, tableOf(foods(texts)));
  const paths = queries(REAL).map((q) => `/api/food?q=${encodeURIComponent(q)}`);
  const script = writeScript(folder, paths);
  const rounds = new Map<number, Measured[]>(THREADS.map((count) => [count, []]));
  const memory = new Map<number, number[]>(THREADS.map((count) => [count, []]));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // One service at a time, as it would run: the other would take memory and cache.
      for (const count of THREADS) {
        const server = await startServer('threads', [database, String(count)]);
        try {
          await runWrk(server.port, script, { connections: CONNECTIONS, seconds: 2 });
          rounds.get(count)?.push(await measure(server, script));
          memory.get(count)?.push(await server.memoryBytes());
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const of = (count: number, pick: (one: Measured) => number) =>
    median((rounds.get(count) ?? []).map(pick));
  const residentOf = (count: number) => median(memory.get(count) ?? []);
  const ratio = (value: number, first: number) => `${(value / first).toFixed(2)} ×`;
  const rows = THREADS.map((count) => {
    const perCpuSecond = of(count, (one) => one.perCpuSecond);
    const resident = residentOf(count);
    return [
      String(count),
      Math.round(of(count, (one) => one.perSecond)).toLocaleString('en'),
      Math.round(perCpuSecond).toLocaleString('en'),
      ratio(
        perCpuSecond,
        of(1, (one) => one.perCpuSecond),
      ),
      of(count, (one) => one.cores).toFixed(2),
      of(count, (one) => one.generatorCores).toFixed(2),
      String(of(count, (one) => one.failed)),
      `${(resident / 2 ** 20).toFixed(0)} MiB`,
      ratio(resident, residentOf(1)),
    ];
  });
  const head = [
    ...['threads', 'searches a second', 'per CPU second', 'to one thread', 'cores of the service'],
    ...['cores of wrk', 'failed', 'resident after', 'to one thread'],
  ];
  return [
    `${REAL.toLocaleString('en')} foods, ${paths.length.toLocaleString('en')} searches in turn, wrk with ${CONNECTIONS} connections and one thread; medians of ${ROUNDS} rounds of ${SECONDS} s, each in a new process.`,
    markdownTable(head, rows),
  ].join('\n\n');
}

async function measure(server: ServerProcess, script: string): Promise<Measured> {
  const before = await server.cpuSeconds();
  const run = await runWrk(server.port, script, { connections: CONNECTIONS, seconds: SECONDS });
  const spent = (await server.cpuSeconds()) - before;
  return {
    perSecond: run.requests / run.seconds,
    perCpuSecond: run.requests / spent,
    cores: spent / run.seconds,
    generatorCores: run.cpuSeconds / run.seconds,
    failed: run.failed,
  };
}
