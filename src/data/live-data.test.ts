import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { tableOf } from '../../test/table-of.ts';
import { BATCH_ROWS } from '../catalog/entry-store.ts';
import { UnavailableError } from '../catalog/food-catalog.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { LiveData } from './live-data.ts';
import { AwaitedDatabase } from './open-database.ts';

/** A service's data, without the service. */
function liveData(path: string, waitMs = 0) {
  const source = { database: path };
  const log: string[] = [];
  const replaced: number[] = [];
  const seen: boolean[] = [];
  const data: LiveData = new LiveData({
    settings: { source, refresh: 0, index: undefined, indexCache: undefined, follow: false },
    database: new AwaitedDatabase({ source, waitMs, locate: (where) => where }),
    logger: pino({}, { write: (line) => void log.push(JSON.parse(line).msg) }),
    replace: ({ rows }) => {
      replaced.push(rows.starts.length - 1);
      return { revision: rows.revision, everywhere: Promise.resolve() };
    },
    onChange: () => seen.push(data.isReachable),
  });
  onTestFinished(() => data.close());
  return { data, log, replaced, seen };
}

test('status throws an UnavailableError until the data is loaded', async () => {
  const { data, log, replaced } = liveData(SMALL_DATABASE);
  expect(() => data.status).toThrow(UnavailableError);
  expect([data.loadedAt, data.isReachable]).toEqual([undefined, true]);
  const told: (readonly [number, number])[] = [];
  await data.load((...progress) => told.push(progress));
  expect(told).toEqual([[2, 2]]);
  expect(replaced).toEqual([2]);
  expect(data.status).toMatchObject({ reloads: 0, failures: 0 });
  expect(data.loadedAt).toBe(data.status.loadedAt);
  expect(log).toEqual([]);
});

test('closing stops a load before its next rows are read', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-live-')), 'foods.sqlite');
  await writeEntries(path, tableOf(Array(BATCH_ROWS + 1).fill(EGG)));
  const { data, replaced } = liveData(path);
  const told: number[] = [];
  const loading = data.load((loaded) => {
    told.push(loaded);
    void data.close();
  });
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  expect([told, replaced]).toEqual([[BATCH_ROWS], []]);
});

test('a reload that is requested too early reads the data again', async () => {
  const { data, log } = liveData(SMALL_DATABASE);
  data.reload();
  await data.load();
  await expect.poll(() => log).toEqual([`${SMALL_DATABASE} has not changed`]);
});

test('a database that is awaited is not reachable, and closing ends the wait', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-live-')), 'later.sqlite');
  const { data, log, seen } = liveData(path, 600_000);
  const loading = data.load();
  await expect
    .poll(() => log)
    .toEqual([
      `Cannot use database "${path}": there is no such file. Check the path. Searches get 503 until the database is available.`,
    ]);
  expect(data.isReachable).toBe(false);
  expect(seen).toEqual([false]);
  await data.close();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  expect(existsSync(path)).toBe(false);
});
