import { performance } from 'node:perf_hooks';
import {
  type CopiedRows,
  DEFAULT_TABLE,
  type EntrySnapshot,
  type EntrySource,
  type EntryStore,
  type FieldsOf,
  type ServedTable,
} from '../entry-store.ts';
import { closeRowFile, createRowFile, stopWriting, writerOf } from '../row-file.ts';
import { type PostgresAddress, parseAddress } from './address.ts';
import { CHANNEL, ChangeMarks } from './change-mark.ts';
import { type Connection, connect } from './connection.ts';
import { foreignTables } from './dependencies.ts';
import { withDatabaseErrors } from './faults.ts';
import { beginReading, columnsToRead, copyStatement, readRows } from './read-rows.ts';
import { columnNames, findTable, type Table } from './table.ts';

// The PostgreSQL store: one connection to listen (NOTIFY) and to read. Warns of foreign tables.

/**
 * Creates a store for a PostgreSQL server. It connects on first use, and again after a lost
 * connection.
 */
export function createPostgresStore(source: EntrySource): EntryStore {
  return new PostgresStore(source, parseAddress(source.database));
}

class PostgresStore implements EntryStore {
  readonly #source: EntrySource;
  readonly #tableName: string;
  readonly #address: PostgresAddress;
  readonly #marks: ChangeMarks;
  readonly #onHints: (() => void)[] = [];
  #connection: Connection | undefined;
  #isListening = false;
  #isClosed = false;
  /** How many changes writers have announced. */
  #announced = 0;
  #waitedMs = 0;
  /** Resolves when the connection is free. */
  #whenFree = Promise.resolve();

  constructor(source: EntrySource, address: PostgresAddress) {
    this.#source = source;
    this.#tableName = source.table ?? DEFAULT_TABLE;
    this.#address = address;
    this.#marks = new ChangeMarks(address.name, this.#tableName);
  }

  get name(): string {
    return this.#address.name;
  }

  get waitedMs(): number {
    return this.#waitedMs + this.#marks.waitedMs;
  }

  async open(): Promise<EntrySnapshot> {
    await using opening = new AsyncDisposableStack();
    const state = opening.use(await this.#openSnapshot());
    const { connection, table } = state;
    const [counted] = await this.#withErrors(() =>
      connection.waitFor(() =>
        connection.sql.unsafe<{ n: string }[]>(`SELECT count(*) AS n FROM ${table.reference}`),
      ),
    );
    const copyRows = (fields: readonly string[] | undefined) => this.#copyRows(state, fields);
    const opened = opening.move();
    return {
      columns: columnNames(table),
      count: Number(counted?.n),
      async *read({ fields, onInvalid } = {}) {
        const rows = await copyRows(fields);
        try {
          yield* readRows(rows, onInvalid);
        } finally {
          closeRowFile(rows.file);
        }
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  async copy(fieldsOf: FieldsOf): Promise<CopiedRows> {
    await using state = await this.#openSnapshot();
    return await this.#copyRows(state, fieldsOf(columnNames(state.table)));
  }

  async copyChanged(served: ServedTable, fieldsOf: FieldsOf) {
    const rows = this.#marks.changesSince(served);
    if (rows === undefined) return undefined;
    await using state = await this.#openSnapshot();
    const { connection, table } = state;
    if (connection !== rows.connection || table.shape !== rows.shape) return undefined;
    const copied = await this.#copyRows(state, fieldsOf(columnNames(table)), rows.where);
    if (copied.count === rows.changed) return copied;
    // Rows were written or deleted after the check.
    closeRowFile(copied.file);
    return undefined;
  }

  changeMark(): Promise<string> {
    return this.#exclusively((connection) =>
      this.#marks.check(connection, this.#announced, () => this.#listen(connection)),
    );
  }

  watch(onHint: () => void): Promise<string[]> {
    this.#onHints.push(onHint);
    return this.#exclusively(async (connection) => {
      // A standby does not support LISTEN: its replay position is polled instead.
      if (!connection.isStandby) await this.#listen(connection);
      const foreign = await connection.waitBriefly(() =>
        foreignTables(connection.sql, this.#tableName),
      );
      return foreign.map(
        (name) =>
          `${name} is a foreign table: changes there are detected only if they are announced (NOTIFY ${CHANNEL})`,
      );
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  #withErrors<T>(ask: () => Promise<T>): Promise<T> {
    return withDatabaseErrors(this.name, ask);
  }

  /** Runs a function with exclusive use of the connection. */
  async #exclusively<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    using _lock = await this.#lock();
    return await this.#withErrors(async () => use(await this.#connected()));
  }

  /** Locks the connection: resolves when it is free, and keeps other calls out until released. */
  async #lock(): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#whenFree;
    this.#whenFree = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }

  async #connected(): Promise<Connection> {
    if (this.#connection !== undefined && !this.#connection.isClosed) return this.#connection;
    const begin = performance.now();
    const connection = await connect(this.#address, () => {
      this.#announced += 1;
      this.#hint();
    });
    this.#waitedMs += performance.now() - begin;
    this.#connection = connection;
    this.#isListening = false;
    if (this.#isClosed) await connection.close();
    // Once the connection is lost, changes may be missed.
    void connection.closed.then(() => this.#hint());
    return connection;
  }

  async #listen(connection: Connection): Promise<void> {
    if (this.#isListening) return;
    await connection.waitBriefly(() => connection.sql.unsafe(`LISTEN ${CHANNEL}`));
    this.#isListening = true;
  }

  #hint(): void {
    if (this.#isClosed) return;
    for (const onHint of this.#onHints) onHint();
  }

  /** Begins a snapshot, which holds the connection until it ends. */
  async #openSnapshot(): Promise<Reading> {
    await using opening = new AsyncDisposableStack();
    opening.use(await this.#lock());
    return await this.#withErrors(async () => {
      const connection = await this.#connected();
      opening.defer(() =>
        connection
          .waitFor(() => connection.sql`ROLLBACK`)
          .then(undefined, () => connection.close()),
      );
      const table = await connection.waitFor(() => this.#begin(connection));
      const opened = opening.move();
      return { connection, table, [Symbol.asyncDispose]: () => opened.disposeAsync() };
    });
  }

  async #begin({ sql }: Connection): Promise<Table> {
    const find = () => findTable(sql, this.name, this.#tableName, this.#source);
    const { table, waitedMs } = await beginReading(sql, find);
    this.#waitedMs += waitedMs;
    return table;
  }

  /** Copies the rows as fast as the server sends them, and ends the snapshot. */
  async #copyRows(state: Reading, fields?: readonly string[], where?: string) {
    const { connection, table } = state;
    const columns = columnsToRead(table, fields);
    const file = createRowFile();
    const writer = writerOf(file);
    try {
      const count = await this.#withErrors(() =>
        connection.copy(copyStatement(table, columns, where), writer),
      );
      await state[Symbol.asyncDispose]();
      const types = columns.map(({ typeOid }) => typeOid);
      return { columns: columnNames(table), count, file, types };
    } catch (error) {
      await stopWriting(writer);
      // The server may still be sending rows.
      await connection.close();
      throw error;
    }
  }
}

interface Reading extends AsyncDisposable {
  readonly connection: Connection;
  readonly table: Table;
}
