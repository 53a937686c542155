import type { Worker } from 'node:worker_threads';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { startThread, threadError } from '../catalog/worker-thread.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { Health } from '../http/handlers.ts';
import type { ThreadCounts } from '../http/observation/metrics.ts';
import type { ApiServerParts } from './api-server.ts';

// Lets the main thread talk to a serving thread.

/** The data that a thread starts with. */
export interface ThreadStart extends Pick<ApiServerParts, 'settings' | 'health' | 'rateCounts'> {
  /** The foods; undefined until they are loaded. */
  readonly data?: CatalogData;
  /** The shared port; if undefined, it is sent once it is reserved. */
  readonly port?: number;
}

export type ToThread =
  | { readonly kind: 'listen'; readonly port: number }
  | { readonly kind: 'data'; readonly data: CatalogData }
  | { readonly kind: 'cors'; readonly cors: CorsOptions }
  | { readonly kind: 'health'; readonly health: Health }
  | { readonly kind: 'counts' }
  | { readonly kind: 'stopListening' }
  | { readonly kind: 'stop'; readonly isAtOnce: boolean };

export interface FromThread {
  /** The kind of message that the thread has dealt with. */
  readonly done?: ToThread['kind'];
  /** Why the thread cannot listen. Not an Error, which would lose its code between threads. */
  readonly fault?: { readonly message: string; readonly code: string };
  readonly refusal?: string;
  readonly counts?: ThreadCounts | undefined;
}

export interface ThreadListeners {
  readonly onRefusal: (refusal: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Equals `--max-semi-space-size=2` of the main thread, since this limit covers three such spaces.
 */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

/** How long a thread may take to report its counts. */
const COUNT_LIMIT_MS = 2_000;

/**
 * Called with the kind of each message that a thread has dealt with, and without a kind when the
 * thread ends.
 */
type Waiting = (done?: ToThread['kind']) => void;

/** A serving thread, as the main thread sees it. */
export class ThreadHandle {
  readonly #worker: Worker;
  /**
   * The pending calls. Racing each call against {@link ended} would keep a promise per call until
   * the thread ends.
   */
  readonly #waiting = new Set<Waiting>();
  #isListening = false;
  #hasEnded = false;
  /** The counts that the thread reported last. */
  counted: ThreadCounts | undefined;
  /** Whether a request for the thread's counts is pending. */
  #isCounting = false;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when the thread listens; rejects if it cannot listen or start. */
  readonly listening: Promise<void>;

  /** @throws ThreadError if the system cannot start the thread */
  constructor(start: ThreadStart, { onRefusal, onError }: ThreadListeners) {
    this.#worker = startThread('serving-thread', import.meta.url, start, LIMITS);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    this.ended = ended;
    this.listening = listening;
    this.#worker.on('error', (error) => {
      if (this.#isListening) onError(error);
      else reject(threadError(error));
    });
    this.#worker.on('message', (message: FromThread) => {
      const { done, fault, refusal, counts } = message;
      if (fault !== undefined) {
        reject(Object.assign(new Error(fault.message), { code: fault.code }));
      } else if (done === 'listen') {
        this.#isListening = true;
        resolve();
      }
      if (refusal !== undefined) onRefusal(refusal);
      if (counts !== undefined) {
        this.counted = counts;
        this.#isCounting = false;
      }
      if (done !== undefined) for (const waiting of this.#waiting) waiting(done);
    });
    this.#worker.once('exit', () => {
      this.#hasEnded = true;
      for (const waiting of this.#waiting) waiting();
      reject(new Error('the thread ended before it could listen.'));
      end();
    });
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** Resolves when the thread answers from this data, or has ended. */
  async replace(data: CatalogData): Promise<void> {
    this.tell({ kind: 'data', data });
    await this.#until('data');
  }

  /**
   * Returns the thread's counts. If it does not reply in time or has ended, returns the last counts
   * reported.
   */
  async counts(): Promise<ThreadCounts | undefined> {
    // Without this check, requests would pile up in a thread that does not reply.
    if (!this.#isCounting) this.tell({ kind: 'counts' });
    this.#isCounting = true;
    await this.#until('counts', COUNT_LIMIT_MS);
    return this.counted;
  }

  /** Resolves when the thread accepts no more connections or has ended, or after this time. */
  async stopListening(limitMs: number): Promise<void> {
    this.tell({ kind: 'stopListening' });
    await this.#until('stopListening', limitMs);
  }

  /** Ends the thread: immediately, or after the requests in flight. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.tell({ kind: 'stop', isAtOnce });
    await this.ended;
  }

  /** Terminates the thread, even if it is busy. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  /**
   * Resolves when the thread has handled a message of this kind, when it ends, or after this time.
   */
  #until(kind: ToThread['kind'], limitMs?: number): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const settle = () => {
      this.#waiting.delete(waiting);
      clearTimeout(timer);
      resolve();
    };
    const waiting: Waiting = (done = kind) => {
      if (done === kind) settle();
    };
    const timer = limitMs === undefined ? undefined : setTimeout(settle, limitMs);
    this.#waiting.add(waiting);
    return promise;
  }
}
