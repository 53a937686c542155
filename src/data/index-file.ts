import { randomBytes } from 'node:crypto';
import { fsyncSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { EntrySource } from '../catalog/entry-store.ts';
import { firstBytes, openFile } from '../catalog/open-file.ts';
import { encodeParts, type IndexedData, isCatalogFile } from '../catalog/table/catalog-file.ts';
import { codeOf, messageOf, UserError } from '../errors/user-error.ts';
import { codeHashes, hashWithSettings } from '../settings/build-info.ts';
import { readCatalogFile } from './bundled-catalog.ts';

// Writes and reads index files. A file works only with the build and settings that created it.

/** Thrown if an index file cannot be written. */
export class IndexFileError extends UserError {
  override readonly name = 'IndexFileError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot write index "${path}": ${reason}`, options);
  }
}

/** How many bytes are written at a time. A single write cannot exceed 2 GiB. */
const WRITTEN_BYTES = 2 ** 28;

/**
 * Writes the data of a service, so that other services can start without reading and indexing the
 * table. Flushes the file to disk before renaming it.
 *
 * @param draft where to write it first, in the same folder
 * @throws IndexFileError if it cannot be written, or another kind of file is there
 */
export function writeIndexFile(
  path: string,
  source: EntrySource,
  { data, mark }: IndexedData,
  draft = draftOf(path),
): void {
  if (isOtherFile(path)) {
    throw new IndexFileError(path, 'another kind of file is there. Use another path.');
  }
  try {
    {
      using file = openFile(draft, 'wx');
      for (const part of encodeParts(data, { label: labelOf(source), mark })) {
        for (let at = 0; at < part.length; ) {
          at += writeSync(file.descriptor, part, at, Math.min(WRITTEN_BYTES, part.length - at));
        }
      }
      fsyncSync(file.descriptor);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = INDEX_WRITE_FAULTS[codeOf(error)] ?? `${messageOf(error)}.`;
    throw new IndexFileError(path, reason, { cause: error });
  }
}

/** Returns a new path for a draft of this file. */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.tmp`;
}

const INDEX_WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder. Create it first.',
  EISDIR: 'it is a folder. Use a file in it.',
};

/**
 * Reads an index. Returns `undefined` if there is none, if it is damaged, or if it was created by a
 * different version or with a different table, key, fields, names or language.
 */
export function readIndexFile(path: string, source: EntrySource): IndexedData | undefined {
  return readCatalogFile(path, labelOf(source));
}

/**
 * Returns a label that changes with the code that reads and indexes tables, and with the settings
 * that the index depends on.
 */
export function labelOf(source: EntrySource): string {
  return hashWithSettings(source, codeHashes().index);
}

/**
 * Checks whether the path holds another kind of file. If the file cannot be read, the write reports
 * why.
 */
function isOtherFile(path: string): boolean {
  try {
    const start = firstBytes(path, 64);
    return start.length > 0 && !isCatalogFile(start);
  } catch {
    return false;
  }
}
