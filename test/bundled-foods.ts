import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { FuzzySearcher } from '../src/search/fuzzy/fuzzy-searcher.ts';
import { buildSearchIndex } from '../src/search/search-index.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';

// The bundled foods and their index. Tests of a worker share modules, so both are built once per
// worker.

const Food = z.object({
  description: z.string(),
  common_names: z.string(),
  kcal: z.coerce.number(),
  protein_g: z.coerce.number(),
  carbohydrate_g: z.coerce.number(),
});

const csv = readFileSync(new URL('../data/usda-sr28.csv', import.meta.url));

/** The bundled foods, in table order. */
export const FOODS = z.array(Food).parse(parse(csv, { columns: true }));

/** Their descriptions. */
export const DESCRIPTIONS: readonly string[] = FOODS.map(({ description }) => description);

/** Their index, as a service builds it. */
export const INDEX = buildSearchIndex(
  DESCRIPTIONS,
  FOODS.map(({ common_names }) => common_names),
);

const options = readFuzzyOptions({});
if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');

/** What `match=fuzzy` uses without settings: the bundled synonyms. */
export const FUZZY = options.fuzzy;

export const FUZZY_SEARCHER = new FuzzySearcher(INDEX.fuzzy, FUZZY);
