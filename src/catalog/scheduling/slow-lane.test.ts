import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { NO_DEADLINE_MS, snapshotOf } from '../../../test/load-entries.ts';
import { NO_SYNONYMS } from '../../search/fuzzy/synonyms.ts';
import { UnavailableError } from '../food-catalog.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

const entries = ['Egg, whole', 'Veggie burger', 'Milk'].map((description) => ({
  ...EGG,
  description,
}));
const { data: table } = await loadCatalog(snapshotOf(entries), {});

function laneOf(limits?: SlowLaneLimits, searched = table): SlowLane {
  const lane = new SlowLane(
    searched,
    { language: 'english', synonyms: NO_SYNONYMS, everyday: new Map() },
    { deadlineMs: NO_DEADLINE_MS, ...limits },
  );
  onTestFinished(() => lane.retire());
  return lane;
}

describe('SlowLane', () => {
  test('search finds the same as the engine, in every mode', async () => {
    const lane = laneOf();
    const me = 'me';
    const rows = async (text: string, mode: 'substring' | 'words' | 'fuzzy') => [
      ...(await lane.search({ text, mode }, me)).rows,
    ];
    expect(await rows('egg', 'substring')).toEqual([0, 1]);
    expect(await rows('burger egg', 'words')).toEqual([1]);
    expect(await rows('eggs', 'fuzzy')).toEqual([0]);
    expect(
      (await lane.search({ text: 'eggs', mode: 'fuzzy' }, me)).interpretation?.readings,
    ).toHaveLength(1);
    // The thread does not end while it searches, however long ago the previous search was.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await rows('egg', 'substring');
    const last = rows('milk', 'substring');
    vi.advanceTimersByTime(60_000);
    expect(await last).toEqual([2]);
  });

  test('the thread keeps the process running while it searches, but not while it waits', async () => {
    const lane = laneOf();
    const running = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const search = () => lane.search({ text: 'egg', mode: 'substring' }, 'me');
    for (let i = 0; i < 2; i++) {
      // The threads of other tests may still be ending.
      await expect.poll(running).toBe(0);
      const found = search();
      expect(running()).toBe(1);
      await found;
      expect(running()).toBe(0);
    }
  });

  test('search ends at its deadline, running or waiting, and frees the lane', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lane = laneOf({ deadlineMs: 1, maxWaiting: 1 });
    const [running, waiting] = ['egg', 'milk'].map((text) =>
      lane.search({ text, mode: 'substring' }, text),
    );
    vi.advanceTimersByTime(1);
    await expect(running).rejects.toThrow(UnavailableError);
    await expect(waiting).rejects.toThrow(UnavailableError);
    const next = lane.search({ text: 'egg', mode: 'substring' }, 'me');
    vi.advanceTimersByTime(1);
    await expect(next).rejects.toThrow('took too long');
  });

  test('a search in progress ends early at its deadline, and the thread continues', async () => {
    const descriptions = ['aa '.repeat(260_000), 'Egg'];
    const long = await loadCatalog(
      snapshotOf(descriptions.map((description) => ({ ...EGG, description }))),
      {},
    );
    const onWorker = vi.fn();
    process.on('worker', onWorker);
    onTestFinished(() => void process.off('worker', onWorker));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lane = laneOf({ deadlineMs: 1 }, long.data);
    const search = (text: string) => lane.search({ text, mode: 'fuzzy' }, text);
    const late = search('aa');
    vi.advanceTimersByTime(1);
    await expect(late).rejects.toThrow('took too long');
    // A search that has not been ended takes as long as it needs.
    const { rows } = await Promise.race([search('aa'), search('egg')]);
    expect([...rows]).toEqual([0]);
    expect(onWorker).toHaveBeenCalledOnce();
  });

  test('the deadline of a search includes its time in an earlier queue', async () => {
    const late = laneOf().search({ text: 'egg', mode: 'substring' }, 'me', performance.now());
    await expect(late).rejects.toThrow('took too long');
  });

  test('the thread of a replaced table ends after it has responded', async () => {
    const lane = laneOf();
    const started = once(process, 'worker');
    const answers = ['egg', 'milk'].map((text) => lane.search({ text, mode: 'substring' }, 'me'));
    const [thread]: Worker[] = await started;
    if (thread === undefined) throw new Error('no thread');
    const ended = once(thread, 'exit');
    lane.retire();
    await Promise.all(answers);
    await ended;
    expect([...(await lane.search({ text: 'egg', mode: 'substring' }, 'me')).rows]).toEqual([0, 1]);
  });

  test('if the thread cannot start, waiting searches fail immediately, and so do new ones until the next attempt', async () => {
    // Functions cannot be sent to a thread: `new Worker` throws.
    const unsent = Object.assign({ ...table }, { unsent: () => undefined });
    const lane = laneOf({}, unsent);
    const asked = ['egg', 'milk', 'veggie'].map((text) =>
      lane.search({ text, mode: 'substring' }, text),
    );
    for (const search of asked) {
      await expect(search).rejects.toMatchObject({
        reason: 'thread',
        cause: { name: 'DataCloneError' },
      });
    }
  });

  test('search works again after the thread has ended', async () => {
    const lane = laneOf({ idleMs: 0 });
    const ends: Promise<unknown>[] = [];
    const onWorker = (thread: Worker) => void ends.push(once(thread, 'exit'));
    process.on('worker', onWorker);
    onTestFinished(() => void process.off('worker', onWorker));
    for (let i = 1; i <= 3; i++) {
      const before = ends.length;
      expect((await lane.search({ text: 'egg', mode: 'substring' }, 'me')).rows).toHaveLength(2);
      await Promise.all(ends);
      expect(ends.length).toBeGreaterThan(before);
    }
  });
});
