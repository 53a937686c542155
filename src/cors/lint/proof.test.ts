import { expect, test } from 'vitest';
import { tryGeneralized } from '../../../test/cors-proof.ts';
import { runs } from '../../../test/runs.ts';

test('expressions that people write for origins are judged correctly', () => {
  const seed = process.env.PROPERTY_TIMES === undefined ? 28 : Date.now();
  expect(tryGeneralized(runs(40), seed), `seed ${seed}`).toEqual([]);
});
