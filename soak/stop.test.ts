import { platform } from 'node:process';
import { expect, test } from 'vitest';
import { runStop } from './stop.ts';

// Windows has no SIGTERM, and only Linux spreads connections over threads.
test.runIf(platform === 'linux')('SIGTERM under load loses no request', async () => {
  const table = await runStop({ count: 1, seed: 1 }, 0);
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows).toHaveLength(2);
  for (const [, , , requests, answered, lost, neverAccepted, codes] of rows) {
    expect(Number(requests)).toBeGreaterThanOrEqual(50);
    expect({ answered, lost, neverAccepted, codes }).toEqual({
      answered: requests,
      lost: '0',
      neverAccepted: '0',
      codes: '0',
    });
  }
});
