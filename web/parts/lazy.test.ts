import { expect, test } from 'vitest';
import { lazy } from './lazy.tsx';

test('a part is loaded once for all callers, and again after a failure', async () => {
  const loads: ((ends: boolean) => void)[] = [];
  const Part = lazy(
    () =>
      new Promise<{ Part: () => null }>((resolve, reject) => {
        loads.push((ends) => (ends ? resolve({ Part: () => null }) : reject(new Error('offline'))));
      }),
    'Part',
  );
  const first = [Part.preload(), Part.preload()];
  expect(loads).toHaveLength(1);
  loads[0]?.(false);
  await Promise.all(first);
  expect(Part.hasLoaded()).toBe(false);
  const second = [Part.preload(), Part.preload()];
  expect(loads).toHaveLength(2);
  loads[1]?.(true);
  await Promise.all(second);
  expect(Part.hasLoaded()).toBe(true);
  await Part.preload();
  expect(loads).toHaveLength(2);
});
