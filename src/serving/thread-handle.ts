import type { Worker } from 'node:worker_threads';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { startThread, threadFault } from '../catalog/worker-thread.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { Health } from '../http/health.ts';
import type { ThreadCounts } from '../http/observation/metrics.ts';
import type { ThreadSettings } from './serving.ts';

// How the main thread talks to a serving thread: messages, its memory, how long to wait for counts.

/** What a thread starts with. */
export interface ThreadStart {
  readonly settings: ThreadSettings;
  /** Absent while they are loaded. */
  readonly data?: CatalogData;
  /** Absent while it is being reserved: it is sent later. */
  readonly port?: number;
  readonly health: Health;
  readonly hasMetrics: boolean;
  /** The requests of each caller, over all threads. */
  readonly rateCounts: SharedArrayBuffer | undefined;
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
  readonly isListening?: true;
  readonly hasStoppedListening?: true;
  /** It answers from the data that were sent. */
  readonly hasData?: true;
  /** Why it cannot listen: errors lose their code between threads. */
  readonly fault?: { readonly message: string; readonly code: string | undefined };
  readonly refusal?: string;
  readonly counts?: ThreadCounts | undefined;
}

export interface ThreadListeners {
  readonly onRefusal: (refusal: string) => void;
  readonly onError: (error: unknown) => void;
}

/** What `--max-semi-space-size=2` gives the main thread: V8 counts three of these spaces. */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

/** The time limit for a thread to report its counts. */
const COUNT_LIMIT_MS = 2_000;

/** Called with each message of a thread, and without one when it ends. */
type Waiting = (message?: FromThread) => void;

/** A serving thread, as the main thread sees it. */
export class ThreadHandle {
  readonly #worker: Worker;
  /** Settled once each. Racing {@link ended} would leave a promise per call until the thread ends. */
  readonly #waiting = new Set<Waiting>();
  #isListening = false;
  #hasEnded = false;
  #counted: ThreadCounts | undefined;
  /** Whether a request for its counts is unanswered. */
  #isCounting = false;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when it listens; rejects where it cannot, or cannot start. */
  readonly listening: Promise<void>;

  /** @throws ThreadError where the system has no room for it */
  constructor(start: ThreadStart, { onRefusal, onError }: ThreadListeners) {
    this.#worker = startThread('serving-thread', import.meta.url, start, LIMITS);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    this.ended = ended;
    this.listening = listening;
    this.#worker.on('error', (error) => {
      if (this.#isListening) onError(error);
      else reject(threadFault(error));
    });
    this.#worker.on('message', (message: FromThread) => {
      const { isListening, fault, refusal, counts } = message;
      if (isListening) {
        this.#isListening = true;
        resolve();
      }
      if (fault !== undefined) {
        reject(Object.assign(new Error(fault.message), { code: fault.code }));
      }
      if (refusal !== undefined) onRefusal(refusal);
      if (counts !== undefined) {
        this.#counted = counts;
        this.#isCounting = false;
      }
      for (const waiting of this.#waiting) waiting(message);
    });
    this.#worker.once('exit', () => {
      this.#hasEnded = true;
      for (const waiting of this.#waiting) waiting();
      reject(new Error('the thread ended before it could listen.'));
      end();
    });
  }

  /** The counts of its last answer. */
  get counted(): ThreadCounts | undefined {
    return this.#counted;
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** Resolves when it answers from these data, or has ended. */
  async replace(data: CatalogData): Promise<void> {
    this.tell({ kind: 'data', data });
    await this.#until(({ hasData }) => hasData === true);
  }

  /** Its counts; if it does not answer in time or has ended, the last ones reported. */
  async counts(): Promise<ThreadCounts | undefined> {
    // Requests would pile up in a thread that does not answer.
    if (!this.#isCounting) this.tell({ kind: 'counts' });
    this.#isCounting = true;
    await this.#until(({ counts }) => counts !== undefined, COUNT_LIMIT_MS);
    return this.#counted;
  }

  /** Resolves when it accepts no more connections or has ended, or after this time. */
  async stopListening(limitMs: number): Promise<void> {
    this.tell({ kind: 'stopListening' });
    await this.#until(({ hasStoppedListening }) => hasStoppedListening === true, limitMs);
  }

  /** Ends it after the requests under way, or at once. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.tell({ kind: 'stop', isAtOnce });
    await this.ended;
  }

  /** Terminates it, whatever it is doing. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Resolves with the first such message, at the end of the thread, or after this time. */
  #until(isAwaited: (message: FromThread) => boolean, limitMs?: number): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const settle = () => {
      this.#waiting.delete(waiting);
      clearTimeout(timer);
      resolve();
    };
    const waiting: Waiting = (message) => {
      if (message === undefined || isAwaited(message)) settle();
    };
    const timer = limitMs === undefined ? undefined : setTimeout(settle, limitMs);
    this.#waiting.add(waiting);
    return promise;
  }
}
