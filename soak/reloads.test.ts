import { expect, test } from 'vitest';
import { runReloads } from './reloads.ts';

test('a service that follows random changes answers as one that starts afresh', async () => {
  expect(await runReloads({ changes: 4, rows: 300, seed: 1 })).toBe(
    '4 changes of 300 rows, 40 answers, 0 unlike those of a fresh start.',
  );
});
