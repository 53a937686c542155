import type { Worker } from 'node:worker_threads';
import { type SearchIndex, SearchIndexBuilder } from '../../search/search-index.ts';
import { startThread } from '../worker-thread.ts';

/**
 * From this many rows on, a separate thread builds the index while another reads the rows. With
 * fewer, the work would be done before that thread had started.
 */
const WORKER_ROWS = 50_000;

/** Descriptions sent at once: enough that sending costs little beside indexing. */
const BATCH_SIZE = 10_000;

/** Batches that may wait for the thread: one that it is at, and the next ones. */
export const MOST_WAITING = 4;

/** What the thread says of each batch that it is done with. */
export const DONE = 'done';

/** What is sent to the thread: some descriptions in their order, or that there are no more. */
export type IndexWorkerMessage = readonly (string | null)[] | 'build';

/** Builds an index of descriptions that come one by one. */
export class IndexBuilding {
  #batch: (string | null)[] = [];
  #batches: (string | null)[][] = [];
  #thread: IndexThread | undefined;

  add(description: string | null): void {
    this.#batch.push(description);
    if (this.#batch.length < BATCH_SIZE) return;
    this.#batches.push(this.#batch);
    this.#batch = [];
    if (this.#thread === undefined && this.#batches.length * BATCH_SIZE > WORKER_ROWS) {
      this.#thread = new IndexThread();
    }
    this.#sendBatches();
  }

  /** How many batches wait for the thread. */
  get waiting(): number {
    return this.#thread?.waiting ?? 0;
  }

  /** Resolves once there is room for more: whoever reads faster than is indexed would fill the memory. */
  async ready(): Promise<void> {
    while (this.waiting > MOST_WAITING) await this.#thread?.done();
  }

  /** The index of all that was added, which ends the building. */
  async finish(): Promise<SearchIndex> {
    this.#batches.push(this.#batch);
    if (this.#thread !== undefined) {
      this.#sendBatches();
      return this.#thread.build();
    }
    const builder = new SearchIndexBuilder();
    for (const description of this.#batches.flat()) builder.add(description);
    return builder.build();
  }

  /** Ends the thread, if there is one: the index is no longer needed. */
  async stop(): Promise<void> {
    await this.#thread?.stop();
  }

  #sendBatches(): void {
    if (this.#thread === undefined) return;
    for (const batch of this.#batches) this.#thread.add(batch);
    this.#batches = [];
  }
}

class IndexThread {
  readonly #worker: Worker;
  readonly #index: Promise<SearchIndex>;
  waiting = 0;
  #onDone: () => void = () => {};

  constructor() {
    this.#worker = startThread('index-worker', import.meta.url);
    this.#index = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: SearchIndex | typeof DONE) => {
        if (message !== DONE) return resolve(message);
        this.waiting -= 1;
        this.#onDone();
      });
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('The thread that builds the index ended.')));
    });
    // The fault goes to the caller that waits for the index, and it may start waiting later.
    this.#index.catch(() => {});
  }

  add(batch: readonly (string | null)[]): void {
    this.waiting += 1;
    this.#send(batch);
  }

  /** Resolves when it is done with one more batch; rejects where it has ended. */
  async done(): Promise<unknown> {
    const done = new Promise<void>((resolve) => {
      this.#onDone = resolve;
    });
    return Promise.race([done, this.#index]);
  }

  build(): Promise<SearchIndex> {
    this.#send('build');
    return this.#index;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: IndexWorkerMessage): void {
    this.#worker.postMessage(message);
  }
}
