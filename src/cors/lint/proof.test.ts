import { expect, test } from 'vitest';
import { tryGeneralized } from '../../../test/cors-proof.ts';
import { runs } from '../../../test/runs.ts';

test('expressions that people make of origins are judged rightly', () => {
  const seed = process.env.PROPERTY_TIMES === undefined ? 28 : Date.now();
  expect(tryGeneralized(runs(60), seed), `seed ${seed}`).toEqual([]);
});
