import { isOptionsObject, parseJson } from '../errors/shown-value.ts';
import type { IndexStorage } from './index-storage.ts';

// Defines and reads the manifest, which lists the published indexes.

/** The name of the manifest, a file next to the indexes. */
export const MANIFEST = 'manifest.json';
/** The maximum size in bytes. A manifest of four indexes takes about 2,000 bytes. */
const MAX_MANIFEST_BYTES = 2 ** 16;
/** How long a server may take to send the manifest. */
const MANIFEST_MS = 10_000;

/** A published index. */
export interface PublishedIndex {
  /** The hash of the index's bytes, which also names its file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly foods: number;
  /** The revision of the rows. */
  readonly revision: string;
  /** When the table was read. */
  readonly time: string;
  /** A hash of the code that made the index. Different code cannot read it. */
  readonly code: string;
  /** The package version of that code, for people. */
  readonly version: string;
  /** The label in the index file and in the file of its changes. */
  readonly label: string;
  readonly language: string;
  /** The changes that turn another index into this index. */
  readonly changes?: PublishedChanges | undefined;
}

/** A published file of changes. */
export interface PublishedChanges {
  /** The hash of the previous index. */
  readonly from: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly current: PublishedIndex;
  /** The previous indexes, newest first. */
  readonly before: readonly PublishedIndex[];
}

const FORMAT = 1;

/**
 * How many previous indexes are kept, since services may still load them, or run a different build.
 */
const MAX_PREVIOUS = 3;

/** The manifest and its ETag. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly etag: string | null;
}

/** Returns the content of the manifest file. */
export function encodeManifest(current: PublishedIndex, before: readonly PublishedIndex[]): string {
  const manifest: Manifest = { format: FORMAT, current, before };
  return JSON.stringify(manifest);
}

/** Returns the file name of an index. */
export function fileOf({ sha256 }: PublishedIndex): string {
  return `${sha256}.index`;
}

/** Returns the name of the file with the changes that lead to an index. */
export function changesFileOf({ sha256 }: PublishedIndex): string {
  return `${sha256}.changes`;
}

/**
 * Returns the previous indexes to keep: the newest ones, including one of a different build, if
 * any, for services that run that build.
 */
export function previousToKeep(
  { sha256, code }: PublishedIndex,
  old: Manifest | undefined,
): PublishedIndex[] {
  if (old === undefined) return [];
  const before = [old.current, ...old.before].filter((index) => index.sha256 !== sha256);
  const other = before.find((index) => index.code !== code);
  const newest = before.slice(0, MAX_PREVIOUS);
  return other === undefined || newest.includes(other) ? newest : [...newest.slice(0, -1), other];
}

/**
 * Reads the current manifest; `undefined` if there is none yet.
 *
 * @param known the previous result, returned if the server says that it has not changed
 * @throws Error that says why it cannot be read
 */
export async function readManifest(
  storage: IndexStorage,
  signal: AbortSignal,
  known?: ReadManifest,
): Promise<ReadManifest | undefined> {
  const response = await storage.send(MANIFEST, {
    headers: known?.etag ? { 'if-none-match': known.etag } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(MANIFEST_MS)]),
  });
  if (response.status === 304) return known;
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_MANIFEST_BYTES) throw unreadable();
    chunks.push(chunk);
  }
  const manifest = parseJson(Buffer.concat(chunks).toString());
  if (!isManifest(manifest)) throw unreadable();
  return { manifest, etag: response.headers.get('etag') };
}

function unreadable(): Error {
  return new Error(`${MANIFEST} was written in a format that this version cannot read`);
}

function isManifest(value: unknown): value is Manifest {
  if (!isOptionsObject(value)) return false;
  const { format, current, before } = value;
  return format === FORMAT && isIndex(current) && Array.isArray(before) && before.every(isIndex);
}

const TEXTS = ['sha256', 'revision', 'time', 'code', 'version', 'label', 'language'];

function isIndex(value: unknown): value is PublishedIndex {
  if (!isOptionsObject(value)) return false;
  const { sha256, bytes, foods, time, changes } = value;
  return (
    TEXTS.every((key) => typeof value[key] === 'string') &&
    [bytes, foods].every(Number.isSafeInteger) &&
    isHash(sha256) &&
    !Number.isNaN(Date.parse(String(time))) &&
    (changes === undefined || isChanges(changes))
  );
}

function isChanges(value: unknown): boolean {
  if (!isOptionsObject(value)) return false;
  return isHash(value.from) && isHash(value.sha256) && Number.isSafeInteger(value.bytes);
}

/** Hashes become parts of paths, so they are checked. */
function isHash(value: unknown): boolean {
  return /^[\da-f]{64}$/.test(String(value));
}
