import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

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
