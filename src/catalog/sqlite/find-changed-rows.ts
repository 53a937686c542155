import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import {
  type EntrySource,
  MAX_CHANGED_SHARE,
  type NumberedRows,
  type ServedTable,
} from '../entry-store.ts';
import { startThread } from '../worker-thread.ts';
import type { CopyRequest } from './table-copy.ts';

// Finds which rows of a large table have changed, in a thread (table-copy.ts) that holds a copy of it.

/** Tables with fewer rows are read in about 0.1 s, so they need no copy. */
const MIN_ROWS = 50_000;

type CopyAnswer = number | NumberedRows | undefined;

/** Remembers whether the thread's copy has the data that is served. */
export class ChangedRowFinder {
  readonly #source: EntrySource;
  #worker: Worker | undefined;
  /** The copied data: the change mark from before it was read, and the number of rows. */
  #copied: Omit<ServedTable, 'key'> | undefined;
  /** Resolves when the thread is free. */
  #whenFree: Promise<unknown> = Promise.resolve();

  constructor(source: EntrySource) {
    this.#source = source;
  }

  /**
   * Returns the rows that changed since the table was read; `undefined` if unknown or too many. In
   * that case, the table is copied, so that the next changes are found.
   *
   * @param mark the change mark of the file now
   * @param isCertain whether any later write changes the mark
   */
  async since(
    served: ServedTable,
    mark: string,
    isCertain: boolean,
  ): Promise<NumberedRows | undefined> {
    await this.#whenFree;
    const { mark: copied, count = 0 } = this.#copied ?? {};
    this.#copied = undefined;
    if (copied === served.mark && count === served.count) {
      const rows = await this.#ask({ max: Math.ceil(count * MAX_CHANGED_SHARE) });
      if (typeof rows === 'object') {
        this.#copied = { mark, count };
        return rows;
      }
    }
    if (isCertain && served.count >= MIN_ROWS) this.#whenFree = this.#copy(mark);
    return undefined;
  }

  /** Copies the table, if its file still has this change mark. */
  async #copy(mark: string): Promise<void> {
    const count = await this.#ask({ mark, max: 0 });
    if (typeof count === 'number') this.#copied = { mark, count };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Returns `undefined` if the thread fails. The whole table is then read. */
  async #ask(request: CopyRequest): Promise<CopyAnswer> {
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(request);
      const [answer]: CopyAnswer[] = await once(this.#worker, 'message');
      return answer;
    } catch {
      this.#worker = undefined;
      return undefined;
    }
  }

  #start(): Worker {
    const worker = startThread('table-copy', import.meta.url, { copied: this.#source });
    worker.unref();
    return worker.on('error', () => {
      this.#worker = undefined;
    });
  }
}
