import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EntrySource } from '../catalog/entry-store.ts';
import { type CatalogData, decodeCatalog } from '../catalog/table/catalog-file.ts';
import { ALL_FIELDS } from '../catalog/table/further-columns.ts';
import { CODE, codeHashes } from '../settings/build-info.ts';
import { BUNDLED_DATABASES, type BundledFoods, bundledFoodsIn } from '../settings/bundled-foods.ts';

// Finds and reads the indexes of the bundled foods, which the build creates.

/** Returns the source that the file is for: bundled foods, served with default settings. */
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
 * Reads the index of the bundled foods that the build created. Indexing them would take most of the
 * startup time. Returns `undefined` for other foods, or if no intact file was made by this code
 * from this database.
 *
 * @param code the folder of the running code, see {@link CODE}
 */
export function readBundledCatalog(source: EntrySource, code = CODE): CatalogData | undefined {
  const foods = bundledFoodsIn(source.database);
  if (foods === undefined || !isDeepStrictEqual(source, bundledSource(foods))) return undefined;
  const file = readShared(bundledCatalogPath(code, foods));
  return file && decodeCatalog(file, bundledLabel(code, foods))?.data;
}

/** Returns the path of the file in this folder of code. */
export function bundledCatalogPath(code: string, foods: BundledFoods): string {
  return join(code, 'data', `bundled-catalog-${foods}.bin`);
}

/**
 * Returns a label that changes with the bundled database, and with all code in this folder that
 * reads and indexes it.
 */
export function bundledLabel(code: string, foods: BundledFoods): string {
  const database = readFileSync(BUNDLED_DATABASES[foods]);
  return createHash('sha256').update(database).update(codeHashes(code).index).digest('hex');
}

/** How many bytes are read at once; the maximum is 2 GiB. */
const READ_BYTES = 2 ** 28;

/** Reads a file into memory that threads can share; `undefined` if there is none. */
export function readShared(path: string): Uint8Array<SharedArrayBuffer> | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    let read = 0;
    while (read < bytes.length) {
      const length = readSync(file, bytes, read, Math.min(READ_BYTES, bytes.length - read), null);
      if (length === 0) return undefined;
      read += length;
    }
    return bytes;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
