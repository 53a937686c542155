import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts a thread that runs a file of this folder, by its name without the extension. */
export function startThread(name: string, workerData?: object): Worker {
  // Built or run from its source, this file and the thread's have the same extension.
  return new Worker(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url), {
    workerData,
  });
}
