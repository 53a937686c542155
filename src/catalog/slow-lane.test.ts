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
    const me = {};
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
    const [busy, patient] = [{}, {}];
    const done: string[] = [];
    const search = async (name: string, caller: object) => {
      await lane.search('egg', 'substring', caller);
      done.push(name);
    };
    await Promise.all([
      ...['busy 1', 'busy 2', 'busy 3'].map((name) => search(name, busy)),
      ...['patient 1', 'patient 2'].map((name) => search(name, patient)),
    ]);
    expect(done).toEqual(['busy 1', 'busy 2', 'patient 1', 'busy 3', 'patient 2']);
  });

  test('search refuses more searches than may wait, and only those', async () => {
    const lane = laneOf({ maxWaiting: 2 });
    const all = ['a', 'b', 'c', 'd'].map((text) => lane.search(text, 'substring', {}));
    const settled = await Promise.allSettled(all);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    await expect(all[3]).rejects.toThrow(OverloadError);
    expect((await lane.search('egg', 'substring', {})).rows).toHaveLength(2);
  });

  test('search ends at its deadline, running or waiting, and frees the lane', async () => {
    // A thread takes longer than that to start.
    const lane = laneOf({ deadlineMs: 1, maxWaiting: 1 });
    const [running, waiting] = ['egg', 'milk'].map((text) => lane.search(text, 'substring', {}));
    await expect(running).rejects.toThrow(OverloadError);
    await expect(waiting).rejects.toThrow(OverloadError);
    const next = lane.search('egg', 'substring', {});
    await expect(next).rejects.toThrow('takes too long');
  });

  test('search works again after the thread has ended', async () => {
    const lane = laneOf({ idleMs: 0 });
    for (let i = 0; i < 3; i++) {
      expect((await lane.search('egg', 'substring', {})).rows).toHaveLength(2);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
});
