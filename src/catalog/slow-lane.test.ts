import { describe, expect, test } from 'vitest';
import { NO_SYNONYMS } from '../search/fuzzy/synonyms.ts';
import { buildSearchIndex } from '../search/search-index.ts';
import { OverloadError } from './overload-error.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

function laneOf(limits?: SlowLaneLimits): SlowLane {
  const index = buildSearchIndex(['Egg, whole', 'Veggie burger', 'Milk']);
  return new SlowLane(index, { language: 'english', synonyms: NO_SYNONYMS }, limits);
}

describe('SlowLane', () => {
  test('search finds what the engine finds, in every mode', async () => {
    const lane = laneOf();
    const me = 'me';
    const rows = async (text: string, match: 'substring' | 'words' | 'fuzzy') => [
      ...(await lane.search(text, match, me)).rows,
    ];
    expect(await rows('egg', 'substring')).toEqual([0, 1]);
    expect(await rows('burger egg', 'words')).toEqual([1]);
    expect(await rows('eggs', 'fuzzy')).toEqual([0]);
    expect((await lane.search('eggs', 'fuzzy', me)).interpretation?.readings).toHaveLength(1);
  });

  test('search lets callers take turns', async () => {
    const lane = laneOf();
    const done: string[] = [];
    const search = async (name: string, caller: string) => {
      await lane.search('egg', 'substring', caller);
      done.push(name);
    };
    await Promise.all([
      ...['busy 1', 'busy 2', 'busy 3'].map((name) => search(name, 'busy')),
      ...['patient 1', 'patient 2'].map((name) => search(name, 'patient')),
    ]);
    expect(done).toEqual(['busy 1', 'busy 2', 'patient 1', 'busy 3', 'patient 2']);
  });

  test('search refuses more searches than may wait, and only those', async () => {
    const lane = laneOf({ maxWaiting: 2 });
    const all = ['a', 'b', 'c', 'd'].map((text) => lane.search(text, 'substring', text));
    const settled = await Promise.allSettled(all);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    await expect(all[3]).rejects.toThrow(OverloadError);
    expect((await lane.search('egg', 'substring', 'me')).rows).toHaveLength(2);
  });

  test('search lets a caller fill half of the queue, and the others use the rest', async () => {
    const lane = laneOf({ maxWaiting: 4 });
    const ask = (caller: string) => lane.search('egg', 'substring', caller);
    const status = async (searches: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(searches)).map(({ status }) => status);
    // The first one runs and does not wait.
    const busy = ['busy', 'busy', 'busy', 'busy'].map(ask);
    const others = ['a', 'b', 'c'].map(ask);
    await expect(busy[3]).rejects.toThrow('Too many of your long searches');
    await expect(others[2]).rejects.toThrow('Too many long searches');
    expect(await status([...busy.slice(0, 3), ...others.slice(0, 2)])).toEqual(
      Array(5).fill('fulfilled'),
    );
    expect(await status(['busy', 'busy', 'busy'].map(ask))).toEqual(Array(3).fill('fulfilled'));
  });

  test('search ends at its deadline, running or waiting, and frees the lane', async () => {
    // A thread takes longer than that to start.
    const lane = laneOf({ deadlineMs: 1, maxWaiting: 1 });
    const [running, waiting] = ['egg', 'milk'].map((text) => lane.search(text, 'substring', text));
    await expect(running).rejects.toThrow(OverloadError);
    await expect(waiting).rejects.toThrow(OverloadError);
    const next = lane.search('egg', 'substring', 'me');
    await expect(next).rejects.toThrow('takes too long');
  });

  test('search works again after the thread has ended', async () => {
    const lane = laneOf({ idleMs: 0 });
    for (let i = 0; i < 3; i++) {
      expect((await lane.search('egg', 'substring', 'me')).rows).toHaveLength(2);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
});
