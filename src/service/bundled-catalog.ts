import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { decodeCatalog } from '../catalog/catalog-file.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import type { CatalogData } from '../catalog/memory-catalog.ts';
import { ALL_FIELDS } from '../catalog/offered-fields.ts';
import { BUNDLED_DATABASE } from './bundled-database.ts';

/** What the file is made of: the bundled foods as they are served without further settings. */
export const BUNDLED_SOURCE: EntrySource = {
  database: BUNDLED_DATABASE,
  table: undefined,
  key: undefined,
  fields: [ALL_FIELDS],
};

/** Beside the built code, which made it: the sources have none, since they may have changed. */
const FILE = fileURLToPath(new URL('./bundled-catalog.bin', import.meta.url));

/**
 * The bundled foods as the build has read and indexed them, which takes most of a start otherwise.
 * `undefined` for other foods, and where there is no such file of the database as it is now.
 */
export function readBundledCatalog(source: EntrySource): CatalogData | undefined {
  if (!isDeepStrictEqual(source, BUNDLED_SOURCE)) return undefined;
  const file = readShared(FILE);
  return file && decodeCatalog(file, bundledLabel());
}

/** Tells the bundled database from every other. */
export function bundledLabel(): string {
  return createHash('sha256').update(readFileSync(BUNDLED_DATABASE)).digest('hex');
}

/** A file in memory that threads can share; `undefined` where there is none. */
function readShared(path: string): Uint8Array<SharedArrayBuffer> | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    return readSync(file, bytes) === bytes.length ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}
