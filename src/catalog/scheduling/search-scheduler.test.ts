import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { NO_DEADLINE_MS, snapshotOf } from '../../../test/load-entries.ts';
import { NO_SYNONYMS } from '../../search/fuzzy/synonyms.ts';
import { UnavailableError } from '../food-catalog.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { CatalogSearcher } from '../selection/catalog-searcher.ts';
import { PLAIN_ENGLISH } from '../table/memory-catalog.ts';
import { SearchScheduler, type SearchSchedulerLimits } from './search-scheduler.ts';

const FOODS = [...Array.from({ length: 200 }, (_, n) => `Egg ${n}`), 'Milk'];
/** Takes fifteen times as much work as `milk`. */
const HEAVY = 'egg 1';
const EGGS = FOODS.flatMap((food, row) => (food.startsWith('Egg 1') ? [row] : [])).slice(0, 100);
const MILK = [200];
const LIGHT_WORK = 500;

const entries = FOODS.map((description) => ({ ...EGG, description }));
const { data: table } = await loadCatalog(snapshotOf(entries), {});

function schedulerWith(limits: SearchSchedulerLimits = {}) {
  const fuzzy = { language: 'english', synonyms: NO_SYNONYMS, everyday: new Map() } as const;
  const scheduler = new SearchScheduler(table, fuzzy, {
    lightWork: LIGHT_WORK,
    ...limits,
    queue: { deadlineMs: NO_DEADLINE_MS, ...limits.queue },
    slowLane: { deadlineMs: NO_DEADLINE_MS, ...limits.slowLane },
  });
  return (text: string, caller = () => 'me') => {
    const found = scheduler.search({ text, mode: 'substring' }, caller);
    return found instanceof Promise ? found.then(({ rows }) => [...rows]) : [...found.rows];
  };
}

describe('search', () => {
  test('runs one heavy search per event loop turn without waiting, and any number of light ones', async () => {
    const search = schedulerWith();
    for (let turn = 0; turn < 3; turn++) {
      expect(search('milk')).toEqual(MILK);
      expect(search(HEAVY)).toEqual(EGGS);
      expect(search('milk')).toEqual(MILK);
      const second = search('gg 1');
      expect(second).toBeInstanceOf(Promise);
      expect(search('milk')).toEqual(MILK);
      expect(await second).toEqual(EGGS);
      // The second search's turn has ended.
      await setImmediate();
    }
  });

  test('does not repeat a search that took too long', async () => {
    const search = schedulerWith({ lightWork: 10, maxWork: 300 });
    expect(await search(HEAVY)).toEqual(EGGS);
    await setImmediate();
    const again = search(HEAVY);
    expect(again).toBeInstanceOf(Promise);
    // The turn still has room for another search.
    expect(search('milk')).toEqual(MILK);
    expect(await again).toEqual(EGGS);
  });

  test('runs one waiting heavy search per turn, round robin by caller, with new callers last', async () => {
    const search = schedulerWith();
    const done: string[] = [];
    const ask = async (text: string, caller: string) => {
      await search(text, () => caller);
      done.push(caller);
    };
    ask(HEAVY, 'first');
    for (let i = 0; i < 3; i++) ask(HEAVY, 'busy');
    ask(HEAVY, 'patient');
    const seen: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await setImmediate();
      seen.push(done.length);
      if (turn === 0) ask(HEAVY, 'new');
    }
    expect(seen).toEqual([2, 3, 4, 5, 6]);
    expect(done).toEqual(['first', 'busy', 'patient', 'busy', 'new', 'busy']);
  });

  test('makes a short search wait for at most one long search, and starves no long search', async () => {
    const search = schedulerWith({ lightWork: 100, shortWork: 1_000 });
    let [short, long] = [0, 0];
    const askShort = async () => {
      await search('milk');
      short++;
    };
    const askLong = async () => {
      await search(HEAVY);
      long++;
    };
    const LONG = 12;
    for (let i = 0; i < LONG; i++) askLong();
    // Each search gets a short turn first. Between these, some searches get their long turn.
    for (let turn = 0; turn < 1.5 * LONG; turn++) await setImmediate();
    expect(long).toBeLessThan(LONG - 3);
    for (let i = 1; long < LONG - 3; i++) {
      askShort();
      for (let turn = 0; turn < 2; turn++) await setImmediate();
      expect(short).toBe(i);
    }
    // From now on, a short search arrives in every turn.
    for (let turn = 0; turn < 9; turn++) {
      askShort();
      await setImmediate();
    }
    expect(long).toBe(LONG);
  });

  test('asks who the caller is only if the search waits', async () => {
    const search = schedulerWith();
    let asked = 0;
    const caller = () => `caller ${++asked}`;
    search(HEAVY, caller);
    search('milk', caller);
    expect(asked).toBe(0);
    await search(HEAVY, caller);
    expect(asked).toBe(1);
  });

  test('refuses a search if too many are waiting', async () => {
    const search = schedulerWith({ queue: { maxWaiting: 1 } });
    search(HEAVY);
    const [waiting, refused] = [search(HEAVY), search(HEAVY)];
    await expect(refused).rejects.toThrow(UnavailableError);
    expect(await waiting).toEqual(EGGS);
  });

  test('rejects a waiting search that fails', async () => {
    const search = schedulerWith();
    search(HEAVY);
    const waiting = search('gg 1');
    const real = CatalogSearcher.prototype.search;
    using _ = vi.spyOn(CatalogSearcher.prototype, 'search').mockImplementation(function (
      this: CatalogSearcher,
      asked,
    ) {
      // Searches of other tests may still be waiting.
      if (asked.text === 'gg 1') throw new RangeError('broken');
      return real.call(this, asked);
    });
    await expect(waiting).rejects.toThrow('broken');
  });

  test('passes a search that takes too much work in its turn to the slow lane', async () => {
    const search = schedulerWith({ maxWork: LIGHT_WORK, slowLane: { maxWaiting: 1 } });
    const [first, second] = [search(HEAVY), search(HEAVY)];
    expect(await Promise.all([first, second])).toEqual([EGGS, EGGS]);
  });

  test('does not let plain searches wait behind selections in the slow lane', async () => {
    const scheduler = new SearchScheduler(table, PLAIN_ENGLISH, {
      maxWork: 0,
      slowLane: { maxWaiting: 4, deadlineMs: NO_DEADLINE_MS },
    });
    const selection = { conditions: [], offset: 0, wantsTotal: true, limit: 1 };
    const selections = Array.from({ length: 8 }, () =>
      scheduler.search({ text: HEAVY, mode: 'substring', selection }, () => 'busy'),
    );
    const settled = Promise.allSettled(selections);
    // Only the lane for selections is full.
    const found = await scheduler.search({ text: HEAVY, mode: 'substring' }, () => 'busy');
    expect([...found.rows]).toEqual(EGGS);
    expect((await settled).map(({ status }) => status)).toContain('rejected');
  });

  test('ends a search at its original deadline, even in the slow lane', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const search = schedulerWith({ maxWork: LIGHT_WORK, queue: { deadlineMs: 0 } });
    const [first, second] = [search(HEAVY), search(HEAVY)];
    // The second search moves to the slow lane.
    await setImmediate();
    vi.advanceTimersByTime(1);
    await expect(second).rejects.toThrow('took too long');
    expect(await first).toEqual(EGGS);
  });
});
