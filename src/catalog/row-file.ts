import { randomBytes } from 'node:crypto';
import { closeSync, createWriteStream, openSync, read, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

// Stores a database's rows in an unnamed temporary file until they are indexed.

const readFrom = promisify(read);

/** How many bytes are read at a time, and how many may be queued for writing. */
const BUFFER_BYTES = 2 ** 20;

/**
 * A temporary file that nobody else can open and that disappears with the process. If no file can
 * be created, the bytes are in memory. Plain data that every thread of the process can read.
 */
export interface RowFile {
  readonly file: number | undefined;
  readonly memory: Uint8Array[];
}

export function createRowFile(): RowFile {
  const path = join(tmpdir(), `food-lookup-${randomBytes(8).toString('hex')}`);
  try {
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return { file, memory: [] };
  } catch {
    return { file: undefined, memory: [] };
  }
}

/** Creates a writer for the file. If its rows are not needed, call {@link stopWriting}. */
export function writerOf({ file, memory }: RowFile): Writable {
  if (file !== undefined) {
    return createWriteStream('', { fd: file, autoClose: false, highWaterMark: BUFFER_BYTES });
  }
  return new Writable({
    write(bytes: Uint8Array, _encoding, done) {
      // A Buffer's own slice() would not copy.
      memory.push(new Uint8Array(bytes));
      done();
    },
  });
}

/** Yields all bytes in chunks. */
export async function* bytesOf({ file, memory }: RowFile): AsyncGenerator<Uint8Array> {
  yield* memory;
  for (let at = 0; file !== undefined; ) {
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    const { bytesRead } = await readFrom(file, buffer, 0, BUFFER_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Closes the file, which frees its disk space. No writer may be active. */
export function closeRowFile({ file }: RowFile): void {
  if (file !== undefined) closeSync(file);
}

/**
 * Drops the rows that are not written yet. Resolves once no more can be written. Only then may the
 * file be closed, since the next file or socket that is opened may get the same descriptor.
 */
export async function stopWriting(writer: Writable): Promise<void> {
  await finished(writer.destroy()).catch(() => {});
}
