import { expect, test } from 'vitest';
import { NO_DEADLINE_MS } from '../../../test/load-entries.ts';
import { UnavailableError } from '../food-catalog.ts';
import { SearchQueue } from './search-queue.ts';

const FOUND = { rows: Uint32Array.of(7) };

function queueOf(maxWaiting: number) {
  const queue = new SearchQueue({ maxWaiting, deadlineMs: NO_DEADLINE_MS });
  const takeAll = () => {
    const texts: unknown[] = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) {
      texts.push(next.search.text);
      next.resolve(FOUND);
    }
    return texts;
  };
  const add = (text: string, caller: string) => queue.add({ text, mode: 'substring' }, caller);
  return { queue, takeAll, add };
}

test('add resolves with the result of the search, or rejects with its error', async () => {
  const { queue, add } = queueOf(2);
  const answers = [add('a', 'me'), add('b', 'you')];
  queue.take()?.resolve(FOUND);
  queue.take()?.reject(new Error('broken'));
  expect(await answers[0]).toBe(FOUND);
  await expect(answers[1]).rejects.toThrow('broken');
  expect(queue.take()).toBeUndefined();
});

test('take alternates between callers', async () => {
  const { add, takeAll } = queueOf(100);
  for (const text of ['busy 1', 'busy 2', 'busy 3']) add(text, 'busy');
  for (const text of ['patient 1', 'patient 2']) add(text, 'patient');
  expect(takeAll()).toEqual(['busy 1', 'patient 1', 'busy 2', 'patient 2', 'busy 3']);
});

test('add lets one caller fill half of the queue, and keeps the rest for others', async () => {
  const { add, takeAll } = queueOf(4);
  const busy = ['busy 1', 'busy 2', 'busy 3'].map((text) => add(text, 'busy'));
  for (const text of ['a', 'b']) add(text, text);
  await expect(busy[2]).rejects.toThrow('Too many of your long searches');
  expect(takeAll()).toEqual(['busy 1', 'a', 'b', 'busy 2']);
  add('later', 'busy');
  expect(takeAll()).toEqual(['later']);
});

test('a full queue drops a search of the caller with the most searches', async () => {
  const { add, takeAll } = queueOf(6);
  const busy = ['busy 1', 'busy 2', 'busy 3'].map((text) => add(text, 'busy'));
  const also = ['also 1', 'also 2', 'also 3'].map((text) => add(text, 'also'));
  for (const text of ['a', 'b', 'c']) add(text, text);
  await expect(busy[2]).rejects.toThrow('Too many of your long searches');
  await expect(also[2]).rejects.toThrow('Too many of your long searches');
  await expect(busy[1]).rejects.toThrow(UnavailableError);
  // The new search is refused, since no other caller has more searches waiting.
  await expect(add('also 4', 'also')).rejects.toThrow('Too many long searches');
  add('d', 'd');
  await expect(also[1]).rejects.toThrow(UnavailableError);
  await expect(add('e', 'e')).rejects.toThrow('Too many long searches');
  expect(takeAll()).toEqual(['busy 1', 'also 1', 'a', 'b', 'c', 'd']);
});

test('a waiting search ends at its deadline, and makes room for another', async () => {
  const queue = new SearchQueue({ maxWaiting: 2, deadlineMs: 0 });
  const late = queue.add({ text: 'late', mode: 'substring' }, 'me');
  await expect(late).rejects.toThrow('took too long');
  await expect(late).rejects.toThrow(UnavailableError);
  const next = queue.add({ text: 'next', mode: 'substring' }, 'you');
  queue.take()?.resolve(FOUND);
  expect(await next).toBe(FOUND);
  expect(queue.take()).toBeUndefined();
  const all = ['a', 'b'].map((text) => queue.add({ text, mode: 'substring' }, text));
  queue.take()?.resolve(FOUND);
  expect(await all[0]).toBe(FOUND);
  await expect(all[1]).rejects.toThrow('took too long');
});

test('a search in progress ends at its deadline, and its runner is notified', async () => {
  const told: object[] = [];
  const queue = new SearchQueue({ maxWaiting: 2, deadlineMs: 0 }, ({ search }) =>
    told.push(search),
  );
  const late = queue.add({ text: 'late', mode: 'substring' }, 'me');
  const taken = queue.take();
  await expect(late).rejects.toThrow(UnavailableError);
  expect(told).toEqual([taken?.search]);
});
