import type { Worker } from 'node:worker_threads';
import { elementAt } from '../../search/flat-arrays.ts';
import type { Language } from '../../search/fuzzy/language.ts';
import { type SearchIndex, SearchIndexBuilder } from '../../search/search-index.ts';
import { startThread, threadError } from '../worker-thread.ts';

// Indexes a large table in a separate thread. Decides how large a table must be for that, and how
// many batches may wait.

/**
 * Once more rows than this have been read, in whole batches, a separate thread builds the index
 * while this one reads on. With fewer rows, the work would be done before that thread had started.
 */
const WORKER_ROWS = 50_000;

/** How many rows are sent at a time: enough that sending costs little compared to indexing. */
const SENT_ROWS = 10_000;

/** Reading pauses while the thread has more batches than this, including the current one. */
export const MAX_WAITING = 4;

/** The thread's message after each batch. */
export const DONE = 'done';

/** Each row's description, followed by its other names. */
export type IndexedTexts = readonly (string | null)[];

/** A message to the thread: the texts of the next rows, or `build` after the last ones. */
export type IndexWorkerMessage = IndexedTexts | 'build';

/** Adds rows to an index. */
export function addTexts(builder: SearchIndexBuilder, texts: IndexedTexts): void {
  for (let i = 0; i < texts.length; i += 2) {
    builder.add(elementAt(texts, i), elementAt(texts, i + 1));
  }
}

/** Builds an index of descriptions as they arrive. */
export class IndexBuilding {
  #batch: (string | null)[] = [];
  #batches: (string | null)[][] = [];
  #thread: Worker | undefined;
  /** The index that the thread builds. */
  readonly #index = Promise.withResolvers<SearchIndex>();
  #waiting = 0;
  #onDone: () => void = () => {};
  readonly #language: Language | undefined;
  readonly #workerRows: number;
  readonly #sentRows: number;

  /** @param language of the descriptions; if unknown, English */
  constructor(language?: Language, { workerRows = WORKER_ROWS, sentRows = SENT_ROWS } = {}) {
    this.#language = language;
    this.#workerRows = workerRows;
    this.#sentRows = sentRows;
    // Keeps Node from ending the process if the thread fails before anybody awaits the index.
    this.#index.promise.catch(() => {});
  }

  /** @param names other names of the food */
  add(description: string | null, names: string | null): void {
    this.#batch.push(description, names);
    if (this.#batch.length < 2 * this.#sentRows) return;
    this.#batches.push(this.#batch);
    this.#batch = [];
    if (this.#batches.length * this.#sentRows > this.#workerRows) this.#thread ??= this.#start();
    if (this.#thread !== undefined) this.#sendTo(this.#thread);
  }

  /** How many batches the thread has not finished yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves once there is room for more rows. Reading is faster than indexing, so unlimited
   * batches would fill the memory. Rejects if the thread has ended.
   */
  async ready(): Promise<void> {
    while (this.#waiting > MAX_WAITING) {
      const done = new Promise<void>((resolve) => {
        this.#onDone = resolve;
      });
      await Promise.race([done, this.#index.promise]);
    }
  }

  /** Returns the index of everything that was added. Nothing can be added afterward. */
  async finish(): Promise<SearchIndex> {
    this.#batches.push(this.#batch);
    if (this.#thread !== undefined) {
      this.#sendTo(this.#thread);
      this.#thread.postMessage('build' satisfies IndexWorkerMessage);
      return this.#index.promise;
    }
    const builder = new SearchIndexBuilder(this.#language);
    for (const batch of this.#batches) addTexts(builder, batch);
    return builder.build();
  }

  /** Ends the thread, if any, because the index is no longer needed. */
  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { resolve, reject } = this.#index;
    return startThread('index-worker', import.meta.url, { language: this.#language })
      .on('message', (message: SearchIndex | typeof DONE) => {
        if (message !== DONE) return resolve(message);
        this.#waiting -= 1;
        this.#onDone();
      })
      .once('error', (error) => reject(threadError(error)))
      .once('exit', () => reject(new Error('The thread that builds the index ended.')));
  }

  #sendTo(thread: Worker): void {
    for (const batch of this.#batches) thread.postMessage(batch satisfies IndexWorkerMessage);
    this.#waiting += this.#batches.length;
    this.#batches = [];
  }
}
