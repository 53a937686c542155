import type { Worker } from 'node:worker_threads';
import { elementAt } from '../../search/flat-arrays.ts';
import type { Language } from '../../search/fuzzy/language.ts';
import { type SearchIndex, SearchIndexBuilder } from '../../search/search-index.ts';
import { startThread, threadFault } from '../worker-thread.ts';

// Indexes a large table in a separate thread: from how many rows on, and how many batches may wait.

/**
 * From this many rows on, a separate thread builds the index while this one reads the rows. With
 * fewer rows, the work would be done before that thread had started.
 */
const WORKER_ROWS = 50_000;

/** How many rows are sent at once: enough that sending costs little compared to indexing. */
const SENT_ROWS = 10_000;

/** How many batches the thread may have: the current one and waiting ones. */
export const MOST_WAITING = 4;

/** The thread's message after each batch. */
export const DONE = 'done';

/** Each row's description, followed by its other names. */
export type IndexedTexts = readonly (string | null)[];

/** A message to the thread: the texts of the next rows, or that there are no more. */
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
  #thread: IndexThread | undefined;
  readonly #language: Language | undefined;

  /** @param language of the descriptions; if unknown, English */
  constructor(language?: Language) {
    this.#language = language;
  }

  /** @param names other names of the food */
  add(description: string | null, names: string | null): void {
    this.#batch.push(description, names);
    if (this.#batch.length < 2 * SENT_ROWS) return;
    this.#batches.push(this.#batch);
    this.#batch = [];
    if (this.#thread === undefined && this.#batches.length * SENT_ROWS > WORKER_ROWS) {
      this.#thread = new IndexThread(this.#language);
    }
    this.#sendBatches();
  }

  /** How many batches are waiting for the thread. */
  get waiting(): number {
    return this.#thread?.waiting ?? 0;
  }

  /**
   * Resolves once there is room for more: otherwise, reading faster than indexing would fill the
   * memory.
   */
  async ready(): Promise<void> {
    while (this.waiting > MOST_WAITING) await this.#thread?.done();
  }

  /** Returns the index of all that was added, and ends the building. */
  async finish(): Promise<SearchIndex> {
    this.#batches.push(this.#batch);
    if (this.#thread !== undefined) {
      this.#sendBatches();
      return this.#thread.build();
    }
    const builder = new SearchIndexBuilder(this.#language);
    for (const batch of this.#batches) addTexts(builder, batch);
    return builder.build();
  }

  /** Ends the thread, if any: the index is no longer needed. */
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

  constructor(language: Language | undefined) {
    this.#worker = startThread('index-worker', import.meta.url, { language });
    this.#index = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: SearchIndex | typeof DONE) => {
        if (message !== DONE) return resolve(message);
        this.waiting -= 1;
        this.#onDone();
      });
      this.#worker.once('error', (error) => reject(threadFault(error)));
      this.#worker.once('exit', () => reject(new Error('The thread that builds the index ended.')));
    });
    // The error goes to whoever awaits the index, perhaps later.
    this.#index.catch(() => {});
  }

  add(batch: IndexedTexts): void {
    this.waiting += 1;
    this.#send(batch);
  }

  /** Resolves when the thread is done with another batch; rejects if it has ended. */
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
