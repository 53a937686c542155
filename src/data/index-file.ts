import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { EntrySource } from '../catalog/entry-store.ts';
import {
  type CatalogData,
  decodeCatalog,
  encodeParts,
  isCatalogFile,
} from '../catalog/table/catalog-file.ts';
import { messageOf } from '../errors/message-of.ts';
import { UserError } from '../errors/user-error.ts';
import { codeHashes } from '../settings/package-files.ts';
import { readShared } from './bundled-catalog.ts';

// Writes, reads and fetches an index file: which settings and code it must fit, and the errors.

/** An index file that cannot be written. */
export class IndexFileError extends UserError {
  override readonly name = 'IndexFileError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot write index "${path}": ${reason}`, options);
  }
}

/** A table as it was read and indexed, and the change mark from before it was read. */
export interface IndexedData {
  readonly data: CatalogData;
  readonly mark: string;
}

/** Bytes that are written at once: more than 2 GiB cannot be. */
const WRITTEN_BYTES = 2 ** 28;

/**
 * Writes what a service needs in memory, so that others start without reading and indexing the table.
 * The file is on disk before it takes the name.
 *
 * @throws IndexFileError where it cannot be written, or another kind of file is there
 */
export function writeIndexFile(
  path: string,
  source: EntrySource,
  { data, mark }: IndexedData,
): void {
  refuseOther(path);
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const file = openSync(draft, 'wx');
    try {
      for (const part of encodeParts(data, { label: labelOf(source), mark })) {
        for (let at = 0; at < part.length; ) {
          at += writeSync(file, part, at, Math.min(WRITTEN_BYTES, part.length - at));
        }
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = isNotFound(error) ? NO_FOLDER : `${messageOf(error)}.`;
    throw new IndexFileError(path, reason, { cause: error });
  }
}

const NO_FOLDER = 'there is no such folder. Create it first.';

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Reads an index into shared memory; `undefined` where there is none, or it is damaged, was made by
 * another version, or of a table with another key, other fields or other names.
 */
export function readIndexFile(path: string, source: EntrySource): IndexedData | undefined {
  const file = readShared(path);
  return file && decodeIndex(file, source);
}

/** The index in the bytes of its file. */
export function decodeIndex(
  file: Uint8Array<SharedArrayBuffer>,
  source: EntrySource,
): IndexedData | undefined {
  return decodeCatalog(file, labelOf(source));
}

/** Changes with all code that reads and indexes, and with the settings that it depends on. */
function labelOf({ table, key, fields, names, language }: EntrySource): string {
  const settings = JSON.stringify(
    [table, key, fields, names, language ?? 'english'].map((one) => one ?? null),
  );
  return createHash('sha256').update(codeHashes().index).update(settings).digest('hex');
}

function refuseOther(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // Nothing is there, or nothing that can be read: writing will tell.
    return;
  }
  try {
    const start = new Uint8Array(64);
    const length = readSync(file, start);
    if (length === 0 || isCatalogFile(start)) return;
  } catch (error) {
    const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    const reason = isFolder ? 'it is a folder. Name a file in it.' : `${messageOf(error)}.`;
    throw new IndexFileError(path, reason, { cause: error });
  } finally {
    closeSync(file);
  }
  throw new IndexFileError(path, 'another kind of file is there. Name another one.');
}

/** How long a server may send nothing. */
const SILENCE_MS = 10_000;
/** No start waits longer for an index than a table of any size takes to be read. */
const LONGEST_MS = 600_000;

/**
 * Loads an index from an address into shared memory. It must say how long it is, and be no larger than
 * the memory of this machine; redirects are not followed. A user and password in the address are sent
 * as basic authentication.
 *
 * @returns `undefined` where it is damaged, of another version or of other settings
 * @throws Error that says why it cannot be had
 */
export async function fetchIndex(
  address: string,
  source: EntrySource,
  { silenceMs = SILENCE_MS, maxBytes = totalmem() } = {},
): Promise<IndexedData | undefined> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`nothing has come for ${silenceMs / 1000} s`));
  const timer = setTimeout(giveUp, silenceMs);
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    const response = await fetch(requestOf(address), { signal, redirect: 'error' });
    const file = roomFor(response, maxBytes);
    let at = 0;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      // Throws a RangeError where there is more than was said.
      file.set(chunk, at);
      at += chunk.length;
    }
    if (at !== file.length) throw new Error(`it ended after ${at} of ${file.length} bytes`);
    return decodeIndex(file, source);
  } catch (error) {
    // Fetch says "fetch failed", and its cause why.
    throw error instanceof Error && error.cause !== undefined ? error.cause : error;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Fetch takes no address with a password, and shows it in its error. */
function requestOf(address: string): Request {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  // Bytes as they are: what is expanded could be of any size.
  const request = new Request(url, { headers: { 'accept-encoding': 'identity' } });
  if (user !== '' || password !== '') {
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    request.headers.set('authorization', `Basic ${credentials}`);
  }
  return request;
}

/** Shared memory for the whole answer. */
function roomFor(response: Response, maxBytes: number): Uint8Array<SharedArrayBuffer> {
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const length = response.headers.get('content-length');
  if (length === null || response.headers.has('content-encoding')) {
    throw new Error('the server does not say how long it is');
  }
  const bytes = Number(length);
  if (bytes > maxBytes) throw new Error(`it has ${bytes} bytes, more than this machine's memory`);
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
