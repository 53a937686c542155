import type { Worker } from 'node:worker_threads';
import type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
import type { Match } from '../search/match.ts';
import type { Found } from '../search/search-engine.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { OverloadError } from './overload-error.ts';
import { startThread } from './worker-thread.ts';

/** Searches that wait at once, all callers together. */
const MAX_WAITING = 100;

/** The part of the queue that one caller may fill, rounded up: it leaves room for others. */
const MAX_SHARE = 1 / 2;

/** A search that has no answer by then ends: the caller has given up, or soon will. */
const DEADLINE_MS = 5_000;

/** A thread that nobody needs for so long ends and gives its memory back. */
const IDLE_MS = 30_000;

export interface SlowLaneLimits {
  readonly maxWaiting?: number;
  readonly deadlineMs?: number;
  readonly idleMs?: number;
}

/** What the thread of the lane starts with. */
export interface SlowLaneData {
  readonly index: SearchIndex;
  readonly fuzzy: FuzzyOptions;
  /** Holds the number of the latest search that must end. */
  readonly endedId: Int32Array;
}

/** A search for the thread, and the answer to it. */
export interface SlowSearch {
  readonly id: number;
  readonly text: string;
  readonly match: Match;
}
export interface SlowAnswer {
  readonly id: number;
  /** Missing where the search was ended before it was done. */
  readonly found?: Found;
}

interface Job extends SlowSearch {
  readonly caller: string;
  readonly timer: NodeJS.Timeout;
  resolve(found: Found): void;
  reject(fault: unknown): void;
}

/**
 * Where long searches go, so that they hold up nobody: a thread of its own that searches the same
 * index in shared memory, one query at a time. Callers take turns, whatever each of them asks for.
 * The thread starts when it is first needed.
 */
export class SlowLane {
  readonly #index: SearchIndex;
  readonly #fuzzy: FuzzyOptions;
  readonly #limits: Required<SlowLaneLimits>;
  readonly #endedId = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: Worker | undefined;
  #running: Job | undefined;
  /** The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  #waitingCount = 0;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(index: SearchIndex, fuzzy: FuzzyOptions, limits: SlowLaneLimits = {}) {
    this.#index = index;
    this.#fuzzy = fuzzy;
    this.#limits = {
      maxWaiting: MAX_WAITING,
      deadlineMs: DEADLINE_MS,
      idleMs: IDLE_MS,
      ...limits,
    };
  }

  /**
   * @param text As `canonicalText` gives it.
   * @param caller Who asks, such as an address: callers take turns, and none fills the queue alone.
   * @throws OverloadError where too many searches wait, of this caller or of all, or this one takes
   *   too long.
   */
  search(text: string, match: Match, caller: string): Promise<Found> {
    const { maxWaiting, deadlineMs } = this.#limits;
    if (this.#waitingCount >= maxWaiting) {
      return Promise.reject(new OverloadError('Too many long searches are waiting'));
    }
    const jobs = this.#waiting.get(caller);
    if (jobs !== undefined && jobs.length >= maxWaiting * MAX_SHARE) {
      return Promise.reject(new OverloadError('Too many of your long searches are waiting'));
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => this.#end(job), deadlineMs);
      const job: Job = { id, text, match, caller, timer, resolve, reject };
      if (jobs === undefined) this.#waiting.set(caller, [job]);
      else jobs.push(job);
      this.#waitingCount++;
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#running !== undefined) return;
    const job = this.#takeNext();
    if (job === undefined) {
      this.#rest();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#running = job;
    this.#thread ??= this.#start();
    this.#thread.ref();
    const { id, text, match } = job;
    this.#thread.postMessage({ id, text, match } satisfies SlowSearch);
  }

  /** The next search of the caller whose turn it is, who then goes behind the others. */
  #takeNext(): Job | undefined {
    for (const [caller, [job, ...later]] of this.#waiting) {
      this.#waiting.delete(caller);
      if (later.length > 0) this.#waiting.set(caller, later);
      if (job === undefined) continue;
      this.#waitingCount--;
      return job;
    }
    return undefined;
  }

  #start(): Worker {
    const data: SlowLaneData = { index: this.#index, fuzzy: this.#fuzzy, endedId: this.#endedId };
    const worker = startThread('slow-lane-worker', data);
    const onEnd = (fault: Error) => {
      if (this.#thread !== worker) return;
      this.#thread = undefined;
      this.#settle((job) => job.reject(fault));
    };
    worker.on('message', ({ found }: SlowAnswer) => {
      this.#settle((job) => {
        if (found !== undefined) job.resolve(found);
      });
    });
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('The thread for long searches ended')));
    return worker;
  }

  /** The running search is done: the next one begins. */
  #settle(settle: (job: Job) => void): void {
    const job = this.#running;
    if (job === undefined) return;
    this.#running = undefined;
    clearTimeout(job.timer);
    settle(job);
    this.#runNext();
  }

  /** A search has reached its deadline. */
  #end(job: Job): void {
    job.reject(new OverloadError('The search takes too long beside others'));
    if (this.#running === job) {
      Atomics.store(this.#endedId, 0, job.id);
      return;
    }
    const others = (this.#waiting.get(job.caller) ?? []).filter((other) => other !== job);
    this.#waitingCount--;
    if (others.length > 0) this.#waiting.set(job.caller, others);
    else this.#waiting.delete(job.caller);
  }

  /** The process may end while the thread waits, and the thread ends when nobody needs it. */
  #rest(): void {
    this.#thread?.unref();
    this.#idleTimer = setTimeout(() => {
      const thread = this.#thread;
      this.#thread = undefined;
      thread?.terminate();
    }, this.#limits.idleMs).unref();
  }
}
