import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { timeSlices } from './time-slices.ts';

/** Queues tasks that take 0.3 ms each, and returns how many are done after each turn. */
async function doneAfterTurns(count: number, turns: number, beforeTurn: () => void) {
  let done = 0;
  for (let i = 0; i < count; i++) {
    timeSlices.defer(() => {
      const endMs = performance.now() + 0.3;
      while (performance.now() < endMs);
      done++;
    });
  }
  const seen: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    beforeTurn();
    await setImmediate();
    seen.push(done);
  }
  while (timeSlices.isBusy) await setImmediate();
  expect(done).toBe(count);
  return seen;
}

test('turns are short while connections are accepted', async () => {
  expect(await doneAfterTurns(20, 4, () => timeSlices.noteAccepted())).toEqual([1, 2, 3, 4]);
});

test.each([[[1]], [[1, 2, 3]]])('waiting tasks %j run in order', async (numbers) => {
  const done: number[] = [];
  for (const number of numbers) timeSlices.defer(() => done.push(number));
  expect(timeSlices.isBusy).toBe(true);
  expect(timeSlices.hasTime()).toBe(false);
  while (timeSlices.isBusy) await setImmediate();
  expect(done).toEqual(numbers);
});

test('a turn has no time left after two milliseconds of work', () => {
  timeSlices.hasTime();
  const endMs = performance.now() + 3;
  while (performance.now() < endMs);
  expect(timeSlices.hasTime()).toBe(false);
});
