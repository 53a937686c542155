import type { FuzzyOptions } from '../../search/fuzzy/fuzzy-searcher.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import {
  type CatalogFound,
  type CatalogSearch,
  CatalogSearcher,
  type SearchedTable,
} from '../selection/catalog-searcher.ts';
import { DEADLINE_MS, type QueueLimits, SearchQueue } from './search-queue.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

// Which searches wait, how much work one may do at once and at most, and how many wait.

/**
 * What every search may do at once, in units of {@link Work}: some 0.1 ms, about what the rest of a
 * request costs. Most searches of people need less.
 */
export const LIGHT_WORK = 10_000;

/**
 * What a search may do on the serving thread at all: one or two milliseconds. Hardly any search of
 * people needs as much.
 */
export const MAX_SEARCH_WORK = 75_000;

/** Those that wait for their turns take a second or two in all. */
const TURN_LIMITS: QueueLimits = { maxWaiting: 1_000, deadlineMs: DEADLINE_MS };

/** For tests, which need to reach limits that real searches rarely reach. */
export interface SearchTurnsLimits {
  readonly lightWork?: number;
  readonly maxWork?: number;
  readonly turns?: Partial<QueueLimits>;
  readonly slowLane?: SlowLaneLimits;
}

/**
 * Searches so that no search waits for more than one that is heavier than {@link LIGHT_WORK}: a turn
 * of the event loop has room for one such search. The others wait for turns of their own, and what
 * exceeds {@link MAX_SEARCH_WORK} goes to the {@link SlowLane}.
 */
export class SearchTurns {
  readonly #lightWork: number;
  readonly #maxWork: number;
  readonly #work: Work;
  readonly #searcher: CatalogSearcher;
  readonly #queue: SearchQueue;
  readonly #slowLane: SlowLane;
  /** For selections, which take long more often: other searches do not wait for them. */
  readonly #selectionLane: SlowLane;
  /** Whether this turn of the event loop has had its heavy search. */
  #isTaken = false;

  constructor(table: SearchedTable, fuzzy: FuzzyOptions, limits: SearchTurnsLimits = {}) {
    this.#lightWork = limits.lightWork ?? LIGHT_WORK;
    this.#maxWork = limits.maxWork ?? MAX_SEARCH_WORK;
    this.#work = new Work(this.#maxWork);
    this.#searcher = new CatalogSearcher(table, fuzzy, this.#work);
    this.#queue = new SearchQueue({ ...TURN_LIMITS, ...limits.turns });
    this.#slowLane = new SlowLane(table, fuzzy, limits.slowLane);
    this.#selectionLane = new SlowLane(table, fuzzy, limits.slowLane);
  }

  /**
   * What is found: at once, as nearly always, or later.
   *
   * @param caller Gives who asks, such as an address; only called for a search that has to wait.
   * @throws OverloadError The promise rejects with it where too many searches wait, or this one takes
   *   too long.
   */
  search(search: CatalogSearch, caller: () => string): CatalogFound | Promise<CatalogFound> {
    if (this.#isTaken) {
      const found = this.#searchWithin(this.#lightWork, search);
      return found ?? this.#queue.add(search, caller());
    }
    const found = this.#searchWithin(this.#maxWork, search);
    return found ?? this.#laneOf(search).search(search, caller());
  }

  #laneOf({ selection }: CatalogSearch): SlowLane {
    return selection === undefined ? this.#slowLane : this.#selectionLane;
  }

  /** What is found; `undefined` where it takes more work. */
  #searchWithin(units: number, search: CatalogSearch): CatalogFound | undefined {
    this.#work.allowance = units;
    try {
      return this.#searcher.search(search);
    } catch (fault) {
      if (!(fault instanceof WorkLimitError)) throw fault;
      return undefined;
    } finally {
      if (!this.#isTaken && this.#work.spent > this.#lightWork) this.#takeTurn();
    }
  }

  #takeTurn(): void {
    this.#isTaken = true;
    setImmediate(() => this.#nextTurn());
  }

  /** Everyone else has been served: the heavy search that has waited longest is next. */
  #nextTurn(): void {
    this.#isTaken = false;
    const next = this.#queue.take();
    if (next === undefined) return;
    const { search, caller, endsAtMs } = next;
    this.#takeTurn();
    try {
      const found = this.#searchWithin(this.#maxWork, search);
      next.resolve(found ?? this.#laneOf(search).search(search, caller, endsAtMs));
    } catch (fault) {
      next.reject(fault);
    }
  }
}
