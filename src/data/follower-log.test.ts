import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { DatabaseError } from '../catalog/database-error.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import type { ServedData } from '../catalog/loading/load-in-thread.ts';
import { BackOff } from './back-off.ts';
import { DataFollower } from './data-follower.ts';

const dataOf = async (...names: string[]) =>
  (await loadCatalog(snapshotOf(names.map((description) => ({ ...EGG, description }))), {})).data;

const BEGIN = Date.parse('2026-11-30T12:00:00Z');

test('a follower logs each failure once, the recovery, new data, and that nothing has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN });
  const [first, second] = [await dataOf('Egg'), await dataOf('Egg', 'Milk')];
  const log: unknown[] = [];
  const asked: (ServedData | undefined)[] = [];
  const replaced: unknown[] = [];
  const checked: (() => void)[] = [];
  /** The outcome of each read, in order. */
  const reads: (() => typeof second)[] = [
    () => {
      throw new DatabaseError('store', 'it is down.');
    },
    () => {
      throw new DatabaseError('store', 'it is down.');
    },
    () => {
      throw new TypeError('odd');
    },
    () => second,
    () => second,
    () => {
      throw new DatabaseError('store', 'it is down.');
    },
  ];
  const delay = vi.spyOn(BackOff.prototype, 'next');
  const follower = new DataFollower({
    store: {
      ...{ name: 'store', waitedMs: 0 },
      changeMark: async () => `mark ${asked.length}`,
      watch: async () => ['it gives no hints.'],
    },
    load: async (served) => {
      asked.push(served);
      const data = reads.shift()?.() ?? first;
      return { data, warnings: ['a warning'], waitedMs: 0 };
    },
    ...{ mark: 'before', data: first, refreshMs: 60_000 },
    logger: pino(
      { base: null, timestamp: false },
      { write: (line) => void log.push(JSON.parse(line)) },
    ),
    replace: ({ data, mark }, readAt) => {
      replaced.push([data === second, mark, readAt.getTime() - BEGIN]);
      return 'shown';
    },
    onStatus: () => checked.shift()?.(),
  });
  onTestFinished(() => follower.close());
  follower.start();
  const reload = async () => {
    vi.setSystemTime(Date.now() + 5_000);
    await new Promise<void>((resolve) => {
      checked.push(resolve);
      follower.reload();
    });
  };
  const at = (seconds: number) => new Date(BEGIN + 1_000 * seconds);

  await reload();
  expect(follower.status).toEqual({
    ...{ loadedAt: at(0), checkedAt: at(0), reloads: 0, failures: 1 },
    fault: { since: at(5), reason: 'it is down.' },
  });
  await reload();
  await reload();
  expect(follower.status.fault).toEqual({ since: at(5), reason: 'TypeError: odd' });
  await reload();
  expect(follower.status).toEqual({
    ...{ loadedAt: at(20), checkedAt: at(20), reloads: 1, failures: 3 },
  });
  await reload();
  expect(follower.status).toMatchObject({ loadedAt: at(20), checkedAt: at(25), reloads: 1 });

  expect(replaced).toEqual([[true, 'mark 3', 20_000]]);
  // A reload may have been requested for a change that no mark shows.
  expect(asked).toEqual(
    [first, first, first, first, second].map((data) => ({ data, mark: undefined })),
  );
  const [warn, info, error] = [40, 30, 50];
  const logged = [...log];
  await reload();
  // After a success, the delays start over.
  expect(delay.mock.results.map(({ value }) => value)).toEqual([1_000, 2_000, 4_000, 1_000]);
  const still = 'Still answering from memory, with data loaded 2026-11-30T12:00:00.000Z';
  expect(logged).toEqual([
    { level: warn, msg: 'store: it gives no hints.' },
    {
      ...{ level: error, event: 'reload-failed' },
      msg: `store: it is down. ${still} and confirmed up to date 5 s ago`,
    },
    {
      ...{ level: error, event: 'reload-failed' },
      msg: `store: TypeError: odd ${still} and confirmed up to date 15 s ago`,
    },
    { level: warn, msg: 'store: a warning' },
    {
      ...{ level: info, event: 'foods-replaced', foods: 2, revision: 'shown' },
      msg: 'store has changed: 2 foods loaded in 0.0 s, revision shown',
    },
    {
      ...{ level: info, event: 'database-back' },
      msg: 'store can be read again, after 15 s; the data is up to date',
    },
    { level: info, event: 'foods-unchanged', msg: 'store has not changed' },
  ]);
});

test('a new mark causes a read of the changes since the previous mark; an equal mark causes no read', async () => {
  const data = await dataOf('Egg');
  const marks = ['same', 'same', 'new', 'new'];
  const asked: unknown[] = [];
  const hints: (() => void)[] = [];
  const done = Promise.withResolvers<void>();
  const follower = new DataFollower({
    store: {
      ...{ name: 'store', waitedMs: 0 },
      changeMark: async () => marks.shift() ?? 'newest',
      watch: async (onHint) => {
        hints.push(onHint);
        onHint();
        return [];
      },
    },
    load: async (served) => {
      asked.push(served);
      return { data, warnings: [], waitedMs: 0 };
    },
    ...{ mark: 'same', data, refreshMs: 60_000 },
    logger: pino({ level: 'silent' }),
    replace: () => expect.fail('the data is the same'),
    onStatus: () => {
      if (marks.length === 0) done.resolve();
      else for (const hint of hints) hint();
    },
  });
  onTestFinished(() => follower.close());
  follower.start();
  await done.promise;
  expect(asked).toEqual([{ data, mark: 'same' }]);
  expect(follower.status).toMatchObject({ reloads: 0, failures: 0 });
});
