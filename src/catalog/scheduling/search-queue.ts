import { UnavailableError } from '../food-catalog.ts';
import type { CatalogResult, CatalogSearch } from '../selection/catalog-searcher.ts';

// Queues searches. Limits how much of the queue one caller may take, and how long a search may
// wait.

/** The share of a queue that one caller may fill, rounded up. */
const MAX_SHARE = 1 / 2;

export interface QueueLimits {
  /** How many searches may wait, for all callers together. */
  readonly maxWaiting: number;
  /** How long a search may take. After that, its caller has probably given up. */
  readonly deadlineMs: number;
}

/** How long a search may wait and run in total, across all queues. */
export const DEADLINE_MS = 5_000;

/** A search that is waiting, or that has been taken from the queue. */
export interface QueuedSearch {
  readonly search: CatalogSearch;
  readonly caller: string;
  /** The deadline, as a time of `performance.now()`. */
  readonly endsAtMs: number;
  /** After the deadline, `resolve` and `reject` have no effect. */
  resolve(found: CatalogResult | Promise<CatalogResult>): void;
  reject(fault: unknown): void;
}

/**
 * Waiting searches. Searches are taken round robin by caller, and no caller can fill the whole
 * queue. If the queue is full, the caller with the most searches may lose one to another caller.
 */
export class SearchQueue {
  readonly #limits: QueueLimits;
  readonly #onExpired: (search: QueuedSearch) => void;
  /** Each caller's searches; the first caller is next. */
  readonly #waiting = new Map<string, QueuedSearch[]>();
  #waitingCount = 0;

  /**
   * @param onExpired Called for a search whose deadline passes after it was taken from the queue.
   */
  constructor(limits: QueueLimits, onExpired: (search: QueuedSearch) => void = () => undefined) {
    this.#limits = limits;
    this.#onExpired = onExpired;
  }

  /**
   * Adds a search to the queue. The caller of {@link take} resolves or rejects it.
   *
   * @param caller The caller, such as an address.
   * @param endsAtMs The deadline, if the search has already waited in another queue.
   * @throws UnavailableError if too many searches of this caller, or in total, are waiting, or if
   *   this search takes too long.
   */
  add(
    search: CatalogSearch,
    caller: string,
    endsAtMs = performance.now() + this.#limits.deadlineMs,
  ): Promise<CatalogResult> {
    const { maxWaiting } = this.#limits;
    const searches = this.#waiting.get(caller);
    if (this.#waitingCount >= maxWaiting && !this.#makeRoom(searches?.length ?? 0)) {
      return Promise.reject(new UnavailableError('queue'));
    }
    if (searches !== undefined && searches.length >= maxWaiting * MAX_SHARE) {
      return Promise.reject(new UnavailableError('caller'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<CatalogResult>();
    const timer = setTimeout(() => this.#end(queued), Math.max(0, endsAtMs - performance.now()));
    const queued: QueuedSearch = {
      search,
      caller,
      endsAtMs,
      resolve(found) {
        clearTimeout(timer);
        resolve(found);
      },
      reject(fault) {
        clearTimeout(timer);
        reject(fault);
      },
    };
    if (searches === undefined) this.#waiting.set(caller, [queued]);
    else searches.push(queued);
    this.#waitingCount++;
    return promise;
  }

  /** Takes the next search, round robin among callers. */
  take(): QueuedSearch | undefined {
    for (const [caller, searches] of this.#waiting) {
      const search = searches.shift();
      this.#waiting.delete(caller);
      if (searches.length > 0) this.#waiting.set(caller, searches);
      this.#waitingCount--;
      return search;
    }
    return undefined;
  }

  /**
   * Makes room for a caller that has `count` searches: drops the latest search of the caller with
   * the most, if it has at least two more.
   */
  #makeRoom(count: number): boolean {
    let longest: QueuedSearch[] = [];
    for (const searches of this.#waiting.values()) {
      if (searches.length > longest.length) longest = searches;
    }
    if (longest.length <= count + 1) return false;
    longest.pop()?.reject(new UnavailableError('caller'));
    this.#waitingCount--;
    return true;
  }

  /** Rejects a search that has reached its deadline. */
  #end(search: QueuedSearch): void {
    search.reject(new UnavailableError('deadline'));
    const searches = this.#waiting.get(search.caller) ?? [];
    const at = searches.indexOf(search);
    if (at === -1) {
      this.#onExpired(search);
      return;
    }
    searches.splice(at, 1);
    this.#waitingCount--;
    if (searches.length === 0) this.#waiting.delete(search.caller);
  }
}
