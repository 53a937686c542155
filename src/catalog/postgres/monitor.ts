import type { Sql } from 'postgres';
import type { PostgresAddress } from './address.ts';
import { CHANNEL, exactMark, prepareCheapMark, takeCheapMark } from './change-mark.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { findTable } from './table.ts';

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
  #isPrepared = false;
  #isClosed = false;
  /** How many changes writers have announced. */
  #announced = 0;
  /** What the last look has found, and the change mark that follows from it. */
  #seen = '';
  #mark = '';

  constructor(address: PostgresAddress, tableName: string) {
    this.#address = address;
    this.#tableName = tableName;
  }

  async watch(onHint: () => void): Promise<void> {
    this.#onHints.push(onHint);
    const connection = await this.#connected();
    // A standby takes no LISTEN: there, the position it has got to is looked at.
    if (!connection.isStandby) await connection.answered(() => this.#listen(connection.sql));
  }

  async changeMark(): Promise<string> {
    const connection = await this.#connected();
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
  async #look({ sql }: Connection): Promise<string> {
    if (!this.#isPrepared) await prepareCheapMark(sql, this.#tableName);
    this.#isPrepared = true;
    const { mark, position } = await takeCheapMark(sql);
    // A standby may be promoted while it is connected.
    if (position === null) await this.#listen(sql);
    const announced = this.#announced;
    const seen = `${mark} ${position} ${announced}`;
    if (seen !== this.#seen) {
      // It may have lost a column, or be gone.
      const table = await findTable(sql, this.#address.name, this.#tableName, undefined);
      // What has no rows of its own, such as a view, can only be read again.
      this.#mark = table.hasRows ? await exactMark(sql, table) : seen;
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
    this.#isPrepared = false;
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

  #hint(): void {
    if (this.#isClosed) return;
    for (const onHint of this.#onHints) onHint();
  }
}
