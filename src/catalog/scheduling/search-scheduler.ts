import { BoundedMap } from '../../cache/bounded-map.ts';
import type { FuzzyOptions } from '../../search/fuzzy/synonyms.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import {
  type CatalogResult,
  type CatalogSearch,
  CatalogSearcher,
  type SearchedTable,
  textKey,
} from '../selection/catalog-searcher.ts';
import { DEADLINE_MS, type QueueLimits, SearchQueue } from './search-queue.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

// Schedules searches. Limits the work that a search may do without waiting and on the serving
// thread, and how many searches may wait. Chooses the next one.

/**
 * How much work every search may do without waiting, in units of {@link Work}: 0.1 to 0.4 ms,
 * about as long as the rest of a request. Most searches that people type need less.
 */
export const LIGHT_WORK = 10_000;

/**
 * How much work a waiting search may do in its first turn. Even in a large table, this is enough
 * for most searches that people type. Longer ones get another turn later, so that they delay nobody
 * for long.
 */
const SHORT_WORK = 30_000;

/** One turn in this many is for searches that need more work, if any are waiting. */
const TURNS_PER_LONG = 3;

/**
 * The maximum work of a search on the serving thread: one to three milliseconds. Very few searches
 * that people type need as much.
 */
export const MAX_SEARCH_WORK = 75_000;

/** The limits of each queue. A full queue takes a second or two to clear. */
const TURN_QUEUE_LIMITS: QueueLimits = { maxWaiting: 1_000, deadlineMs: DEADLINE_MS };

/**
 * How many long searches are remembered by their text: callers often repeat one with different
 * conditions, or for another page.
 */
const REMEMBERED_LONG = 64;

/** Limits that tests may lower, since real searches rarely reach them. */
export interface SearchSchedulerLimits {
  readonly lightWork?: number;
  readonly shortWork?: number;
  readonly maxWork?: number;
  readonly queue?: Partial<QueueLimits>;
  readonly slowLane?: SlowLaneLimits;
}

/**
 * Runs at most one search heavier than {@link LIGHT_WORK} per event loop turn, and queues the
 * others. Each queued search first gets a short turn and, if that is not enough, a long one. Long
 * turns are less frequent. Searches that exceed {@link MAX_SEARCH_WORK} go to the {@link SlowLane}.
 */
export class SearchScheduler {
  readonly #lightWork: number;
  readonly #shortWork: number;
  readonly #maxWork: number;
  readonly #work: Work;
  readonly #searcher: CatalogSearcher;
  readonly #short: SearchQueue;
  /** Searches that did not finish in a short turn. */
  readonly #long: SearchQueue;
  readonly #slowLane: SlowLane;
  /**
   * A lane for searches with selections, which are more often slow and would delay plain searches.
   */
  readonly #selectionLane: SlowLane;
  /**
   * Maps search text to an amount of work that was not enough, so that the search is retried only
   * with more.
   */
  readonly #longTexts = new BoundedMap<string, number>(REMEMBERED_LONG);
  /** Whether this event loop turn has had its heavy search. */
  #isTurnTaken = false;
  #turns = 0;

  constructor(table: SearchedTable, fuzzy: FuzzyOptions, limits: SearchSchedulerLimits = {}) {
    this.#lightWork = limits.lightWork ?? LIGHT_WORK;
    this.#maxWork = limits.maxWork ?? MAX_SEARCH_WORK;
    this.#shortWork = Math.min(limits.shortWork ?? SHORT_WORK, this.#maxWork);
    this.#work = new Work(this.#maxWork);
    this.#searcher = new CatalogSearcher(table, fuzzy, this.#work);
    this.#short = new SearchQueue({ ...TURN_QUEUE_LIMITS, ...limits.queue });
    this.#long = new SearchQueue({ ...TURN_QUEUE_LIMITS, ...limits.queue });
    this.#slowLane = new SlowLane(table, fuzzy, limits.slowLane);
    this.#selectionLane = new SlowLane(table, fuzzy, limits.slowLane);
  }

  /**
   * Returns the result: nearly always directly, otherwise as a promise.
   *
   * @param caller Returns the caller, such as an address; only called for a search that has to
   *   wait.
   * @throws UnavailableError (as a rejection) if too many searches are waiting, this search takes too
   *   long, or no thread can start.
   */
  search(search: CatalogSearch, caller: () => string): CatalogResult | Promise<CatalogResult> {
    if (this.#isTurnTaken) {
      const found = this.#searchWithin(this.#lightWork, search);
      return found ?? this.#short.add(search, caller());
    }
    const found = this.#searchWithin(this.#maxWork, search);
    return found ?? this.#laneOf(search).search(search, caller());
  }

  /** Ends the threads once their searches are done, since the table has been replaced. */
  retire(): void {
    this.#slowLane.retire();
    this.#selectionLane.retire();
  }

  #laneOf({ selection }: CatalogSearch): SlowLane {
    return selection === undefined ? this.#slowLane : this.#selectionLane;
  }

  /** Returns the result; `undefined` if the search takes more than this much work. */
  #searchWithin(units: number, search: CatalogSearch): CatalogResult | undefined {
    const key = `${search.selection !== undefined} ${textKey(search.text, search.mode)}`;
    if ((this.#longTexts.get(key) ?? 0) >= units) return undefined;
    this.#work.allowance = units;
    try {
      return this.#searcher.search(search);
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      if (!this.#searcher.hasCached(search)) this.#longTexts.set(key, units);
      return undefined;
    } finally {
      if (!this.#isTurnTaken && this.#work.spent > this.#lightWork) this.#takeTurn();
    }
  }

  #takeTurn(): void {
    this.#isTurnTaken = true;
    setImmediate(() => this.#nextTurn());
  }

  /** Runs the next waiting search, after all other events of this turn. */
  #nextTurn(): void {
    this.#isTurnTaken = false;
    const isForLong = ++this.#turns % TURNS_PER_LONG === 0;
    if (isForLong && this.#runNext(this.#long, this.#maxWork)) return;
    if (this.#runNext(this.#short, this.#shortWork)) return;
    this.#runNext(this.#long, this.#maxWork);
  }

  /**
   * Runs the next search of a queue.
   *
   * @returns false if none is waiting
   */
  #runNext(queue: SearchQueue, units: number): boolean {
    const next = queue.take();
    if (next === undefined) return false;
    const { search, caller, endsAtMs } = next;
    this.#takeTurn();
    try {
      const found = this.#searchWithin(units, search);
      if (found !== undefined) next.resolve(found);
      else if (units < this.#maxWork) next.resolve(this.#long.add(search, caller, endsAtMs));
      else next.resolve(this.#laneOf(search).search(search, caller, endsAtMs));
    } catch (error) {
      next.reject(error);
    }
    return true;
  }
}
