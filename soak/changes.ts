import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { markdownTable } from '../bench/measure.ts';
import { descriptions, foods, GENERATED } from '../bench/search/data.ts';
import { writeEntries } from '../src/catalog/postgres/write-entries.ts';
import { BUNDLED_DATABASES } from '../src/settings/bundled-foods.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { tableOf } from '../test/table-of.ts';
import {
  mebibytes,
  type Program,
  residentBytes,
  type SoakOptions,
  startProgram,
} from './program.ts';

const CALLERS = 4;
const CHANGE_EVERY_MS = 2_000;
/** A search so long that it gets an event loop turn of its own, or runs in a thread. */
const LONG = `/api/food?match=fuzzy&q=${'e i a o r n t s l c d p m u h g'.replaceAll(' ', '%20')}`;

/** Measures what data changes cost the service, the database, and other users of the database. */
export async function runChanges(options: SoakOptions): Promise<string> {
  const { seconds = 300, count = GENERATED } = options;
  return [await changedOften(seconds), await largeTable(count)].join('\n\n');
}

/** Changes a SQLite file every two seconds during long searches, with two threads. */
async function changedOften(seconds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-changes-'));
  const path = join(folder, 'foods.sqlite');
  copyFileSync(BUNDLED_DATABASES.sr28, path);
  const database = new DatabaseSync(path, { timeout: 10_000 });
  const program = await startProgram(['--database', path, '--threads', '2', '--refresh', '1']);
  const rows: string[][] = [];
  let failed = 0;
  const note = (when: string, bytes: number) => {
    const { threads, files } = resourcesOf(program);
    rows.push([when, mebibytes(bytes), String(threads), String(files), String(failed)]);
  };
  const calls = { areOver: false };
  const call = async () => {
    while (!calls.areOver) if ((await answer(program, LONG)).status !== 200) failed += 1;
  };
  const callers = Array.from({ length: CALLERS }, call);
  await setTimeout(2 * CHANGE_EVERY_MS);
  note('before the first change', residentBytes(program.child));
  let peak = 0;
  for (let change = 0; change * CHANGE_EVERY_MS < seconds * 1_000; change++) {
    database.exec(`UPDATE entries SET kcal = kcal + 1 WHERE rowid % 500 = ${change % 500}`);
    for (let look = 0; look < 10; look++) {
      await setTimeout(CHANGE_EVERY_MS / 10);
      peak = Math.max(peak, residentBytes(program.child));
    }
  }
  note(`after ${seconds} s; memory: the peak`, peak);
  calls.areOver = true;
  await Promise.all(callers);
  await program.stop();
  database.close();
  rmSync(folder, { recursive: true });
  return markdownTable(
    ['a change every 2 s', 'memory', 'threads', 'files', 'failed requests'],
    rows,
  );
}

/** Measures how long an `ALTER TABLE` waits while a large table is read, compared with a `COPY`. */
async function largeTable(rows: number): Promise<string> {
  const texts = descriptions(rows);
  if (texts === undefined) return 'Left out: the shared test data is missing.';
  const cluster = await Cluster.start();
  await writeEntries(cluster.address(), tableOf(foods(texts)));
  const [sql, other] = [cluster.connect(), cluster.connect()];
  const copyMs = await timed(async () => {
    await finished((await sql`COPY entries TO STDOUT`.readable()).resume());
  });
  let [longestMs, isOver] = [0, false];
  // Takes the lock that ALTER TABLE needs, without changing anything.
  const alter = async () => {
    while (!isOver) {
      const locking = other.begin((own) => own`LOCK TABLE entries IN ACCESS EXCLUSIVE MODE`);
      longestMs = Math.max(longestMs, await timed(() => locking));
      await setTimeout(50);
    }
  };
  const altering = alter();
  const program = await startProgram(['--database', cluster.address(), '--refresh', '1']);
  const atStartMs = longestMs;
  longestMs = 0;
  const servedMs = await timed(() => changed(sql, program));
  isOver = true;
  await altering;
  await program.stop();
  await Promise.all([sql.end(), other.end()]);
  await cluster.remove();
  const figures = [copyMs, atStartMs, longestMs, servedMs];
  return markdownTable(
    ['rows', 'COPY', 'ALTER TABLE at the start', 'ALTER TABLE at a change', 'change served after'],
    [[String(rows), ...figures.map((ms) => `${(ms / 1_000).toFixed(1)} s`)]],
  );
}

/** Changes the table and waits until the service has the new data. */
async function changed(sql: Sql, service: Program) {
  const tag = async () => (await answer(service, '/api/food?q=egg')).headers.get('etag');
  const before = await tag();
  await sql`UPDATE entries SET kcal = kcal + 1 WHERE description LIKE 'Egg%'`;
  while ((await tag()) === before) await setTimeout(100);
}

async function answer(program: Program, path: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${program.port}${path}`);
  await response.arrayBuffer();
  return response;
}

async function timed(action: () => PromiseLike<unknown>): Promise<number> {
  const startMs = performance.now();
  await action();
  return performance.now() - startMs;
}

/** Returns the threads and open files of a process. Linux only. */
function resourcesOf({ child: { pid = 0 } }: Program): { threads: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    threads: Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1]),
    files: readdirSync(`/proc/${pid}/fd`).length,
  };
}
