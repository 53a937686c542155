import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataStatus } from '../catalog/current-catalog.ts';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntryStore } from '../catalog/entry-store.ts';
import type { LoadedInThread, ServedData } from '../catalog/loading/load-in-thread.ts';
import type { CatalogData, IndexedData } from '../catalog/table/catalog-file.ts';
import { untilAborted } from '../errors/user-error.ts';
import { BackOff } from './back-off.ts';

// Follows the data: decides when to check for changes, reads them, and logs new data and a lost
// database.

/** How long to wait for more hints, since they come in bursts, such as one per page written. */
const SETTLE_MS = 100;
/**
 * Each check or load is followed by a pause that is this many times as long, so that the work takes
 * at most a quarter of the time. {@link MAX_PAUSE_MS} may shorten the pause.
 */
const PAUSE_PER_WORK = 3;
/** The longest pause, even after a long check or load. */
const MAX_PAUSE_MS = 30_000;
/**
 * Waits are shortened at random by up to this fraction, so that many services do not check at the
 * same time.
 */
const SPREAD = 0.1;

/** Returns the pause in ms after this much work, not counting waits. */
export function pauseAfter(elapsedMs: number, waitedMs: number): number {
  return Math.min(Math.max(elapsedMs - waitedMs, 0) * PAUSE_PER_WORK, MAX_PAUSE_MS);
}

export interface FollowerParts {
  readonly store: Pick<EntryStore, 'name' | 'changeMark' | 'waitedMs' | 'watch'>;
  readonly load: (served: ServedData | undefined, signal: AbortSignal) => Promise<LoadedInThread>;
  /** The change mark from before the current data was read. */
  readonly mark: string;
  /** The data now served. */
  readonly data: CatalogData | undefined;
  /** Milliseconds between checks if nothing hints at a change. 0: checks only after `reload()`. */
  readonly refreshMs: number;
  readonly logger: Logger;
  /** Starts to serve this data. Returns its revision as callers see it, for the log. */
  readonly replace: (indexed: IndexedData, readAt: Date) => string;
  /** Called after every check, since the status may have changed. */
  readonly onStatus: () => void;
}

/**
 * Keeps the data up to date. Checks whether the store has changed, reads it in another thread, and
 * replaces the data. After a failure, keeps the old data and retries at growing intervals.
 */
export class DataFollower {
  readonly #parts: Omit<FollowerParts, 'data' | 'mark'>;
  readonly #closing = new AbortController();
  #mark: string;
  #data: CatalogData | undefined;
  #status: DataStatus;
  /** Ends the wait for the next check. */
  #wake: () => void = () => {};
  #isHinted = false;
  #isReadWanted = false;
  #waitedReadingMs = 0;
  readonly #backOff = new BackOff();
  #following: Promise<void> | undefined;

  constructor({ data, mark, ...parts }: FollowerParts) {
    // Leaves out `data`: if it were kept here too, the first data would stay in memory after its
    // replacement.
    this.#parts = parts;
    this.#mark = mark;
    this.#data = data;
    const now = new Date();
    this.#status = { loadedAt: now, checkedAt: now, reloads: 0, failures: 0 };
  }

  get status(): DataStatus {
    return this.#status;
  }

  /** Follows the store until {@link close}. */
  start(): void {
    this.#following ??= this.#follow();
  }

  /** Reads the data again as soon as possible, even if the store reports no change. */
  reload(): void {
    this.#isReadWanted = true;
    this.#checkSoon();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#following;
  }

  /** Checks soon. While checks fail, does nothing: only {@link reload} may shorten the wait. */
  #hint(): void {
    if (this.#status.fault === undefined) this.#checkSoon();
  }

  #checkSoon(): void {
    this.#isHinted = true;
    this.#wake();
  }

  async #follow(): Promise<void> {
    if (this.#parts.refreshMs) await this.#watch();
    while (!this.#closing.signal.aborted) {
      await this.#untilNextCheck();
      if (this.#closing.signal.aborted) return;
      const begin = performance.now();
      const waitedBefore = this.#waitedMs;
      await this.#check();
      this.#parts.onStatus();
      // After a failure, there is no pause besides the delay before the next retry.
      const isFailing = this.#status.fault !== undefined;
      if (isFailing) continue;
      const elapsedMs = performance.now() - begin;
      await this.#pause(pauseAfter(elapsedMs, this.#waitedMs - waitedBefore));
    }
  }

  async #watch(): Promise<void> {
    const { store, logger } = this.#parts;
    // If watching fails now, the regular checks find changes.
    const warnings = await this.#untilClosing(store.watch(() => this.#hint())).catch(() => []);
    for (const warning of warnings) logger.warn(`${store.name}: ${warning}`);
  }

  /** The total time that the store, and the threads that read it, have spent waiting. */
  get #waitedMs(): number {
    return this.#parts.store.waitedMs + this.#waitedReadingMs;
  }

  async #untilNextCheck(): Promise<void> {
    const { refreshMs } = this.#parts;
    const isFailing = this.#status.fault !== undefined;
    if (!this.#isHinted) {
      const wait = (isFailing ? this.#backOff.next() : refreshMs) * (1 - Math.random() * SPREAD);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (wait > 0) void this.#pause(wait).then(resolve);
      });
    }
    if (this.#isHinted) await this.#pause(SETTLE_MS);
    this.#isHinted = false;
  }

  /** Waits without keeping the process running. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }

  /** Stops waiting at {@link close}, since a network that drops all packets causes no error. */
  async #untilClosing<T>(asked: Promise<T>): Promise<T> {
    return untilAborted(asked, this.#closing.signal);
  }

  async #check(): Promise<void> {
    const isReadWanted = this.#isReadWanted;
    // From here on, reload() requests another read, since this one may miss later changes.
    this.#isReadWanted = false;
    try {
      const mark = await this.#untilClosing(this.#parts.store.changeMark());
      const isChanged = mark !== this.#mark || isReadWanted;
      if (isChanged) await this.#read(mark, isReadWanted);
      // Keeps the mark from before reading, so that the next check detects later writes.
      this.#mark = mark;
      this.#succeeded();
    } catch (error) {
      this.#isReadWanted ||= isReadWanted;
      if (!this.#closing.signal.aborted) this.#failed(error);
    }
  }

  /**
   * @param mark the change mark from before reading
   * @param isWanted whether a reload was requested
   */
  async #read(mark: string, isWanted: boolean): Promise<void> {
    const { load, logger, store, replace } = this.#parts;
    const readAt = new Date();
    const data = this.#data;
    // A reload may have been requested for a change that the mark does not show.
    const served = data && { data, mark: isWanted ? undefined : this.#mark };
    const loaded = await this.#untilClosing(load(served, this.#closing.signal));
    const { data: newer, warnings, waitedMs } = loaded;
    this.#waitedReadingMs += waitedMs;
    const { revision, starts } = newer.rows;
    // This revision covers only the table. A catalog's revision also covers its synonyms.
    if (revision === this.#data?.rows.revision) {
      if (isWanted) logger.info({ event: 'foods-unchanged' }, `${store.name} has not changed`);
      return;
    }
    const shown = replace({ data: newer, mark }, readAt);
    this.#data = newer;
    this.#status = {
      ...this.#status,
      loadedAt: new Date(),
      reloads: this.#status.reloads + 1,
    };
    for (const warning of warnings) logger.warn(`${store.name}: ${warning}`);
    const seconds = ((Date.now() - readAt.getTime()) / 1000).toFixed(1);
    logger.info(
      { event: 'foods-replaced', foods: starts.length - 1, revision: shown },
      `${store.name} has changed: ${starts.length - 1} foods loaded in ${seconds} s, revision ${shown}`,
    );
  }

  #succeeded(): void {
    const { fault, ...status } = this.#status;
    this.#status = { ...status, checkedAt: new Date() };
    this.#backOff.reset();
    if (fault === undefined) return;
    // Hints were ignored while checks failed.
    this.#checkSoon();
    this.#parts.logger.info(
      { event: 'database-back' },
      `${this.#parts.store.name} can be read again, after ${secondsSince(fault.since)} s; the data is up to date`,
    );
  }

  #failed(error: unknown): void {
    const { logger, store } = this.#parts;
    const { fault, loadedAt, checkedAt, failures } = this.#status;
    const reason = error instanceof DatabaseError ? error.reason : String(error);
    const since = fault?.since ?? new Date();
    // Logged once per reason, not per attempt.
    if (fault?.reason !== reason) {
      logger.error(
        { event: 'reload-failed' },
        `${store.name}: ${reason} Still answering from memory, with data loaded ${loadedAt.toISOString()} and confirmed up to date ${secondsSince(checkedAt)} s ago`,
      );
    }
    this.#status = { ...this.#status, failures: failures + 1, fault: { since, reason } };
  }
}

function secondsSince(date: Date): number {
  return Math.round((Date.now() - date.getTime()) / 1000);
}
