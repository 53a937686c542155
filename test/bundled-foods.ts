import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { createMemoryCatalog } from '../src/catalog/table/memory-catalog.ts';
import { bundledSource } from '../src/data/bundled-catalog.ts';
import { loadData } from '../src/data/load-data.ts';
import { openDatabase } from '../src/data/open-database.ts';
import { FuzzySearcher } from '../src/search/fuzzy/fuzzy-searcher.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';

// The bundled foods and their index, which is the one from the build unless the code has changed.
// Tests of a worker share modules, so both are read once per worker.

const Food = z.object({
  description: z.string(),
  kcal: z.coerce.number(),
  protein_g: z.coerce.number(),
  carbohydrate_g: z.coerce.number(),
});

const source = bundledSource('sr28');

using table = new DatabaseSync(source.database, { readOnly: true });

/** The bundled foods, in table order. */
export const FOODS = z
  .array(Food)
  .parse(
    table
      .prepare('SELECT description, kcal, protein_g, carbohydrate_g FROM entries ORDER BY rowid')
      .all(),
  );

/** The descriptions of the bundled foods. */
export const DESCRIPTIONS: readonly string[] = FOODS.map(({ description }) => description);

const database = await openDatabase(source);
const { data } = await loadData(database, { source }, () => undefined);
await database[Symbol.asyncDispose]();

/** The index of the bundled foods, as a service has it. */
export const INDEX = data.index;

const options = readFuzzyOptions({});
if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');

/** The linguistic data that `match=fuzzy` uses by default: the bundled synonyms. */
export const FUZZY = options.fuzzy;

export const FUZZY_SEARCHER = new FuzzySearcher(INDEX.fuzzy, FUZZY);

/** The bundled foods, as a service answers from them. */
export const CATALOG = createMemoryCatalog(data, FUZZY);
