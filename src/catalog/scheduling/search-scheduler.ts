import { BoundedMap } from '../../memo/bounded-map.ts';
import type { FuzzyOptions } from '../../search/fuzzy/fuzzy-searcher.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import {
  type CatalogFound,
  type CatalogSearch,
  CatalogSearcher,
  type SearchedTable,
  textKey,
} from '../selection/catalog-searcher.ts';
import { DEADLINE_MS, type QueueLimits, SearchQueue } from './search-queue.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

// How much work a search may do at once and at most, how many wait, and who is next.

/**
 * What every search may do at once, in units of {@link Work}: some 0.1 ms, about what the rest of a
 * request costs. Most searches of people need less.
 */
export const LIGHT_WORK = 10_000;

/**
 * The work of a search that has waited, in its first turn. Few searches of people in a large table need
 * more, so none waits for many that do.
 */
const SHORT_WORK = 30_000;

/** One of this many turns is for searches that took more, if any waits. */
const TURNS_PER_LONG = 3;

/**
 * What a search may do on the serving thread at all: one to three milliseconds. Hardly any search of
 * people needs as much.
 */
export const MAX_SEARCH_WORK = 75_000;

/** Those that wait for their turns take a second or two in all. */
const TURN_LIMITS: QueueLimits = { maxWaiting: 1_000, deadlineMs: DEADLINE_MS };

/** Callers repeat their texts with other conditions and pages. */
const REMEMBERED_LONG = 64;

/** For tests, which need to reach limits that real searches rarely reach. */
export interface SearchSchedulerLimits {
  readonly lightWork?: number;
  readonly shortWork?: number;
  readonly maxWork?: number;
  readonly turns?: Partial<QueueLimits>;
  readonly slowLane?: SlowLaneLimits;
}

/**
 * Searches so that no search waits for more than one that is heavier than {@link LIGHT_WORK}: a turn
 * of the event loop has room for one such search. The others wait for turns of their own: a short one
 * first, then, with less of the time, a long one. What exceeds {@link MAX_SEARCH_WORK} goes to the
 * {@link SlowLane}.
 */
export class SearchScheduler {
  readonly #lightWork: number;
  readonly #shortWork: number;
  readonly #maxWork: number;
  readonly #work: Work;
  readonly #searcher: CatalogSearcher;
  readonly #short: SearchQueue;
  /** Those that were begun in a short turn. */
  readonly #long: SearchQueue;
  readonly #slowLane: SlowLane;
  /** For selections, which take long more often: other searches do not wait for them. */
  readonly #selectionLane: SlowLane;
  /** Texts that take more work than this by themselves: they are not begun again to no end. */
  readonly #longTexts = new BoundedMap<string, number>(REMEMBERED_LONG);
  /** Whether this turn of the event loop has had its heavy search. */
  #isTaken = false;
  #turns = 0;

  constructor(table: SearchedTable, fuzzy: FuzzyOptions, limits: SearchSchedulerLimits = {}) {
    this.#lightWork = limits.lightWork ?? LIGHT_WORK;
    this.#maxWork = limits.maxWork ?? MAX_SEARCH_WORK;
    this.#shortWork = Math.min(limits.shortWork ?? SHORT_WORK, this.#maxWork);
    this.#work = new Work(this.#maxWork);
    this.#searcher = new CatalogSearcher(table, fuzzy, this.#work);
    this.#short = new SearchQueue({ ...TURN_LIMITS, ...limits.turns });
    this.#long = new SearchQueue({ ...TURN_LIMITS, ...limits.turns });
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
      return found ?? this.#short.add(search, caller());
    }
    const found = this.#searchWithin(this.#maxWork, search);
    return found ?? this.#laneOf(search).search(search, caller());
  }

  /** Ends the threads for long searches as soon as they are done: the table has been replaced. */
  retire(): void {
    this.#slowLane.retire();
    this.#selectionLane.retire();
  }

  #laneOf({ selection }: CatalogSearch): SlowLane {
    return selection === undefined ? this.#slowLane : this.#selectionLane;
  }

  /** What is found; `undefined` where it takes more work. */
  #searchWithin(units: number, search: CatalogSearch): CatalogFound | undefined {
    const key = `${search.selection !== undefined} ${textKey(search.text, search.mode)}`;
    if ((this.#longTexts.get(key) ?? 0) >= units) return undefined;
    this.#work.allowance = units;
    try {
      return this.#searcher.search(search);
    } catch (fault) {
      if (!(fault instanceof WorkLimitError)) throw fault;
      if (!this.#searcher.knows(search)) this.#longTexts.set(key, units);
      return undefined;
    } finally {
      if (!this.#isTaken && this.#work.spent > this.#lightWork) this.#takeTurn();
    }
  }

  #takeTurn(): void {
    this.#isTaken = true;
    setImmediate(() => this.#nextTurn());
  }

  /** Everyone else has been served: one of those that wait is next. */
  #nextTurn(): void {
    this.#isTaken = false;
    const isForLong = ++this.#turns % TURNS_PER_LONG === 0;
    if (isForLong && this.#runNext(this.#long, this.#maxWork)) return;
    if (this.#runNext(this.#short, this.#shortWork)) return;
    this.#runNext(this.#long, this.#maxWork);
  }

  /**
   * Gives a search its turn.
   *
   * @returns false where none waits
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
    } catch (fault) {
      next.reject(fault);
    }
    return true;
  }
}
