import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EntrySource } from '../catalog/entry-store.ts';

// Identifies this build by the package's version, and by hashes of its code and data. ETags depend
// on one hash. The other decides whether a stored index can be used. The build stores the hashes,
// since reading all code takes 3% of startup.

/** The folder of the running code, built or source. */
export const CODE = fileURLToPath(new URL('..', import.meta.url));

const DATA = fileURLToPath(new URL('../../data/', import.meta.url));

const CODE_FILE = /(?<!\.test|\.case|\.d)\.[jt]s$/;

/** Folders of code that affects how a catalog is built from a database. */
const INDEX_FOLDERS = ['amount', 'food', 'search', 'catalog'];

/** Folders that the build generates from the others. */
const GENERATED_FOLDERS = ['program', 'web'];

/**
 * The names, meanings and units in the folder `data`. The foods need no hash here: a catalog's
 * revision covers them.
 */
const DATA_FILE = /\.tsv$|^nutrients\.csv$/;

export interface CodeHashes {
  /** A hash that changes with any code that reads and indexes a table. */
  readonly index: string;
  /** A hash that changes with any code and data that a response may depend on. */
  readonly answers: string;
}

/** Hashes of the running code, read once, since an upgrade may replace its files at any time. */
let runningHashes: CodeHashes | undefined;

/** Returns the hashes of a folder of code, as stored by the build, or computed from the files. */
export function codeHashes(code = CODE): CodeHashes {
  if (code !== CODE) return readHashes(code);
  runningHashes ??= readHashes(CODE);
  return runningHashes;
}

function readHashes(code: string): CodeHashes {
  let written: string;
  try {
    written = readFileSync(hashesPath(code), 'utf8');
  } catch {
    return hashCode(code);
  }
  const [index = '', answers = ''] = written.split(' ');
  return { index, answers };
}

/**
 * Returns a hash of everything that the body of a response depends on except the catalog: code,
 * data and settings.
 */
export function buildOf(source: EntrySource): string {
  return hashWithSettings(source, codeHashes().answers).slice(0, BUILD_LENGTH);
}

/** Returns a hash of a code hash and of the settings that determine how that code reads a table. */
export function hashWithSettings(
  { table, key, fields, names, language = 'english' }: EntrySource,
  code: string,
): string {
  const settings = [table, key, fields, names, language].map((one) => one ?? null);
  return createHash('sha256').update(code).update(JSON.stringify(settings)).digest('hex');
}

/** 64 bits, so that the hashes of two builds will not collide. */
const BUILD_LENGTH = 16;

/** Stores the hashes of a folder of built code. */
export function writeCodeHashes(code: string): void {
  const { index, answers } = hashCode(code);
  writeFileSync(hashesPath(code), `${index} ${answers}`);
}

/** @param data the folder of the data */
export function hashCode(code: string, data = DATA): CodeHashes {
  const folders = readdirSync(code, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !GENERATED_FOLDERS.includes(entry.name))
    .map(({ name }) => name);
  const all = new Map([...codeIn(code, folders), ...dataIn(data)]);
  return { index: hashOf(codeIn(code, INDEX_FOLDERS)), answers: hashOf(all) };
}

/** Maps file names to contents. The names do not depend on where the folder is. */
type Contents = ReadonlyMap<string, Buffer>;

function codeIn(code: string, folders: readonly string[]): Contents {
  const names = folders.flatMap((folder) =>
    readdirSync(join(code, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => CODE_FILE.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(names.map((name) => [name.replaceAll(sep, '/'), readFileSync(join(code, name))]));
}

function dataIn(data: string): Contents {
  const names = readdirSync(data).filter((name) => DATA_FILE.test(name));
  return new Map(names.map((name) => [`data/${name}`, readFileSync(join(data, name))]));
}

/** Returns a hash of files, by name and contents. */
export function hashOf(contents: Contents): string {
  const hash = createHash('sha256');
  for (const name of [...contents.keys()].toSorted()) {
    hash.update(`${name}\n`).update(contents.get(name) ?? '');
  }
  return hash.digest('hex');
}

function hashesPath(code: string): string {
  return join(code, 'code-hashes');
}

/** Returns the version of this package, from package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return version;
}
