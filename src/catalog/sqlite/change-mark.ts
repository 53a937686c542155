import { accessSync, constants, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

// How changes of a SQLite file are noticed: its times, its log, a watched folder.

/** A database file and its log: writing to either, or replacing the file, changes one of them. */
const FILE_ENDINGS = ['', '-wal'];

/**
 * A text that changes when the file or its log is written to or replaced.
 *
 * @throws the error of the system where the file is gone or cannot be read any more
 */
export function markOf(path: string): string {
  // Reading needs a permission that asking for its size and time does not. The file is not opened:
  // closing it would drop all locks of the process on it (https://www.sqlite.org/howtocorrupt.html 2.2).
  accessSync(path, constants.R_OK);
  return FILE_ENDINGS.map((ending) => {
    const stats = statSync(`${path}${ending}`, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '-' : [stats.dev, stats.ino, stats.size, stats.mtimeNs].join();
  }).join(' ');
}

/**
 * Calls back when the file or its log is written to or replaced. The folder is watched, since a
 * watch on a file ends where another takes its place. Where the system cannot watch it, nothing is
 * called.
 */
export function watchFile(path: string, onHint: () => void): FSWatcher | undefined {
  const names = FILE_ENDINGS.map((ending) => basename(path) + ending);
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || names.includes(name)) onHint();
    });
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}
