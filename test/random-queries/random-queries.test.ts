import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeTo } from '../../src/catalog/open-store.ts';
import { createFoodLookup } from '../../src/index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { runs } from '../runs.ts';
import { QueryOracle } from './oracle.ts';
import { difference, queries } from './queries.ts';

/**
 * Only every 40th bundled food is used, since the oracle's plain scan for fuzzy matches is slow.
 */
const SHARE = 40;
const QUERIES = runs(30);

const fuzzy = readFuzzyOptions({});
if ('faults' in fuzzy) throw new Error('The bundled synonyms cannot be read.');
const oracle = new QueryOracle(SHARE, fuzzy.fuzzy, true);

test('random queries to a SQLite file are answered as documented', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'random-queries-'));
  const database = join(folder, 'foods.sqlite');
  await writeTo(database, oracle.table);
  await using service = await createFoodLookup({ database, fields: ['*'], logLevel: 'silent' });
  // The sort positions of these matches exceed 32 bits.
  const second = { where: [], sort: undefined, limit: 100, offset: 1 };
  expect(
    await difference(service, oracle, { text: 'a', match: 'substring', ...second }),
  ).toBeUndefined();
  await fc.assert(
    fc.asyncProperty(queries(oracle), async (query) => {
      expect(await difference(service, oracle, query)).toBeUndefined();
    }),
    { numRuns: QUERIES },
  );
  rmSync(folder, { recursive: true });
});
