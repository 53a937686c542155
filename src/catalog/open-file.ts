import { closeSync, openSync, readSync } from 'node:fs';

// Opens files that `using` closes.

/** Opens a file, and closes it when disposed of. */
export function openFile(path: string, flags = 'r'): Disposable & { readonly descriptor: number } {
  const descriptor = openSync(path, flags);
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) };
}

/** Returns the first bytes of a file, at most this many. */
export function firstBytes(path: string, length: number): Buffer {
  using file = openFile(path);
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file.descriptor, bytes));
}
