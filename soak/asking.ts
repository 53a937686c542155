import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { markdownTable } from '../bench/measure.ts';
import { writeTo } from '../src/catalog/open-store.ts';
import { createFoodLookup } from '../src/index.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';
import { difference, questions } from '../test/asking/ask.ts';
import { AskingOracle } from '../test/asking/oracle.ts';

// Compares answers to generated questions over SQLite and PostgreSQL with the oracle's.

/** One of so many of the bundled foods: the plain scan of fuzzy takes long. */
const SHARE = 10;

export interface AskingSettings {
  readonly questions: number;
  readonly seed: number;
}

/**
 * Asks generated questions with all parameters of docs/asking.md, of a SQLite file and of PostgreSQL,
 * and compares the answers with those of the oracle.
 *
 * @throws Error for the first answer that differs.
 */
export async function runAsking({ questions: count, seed }: AskingSettings): Promise<string> {
  const fuzzy = readFuzzyOptions({});
  if ('faults' in fuzzy) throw new Error('The bundled synonyms cannot be read.');
  const figures: string[][] = [];
  const ask = async (store: string, database: string) => {
    const oracle = new AskingOracle(SHARE, fuzzy.fuzzy, store === 'SQLite');
    const asked = fc.sample(questions(oracle), { numRuns: count, seed });
    await writeTo(database, oracle.table);
    await using service = await createFoodLookup({
      ...{ database, key: 'ndb_no', fields: ['*'], logLevel: 'silent' },
    });
    for (const question of asked) {
      const wrong = await difference(service, oracle, question);
      if (wrong !== undefined) throw new Error(`${store} answers otherwise:\n${wrong}`);
    }
    figures.push([store, service.size.toLocaleString('en'), count.toLocaleString('en')]);
  };
  const folder = mkdtempSync(join(tmpdir(), 'asking-'));
  try {
    await ask('SQLite', join(folder, 'foods.sqlite'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { Cluster } = await import('../test/postgres/cluster.ts');
  const cluster = await Cluster.start();
  try {
    await ask('PostgreSQL', cluster.address());
  } finally {
    await cluster.remove();
  }
  return markdownTable(['store', 'foods', 'questions, each answered as the oracle does'], figures);
}
