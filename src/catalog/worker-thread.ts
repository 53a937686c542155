import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { platform } from 'node:process';
import { Worker } from 'node:worker_threads';

// Starts worker threads; how far those that load give way to those that serve.

/**
 * Starts a thread that runs a file beside the one that asks.
 *
 * @param name of the file, without its extension
 * @param from the `import.meta.url` of the file that asks
 */
export function startThread(name: string, from: string, workerData?: object): Worker {
  // Built or run from its source, both files have the same extension.
  return new Worker(new URL(`./${name}${extname(from)}`, from), { workerData });
}

const NICE = 10;

/** Lets other threads go first, such as those that serve. Only Linux gives each thread a priority. */
export function lowerPriority(): void {
  if (platform === 'linux') setPriority(NICE);
}

/**
 * For how long this thread could have run until now and others did, in ms. Only Linux says so, where its
 * files may be read; elsewhere 0.
 */
export function cpuWaitMs(): number {
  try {
    const [, waitedNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    return 0;
  }
}
