import type { Worker } from 'node:worker_threads';
import type { FuzzyOptions } from '../../search/fuzzy/synonyms.ts';
import { UnavailableError } from '../food-catalog.ts';
import type { CatalogResult, CatalogSearch, SearchedTable } from '../selection/catalog-searcher.ts';
import { startThread, ThreadError, threadError } from '../worker-thread.ts';
import { DEADLINE_MS, type QueuedSearch, type QueueLimits, SearchQueue } from './search-queue.ts';

// Manages the thread for long searches. Limits how many searches may wait for that thread, and
// decides when the thread ends.

const QUEUE_LIMITS: QueueLimits = { maxWaiting: 100, deadlineMs: DEADLINE_MS };

/** After this much idle time, the thread ends and frees its memory. */
const IDLE_MS = 30_000;

/** How long to wait before retrying if the system could not start the thread. */
const THREAD_RETRY_MS = 1_000;

export interface SlowLaneLimits extends Partial<QueueLimits> {
  readonly idleMs?: number;
}

/** The data that the thread starts with. */
export interface SlowLaneData {
  readonly table: SearchedTable;
  readonly fuzzy: FuzzyOptions;
  /** Holds the ID of the latest search that must end. */
  readonly cancelledId: Int32Array;
}

/** A search sent to the thread, and the thread's result. */
export interface SlowSearch {
  readonly id: number;
  readonly search: CatalogSearch;
}
export interface SlowAnswer {
  readonly id: number;
  /** Absent if the search was ended early. */
  readonly found?: CatalogResult;
}

/**
 * Runs long searches in a separate thread, so that they delay no other searches. The thread
 * searches the same index in shared memory, one query at a time. The thread starts on first use.
 */
export class SlowLane {
  readonly #data: SlowLaneData;
  #idleMs: number;
  readonly #queue: SearchQueue;
  #thread: Worker | undefined;
  #running: QueuedSearch | undefined;
  /** The ID of the running or latest search. */
  #id = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #retryAtMs = 0;
  /** Why no thread could start at the last attempt. */
  #cause: unknown;

  constructor(table: SearchedTable, fuzzy: FuzzyOptions, limits: SlowLaneLimits = {}) {
    const { idleMs = IDLE_MS, ...queueLimits } = limits;
    const cancelledId = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#data = { table, fuzzy, cancelledId };
    this.#idleMs = idleMs;
    this.#queue = new SearchQueue({ ...QUEUE_LIMITS, ...queueLimits }, () => {
      Atomics.store(cancelledId, 0, this.#id);
    });
  }

  /**
   * @param caller The caller, such as an address.
   * @param endsAtMs The deadline, if the search has already waited for its turn.
   * @throws UnavailableError if too many searches of this caller, or in total, are waiting; if this
   *   search takes too long; or if no thread can start.
   */
  search(search: CatalogSearch, caller: string, endsAtMs?: number): Promise<CatalogResult> {
    if (performance.now() < this.#retryAtMs) {
      return Promise.reject(new UnavailableError('thread', { cause: this.#cause }));
    }
    const found = this.#queue.add(search, caller, endsAtMs);
    if (this.#running === undefined) this.#runNext();
    return found;
  }

  /** Ends the thread once its searches are done, since the table has been replaced. */
  retire(): void {
    this.#idleMs = 0;
    if (this.#running === undefined) this.#goIdle();
  }

  #runNext(): void {
    this.#running = this.#queue.take();
    if (this.#running === undefined) {
      this.#goIdle();
      return;
    }
    clearTimeout(this.#idleTimer);
    try {
      this.#thread ??= this.#start();
    } catch (error) {
      this.#refuseAll(error);
      return;
    }
    this.#thread.ref();
    const { search } = this.#running;
    this.#thread.postMessage({ id: ++this.#id, search } satisfies SlowSearch);
  }

  /** Rejects the running search and those that are waiting, since no thread can start. */
  #refuseAll(cause: unknown): void {
    this.#cause = cause;
    this.#retryAtMs = performance.now() + THREAD_RETRY_MS;
    for (let next = this.#running; next !== undefined; next = this.#queue.take()) {
      next.reject(new UnavailableError('thread', { cause }));
    }
    this.#running = undefined;
  }

  #start(): Worker {
    const worker = startThread('slow-lane-worker', import.meta.url, this.#data);
    const onEnd = (error: Error) => {
      if (this.#thread !== worker) return;
      this.#thread = undefined;
      const reason = threadError(error);
      if (reason instanceof ThreadError) this.#refuseAll(reason);
      else this.#settle((search) => search.reject(reason));
    };
    worker.on('message', ({ found }: SlowAnswer) => {
      this.#settle((search) => {
        if (found !== undefined) search.resolve(found);
      });
    });
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('The thread for long searches ended')));
    return worker;
  }

  /** Settles the running search and begins the next. */
  #settle(settle: (search: QueuedSearch) => void): void {
    if (this.#running === undefined) return;
    settle(this.#running);
    this.#runNext();
  }

  /** Lets the process end while the thread waits, and ends the thread if nobody needs it. */
  #goIdle(): void {
    this.#thread?.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      const thread = this.#thread;
      this.#thread = undefined;
      thread?.terminate();
    }, this.#idleMs).unref();
  }
}
