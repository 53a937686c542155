import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextTurn } from './meal.ts';

test('nextTurn resumes one waiting caller per event loop turn, in order', async () => {
  const done: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => nextTurn().then(() => done.push(name)));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate();
    seen.push(done.length);
  }
  await Promise.all(all);
  expect(done).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual([1, 2, 3]);
});
