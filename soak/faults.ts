import { once } from 'node:events';
import { copyFileSync, globSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { markdownTable } from '../bench/measure.ts';
import { BUNDLED_DATABASE } from '../src/settings/bundled-foods.ts';
import { failuresAmong } from './load/client.ts';
import { searchRequests } from './load/honest-requests.ts';
import {
  mebibytes,
  type Program,
  type ProgramOptions,
  type SoakOptions,
  startProgram,
} from './program.ts';

/** After this time, the service has checked for changes, or retried after a failure. */
const SETTLE_MS = 4_000;
const SEARCHES = 1_000;
/** How many searches fill the caches, so that memory before and after is comparable. */
const CACHE_SEARCHES = 20_000;
const UNREAD_SEARCHES = 20_000;

/** The limit on open files: slightly more than the program itself needs. */
const MAX_OPEN_FILES = 64;
const MAX_TRIES = 500;

/** No response takes longer, even on a busy machine. */
const LONGEST_ANSWER_MS = 2 * 60_000;
const CROWD_SEARCH = 'GET /api/food?q=a HTTP/1.1\r\nHost: localhost\r\n\r\n';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-soak-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

const clock = join(folder, 'clock');
const [fakeTime] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

const REQUESTS = searchRequests('queries-usda.txt');

/** Sends `count` searches, a few at a time. Resolves with the number of failures. */
export function search(port: number, count: number): Promise<number> {
  return failuresAmong(port, REQUESTS, count);
}

async function failuresDuring(port: number): Promise<string> {
  await setTimeout(SETTLE_MS);
  return `${await search(port, SEARCHES)} of ${SEARCHES} searches failed`;
}

/** Opens many connections at once, each with a search. Reports how many were answered. */
async function crowd(port: number, count: number): Promise<string> {
  let answered = 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(CROWD_SEARCH));
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      // 408: on a busy machine, this process may send its request too late.
      if (/^HTTP\/1\.1 (200|408) /.test(chunk.toString('latin1', 0, 13))) answered += 1;
    });
    return socket;
  });
  const ends = sockets.map((socket) => Promise.race([once(socket, 'data'), once(socket, 'close')]));
  const all = Promise.allSettled(ends);
  await Promise.race([all, setTimeout(LONGEST_ANSWER_MS, undefined, { ref: false })]);
  for (const socket of sockets) socket.destroy();
  return `${answered} of ${count} answered`;
}

export interface Fault {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly options?: ProgramOptions;
  /** Why the fault cannot be caused on this machine. */
  readonly missing?: string;
  /** Causes the fault, ends it, and reports what happened meanwhile. */
  readonly cause: (program: Program) => Promise<string>;
}

/** Damages a served copy of the bundled foods, then restores it. */
function databaseFault(name: string, harm: (path: string) => void): Fault {
  const path = join(folder, `${name}.sqlite`);
  copyFileSync(BUNDLED_DATABASE, path);
  const cause = async ({ port }: Program) => {
    harm(path);
    const seen = await failuresDuring(port);
    copyFileSync(BUNDLED_DATABASE, path);
    await setTimeout(SETTLE_MS);
    return seen;
  };
  return { name, flags: ['--database', path, '--refresh', '1'], cause };
}

/** Faults that callers and the machine cause; {@link ATTACKS} covers attackers. */
export const FAULTS: readonly Fault[] = [
  { name: '2,000 connections at once', cause: ({ port }) => crowd(port, 2_000) },
  { name: '4,000 connections at once', cause: ({ port }) => crowd(port, 4_000) },
  {
    name: `no more than ${MAX_OPEN_FILES} open files, and 2,000 connections`,
    options: { through: ['sh', '-c', `ulimit -n ${MAX_OPEN_FILES} && exec "$@"`, 'sh'] },
    cause: async (program) => {
      const seen = await crowd(program.port, 2_000);
      // The file descriptors of closed connections are freed a moment later.
      for (let tries = 0; tries < MAX_TRIES && (await search(program.port, 1)) > 0; tries++) {
        await setTimeout(10);
      }
      return seen;
    },
  },
  databaseFault('the database file is removed, and put back', rmSync),
  databaseFault('the database file is overwritten with garbage, then restored', (path) =>
    writeFileSync(path, 'no database '.repeat(1_000)),
  ),
  {
    name: 'the clock jumps ahead by a day and back by a year',
    ...(fakeTime === undefined && { missing: 'needs libfaketime' }),
    flags: ['--refresh', '1', '--rate-limit', '1000000', '--access-log', '--metrics-port', '0'],
    options: {
      env: {
        LD_PRELOAD: fakeTime ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        // Changes only the wall clock, as an administrator would, not the monotonic one.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    },
    cause: async ({ port }) => {
      const seen: string[] = [];
      for (const offset of ['+1d', '-1y', '+0']) {
        writeFileSync(clock, `${offset}\n`);
        await setTimeout(SETTLE_MS);
        const failed = await search(port, SEARCHES);
        const health = await fetch(`http://127.0.0.1:${port}/health/ready`);
        const { date } = Object.fromEntries(health.headers);
        seen.push(`${new Date(date ?? 0).getFullYear()}: ${failed} of ${SEARCHES} failed`);
      }
      return seen.join(', ');
    },
  },
  {
    name: 'the disk for the log is full',
    flags: ['--access-log'],
    options: { stderr: openSync('/dev/full', 'w') },
    cause: ({ port }) => failuresDuring(port),
  },
  {
    name: 'the reader of the log stops reading',
    flags: ['--access-log', '--threads', '2'],
    cause: async ({ child, port }) => {
      child.stderr?.pause();
      // Each search logs about 250 bytes. All of them together log more than the buffers hold.
      const failed = await search(port, UNREAD_SEARCHES);
      child.stderr?.resume();
      return `${failed} of ${UNREAD_SEARCHES} searches failed`;
    },
  },
  {
    name: 'nobody reads the log anymore',
    flags: ['--access-log'],
    cause: async ({ child, port }) => {
      child.stderr?.destroy();
      child.stdout?.destroy();
      child.kill('SIGHUP');
      return failuresDuring(port);
    },
  },
];

/** Causes each fault twice in a fresh service; the table shows whether it recovers. */
export async function runFaults({ only }: SoakOptions): Promise<string> {
  const rows: string[][] = [];
  for (const fault of FAULTS) {
    if (!fault.name.includes(only)) continue;
    rows.push([fault.name, ...(await consequencesOf(fault))]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const memory = ['memory before', 'after', 'after again'];
  const head = ['fault', 'meanwhile', 'failed after', ...memory, 'errors logged', 'exit'];
  return markdownTable(head, rows);
}

async function consequencesOf({ flags = [], options, missing, cause }: Fault): Promise<string[]> {
  if (missing !== undefined) return [`not run: ${missing}`, '', '', '', '', '', ''];
  const program = await startProgram(flags, options);
  await search(program.port, CACHE_SEARCHES);
  const before = await program.settledBytes();
  const seen: string[] = [];
  const memory: string[] = [mebibytes(before)];
  let failed = 0;
  let last = before;
  // After the first fault, the process may keep some memory. After the second, it keeps more only
  // if there is a leak.
  for (let times = 0; times < 2 && program.isRunning(); times++) {
    seen.push(await cause(program));
    failed += await search(program.port, CACHE_SEARCHES);
    const after = program.isRunning() ? await program.settledBytes() : Number.NaN;
    memory.push(`${mebibytes(after)} (${((after / last - 1) * 100).toFixed(0)}%)`);
    last = after;
  }
  const errors = program.faults().split('\n').length - 1;
  const end = program.isRunning() ? String(await program.stop()) : `crashed: ${program.faults()}`;
  return [[...new Set(seen)].join('; '), String(failed), ...memory, String(errors), end];
}
