import { randomFill } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { extname } from 'node:path';
import { platform } from 'node:process';
import { promisify } from 'node:util';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { isErrorWith, messageOf, UserError } from '../errors/user-error.ts';

// Starts worker threads, and explains why one cannot start. Lowers the priority of background
// threads.

/** Error codes of a system that cannot start another thread, or cannot open the thread's files. */
const NO_ROOM = [
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
];

/** Thrown if the system cannot start another thread now, but may later. */
export class ThreadError extends UserError {
  override readonly name = 'ThreadError';

  constructor(cause: unknown) {
    super(
      `A thread cannot start (${messageOf(cause)}): raise the limit on threads or files (pids.max, TasksMax, ulimit -u, ulimit -n), or lower --threads.`,
      { cause },
    );
  }
}

/**
 * Returns a {@link ThreadError} if a thread ended for lack of resources. Returns any other error
 * unchanged.
 */
export function threadError(error: unknown): unknown {
  return isErrorWith(error, ...NO_ROOM) ? new ThreadError(error) : error;
}

/**
 * Starts a thread that runs a file in the caller's folder.
 *
 * @param name of the file, without its extension, and of the thread
 * @param from the caller's `import.meta.url`
 * @throws ThreadError if it cannot start. Some causes show up later: see {@link threadError}
 */
export function startThread(
  name: string,
  from: string,
  workerData?: object,
  resourceLimits?: ResourceLimits,
): Worker {
  // Both files have the same extension, whether built or run from source.
  const file = new URL(`./${name}${extname(from)}`, from);
  try {
    return new Worker(file, { name, workerData, ...(resourceLimits && { resourceLimits }) });
  } catch (error) {
    throw threadError(error);
  }
}

/**
 * Makes Node start its thread pool (files, DNS, compression) now. If the pool could not be started
 * on first use, Node would crash while it serves requests.
 */
export async function startNodeThreadPool(): Promise<void> {
  await promisify(randomFill)(new Uint8Array(1));
}

const STEPS = 10;
const MIN_PRIORITY = 19;

/**
 * Lowers this thread's priority below that of the serving threads, but only on Linux: elsewhere,
 * this would lower the priority of the whole process.
 *
 * @param steps how much lower
 */
export function lowerPriority(steps = STEPS): void {
  if (platform === 'linux') setPriority(Math.min(getPriority() + steps, MIN_PRIORITY));
}

/**
 * Returns how long this thread has waited for a CPU so far, in ms; 0 if the system is not Linux, or
 * its files cannot be read.
 */
export function cpuWaitMs(): number {
  try {
    const [, waitedNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    return 0;
  }
}
