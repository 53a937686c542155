import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../bench/http/server-process.ts';
import { markdownTable, median, percentile } from '../bench/measure.ts';
import { readQueries } from '../test/cases/read-cases.ts';
import { ATTACKS } from './attacks.ts';
import { searchFor } from './honest-client.ts';

export interface HostileOptions {
  /** Of each attack. */
  readonly seconds: number;
  readonly connections: number;
  readonly seed: number;
  /** Only attacks whose name contains this. */
  readonly only: string;
}

const SETTLE_MS = 2_000;
const ATTACKS_SCRIPT = new URL('./attacks.ts', import.meta.url);

/** Each attack beside one honest client, and what that client saw, as a table. */
export async function runHostile(options: HostileOptions): Promise<string> {
  const { seconds, connections, seed, only } = options;
  const paths = readQueries('queries-usda.txt').map((q) => `/api/food?q=${encodeURIComponent(q)}`);
  const rows: string[][] = [];
  for (const name of ['no attack', ...Object.keys(ATTACKS)]) {
    if (!name.includes(only) && name !== 'no attack') continue;
    // A server for each, so that none suffers from the attack before.
    const server = await startServer('food-lookup');
    try {
      await searchFor(1, server.port, paths);
      const before = await server.memoryBytes();
      const attacker =
        name === 'no attack'
          ? undefined
          : fork(ATTACKS_SCRIPT, [name, server.port, connections, seed].map(String));
      const seen = await searchFor(seconds, server.port, paths);
      const during = await server.memoryBytes();
      attacker?.kill();
      rows.push([name, ...figures(seen), mebibytes(during - before), await afterwards(server)]);
      console.error(rows.at(-1)?.join(' | '));
    } finally {
      await server.stop();
    }
  }
  const head = [
    'attack',
    'requests',
    'failed',
    'median',
    'p99',
    'longest',
    'memory during',
    'after',
  ];
  return markdownTable(head, rows);
}

function figures({ latenciesMs, failures }: Awaited<ReturnType<typeof searchFor>>): string[] {
  for (const failure of new Set(failures)) console.error(`failed: ${failure}`);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    String(latenciesMs.length),
    String(failures.length),
    ms(median(latenciesMs)),
    ms(percentile(latenciesMs, 0.99)),
    ms(Math.max(...latenciesMs)),
  ];
}

async function afterwards(server: ServerProcess): Promise<string> {
  await setTimeout(SETTLE_MS);
  return mebibytes(await server.memoryBytes());
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
