import { fileURLToPath } from 'node:url';

// The bundled tables of foods: their names, titles and SQLite files.

/** The bundled tables, as named by `--foods`. */
export const BUNDLED_FOODS = ['sr28', 'usda'] as const;
export type BundledFoods = (typeof BUNDLED_FOODS)[number];

/** The full names of the bundled tables. */
export const BUNDLED_TITLES: Readonly<Record<BundledFoods, string>> = {
  sr28: 'USDA Standard Reference 28',
  usda: 'USDA Standard Reference 28, FNDDS 2021–2023 and Foundation Foods',
};

/** The SQLite files, which the build creates from the tables in `data`. Amounts are per 100 g. */
export const BUNDLED_DATABASES: Readonly<Record<BundledFoods, string>> = {
  sr28: fileURLToPath(new URL('../../data/usda-sr28.sqlite', import.meta.url)),
  usda: fileURLToPath(new URL('../../data/usda.sqlite', import.meta.url)),
};

/** USDA's Standard Reference, release 28, the default. */
export const BUNDLED_DATABASE = BUNDLED_DATABASES.sr28;

/** Returns the bundled table in this file; `undefined` for your own table. */
export function bundledFoodsIn(database: string): BundledFoods | undefined {
  return BUNDLED_FOODS.find((foods) => BUNDLED_DATABASES[foods] === database);
}
