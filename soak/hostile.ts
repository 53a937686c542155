import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { markdownTable, median, percentile } from '../bench/measure.ts';
import { ATTACKS, CONNECTIONS_OF, MEMORY_ATTACKS } from './attacks.ts';
import { ClientStats, runClient } from './load/client.ts';
import { searchRequests } from './load/honest-requests.ts';
import { residentBytes, type SoakOptions, startProgram } from './program.ts';

const CONNECTIONS = 20;
const WARM_UP_SECONDS = 3;
const SETTLE_MS = 2_000;
const MEMORY_SETTLE_MS = 60_000;
const SAMPLE_MS = 500;
/** The pause after each response, so that the client itself adds little load. */
const PAUSE_MS = 5;
/** How many searches use the open connection before one uses a new connection. */
const SEARCHES_PER_FRESH = 20;
const NO_ATTACK = 'no attack';

/** Runs each attack beside one honest client, and returns a table of what the client measured. */
export async function runHostile(options: SoakOptions): Promise<string> {
  const rows: string[][] = [];
  for (const name of [NO_ATTACK, ...Object.keys(ATTACKS)]) {
    if (!name.includes(options.only) && name !== NO_ATTACK) continue;
    rows.push([name, ...(await runAttack(name, options))]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const ms = ['median ms', 'p99 ms', 'new connection, longest ms'];
  const heads = ['failed', ...ms, 'memory MiB', 'peak MiB', 'after MiB'];
  return markdownTable(['attack', ...heads], rows);
}

/** Runs an attack on its own server, so that no attack is affected by the previous one. */
async function runAttack(name: string, options: SoakOptions): Promise<string[]> {
  const { seconds = 30, seed, database, threads } = options;
  const interfaces = ['--interfaces', 'openfoodfacts,fdc,mcp'];
  const flags = database === undefined ? [] : ['--database', database];
  const program = await startProgram([...flags, '--threads', String(threads), ...interfaces]);
  const requests = searchRequests(database === undefined ? 'queries-usda.txt' : 'queries-many.txt');
  /** Runs one honest client, which pauses briefly after each response. */
  const searchFor = async (length: number): Promise<ClientStats> => {
    const stats = new ClientStats();
    const endMs = performance.now() + length * 1_000;
    const isOver = () => performance.now() >= endMs;
    await runClient({
      ...{ port: program.port, requests, isOver, stats: () => stats },
      ...{ pauseMs: PAUSE_MS, freshEvery: SEARCHES_PER_FRESH },
    });
    return stats;
  };
  const memory = () => residentBytes(program.child);
  try {
    await searchFor(WARM_UP_SECONDS);
    const before = memory();
    const args = [name, program.port, CONNECTIONS_OF[name] ?? CONNECTIONS, seed].map(String);
    const attacker =
      name === NO_ATTACK ? undefined : fork(new URL('./attacks.ts', import.meta.url), args);
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, memory());
    }, SAMPLE_MS);
    const { latenciesMs, freshMs, failures } = await searchFor(seconds);
    clearInterval(sampler);
    attacker?.kill();
    await setTimeout(MEMORY_ATTACKS.has(name) ? MEMORY_SETTLE_MS : SETTLE_MS);
    for (const failure of new Set(failures)) console.error(failure);
    return [
      `${failures.length} of ${latenciesMs.length + freshMs.length}`,
      ...[median(latenciesMs), percentile(latenciesMs, 0.99), Math.max(...freshMs)].map((ms) =>
        ms.toFixed(1),
      ),
      ...[before, peak, memory()].map((bytes) => (bytes / 2 ** 20).toFixed(0)),
    ];
  } finally {
    await program.stop();
  }
}
