import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { tableOf } from '../src/catalog/entry-store.ts';
import { writeEntries as writePostgres } from '../src/catalog/postgres/write-entries.ts';
import { writeEntries as writeSqlite } from '../src/catalog/sqlite/write-entries.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { cpuMs, markdownTable } from './measure.ts';
import { Callers, NEW, OLD } from './reload/callers.ts';
import type { Report, Started } from './reload/service-process.ts';
import { descriptions, foods, REAL } from './search/data.ts';

const CALLERS = 8;
/** Searches a second: a busy service, and one that gets all that its callers can send. */
const LOADS = [2_000, Number.POSITIVE_INFINITY];
/** With fewer, a change that is seen late would not meet requests. */
const LEAST_REQUESTS = 5_000;

/**
 * What a change of all rows costs those who search meanwhile, from a file and from a server.
 *
 * @param rowCount how many; `npm run bench -- reload --rows 2000000`
 */
export async function benchReload(rowCount = REAL): Promise<string> {
  const texts = descriptions(rowCount);
  if (texts === undefined) return 'Left out: the trial data are not beside the checkout.';
  const table = (tag: string) => tableOf(foods(texts.map((text) => `${text} ${tag}`)));
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-reload-'));
  const path = join(folder, 'foods.sqlite');
  const cluster = await Cluster.start();
  try {
    const rows: string[][] = [];
    for (const [name, database, write] of [
      ['SQLite', path, writeSqlite],
      ['PostgreSQL', cluster.address(), writePostgres],
    ] as const) {
      for (const perSecond of LOADS) {
        rows.push(await measure(name, database, perSecond, (tag) => write(database, table(tag))));
      }
    }
    const head = [
      ...[`${texts.length.toLocaleString('en')} rows from`, 'searches a second', 'loaded at start'],
      ...['rebuilt in', 'visible after', 'requests meanwhile', 'failed', 'mixed'],
      ...['event loop held up, p99.9', 'cores of the callers', 'cores of the service'],
      'resident after',
    ];
    return [
      `${CALLERS} callers, each over a connection of its own, search at a fixed rate, and then each as soon as it has an answer. The cores of the service are with its loading.`,
      markdownTable(head, rows),
    ].join('\n\n');
  } finally {
    await cluster.remove();
    rmSync(folder, { recursive: true });
  }
}

async function measure(
  name: string,
  database: string,
  perSecond: number,
  write: (tag: string) => Promise<number>,
): Promise<string[]> {
  await write(OLD);
  const child = fork(new URL('./reload/service-process.ts', import.meta.url), [database], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const rebuilt = rebuildSeconds(child);
  try {
    const { url, startMs } = await reply<Started>(child);
    const callers = new Callers(url, CALLERS, perSecond);
    await write(NEW);
    child.send('begin');
    const [begin, cpuBefore, requestsBefore] = [performance.now(), cpuMs(), callers.requests];
    while (!callers.hasSeenNew) await setTimeout(10);
    const visibleMs = performance.now() - begin;
    child.send('report');
    const { delayMs, cpuMs: serviceMs, rss } = await reply<Report>(child);
    const callersMs = cpuMs() - cpuBefore;
    const requests = callers.requests - requestsBefore;
    while (callers.requests - requestsBefore < LEAST_REQUESTS) await setTimeout(10);
    await callers.stop();
    const reached = Math.round(requests / (visibleMs / 1000));
    const cores = (ms: number) => (ms / visibleMs).toFixed(2);
    return [
      ...[name, reached.toLocaleString('en'), inSeconds(startMs), `${await rebuilt} s`],
      inSeconds(visibleMs),
      ...[requests, callers.failed, callers.mixed].map((count) => count.toLocaleString('en')),
      ...[`${delayMs.toFixed(1)} ms`, cores(callersMs), cores(serviceMs)],
      `${(rss / 2 ** 20).toFixed(0)} MiB`,
    ];
  } finally {
    child.kill();
  }
}

/** How long the service says that it took to read and index a change. */
async function rebuildSeconds({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The log of the service is not read.');
  for await (const line of createInterface(stderr)) {
    const seconds = / foods loaded in ([\d.]+) s/.exec(line)?.[1];
    if (seconds !== undefined) return seconds;
  }
  throw new Error('The service did not say that it loaded a change.');
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message]: T[] = await once(child, 'message');
  if (message === undefined) throw new Error('The service said nothing.');
  return message;
}
