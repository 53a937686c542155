import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import yauzl from 'yauzl';
import { messageOf } from '../../errors/user-error.ts';
import { ImportError } from '../import-error.ts';

// Opens the files to import: folders, `.gz`, `.zip`. Refuses missing files, and archives that are
// damaged or too large.

/** A file to import, on disk or inside an archive. */
export interface SourceFile {
  /** The file name without folders or `.gz`. */
  readonly name: string;
  /** The path of the file, or of the archive it is in. */
  readonly path: string;
  /** Whether the file is in an archive or gzipped. */
  readonly isPacked: boolean;
  /** The size after expansion, if the archive states it. */
  readonly bytes?: number;
  /** Returns the expanded bytes. Can be called more than once. */
  read(): AsyncIterable<Buffer>;
}

const CHUNK_BYTES = 2 ** 16;

/** The maximum size of a compressed file once expanded, unless more is allowed: 64 GiB. */
export const DEFAULT_MAX_EXPANDED_BYTES = 2 ** 36;

/**
 * Lists the files at a path: a single file, or the files in a folder or zip archive. Gzip is
 * expanded.
 *
 * @param maxBytes - the most that one compressed file may expand to
 * @throws ImportError if the path does not exist, or an archive is damaged
 */
export async function listSourceFiles(path: string, maxBytes = DEFAULT_MAX_EXPANDED_BYTES) {
  const stats = await stat(path).catch(notReadable(path));
  if (stats.isDirectory()) {
    const names = await readdir(path, { withFileTypes: true }).catch(notReadable(path));
    const files = names
      .filter((file) => file.isFile() && !isMadeByMac(file.name))
      .map((file) => plainOrGzip(join(path, file.name), maxBytes));
    return { files: await Promise.all(files), close() {} };
  }
  if (!stats.isFile()) {
    throw new ImportError(path, 'it is not a file or a folder. Save the data as a file first.');
  }
  if ((await startOf(path)).equals(ZIP)) return listZip(path, maxBytes);
  return { files: [await plainOrGzip(path, maxBytes)], close() {} };
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Checks for files that macOS adds to folders and archives. */
function isMadeByMac(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\._|(?:^|\/)\.DS_Store$/.test(name);
}

async function startOf(path: string): Promise<Buffer> {
  const start = createReadStream(path, { end: ZIP.length - 1 });
  return Buffer.concat(await start.toArray().catch(notReadable(path)));
}

const UNREADABLE_BECAUSE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder. Check the path.',
  EACCES: 'this user is not allowed to read it.',
};

function notReadable(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const reason = UNREADABLE_BECAUSE[error.code ?? ''] ?? `${error.message}.`;
    throw new ImportError(path, reason, { cause: error });
  };
}

async function plainOrGzip(path: string, maxBytes: number): Promise<SourceFile> {
  const isGzip = (await startOf(path)).subarray(0, 2).equals(GZIP);
  const readPlain = () => createReadStream(path);
  if (!isGzip) return { name: basename(path), path, isPacked: false, read: readPlain };
  return {
    name: basename(path).replace(/\.gz$/, ''),
    path,
    isPacked: true,
    read: () => {
      // `pipeline` destroys both streams on an error, even if the archive was cut off.
      const expanded = createGunzip({ chunkSize: CHUNK_BYTES });
      pipeline(readPlain(), expanded, () => {});
      return limited(path, expanded, maxBytes);
    },
  };
}

async function listZip(path: string, maxBytes: number) {
  try {
    const archive = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    const files: SourceFile[] = [];
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/') || isMadeByMac(entry.fileName)) continue;
      files.push({
        name: basename(entry.fileName),
        path,
        isPacked: true,
        bytes: entry.uncompressedSize,
        read: () => limited(path, archive.openReadStreamPromise(entry), maxBytes, entry.crc32),
      });
    }
    return { files, close: () => archive.close() };
  } catch (error) {
    throw damaged(path, error);
  }
}

function damaged(path: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const text = `the archive is damaged or truncated (${messageOf(error)}). Download it again.`;
  return new ImportError(path, text, { cause: error });
}

/**
 * Passes bytes through, and throws once they exceed the expansion limit.
 *
 * @param checksum - the CRC-32 that the archive states, if nothing else checks it
 */
async function* limited(
  path: string,
  chunks: Readable | Promise<Readable>,
  maxBytes: number,
  checksum?: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let sum = 0;
  try {
    for await (const chunk of await chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new ImportError(
          path,
          `it expands to more than ${maxBytes.toLocaleString('en')} bytes. ` +
            'Allow more if you trust it: --max-expanded <bytes>.',
        );
      }
      if (checksum !== undefined) sum = crc32(chunk, sum);
      yield chunk;
    }
    if (checksum !== undefined && sum !== checksum) throw new Error('wrong checksum');
  } catch (error) {
    throw damaged(path, error);
  }
}
