import { expect, test } from 'vitest';
import { runReloads } from './reloads.ts';

test('a service that follows random changes answers as one that starts afresh', async () => {
  expect(await runReloads({ count: 2, seed: 1 }, 300)).toBe(
    '2 changes of 300 rows, 20 answers, 0 unlike those of a fresh start.',
  );
});
