import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../errors/user-error.ts';
import { ENCODINGS, type Encoding } from '../compression.ts';

// Reads the built page into memory, with its compressed copies.

/** The folder that the build writes the page to. The path is the same from `src` and `dist`. */
export const PAGE_FOLDER = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The suffixes that the build gives to compressed files. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** A file of the page, held in memory. */
export interface PageFile {
  /** The path at which it is served: `/lab.html`, but `/` for `/index.html`. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The compressed copies that the build made. */
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
  /** Whether the name changes with the content. */
  readonly isHashed: boolean;
}

/**
 * Reads the built page. Only these files have URLs, so no path can lead out of the folder.
 *
 * @throws UserError if nothing is built
 */
export function readPageFiles(folder: string): PageFile[] {
  // fs.globSync is not used, since an older Node would fail to import it before the program can say
  // that Node is too old.
  const found = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const all = found.map((name) => name.replaceAll(sep, '/'));
  const names = all.filter((name) => extname(name) in TYPES);
  if (!names.includes('index.html'))
    throw new UserError(`Cannot serve the page: ${folder} has no index.html. Run "npm run build".`);
  return names.map((name) => ({
    path: name === 'index.html' ? '/' : `/${name}`,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    body: readFileSync(join(folder, name)),
    compressed: new Map(
      ENCODINGS.filter((encoding) => all.includes(name + SUFFIXES[encoding])).map((encoding) => [
        encoding,
        readFileSync(join(folder, name + SUFFIXES[encoding])),
      ]),
    ),
    isHashed: name.startsWith('assets/'),
  }));
}
