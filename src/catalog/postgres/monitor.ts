import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import type { PostgresAddress } from './address.ts';
import { CHANNEL, CheapLooks, exactMark, foreignParts } from './change-mark.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { findTable } from './table.ts';

// When changes of a PostgreSQL table are looked at closely, and its warnings; data/data-follower.ts
// has how often.

/** An announcement that has not come through a pooler after this long never will. */
const ANNOUNCED_MS = 5_000;

/**
 * Watches one table over a connection of its own, which is opened when it is first needed and again
 * whenever it was lost.
 */
export class Monitor {
  readonly #address: PostgresAddress;
  readonly #tableName: string;
  readonly #onHints: (() => void)[] = [];
  #connection: Connection | undefined;
  /** Both of the connection. */
  #isListening = false;
  #looks: CheapLooks | undefined;
  #isClosed = false;
  /** How many changes writers have announced. */
  #announced = 0;
  /** What the last look has found, and the change mark that follows from it. */
  #seen = '';
  #mark = '';
  #waitedMs = 0;
  /** What {@link watch} has found. */
  #unnoticed: string[] | undefined;

  constructor(address: PostgresAddress, tableName: string) {
    this.#address = address;
    this.#tableName = tableName;
  }

  /** For how long connections and locks were waited for until now. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** @returns which changes are noticed late or not at all */
  async watch(onHint: () => void): Promise<string[]> {
    this.#onHints.push(onHint);
    const connection = await this.#connected();
    // A standby takes no LISTEN: there, the position it has got to is looked at.
    if (!connection.isStandby) await connection.answered(() => this.#listen(connection.sql));
    this.#unnoticed ??= await this.#findUnnoticed(connection);
    return this.#unnoticed;
  }

  async #findUnnoticed(connection: Connection): Promise<string[]> {
    const unnoticed = (
      await connection.answered(() => foreignParts(connection.sql, this.#tableName))
    ).map(
      (name) =>
        `${name} is a foreign table: changes there are noticed only where they are announced (NOTIFY ${CHANNEL})`,
    );
    const { isStandby, isPooled } = connection;
    if (isStandby || !isPooled || (await this.#hears(connection))) return unnoticed;
    return [
      ...unnoticed,
      `announcements (NOTIFY ${CHANNEL}) do not pass the pooler, so changes are noticed only by looking; use its session mode, or the address of the server itself`,
    ];
  }

  async changeMark(): Promise<string> {
    const begin = performance.now();
    const connection = await this.#connected();
    this.#waitedMs += performance.now() - begin;
    return connection.answered(() => this.#look(connection));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  /**
   * A cheap look tells whether a close one is needed. Its counters move for nothing, such as a
   * transaction that was rolled back; they may be late, and a standby has none: so an announced
   * change, and a standby that has moved on, lead to a close look, too.
   */
  async #look({ sql, isPooled }: Connection): Promise<string> {
    this.#looks ??= new CheapLooks(sql, this.#tableName, isPooled);
    const { mark, position } = await this.#looks.take();
    // A standby may be promoted while it is connected.
    if (position === null) await this.#listen(sql);
    const announced = this.#announced;
    const seen = `${mark} ${position} ${announced}`;
    if (seen !== this.#seen) {
      // It may have lost a column, or be gone.
      const table = await findTable(sql, this.#address.name, this.#tableName, {});
      const exact = await exactMark(sql, this.#tableName, table);
      this.#waitedMs += exact.waitedMs;
      this.#mark = exact.mark;
      // Only now: where looking fails, the next look must be a close one, too.
      this.#seen = seen;
    }
    return this.#mark;
  }

  async #connected(): Promise<Connection> {
    if (this.#connection !== undefined && !this.#connection.isClosed) return this.#connection;
    const connection = await connect(this.#address, () => {
      this.#announced += 1;
      this.#hint();
    });
    this.#connection = connection;
    this.#isListening = false;
    this.#looks = undefined;
    if (this.#isClosed) await connection.close();
    // Only the loss of a working connection hints: a failed attempt would hint at the next one.
    void connection.closed.then(() => this.#hint());
    return connection;
  }

  async #listen(sql: Sql): Promise<void> {
    if (this.#isListening) return;
    await sql.unsafe(`LISTEN ${CHANNEL}`);
    this.#isListening = true;
  }

  /** Whether a pooler passes on what others announce: one that shares sessions does not. */
  async #hears({ sql }: Connection): Promise<boolean> {
    const channel = `${CHANNEL}_${randomBytes(8).toString('hex')}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const listener = await connect(this.#address, () => resolve(true));
    const timer = setTimeout(() => resolve(false), ANNOUNCED_MS);
    try {
      await listener.answered(() => listener.sql.unsafe(`LISTEN ${channel}`));
      await sql.unsafe(`NOTIFY ${channel}`);
      return await promise;
    } finally {
      clearTimeout(timer);
      await listener.close();
    }
  }

  #hint(): void {
    if (this.#isClosed) return;
    for (const onHint of this.#onHints) onHint();
  }
}
