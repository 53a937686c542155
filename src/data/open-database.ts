import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntrySnapshot, EntrySource, EntryStore } from '../catalog/entry-store.ts';
import { checkAddress, createStore } from '../catalog/open-store.ts';
import { ANSWER_COLUMNS } from '../catalog/table/columns.ts';
import { ALL_FIELDS, possibleFields, unknownFields } from '../catalog/table/extra-columns.ts';
import { show } from '../errors/shown-value.ts';
import { untilAborted } from '../errors/user-error.ts';
import { ConfigurationError, type ConfigurationFault } from '../settings/configuration-error.ts';

// Opens a database at startup. Retries with `--wait`, and checks the columns.

/** An open store and its first snapshot. */
export interface OpenDatabase extends AsyncDisposable {
  readonly store: EntryStore;
  readonly snapshot: EntrySnapshot;
  /** The change mark from before the snapshot was opened. */
  readonly mark: string;
}

/**
 * Opens the database of a source once, so that the checks and the load see the same data.
 *
 * @throws DatabaseError if it cannot be served
 */
export async function openDatabase(source: EntrySource): Promise<OpenDatabase> {
  await using opening = new AsyncDisposableStack();
  const store = opening.adopt(await createStore(source), (store) => store.close());
  const mark = await store.changeMark();
  const snapshot = opening.use(await store.open());
  const opened = opening.move();
  return { store, snapshot, mark, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Milliseconds between attempts to open a database that is not available yet. */
const RETRY_MS = 500;

/** The database to open, and how long to try. */
export interface WantedDatabase {
  readonly source: EntrySource;
  readonly waitMs: number;
  /** Returns the user's name for a setting (its flag, variable or key), for error messages. */
  readonly locate: (where: string) => string;
}

/** The database of a service, opened once, so that the checks and the load see the same data. */
export class AwaitedDatabase {
  readonly #wanted: WantedDatabase;
  readonly #closing = new AbortController();
  #opening: Promise<OpenDatabase> | undefined;
  #opened: OpenDatabase | undefined;

  constructor(wanted: WantedDatabase) {
    this.#wanted = wanted;
  }

  /**
   * Opens the database, and checks that it has the columns that the source names.
   *
   * @param onWait called with the reason if the database is not available yet
   * @throws ConfigurationError if it cannot be used, or is not available in time
   */
  open(onWait: (reason: string) => void = () => undefined): Promise<OpenDatabase> {
    // Stops waiting once this is closed, since the server may never respond.
    this.#opening ??= untilAborted(this.#open(onWait), this.#closing.signal);
    return this.#opening;
  }

  /**
   * Finds errors in the database's URL, which waiting cannot fix.
   *
   * @throws ConfigurationError
   */
  async check(): Promise<void> {
    await this.#asFault(checkAddress(this.#wanted.source), false);
  }

  readonly [Symbol.asyncDispose] = () => this.close();

  /** Closes the database, or stops waiting for it, so that {@link open} rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opened?.[Symbol.asyncDispose]();
  }

  async #open(onWait: (reason: string) => void): Promise<OpenDatabase> {
    this.#opened = await this.#asFault(this.#openInTime(onWait));
    const faults = fieldFaults(this.#opened, this.#wanted.source);
    if (faults.length === 0) return this.#opened;
    await this.#opened[Symbol.asyncDispose]();
    throw this.#fault(faults);
  }

  /** Opens the database. If that fails, retries until the time is up. */
  async #openInTime(onWait: (reason: string) => void): Promise<OpenDatabase> {
    const { source, waitMs } = this.#wanted;
    const { signal } = this.#closing;
    const deadline = performance.now() + waitMs;
    for (let tries = 1; ; tries += 1) {
      try {
        const database = await openDatabase(source);
        if (!signal.aborted) return database;
        await database[Symbol.asyncDispose]();
        signal.throwIfAborted();
      } catch (error) {
        const isTimeUp = performance.now() + RETRY_MS > deadline;
        signal.throwIfAborted();
        if (isTimeUp || !(error instanceof DatabaseError)) throw error;
        if (tries === 1) onWait(error.message);
        await setTimeout(RETRY_MS, undefined, { signal });
      }
    }
  }

  /** Turns a database error into a fault in the setting that caused it. */
  async #asFault<T>(asked: Promise<T>, isTemporary = true): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      // If that setting is not given, the fault is reported for the database setting.
      const where = this.#wanted.source[error.at] === undefined ? 'database' : error.at;
      throw this.#fault([{ where, message: error.message }], isTemporary);
    }
  }

  #fault(faults: readonly ConfigurationFault[], isTemporary = true): ConfigurationError {
    const { locate } = this.#wanted;
    return new ConfigurationError(
      faults.map(({ where, message }) => ({ where: locate(where), message })),
      isTemporary,
    );
  }
}

function fieldFaults(
  { snapshot }: OpenDatabase,
  { fields = [] }: EntrySource,
): ConfigurationFault[] {
  const offered = `Use ${ALL_FIELDS} or any of ${possibleFields(snapshot.columns).join(', ')}.`;
  const whyNot = (field: string) =>
    ANSWER_COLUMNS.some((column) => column === field.toLowerCase())
      ? 'it is in every answer. Leave it out.'
      : `the table does not have it. ${offered}`;
  return [...new Set(unknownFields(snapshot.columns, fields))].map((field) => ({
    where: 'fields',
    message: `Cannot offer field ${show(field)}: ${whyNot(field)}`,
  }));
}
