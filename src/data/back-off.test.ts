import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('BackOff doubles the wait after each failure, up to a minute, and starts over after a success', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 8 }, () => backOff.next());
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  backOff.reset();
  expect(backOff.next()).toBe(1_000);
});
