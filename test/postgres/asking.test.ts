import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeTo } from '../../src/catalog/open-store.ts';
import { createFoodLookup } from '../../src/index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { difference, questions } from '../asking/ask.ts';
import { AskingOracle } from '../asking/oracle.ts';
import { runs } from '../runs.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

/** Asks fewer questions than the test for SQLite, since only the store differs. */
const SHARE = 40;
const QUESTIONS = runs(10);

describe.skipIf(reason !== undefined)(`questions to PostgreSQL ${reason ?? ''}`, () => {
  const server = useServer();

  test('questions are answered as documented', async () => {
    const fuzzy = readFuzzyOptions({});
    if ('faults' in fuzzy) throw new Error('The bundled synonyms cannot be read.');
    const oracle = new AskingOracle(SHARE, fuzzy.fuzzy, false);
    const database = server.address();
    await writeTo(database, oracle.table);
    await using service = await createFoodLookup({
      ...{ database, key: 'ndb_no', fields: ['*'], logLevel: 'silent' },
    });
    await fc.assert(
      fc.asyncProperty(questions(oracle), async (question) => {
        expect(await difference(service, oracle, question)).toBeUndefined();
      }),
      { numRuns: QUESTIONS },
    );
  });
});
