import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CatalogData } from '../catalog/memory-catalog.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { Health } from '../http/health.ts';
import type { MetricValues } from '../http/observation/metrics.ts';
import type { ThreadSettings } from './serving-app.ts';

/** What a thread starts with. */
export interface ThreadStart {
  readonly settings: ThreadSettings;
  /** Absent while they are loaded. */
  readonly data?: CatalogData;
  readonly port: number;
  readonly health: Health;
  readonly hasMetrics: boolean;
  /** The requests of each caller, over all threads. */
  readonly rateCounts: SharedArrayBuffer | undefined;
}

export type ToThread =
  | { readonly kind: 'data'; readonly data: CatalogData }
  | { readonly kind: 'cors'; readonly cors: CorsOptions }
  | { readonly kind: 'health'; readonly health: Health }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'stopListening' }
  | { readonly kind: 'stop'; readonly isAtOnce: boolean };

export interface FromThread {
  readonly isListening?: true;
  readonly hasStoppedListening?: true;
  /** The data that were sent are in force. */
  readonly hasData?: true;
  /** Why it cannot listen: errors lose their code on the way between threads. */
  readonly fault?: { readonly message: string; readonly code: string | undefined };
  readonly refusal?: string;
  readonly metrics?: MetricValues | undefined;
}

export interface ThreadListeners {
  readonly onRefusal: (refusal: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A serving thread, as the main thread sees it. */
export class ThreadHandle {
  readonly #worker: Worker;
  #counted: MetricValues | undefined;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when it listens; rejects where it cannot. */
  readonly listening: Promise<void>;

  constructor(start: ThreadStart, { onRefusal, onError }: ThreadListeners) {
    // Built or run from its source, this file and the thread's have the same extension.
    const url = new URL(`./serving-thread${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(url, { workerData: start });
    this.#worker.on('error', onError);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    this.ended = ended;
    this.listening = listening;
    this.#worker.on('message', ({ isListening, fault, refusal }: FromThread) => {
      if (isListening) resolve();
      if (fault !== undefined) {
        reject(Object.assign(new Error(fault.message), { code: fault.code }));
      }
      if (refusal !== undefined) onRefusal(refusal);
    });
    this.#worker.once('exit', () => {
      reject(new Error('the thread ended before it could listen.'));
      end();
    });
  }

  /** What it had counted when it was last asked. */
  get counted(): MetricValues | undefined {
    return this.#counted;
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** Resolves when it answers from these data, or has ended. */
  async replace(data: CatalogData): Promise<void> {
    await this.#ask({ kind: 'data', data }, ({ hasData }) => hasData);
  }

  /** What it has counted; if it has ended, what it had when it was last asked. */
  async metrics(): Promise<MetricValues | undefined> {
    this.#counted =
      (await this.#ask({ kind: 'metrics' }, ({ metrics }) => metrics)) ?? this.#counted;
    return this.#counted;
  }

  /** Resolves when it takes no more connections, or has ended. */
  async stopListening(): Promise<void> {
    await this.#ask({ kind: 'stopListening' }, ({ hasStoppedListening }) => hasStoppedListening);
  }

  /** Ends it after the requests under way, or at once. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.tell({ kind: 'stop', isAtOnce });
    await this.ended;
  }

  /** Ends it whatever it does. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  /** What it answers to a message; `undefined` if it ends before. */
  async #ask<Answer>(
    message: ToThread,
    answerIn: (message: FromThread) => Answer | undefined,
  ): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const onMessage = (message: FromThread) => {
      const answer = answerIn(message);
      if (answer !== undefined) resolve(answer);
    };
    this.#worker.on('message', onMessage);
    this.tell(message);
    try {
      return await Promise.race([promise, this.ended.then(() => undefined)]);
    } finally {
      this.#worker.off('message', onMessage);
    }
  }
}
