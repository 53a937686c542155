import { once } from 'node:events';
import { createServer } from 'node:net';
import { extname } from 'node:path';
import { platform } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CatalogData } from '../catalog/memory-catalog.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { Health } from '../http/health.ts';
import type { MetricValues } from '../http/observation/metrics.ts';
import { RefusalLog } from '../http/refusal-log.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { serverUrl } from '../http/server/server-url.ts';
import type { ThreadSettings } from './serving-app.ts';

/** Systems that spread the connections of one port over all who listen with `reusePort`. */
const SHARES_PORTS = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(platform);

/** How many threads can serve, and why not more. */
export function possibleThreads({ threads, socket, cors }: ThreadSettings): {
  readonly count: number;
  readonly reason?: string;
} {
  const reason = !SHARES_PORTS
    ? `${platform} does not share a port among threads`
    : socket !== undefined
      ? 'a Unix socket cannot be shared among threads'
      : typeof cors.origin === 'function'
        ? 'an origin function cannot be sent to other threads'
        : undefined;
  return threads === 1 || reason === undefined ? { count: threads } : { count: 1, reason };
}

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
  readonly fault?: string;
  readonly refusal?: string;
  readonly metrics?: MetricValues | undefined;
}

/** Threads that serve one port and one index in shared memory. One that dies is replaced. */
export class ServingThreads {
  #start: ThreadStart;
  readonly #count: number;
  readonly #logger: Logger;
  readonly #refusals: RefusalLog;
  readonly #workers = new Set<Worker>();
  #isStopping = false;

  constructor(start: Omit<ThreadStart, 'port'>, count: number, logger: Logger) {
    const { limits } = start.settings;
    const maxConnections = Math.ceil(limits.maxConnections / count);
    const settings = { ...start.settings, limits: { ...limits, maxConnections } };
    this.#start = { ...start, settings, port: 0 };
    this.#count = count;
    this.#logger = logger;
    this.#refusals = new RefusalLog((line) => logger.warn(line));
  }

  /**
   * @returns the URL at which a browser on this machine reaches the threads
   * @throws ListenError if the port is in use, or the host or port is not available
   */
  async listen(): Promise<string> {
    const { host, port } = this.#start.settings;
    // With `reusePort` alone, another program with that option on the same port goes unnoticed.
    const free = await reservePort(host, port);
    if (this.#isStopping) throw new Error('Cannot listen: the service is closed.');
    this.#start = { ...this.#start, port: free };
    await Promise.all(Array.from({ length: this.#count }, () => this.#add()));
    return serverUrl(host, free, this.#start.settings.tls === undefined ? 'http' : 'https');
  }

  /** Resolves when all threads answer from these data. */
  async replace(data: CatalogData): Promise<void> {
    this.#start = { ...this.#start, data };
    const message = { kind: 'data', data } as const;
    await Promise.all(
      [...this.#workers].map((worker) => ask(worker, message, ({ hasData }) => hasData)),
    );
  }

  setCors(cors: CorsOptions): void {
    this.#start = { ...this.#start, settings: { ...this.#start.settings, cors } };
    this.#tell({ kind: 'cors', cors });
  }

  setHealth(health: Health): void {
    this.#start = { ...this.#start, health };
    this.#tell({ kind: 'health', health });
  }

  /** What each thread has counted. */
  async metrics(): Promise<MetricValues[]> {
    const answers = [...this.#workers].map((worker) =>
      ask(worker, { kind: 'metrics' }, ({ metrics }) => metrics),
    );
    return (await Promise.all(answers)).filter((metrics) => metrics !== undefined);
  }

  /** Ends the threads: at once, or after the requests under way. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.#isStopping = true;
    const ends = [...this.#workers].map((worker) => once(worker, 'exit'));
    // A caller whose connection one thread ends comes back at once. Another thread that took it, and
    // then stopped to listen before it was accepted, would lose its request.
    if (!isAtOnce) await this.#stopListening();
    this.#tell({ kind: 'stop', isAtOnce });
    await Promise.all(ends);
  }

  async #stopListening(): Promise<void> {
    const stopped = [...this.#workers].map(
      (worker) =>
        new Promise<void>((resolve) => {
          worker.on('message', ({ hasStoppedListening }: FromThread) => {
            if (hasStoppedListening) resolve();
          });
          worker.once('exit', () => resolve());
        }),
    );
    this.#tell({ kind: 'stopListening' });
    await Promise.all(stopped);
  }

  #tell(message: ToThread): void {
    for (const worker of this.#workers) worker.postMessage(message);
  }

  async #add(): Promise<void> {
    // Built or run from its source, this file and the thread's have the same extension.
    const url = new URL(`./serving-thread${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(url, { workerData: this.#start });
    this.#workers.add(worker);
    worker.on('error', (err) => this.#logger.error({ err }, 'A serving thread failed'));
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.#workers.delete(worker);
        resolve();
      });
    });
    const listening = new Promise<void>((resolve, reject) => {
      worker.on('message', ({ isListening, fault, refusal }: FromThread) => {
        if (isListening) resolve();
        if (fault !== undefined) reject(new Error(fault));
        if (refusal !== undefined) this.#refusals.note(refusal, () => refusal);
      });
      void exit.then(() => reject(new Error('A serving thread ended before it could listen.')));
    });
    await listening;
    void exit.then(() => this.#revive());
  }

  /** Its connections are lost, those of the other threads are not. */
  async #revive(): Promise<void> {
    if (this.#isStopping) return;
    this.#logger.error('A serving thread has ended. Another one takes its place.');
    await this.#add().catch((err: unknown) => this.#logger.error({ err }, 'It could not start.'));
  }
}

/** What a thread answers to a message; `undefined` if it ends before. */
async function ask<Answer>(
  worker: Worker,
  message: ToThread,
  answerIn: (message: FromThread) => Answer | undefined,
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const onMessage = (message: FromThread) => {
    const answer = answerIn(message);
    if (answer !== undefined) resolve(answer);
  };
  const onExit = () => resolve(undefined);
  worker.on('message', onMessage).once('exit', onExit).postMessage(message);
  try {
    return await promise;
  } finally {
    worker.off('message', onMessage).off('exit', onExit);
  }
}

/** A port that nobody listens on: the one that is wanted, or any for 0. */
async function reservePort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  } catch (error) {
    throw new ListenError(host, port, error);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
