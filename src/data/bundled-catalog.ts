import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { EntrySource } from '../catalog/entry-store.ts';
import { type CatalogData, decodeCatalog } from '../catalog/table/catalog-file.ts';
import { ALL_FIELDS } from '../catalog/table/further-columns.ts';
import { BUNDLED_DATABASE } from './bundled-database.ts';

// The index of the bundled foods that the build has made: where the file is, and when it fits the
// code.

/** What the file is made of: the bundled foods as they are served without further settings. */
export const BUNDLED_SOURCE: EntrySource = {
  database: BUNDLED_DATABASE,
  table: undefined,
  key: undefined,
  names: undefined,
  fields: [ALL_FIELDS],
};

/** The folder of the code that runs: the built one, or the sources. */
export const CODE = fileURLToPath(new URL('..', import.meta.url));

const CODE_FILE = /(?<!\.test|\.case|\.d)\.[jt]s$/;

/** What can change the catalog that is made of a database. */
const CODE_FOLDERS = ['food', 'search', 'catalog'];

/**
 * The bundled foods as the build has read and indexed them, which takes most of a start otherwise.
 * `undefined` for other foods, and where there is no sound file that this code would make of the
 * database as it is now.
 *
 * @param code the folder of the code that runs, see {@link CODE}
 */
export function readBundledCatalog(source: EntrySource, code = CODE): CatalogData | undefined {
  if (!isDeepStrictEqual(source, BUNDLED_SOURCE)) return undefined;
  const file = readShared(bundledCatalogPath(code));
  return file && decodeCatalog(file, bundledLabel(code, bundledHash()))?.data;
}

/** What {@link codeHash} gives for the code in the bundle of the program, which the build puts here. */
declare const BUNDLED_CODE_HASH: string;

/** To read all code takes a thirtieth of a start: the program knows what it is made of. */
function bundledHash(): string | undefined {
  return typeof BUNDLED_CODE_HASH === 'string' ? BUNDLED_CODE_HASH : undefined;
}

/** Where the file is, in this folder of code. */
export function bundledCatalogPath(code: string): string {
  return join(code, 'data', 'bundled-catalog.bin');
}

/** Changes with the bundled database, and with all code in this folder that reads and indexes it. */
export function bundledLabel(code: string, hash = codeHash(code)): string {
  const database = readFileSync(BUNDLED_DATABASE);
  return createHash('sha256').update(database).update(hash).digest('hex');
}

/** Changes with all code that reads and indexes a table, built or not. */
export function codeHash(code: string): string {
  const hash = createHash('sha256');
  for (const folder of CODE_FOLDERS) {
    const names = readdirSync(join(code, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => CODE_FILE.test(each)).toSorted()) {
      hash.update(name).update(readFileSync(join(code, folder, name)));
    }
  }
  return hash.digest('hex');
}

/** Bytes that are read at once: more than 2 GiB cannot be. */
const READ_BYTES = 2 ** 28;

/** A file in memory that threads can share; `undefined` where there is none. */
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
