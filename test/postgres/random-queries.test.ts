import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeTo } from '../../src/catalog/open-store.ts';
import { createFoodLookup } from '../../src/index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { QueryOracle } from '../random-queries/oracle.ts';
import { difference, queries } from '../random-queries/queries.ts';
import { runs } from '../runs.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

/** Sends fewer queries than the test for SQLite, since only the store differs. */
const SHARE = 40;
const QUERIES = runs(10);

describe.skipIf(reason !== undefined)(`random queries to PostgreSQL ${reason ?? ''}`, () => {
  const server = useServer();

  test('are answered as documented', async () => {
    const fuzzy = readFuzzyOptions({});
    if ('faults' in fuzzy) throw new Error('The bundled synonyms cannot be read.');
    const oracle = new QueryOracle(SHARE, fuzzy.fuzzy, false);
    const database = server.address();
    await writeTo(database, oracle.table);
    await using service = await createFoodLookup({
      ...{ database, key: 'ndb_no', fields: ['*'], logLevel: 'silent' },
    });
    await fc.assert(
      fc.asyncProperty(queries(oracle), async (query) => {
        expect(await difference(service, oracle, query)).toBeUndefined();
      }),
      { numRuns: QUERIES },
    );
  });
});
