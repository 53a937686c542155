import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createCorsPolicy,
  type OriginCallback,
  type OriginFunction,
  OriginFunctionError,
  type OriginSetting,
} from './index.ts';
import { A, allowed, answer, B, untyped } from './policy.case.ts';

describe('an origin function', () => {
  afterEach(() => void vi.useRealTimers());

  const twice =
    (first: Parameters<OriginCallback>, second: Parameters<OriginCallback>) =>
    (_: string | undefined, cb: OriginCallback): void => {
      cb(...first);
      cb(...second);
    };
  const decided: [string, OriginFunction, string | undefined][] = [
    ['true by callback', (_: string | undefined, cb: OriginCallback) => cb(null, true), A],
    ['later, by callback', (_, cb: OriginCallback) => void setTimeout(cb, 1, null, true), A],
    ['false by callback', (_, cb: OriginCallback) => cb(null, false), undefined],
    ['nothing by callback', (_, cb: OriginCallback) => cb(null), undefined],
    ['twice: the first counts', twice([null], [null, true]), undefined],
    ['twice, an error last', twice([null, true], [new Error('x')]), A],
    ['by callback, async', async (_: string | undefined, cb: OriginCallback) => cb(null, true), A],
    ['true', () => true, A],
    ['a promise of true', async () => true, A],
    ['undefined', () => undefined, undefined],
    ['undefined, given the origin', (_: string | undefined) => undefined, undefined],
    ['a promise of undefined', async (_: string | undefined) => undefined, undefined],
    ['null', () => null, undefined],
    ['false', () => false, undefined],
    ['the requesting origin', () => A, A],
    ['another string', () => B, undefined],
    ['"*"', () => '*', '*'],
    ['an array', async () => [B, A], A],
    ['an array of others', () => [B], undefined],
    ['an array with "*"', () => [B, '*'], '*'],
    ['an empty array', () => [], undefined],
  ];
  test.each(decided)('answers %s', async (_, origin, expected) => {
    expect(await allowed(origin, A)).toBe(expected);
  });

  const ouch = (): boolean => {
    throw new Error('ouch');
  };
  const failing: [string, unknown, RegExp][] = [
    ['an error by callback', (_: string, cb: OriginCallback) => cb(new Error('ouch')), /ouch/],
    ['an error and true by callback', (_: string, cb: OriginCallback) => cb('ouch', true), /ouch/],
    ['a throw', ouch, /ouch/],
    ['a rejection', () => Promise.reject(new Error('ouch')), /ouch/],
    ['an async rejection', async (_: string, _cb: unknown) => Promise.reject('ouch'), /ouch/],
    ['a number', () => 42, /42, a number/],
    ['an object', () => ({}), /an object/],
    ['a Set', async () => new Set([A]), /a Set/],
    ['a boxed boolean', () => Object(false), /a Boolean/],
    ['a function', () => () => true, /a function/],
    ['an array of a number', () => [A, 1], /1, a number/],
    ['an expression', () => /^https:\/\/a\./, /an expression\. Put it into the setting, or /],
    ['a list with an expression', () => [A, /^https:\/\/a\./], /an expression\. Put it/],
    ['a pattern', () => 'https://*.example.com', /a pattern\. Put it into the setting, or /],
    ['a list with a pattern', () => [A, 'http://localhost:*'], /a pattern\. Put it/],
    [
      'a text that is not an origin',
      () => `${A}/`,
      /not an origin\. Answer true, false, an origin such as /,
    ],
    ['an empty string', () => '', /"", which is not an origin/],
    ['a list that cannot be read', () => Object.defineProperty([A], 0, { get: ouch }), /ouch/],
  ];
  test.each(failing)('fails with %s', async (_, origin, message) => {
    const policy = createCorsPolicy({ origin: untyped(origin) });
    await expect(policy.decide(A)).rejects.toThrow(OriginFunctionError);
    const error: unknown = await Promise.resolve(policy.decide(A)).catch((error) => error);
    const { cause } = error instanceof Error ? error : {};
    expect(cause instanceof Error ? cause.message : cause).toMatch(message);
    // A framework may send the message or the stack trace to the client.
    expect(String(error)).toBe(`OriginFunctionError: The origin function failed for "${A}"`);
  });

  test('fails if it does not answer in time; a late answer has no effect', async () => {
    vi.useFakeTimers();
    let late: OriginCallback = () => {};
    const policy = createCorsPolicy({
      origin: (_: string | undefined, cb: OriginCallback) => {
        late = cb;
      },
    });
    const decision = Promise.resolve(policy.decide(A));
    const failed = expect(decision).rejects.toThrow(OriginFunctionError);
    await vi.advanceTimersByTimeAsync(5_000);
    await failed;
    late(null, true);
    await failed;
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await createCorsPolicy({ origin: () => true }).decide(A);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, OriginSetting, 'allowed' | 'refused']>([
    [
      'with two parameters may answer later',
      (_, callback) => void setImmediate(callback, null, true),
      'allowed',
    ],
    ['with two parameters may return its answer', async (_origin, _callback) => true, 'allowed'],
    ['with two parameters may return false as well', (_origin, _callback) => false, 'refused'],
    [
      'with one parameter that returns nothing refuses',
      (_origin: string | undefined) => undefined,
      'refused',
    ],
    ['that returns null refuses', () => null, 'refused'],
  ])('%s', async (_, origin, kind) => {
    expect(await createCorsPolicy({ origin }).decide(A)).toMatchObject({ kind });
  });

  test('gets the request as its third argument', async () => {
    const seen: unknown[] = [];
    const origin: OriginSetting = (_origin, callback, request) => {
      seen.push(request);
      callback(null, true);
    };
    await createCorsPolicy({ origin }).decide(A, 'the request');
    expect(seen).toEqual(['the request']);
  });

  test('may reject after it has called its callback', async () => {
    const origin = (_: string | undefined, cb: OriginCallback) => {
      cb(null, true);
      return Promise.reject(new Error('too late'));
    };
    expect(await allowed(untyped(origin), A)).toBe(A);
  });

  test('gets the Origin as sent, or undefined, but never an invalid origin', async () => {
    const seen: (string | undefined)[] = [];
    const origin = (asking: string | undefined) => seen.push(asking) > 0;
    for (const asking of [A, undefined, 'null', `${A}/`, '*', 'x'.repeat(2_000)]) {
      await allowed(origin, asking);
    }
    expect(seen).toEqual([A, undefined, 'null']);
  });

  test('reflects nothing if it answers true without an Origin', async () => {
    expect(await answer({ origin: () => true }, undefined)).toEqual({ Vary: 'Origin' });
  });
});
