import { isOptionsObject } from '../errors/shown-value.ts';
import type { IndexStorage } from './index-storage.ts';

// The manifest of published indexes: its format, and how it is read.

/** The file's name; it is beside the indexes. */
export const MANIFEST = 'manifest.json';
/** In bytes. A manifest of four indexes has some two thousand. */
const LARGEST_MANIFEST = 2 ** 16;
/** How long a server may take to answer with it. */
const MANIFEST_MS = 10_000;

/** An index that was published. */
export interface PublishedIndex {
  /** The hash of its bytes, which is also its name. */
  readonly sha256: string;
  readonly bytes: number;
  readonly foods: number;
  /** The revision of its rows. */
  readonly revision: string;
  /** When its table was read. */
  readonly time: string;
  /** A hash of the code that made it; other code cannot read it. */
  readonly code: string;
  /** The version of the package with that code, for people. */
  readonly version: string;
  /** The argument of `decodeCatalog`. */
  readonly label: string;
  readonly language: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly current: PublishedIndex;
  /** The previous ones, newest first. */
  readonly before: readonly PublishedIndex[];
}

const FORMAT = 1;

/** The manifest and its ETag. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly etag: string | null;
}

/** The file's content. */
export function encodeManifest(current: PublishedIndex, before: readonly PublishedIndex[]): string {
  const manifest: Manifest = { format: FORMAT, current, before };
  return JSON.stringify(manifest);
}

/** The name of the file of an index. */
export function fileOf({ sha256 }: PublishedIndex): string {
  return `${sha256}.index`;
}

/**
 * The manifest as it is now; `undefined` if there is none yet.
 *
 * @param known what was read before, returned if the server says that it has not changed
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
    if (bytes > LARGEST_MANIFEST) throw notOne();
    chunks.push(chunk);
  }
  const manifest = parsed(Buffer.concat(chunks).toString());
  if (!isManifest(manifest)) throw notOne();
  return { manifest, etag: response.headers.get('etag') };
}

function notOne(): Error {
  return new Error(`${MANIFEST} was written by a version that this one cannot read`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (!isOptionsObject(value)) return false;
  const { format, current, before } = value;
  return format === FORMAT && isIndex(current) && Array.isArray(before) && before.every(isIndex);
}

const TEXTS = ['sha256', 'revision', 'time', 'code', 'version', 'label', 'language'];

function isIndex(value: unknown): value is PublishedIndex {
  if (!isOptionsObject(value)) return false;
  const { sha256, bytes, foods, time } = value;
  return (
    TEXTS.every((key) => typeof value[key] === 'string') &&
    [bytes, foods].every(Number.isSafeInteger) &&
    // It becomes part of a path, so it is checked.
    /^[\da-f]{64}$/.test(String(sha256)) &&
    !Number.isNaN(Date.parse(String(time)))
  );
}
