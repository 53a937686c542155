import { createHash } from 'node:crypto';
import { fstatSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EntrySource } from '../catalog/entry-store.ts';
import { openFile } from '../catalog/open-file.ts';
import {
  type CatalogData,
  CatalogReader,
  type IndexedData,
} from '../catalog/table/catalog-file.ts';
import { ALL_FIELDS } from '../catalog/table/extra-columns.ts';
import { CODE, codeHashes } from '../settings/build-info.ts';
import { BUNDLED_DATABASES, type BundledFoods, bundledFoodsIn } from '../settings/bundled-foods.ts';

// Finds and reads the indexes of the bundled foods, which the build creates.

/** Returns the source of a bundled index: the bundled foods with default settings. */
export function bundledSource(foods: BundledFoods): EntrySource {
  return {
    database: BUNDLED_DATABASES[foods],
    table: undefined,
    key: undefined,
    names: undefined,
    language: 'english',
    fields: [ALL_FIELDS],
  };
}

/**
 * Reads the bundled foods' index, which the build created. Indexing the foods would take most of
 * the startup time. Returns `undefined` for other foods or settings, or if the file is missing,
 * damaged, or was created by different code or from a different database.
 *
 * @param code the folder of the running code, see {@link CODE}
 */
export function readBundledCatalog(source: EntrySource, code = CODE): CatalogData | undefined {
  const foods = bundledFoodsIn(source.database);
  if (foods === undefined || !isDeepStrictEqual(source, bundledSource(foods))) return undefined;
  return readCatalogFile(bundledCatalogPath(code, foods), bundledLabel(code, foods))?.data;
}

/** Returns the path of a bundled index in the folder `code`. */
export function bundledCatalogPath(code: string, foods: BundledFoods): string {
  return join(code, 'data', `bundled-catalog-${foods}.bin`);
}

/**
 * Returns a label that changes with the bundled database, and with all code in the folder
 * `code` that reads and indexes it.
 */
export function bundledLabel(code: string, foods: BundledFoods): string {
  const database = readFileSync(BUNDLED_DATABASES[foods]);
  return createHash('sha256').update(database).update(codeHashes(code).index).digest('hex');
}

/** How many bytes are read at a time. */
const READ_BYTES = 2 ** 20;

/** Reads an index file; `undefined` if it is missing or damaged, or has a different label. */
export function readCatalogFile(path: string, label: string): IndexedData | undefined {
  try {
    using file = openFile(path);
    const reader = new CatalogReader(fstatSync(file.descriptor).size, label);
    const batch = Buffer.allocUnsafe(READ_BYTES);
    const read = () => readSync(file.descriptor, batch);
    for (let length = read(); length > 0; length = read()) reader.add(batch.subarray(0, length));
    return reader.end();
  } catch {
    return undefined;
  }
}
