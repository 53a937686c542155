import { randomFill } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { platform } from 'node:process';
import { promisify } from 'node:util';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { isErrorWith, messageOf, UserError } from '../errors/user-error.ts';

// Starts worker threads, and the text of the error where one cannot; the priority of those that load.

/** The codes of errors where the system has no room for one more thread, or for its files. */
const NO_ROOM = [
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
];

/** The system has no room for another thread. It may have later. */
export class ThreadError extends UserError {
  override readonly name = 'ThreadError';

  constructor(cause: unknown) {
    super(
      `A thread cannot start (${messageOf(cause)}): raise the limit on threads or files (pids.max, TasksMax, ulimit -u, ulimit -n), or lower --threads.`,
      { cause },
    );
  }
}

/** A {@link ThreadError} where a thread ended for want of room, any other error as it is. */
export function threadFault(error: unknown): unknown {
  return isErrorWith(error, ...NO_ROOM) ? new ThreadError(error) : error;
}

/**
 * Starts a thread that runs a file beside the one that asks.
 *
 * @param name of the file, without its extension
 * @param from the `import.meta.url` of the file that asks
 * @throws ThreadError where there is no room for it; some reasons come later, see {@link threadFault}
 */
export function startThread(
  name: string,
  from: string,
  workerData?: object,
  resourceLimits?: ResourceLimits,
): Worker {
  // Built or run from its source, both files have the same extension.
  const file = new URL(`./${name}${extname(from)}`, from);
  try {
    return new Worker(file, { workerData, ...(resourceLimits && { resourceLimits }) });
  } catch (error) {
    throw threadFault(error);
  }
}

/**
 * Has Node start its own threads for files, names and compression, which it would start when they are
 * first used: without room for them then, it ends the process.
 */
export async function startNodesThreads(): Promise<void> {
  await promisify(randomFill)(new Uint8Array(1));
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
