import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../bench/http/server-process.ts';
import { markdownTable, median, percentile } from '../bench/measure.ts';
import { ATTACKS, CONNECTIONS_OF, MEMORY_ATTACKS } from './attacks.ts';
import { runClient, Seen } from './load/client.ts';
import { type HonestRequest, searchRequests } from './load/honest-requests.ts';

// Runs each attack beside an honest client: how long, with which flags, and what is measured.

export interface HostileOptions {
  /** Of each attack. */
  readonly seconds: number;
  readonly connections: number;
  readonly seed: number;
  /** Only attacks whose name contains this. */
  readonly only: string;
}

/** As `npm start` has them. */
const PRODUCTION_FLAGS = ['--max-semi-space-size=2'];
const WARM_UP_SECONDS = 3;
const SETTLE_MS = 2_000;
const MEMORY_SETTLE_MS = 60_000;
const SAMPLE_MS = 500;
/** The client itself adds no load. */
const PAUSE_MS = 5;
/** So many searches come over one connection for each over a new one. */
const SEARCHES_PER_FRESH = 20;
const NO_ATTACK = 'no attack';
const ATTACKS_SCRIPT = new URL('./attacks.ts', import.meta.url);

/** Each attack beside one honest client, and what that client saw, as a table. */
export async function runHostile({ only, ...options }: HostileOptions): Promise<string> {
  const rows: string[][] = [];
  for (const name of [NO_ATTACK, ...Object.keys(ATTACKS)]) {
    if (!name.includes(only) && name !== NO_ATTACK) continue;
    const row = [name, ...(await runAttack(name, options))];
    rows.push(row);
    console.error(row.join(' | '));
  }
  const heads = ['failed', 'median', 'p99', 'new connection, longest', 'memory', 'most', 'after'];
  return markdownTable(['attack', ...heads], rows);
}

/** A server for each attack, so that none suffers from the one before. */
async function runAttack(
  name: string,
  { seconds, connections, seed }: Omit<HostileOptions, 'only'>,
): Promise<string[]> {
  const server = await startServer('food-lookup', [], PRODUCTION_FLAGS);
  try {
    const isLarge = process.env.DATABASE !== undefined;
    const requests = searchRequests(isLarge ? 'queries-many.txt' : 'queries-usda.txt');
    await searchFor(WARM_UP_SECONDS, server.port, requests);
    const before = await server.memoryBytes();
    const count = CONNECTIONS_OF[name] ?? connections;
    const attacker =
      name === NO_ATTACK
        ? undefined
        : fork(ATTACKS_SCRIPT, [name, server.port, count, seed].map(String));
    let isOver = false;
    const most = mostMemory(server, () => isOver);
    const seen = await searchFor(seconds, server.port, requests);
    isOver = true;
    const during = await most;
    attacker?.kill();
    await setTimeout(MEMORY_ATTACKS.has(name) ? MEMORY_SETTLE_MS : SETTLE_MS);
    const after = await server.memoryBytes();
    return [...figures(seen), ...[before, during, after].map(mebibytes)];
  } finally {
    await server.stop();
  }
}

/** One honest client, which searches as often as a person could, until the time is up. */
async function searchFor(
  seconds: number,
  port: number,
  requests: readonly HonestRequest[],
): Promise<Seen> {
  const seen = new Seen();
  const endMs = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= endMs;
  await runClient({
    ...{ port, requests, isOver, seen: () => seen },
    ...{ pauseMs: PAUSE_MS, freshEvery: SEARCHES_PER_FRESH },
  });
  return seen;
}

async function mostMemory(server: ServerProcess, isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver()) {
    most = Math.max(most, await server.memoryBytes());
    await setTimeout(SAMPLE_MS);
  }
  return most;
}

function figures({ latenciesMs, freshMs, failures }: Seen): string[] {
  for (const [failure, same] of Map.groupBy(failures, (one) => one)) {
    console.error(`failed ${same.length} times: ${failure}`);
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    `${failures.length} of ${latenciesMs.length + freshMs.length}`,
    ms(median(latenciesMs)),
    ms(percentile(latenciesMs, 0.99)),
    ms(Math.max(...freshMs)),
  ];
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
