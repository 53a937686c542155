import { EventEmitter, once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { tableOf } from '../../test/table-of.ts';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntryStore } from '../catalog/entry-store.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { createSqliteStore } from '../catalog/sqlite/store.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../service/create-food-lookup.ts';
import type { FoodLookup } from '../service/food-lookup.ts';
import { DataFollower, type FollowerParts, pauseAfter } from './data-follower.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-follow-'));

const foods = (name: string, count: number) =>
  tableOf(Array.from({ length: count }, (_, n) => ({ ...EGG, description: `Egg ${name} ${n}` })));

async function serviceOf(database: string): Promise<FoodLookup> {
  const service = await createFoodLookup({ port: 0, database, refresh: 1, logLevel: 'silent' });
  onTestFinished(() => service.close());
  return service;
}

async function search(service: FoodLookup) {
  const { headers, body } = await service.inject('/api/food?q=egg');
  const names = new Set(body.match(/(?<=Egg )\w+/g));
  return { etag: headers.etag, names: [...names] };
}

test('a replaced file is served immediately: data, size and ETag change together', async () => {
  const path = join(folder, 'replaced.sqlite');
  await writeEntries(path, foods('old', 1_000));
  const service = await serviceOf(path);
  const before = await search(service);
  expect(before.names).toEqual(['old']);
  await writeEntries(path, foods('new', 900));
  const seen = new Map([[before.etag, 'old']]);
  await expect
    .poll(async () => {
      const { etag, names } = await search(service);
      expect(names).toHaveLength(1);
      // Each state of the data has its own ETag.
      for (const name of names) {
        expect(seen.get(etag) ?? name).toBe(name);
        seen.set(etag, name);
      }
      return service.size;
    })
    .toBe(900);
  expect((await search(service)).names).toEqual(['new']);
  expect(seen.size).toBe(2);
  expect(service.dataStatus).toMatchObject({ reloads: 1, failures: 0 });
});

test('a changed file replaces the data; an unchanged one does not, even on reload()', async () => {
  const path = join(folder, 'written.sqlite');
  await writeEntries(path, foods('old', 1));
  const service = await serviceOf(path);
  const { etag } = await search(service);
  const { checkedAt } = service.dataStatus;
  service.reload();
  await expect.poll(() => service.dataStatus.checkedAt).not.toEqual(checkedAt);
  expect((await search(service)).etag).toBe(etag);
  expect(service.dataStatus.reloads).toBe(0);
  const writer = new DatabaseSync(path);
  writer.exec("PRAGMA journal_mode = WAL; UPDATE entries SET description = 'Egg written'");
  await expect.poll(async () => (await search(service)).names).toEqual(['written']);
  writer.close();
});

test('while the file cannot be read, the old data is served', async () => {
  const path = join(folder, 'broken.sqlite');
  await writeEntries(path, foods('old', 1));
  const service = await serviceOf(path);
  writeFileSync(`${path}.new`, 'This is not a database, though it is longer than a header.');
  renameSync(`${path}.new`, path);
  await expect
    .poll(() => service.dataStatus.fault)
    .toMatchObject({
      reason: expect.stringMatching(/^it is not a SQLite database\./),
    });
  expect((await search(service)).names).toEqual(['old']);
  // An import never overwrites a file that is not its own.
  rmSync(path);
  await writeEntries(path, foods('new', 1));
  await expect.poll(async () => (await search(service)).names).toEqual(['new']);
  expect(service.dataStatus.fault).toBeUndefined();
});

/** Returns the data that a loading thread would return for a table of `count` foods. */
async function loaded(count: number) {
  const eggs = Array.from({ length: count }, () => EGG);
  return { ...(await loadCatalog(snapshotOf(eggs), {})), waitedMs: 0 };
}

/** Starts a follower that checks its store only when told to. */
function followerOf(parts: Pick<FollowerParts, 'store'> & Partial<FollowerParts>): DataFollower {
  const follower = new DataFollower({
    load: () => loaded(1),
    mark: '',
    data: undefined,
    refreshMs: 60_000,
    logger: pino({ level: 'silent' }),
    replace: () => '',
    onStatus: () => {},
    ...parts,
  });
  onTestFinished(() => follower.close());
  follower.start();
  return follower;
}

/** Creates a store that reports each check, and hints at a change when told to. */
function storeOf(look: () => string, waitedMs = () => 0) {
  const looks = new EventEmitter();
  let hint = () => {};
  const store: EntryStore = {
    ...createSqliteStore({ database: join(folder, 'absent.sqlite') }),
    get waitedMs() {
      return waitedMs();
    },
    watch: async (onHint) => {
      hint = onHint;
      return [];
    },
    changeMark: async () => {
      looks.emit('look');
      return look();
    },
  };
  return { store, looks, hint: () => hint() };
}

test('between checks, the follower pauses three times as long as it worked (not counting waits), up to 30 s', () => {
  expect(pauseAfter(1_000, 0)).toBe(3_000);
  expect(pauseAfter(46_000, 45_000)).toBe(3_000);
  expect(pauseAfter(45_000, 45_001)).toBe(0);
  expect(pauseAfter(600_000, 0)).toBe(30_000);
});

/** If the longest pause followed each check, this many checks would exceed a test's time limit. */
const LOOKS = 16;

test('while checks fail, reload() shortens the wait for the next check, but hints do not', async () => {
  const { store, looks, hint } = storeOf(() => {
    throw new DatabaseError('absent', 'it is down.');
  });
  const follower = followerOf({ store, onStatus: hint });
  const first = once(looks, 'look').then(() => performance.now());
  follower.reload();
  const begin = await first;
  await once(looks, 'look');
  // A hint would shorten the wait to a tenth of a second.
  expect(performance.now() - begin).toBeGreaterThan(500);
  for (let i = 0; i < LOOKS; i += 1) {
    const look = once(looks, 'look');
    follower.reload();
    await look;
  }
});

test('waiting for the store does not count as work', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const look = () => {
    now += 3_600_000;
    return '';
  };
  const { store, looks, hint } = storeOf(look, () => now);
  followerOf({ store, onStatus: hint });
  hint();
  for (let i = 0; i < LOOKS; i += 1) await once(looks, 'look');
});

test('with refresh 0, the follower does not watch the store', async () => {
  const { store, looks } = storeOf(() => '');
  const watch = vi.fn<EntryStore['watch']>(async () => []);
  const follower = followerOf({ store: { ...store, watch }, refreshMs: 0 });
  follower.reload();
  await once(looks, 'look');
  expect(watch).not.toHaveBeenCalled();
});

test('a failed reload is tried again, even if the store has not changed', async () => {
  const read = Promise.withResolvers<string>();
  let isDown = true;
  const { store } = storeOf(() => {
    if (!isDown) return '';
    isDown = false;
    throw new DatabaseError('absent', 'it is down.');
  });
  const follower = followerOf({
    store,
    replace: ({ data }) => {
      read.resolve(data.rows.revision);
      return '';
    },
  });
  follower.reload();
  expect(await read.promise).toMatch(/^[0-9a-f]{16}$/);
  expect(follower.status.failures).toBe(1);
});

test('reload() during a read asks for another read, and the log names both revisions', async () => {
  const [sizes, lines]: [number[], string[]] = [[], []];
  // The mark does not change, so only reload() causes a read.
  const { store } = storeOf(() => '');
  const follower = followerOf({
    store,
    load: () => loaded(1 + sizes.length),
    logger: pino({}, { write: (line) => lines.push(line) }),
    replace: ({ data }) => {
      sizes.push(data.rows.starts.length - 1);
      if (sizes.length > 1) return 'second';
      follower.reload();
      return 'first';
    },
  });
  follower.reload();
  await expect.poll(() => lines.length).toBe(2);
  expect(sizes).toEqual([1, 2]);
  expect(lines[0]).toMatch(/has changed: 1 foods loaded in [\d.]+ s, revision first"/);
  expect(lines[1]).toMatch(/has changed: 2 foods loaded in [\d.]+ s, revision second"/);
});

test.each(['watch', 'changeMark'] as const)(
  'close does not wait for a store whose %s never ends',
  async (method) => {
    const asked = Promise.withResolvers<void>();
    const store = {
      ...createSqliteStore({ database: join(folder, 'absent.sqlite') }),
      [method]: () => {
        asked.resolve();
        return new Promise<never>(() => {});
      },
    };
    const follower = followerOf({ store });
    follower.reload();
    await asked.promise;
    await follower.close();
  },
);
