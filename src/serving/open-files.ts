import { readFileSync } from 'node:fs';

// Warns that fewer files can be open than the connections need (`ulimit -n`).

/** What a process has open besides connections: files, threads, the database. */
const OTHER_FILES = 100;

/**
 * Why fewer connections can be open than the settings allow; `undefined` where enough can. A
 * connection for which there is no file descriptor is closed by Node without a word.
 *
 * @param limits the limits of the process as Linux lists them; other systems list none
 */
export function fewFiles(maxConnections: number, limits = readLimits()): string | undefined {
  // Node raises the soft limit to the hard one when it starts, so the first figure is the limit.
  const [, most] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (most === undefined || Number(most) >= maxConnections + OTHER_FILES) return undefined;
  return `This process may open ${most} files, fewer than the ${maxConnections} connections of --max-connections need: callers beyond are hung up on without a log line. Raise the limit (ulimit -n, LimitNOFILE), or lower --max-connections`;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
