import { expect, test } from 'vitest';
import { tryGeneralized } from '../../../test/cors-proof.ts';

// Twenty thousand of them: npm run soak -- cors
test('expressions that people make of origins are judged rightly', () => {
  const seed = process.env.CI === undefined ? Date.now() : 28;
  expect(tryGeneralized(60, seed), `seed ${seed}`).toEqual([]);
});
