import { fileURLToPath } from 'node:url';

// Where the SQLite file of the bundled foods is.

/**
 * The SQLite file of the bundled foods: USDA's Standard Reference, release 28, per 100 g. The build
 * makes it from `data/usda-sr28.csv`.
 */
export const BUNDLED_DATABASE = fileURLToPath(
  new URL('../../data/usda-sr28.sqlite', import.meta.url),
);
