import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tableOf } from '../src/catalog/entry-table.ts';
import { writeEntries as writePostgres } from '../src/catalog/postgres/write-entries.ts';
import { writeEntries as writeSqlite } from '../src/catalog/sqlite/write-entries.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { markdownTable } from './measure.ts';
import { descriptions, foods, REAL } from './search/data.ts';

const CALLERS = 8;
/** With fewer, a change that is seen late would not meet requests. */
const LEAST_REQUESTS = 5_000;

interface Started {
  readonly url: string;
  readonly startMs: number;
}
interface Report {
  readonly delayMs: number;
  readonly rss: number;
  readonly reloads: number;
}

/** What a change of all rows costs those who search meanwhile, from a file and from a server. */
export async function benchReload(): Promise<string> {
  const texts = descriptions(REAL);
  if (texts === undefined) return 'Left out: the trial data are not beside the checkout.';
  const table = (tag: string) => tableOf(foods(texts.map((text) => `${text} ${tag}`)));
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-reload-')), 'foods.sqlite');
  const cluster = await Cluster.start();
  try {
    const rows = [
      await measure('SQLite', path, (tag) => writeSqlite(path, table(tag))),
      await measure('PostgreSQL', cluster.address(), (tag) =>
        writePostgres(cluster.address(), table(tag)),
      ),
    ];
    const head = [
      `${texts.length.toLocaleString('en')} rows from`,
      ...['loaded at start', 'visible after', 'requests meanwhile', 'failed', 'mixed'],
      ...['event loop held up, p99.9', 'resident after'],
    ];
    return markdownTable(head, rows);
  } finally {
    await cluster.remove();
  }
}

async function measure(
  name: string,
  database: string,
  write: (tag: string) => Promise<number>,
): Promise<string[]> {
  await write('oldoldold');
  const child = fork(new URL('./reload/service-process.ts', import.meta.url), [database]);
  try {
    const { url, startMs } = await reply<Started>(child);
    const load = new Load(url);
    child.send('begin');
    await write('newnewnew');
    const begin = performance.now();
    while (!load.hasSeenNew) await setTimeout(10);
    const visibleMs = performance.now() - begin;
    while (load.requests < LEAST_REQUESTS) await setTimeout(10);
    await load.stop();
    child.send('report');
    const { delayMs, rss } = await reply<Report>(child);
    return [
      ...[name, `${(startMs / 1000).toFixed(1)} s`, `${(visibleMs / 1000).toFixed(1)} s`],
      ...[load.requests, load.failed, load.mixed].map((count) => count.toLocaleString('en')),
      ...[`${delayMs.toFixed(1)} ms`, `${(rss / 2 ** 20).toFixed(0)} MiB`],
    ];
  } finally {
    child.kill();
  }
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message]: T[] = await once(child, 'message');
  if (message === undefined) throw new Error('The service said nothing.');
  return message;
}

/** Callers that search all the time and look whether each answer is of one state of the data. */
class Load {
  requests = 0;
  failed = 0;
  mixed = 0;
  hasSeenNew = false;
  #isOver = false;
  readonly #callers: Promise<void>[];

  constructor(url: string) {
    const searches = ['cheese', 'milk', 'e', 'chocolate', 'ri'].map(
      (q) => `${url}/api/food?q=${q}`,
    );
    this.#callers = Array.from({ length: CALLERS }, (_, n) => this.#call(searches, n));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  async #call(searches: readonly string[], offset: number): Promise<void> {
    for (let n = offset; !this.#isOver; n++) {
      const response = await fetch(searches[n % searches.length] ?? '').catch(() => undefined);
      const text = (await response?.text()) ?? '';
      this.requests += 1;
      if (response?.status !== 200) this.failed += 1;
      const [hasOld, hasNew] = [text.includes('oldoldold"'), text.includes('newnewnew"')];
      if (hasOld && hasNew) this.mixed += 1;
      if (hasNew) this.hasSeenNew = true;
    }
  }
}
