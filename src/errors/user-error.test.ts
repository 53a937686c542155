import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { codeOf, isErrorWith, messageOf, untilAborted } from './user-error.ts';

test.each<[unknown, string, string]>([
  [new RangeError('too far'), 'too far', ''],
  [Object.assign(new Error('none'), { code: 'ENOENT' }), 'none', 'ENOENT'],
  [Object.assign(new Error('constraint'), { code: 19 }), 'constraint', '19'],
  ['a text', 'a text', ''],
  [{ code: 'ENOENT', message: 'no error' }, '[object Object]', ''],
  [undefined, 'undefined', ''],
])('%o, thrown, has the message %j and the code %j', (thrown, message, code) => {
  expect([messageOf(thrown), codeOf(thrown)]).toEqual([message, code]);
  expect(isErrorWith(thrown, 'EACCES', 'ENOENT')).toBe(code === 'ENOENT');
});

test('untilAborted settles like the promise or the signal, whichever is first', async () => {
  const [early, { signal }] = [new AbortController(), new AbortController()];
  const never = new Promise(() => undefined);
  const waiting = untilAborted(never, early.signal);
  early.abort('stop');
  await expect(waiting).rejects.toBe('stop');
  await expect(untilAborted(never, early.signal)).rejects.toBe('stop');
  await expect(untilAborted(Promise.resolve(5), signal)).resolves.toBe(5);
  await expect(untilAborted(Promise.reject('no'), signal)).rejects.toBe('no');
  expect([early.signal, signal].flatMap((one) => getEventListeners(one, 'abort'))).toEqual([]);
});
