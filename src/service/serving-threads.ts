import { platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { ThreadError } from '../catalog/worker-thread.ts';
import type { CorsOptions } from '../cors/index.ts';
import { BackOff } from '../data/back-off.ts';
import type { Health } from '../http/handlers.ts';
import type { ThreadCounts } from '../http/observation/metrics.ts';
import { createRefusalLog, type RefusalLog } from '../http/refusal-log.ts';
import { HttpServer } from '../http/server/http-server.ts';
import type { ServerLimits } from '../http/server/limits.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { serverUrl } from '../http/server/server-url.ts';
import type { ThreadSettings } from './api-server.ts';
import { ThreadHandle, type ThreadStart, type ToThread } from './thread-handle.ts';

// Starts, stops and replaces serving threads.

/** Whether this system distributes a port's connections over all its listeners with `reusePort`. */
const SHARES_PORTS = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(platform);

/** Creates the serving threads; `undefined` if the main thread serves alone. */
export function createServingThreads(
  start: ThreadStart,
  logger: Logger,
): ServingThreads | undefined {
  const { threads } = start.settings;
  if (threads === 1) return undefined;
  const reason = reasonForOne(start.settings);
  if (reason === undefined) return new ServingThreads(start, threads, logger);
  logger.warn(`Serving with one thread: ${reason}`);
  return undefined;
}

/** Returns why only one thread can serve; `undefined` if several can. */
function reasonForOne({ socket, cors }: ThreadSettings): string | undefined {
  if (!SHARES_PORTS) return `${platform} does not share a port among threads`;
  if (socket !== undefined) return 'a Unix socket cannot be shared among threads';
  return typeof cors.origin === 'function'
    ? 'an origin function cannot be sent to other threads'
    : undefined;
}

/** A thread that has served this long is replaced immediately if it ends. */
const STABLE_MS = 60_000;

/** Returns how long to wait before replacing a thread that has served this long. */
export function restartDelayMs(servedMs: number, backOff: BackOff): number {
  if (servedMs < STABLE_MS) return backOff.next();
  backOff.reset();
  return 0;
}

/** Divides the connections among the threads. The system distributes them about evenly. */
export function limitsOfThread(limits: ServerLimits, threads: number): ServerLimits {
  const { maxConnections, maxConnectionsPerAddress: perAddress } = limits;
  return {
    ...limits,
    maxConnections: Math.ceil(maxConnections / threads),
    maxConnectionsPerAddress: perAddress && Math.ceil(perAddress / threads),
  };
}

/** How long a stop waits for a busy thread to close its port. */
const STOP_LISTENING_LIMIT_MS = 1_000;
/** Threads still running after this time are terminated. Usually, their servers stop sooner. */
const STOP_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 2_000;

/** Threads that serve one port and one index in shared memory. A thread that dies is replaced. */
export class ServingThreads {
  #start: ThreadStart;
  readonly #count: number;
  readonly #logger: Logger;
  readonly #refusals: RefusalLog;
  readonly #threads = new Set<ThreadHandle>();
  /** The counts of ended threads, since counters must never decrease. */
  readonly #ended: ThreadCounts[] = [];
  /** Settles when the counts of ended threads have been added up. */
  #addingUp = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(start: ThreadStart, count: number, logger: Logger) {
    const limits = limitsOfThread(start.settings.limits, count);
    this.#start = { ...start, settings: { ...start.settings, limits } };
    this.#count = count;
    this.#logger = logger;
    this.#refusals = createRefusalLog((line) => logger.warn(line));
  }

  /**
   * @returns the URL at which a browser on this machine reaches the threads
   * @throws ListenError if the port is in use, or the host or port is not available; ThreadError if
   *   the system cannot start that many threads
   */
  async listen(): Promise<string> {
    const { host, port, limits, tls } = this.#start.settings;
    // The threads load their modules while this one reserves the port and loads the data.
    const adding = Promise.all(Array.from({ length: this.#count }, () => this.#add()));
    adding.catch(() => undefined);
    try {
      const free = await reservePort(host, port, limits);
      if (this.#stopping.signal.aborted) throw new Error('Cannot listen: the service is closed.');
      this.#start = { ...this.#start, port: free };
      this.#tell({ kind: 'listen', port: free });
      const threads = await adding.catch((error: unknown) => {
        throw error instanceof ThreadError ? error : new ListenError(host, free, error);
      });
      for (const thread of threads) void this.#supervise(thread);
      return serverUrl(host, free, tls === undefined ? 'http' : 'https');
    } catch (error) {
      await Promise.all([...this.#threads].map((thread) => thread.kill()));
      throw error;
    }
  }

  /** Resolves when all threads serve this data. */
  async replace(data: CatalogData): Promise<void> {
    this.#start = { ...this.#start, data };
    await Promise.all([...this.#threads].map((thread) => thread.replace(data)));
  }

  setCors(cors: CorsOptions): void {
    this.#start = { ...this.#start, settings: { ...this.#start.settings, cors } };
    this.#tell({ kind: 'cors', cors });
  }

  setHealth(health: Health): void {
    this.#start = { ...this.#start, health };
    this.#tell({ kind: 'health', health });
  }

  /** Returns the counts of all threads, even of those that have ended. */
  async counts(): Promise<ThreadCounts[]> {
    // A thread that ends in the meantime returns its last counts, which must not be added twice.
    const ended = [...this.#ended];
    const answers = await Promise.all([...this.#threads].map((thread) => thread.counts()));
    return [...ended, ...answers.filter((counts) => counts !== undefined)];
  }

  /** Ends the threads: immediately, or after the requests in flight, within 10 s. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.#stopping.abort();
    const threads = [...this.#threads];
    const limitMs = isAtOnce ? CLOSE_LIMIT_MS : STOP_LIMIT_MS;
    const timer = setTimeout(() => threads.forEach((thread) => void thread.kill()), limitMs);
    // First, all threads stop listening. Otherwise, a caller whose connection is closed could
    // reconnect to a thread that is about to stop listening, and lose its request.
    if (!isAtOnce) {
      await Promise.all(threads.map((thread) => thread.stopListening(STOP_LISTENING_LIMIT_MS)));
    }
    await Promise.all(threads.map((thread) => thread.stop(isAtOnce)));
    clearTimeout(timer);
  }

  #tell(message: ToThread): void {
    for (const thread of this.#threads) thread.tell(message);
  }

  /** Starts a thread and waits until it listens. If that fails, ends the thread. */
  async #add(): Promise<ThreadHandle> {
    const thread = new ThreadHandle(this.#start, {
      onRefusal: (refusal) => this.#refusals(refusal, () => refusal),
      onError: (err) => this.#logger.error({ err }, 'A serving thread failed'),
    });
    this.#threads.add(thread);
    void thread.ended.then(() => {
      this.#threads.delete(thread);
      this.#saveCounts(thread);
    });
    try {
      await thread.listening;
      return thread;
    } catch (error) {
      await thread.kill();
      throw error;
    }
  }

  /**
   * Replaces a thread that ends. The connections of that thread are lost, but other threads keep
   * theirs. If threads end early or cannot start, waits longer each time.
   */
  async #supervise(first: ThreadHandle): Promise<void> {
    const { signal } = this.#stopping;
    const backOff = new BackOff();
    let delayMs = 0;
    await this.#untilEnded(first);
    while (!signal.aborted) {
      await delay(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const startedMs = performance.now();
      try {
        await this.#untilEnded(await this.#add());
        delayMs = restartDelayMs(performance.now() - startedMs, backOff);
      } catch (err) {
        delayMs = backOff.next();
        if (signal.aborted) return;
        const next = `Retrying in ${delayMs / 1_000} s; ${this.#threads.size} of ${this.#count} threads are up.`;
        this.#logger.error({ err }, `A serving thread could not start. ${next}`);
      }
    }
  }

  /** Resolves when the thread has ended. */
  async #untilEnded(thread: ThreadHandle): Promise<void> {
    await thread.ended;
    if (this.#stopping.signal.aborted) return;
    this.#logger.error('A serving thread has ended. It is being replaced.');
  }

  #saveCounts({ counted }: ThreadHandle): void {
    if (counted === undefined) return;
    this.#ended.push(counted);
    this.#addingUp = this.#addingUp.then(() => this.#addUpEnded());
  }

  /** Keeps only one set of counts, however many threads have ended. */
  async #addUpEnded(): Promise<void> {
    // The code for metrics is loaded only if they are enabled.
    const { addUpCounts } = await import('../http/observation/metrics.ts');
    const count = this.#ended.length;
    const sum = await addUpCounts(this.#ended);
    this.#ended.splice(0, count, sum);
  }
}

/**
 * Returns a free port: the requested one, or any port for 0. With `reusePort` alone, another
 * program that uses the port with the same option would not be detected.
 *
 * @throws ListenError
 */
async function reservePort(host: string, port: number, limits: ThreadSettings['limits']) {
  const server = new HttpServer((_request, response) => response.destroy(), {
    limits,
    hostNames: { host, allowedHosts: [] },
  });
  await server.listen(host, port);
  const [address] = server.addresses;
  await server.close();
  return address?.port ?? port;
}
