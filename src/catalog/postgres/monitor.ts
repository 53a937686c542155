import type { Sql } from 'postgres';
import type { PostgresAddress } from './address.ts';
import { CHANNEL, cheapMark, exactMark, replayedTo } from './change-mark.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { findTable, type Table } from './table.ts';

/**
 * Watches one table over a connection of its own, which is opened when it is first needed and again
 * whenever it was lost.
 */
export class Monitor {
  readonly #address: PostgresAddress;
  readonly #tableName: string;
  readonly #onHints: (() => void)[] = [];
  #connection: Connection | undefined;
  #isListening = false;
  #isClosed = false;
  /** How many changes writers have announced. */
  #announced = 0;
  /** How many of them a close look has covered. */
  #covered = 0;
  #replayedTo: string | undefined;
  #exactMark: string | undefined;

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
   * Counters alone tell of most changes. They may be late, and a standby has none: so an announced
   * change, and a standby that has moved on, is looked at more closely.
   */
  async #look({ sql, isStandby }: Connection): Promise<string> {
    const table = await findTable(sql, this.#address.name, this.#tableName, undefined);
    const position = isStandby ? await replayedTo(sql) : undefined;
    // A standby may be promoted while it is connected.
    if (position === undefined) await this.#listen(sql);
    const announced = this.#announced;
    const isAnnounced = announced !== this.#covered;
    if (this.#exactMark === undefined || isAnnounced || position !== this.#replayedTo) {
      this.#exactMark = await lookClosely(sql, table, position, isAnnounced);
      this.#replayedTo = position;
      // Only now: where looking fails, the next look must be a close one, too.
      this.#covered = announced;
    }
    return `${await cheapMark(sql, table.oid)} ${this.#exactMark}`;
  }

  async #connected(): Promise<Connection> {
    if (this.#connection !== undefined && !this.#connection.isClosed) return this.#connection;
    const connection = await connect(this.#address, () => {
      this.#announced += 1;
      this.#hint();
    });
    this.#connection = connection;
    this.#isListening = false;
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

/** What has no rows of its own, such as a view, can only be read again. */
async function lookClosely(
  sql: Sql,
  table: Table,
  position: string | undefined,
  isAnnounced: boolean,
): Promise<string> {
  if (table.hasRows) return exactMark(sql, table);
  return isAnnounced ? `announced at ${Date.now()}` : (position ?? '');
}
