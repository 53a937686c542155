import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ImportError } from '../../import/import-error.ts';

// Refuses an import whose target is its source, or is inside it.

/**
 * Makes sure that an import does not write over what it reads, by whatever path, link or spelling the
 * target is named: it must be neither the source nor in a folder that is one.
 *
 * @throws ImportError where it is
 */
export function refuseSource(source: string, target: string): void {
  const read = statsOf(source);
  if (read === undefined) return;
  const written = statsOf(target);
  if (written !== undefined && written.dev === read.dev && written.ino === read.ino) {
    throw new ImportError(source, 'it is also the target. Name another file with --to.');
  }
  if (!read.isDirectory()) return;
  const folder = statSync(dirname(finalPath(target)), { throwIfNoEntry: false });
  if (folder !== undefined && folder.dev === read.dev && folder.ino === read.ino) {
    throw new ImportError(source, 'the target is in it. Name a file elsewhere with --to.');
  }
}

/** The path with all links followed, the last name aside where there is no such file. */
function finalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = statSync(dirname(resolve(path)), { throwIfNoEntry: false });
    return folder === undefined
      ? resolve(path)
      : join(realpathSync(dirname(resolve(path))), basename(path));
  }
}

/** `undefined` where nothing is there or can be reached, which reading it explains. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
