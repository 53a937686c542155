import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { DatabaseError } from '../database-error.ts';
import { type Host, type PostgresAddress, passwordFor, type SessionAttributes } from './address.ts';
import { CopyMessages, queryMessage } from './copy-rows.ts';
import { ConnectionError, fatalError, withDatabaseErrors } from './faults.ts';
import { driverOptions, isResponding, openSocket } from './socket.ts';

// Connects to PostgreSQL. Chooses one of the hosts in a URL (`target_session_attrs`), and decides
// when a silent server counts as lost.

/**
 * Connects to the first host in the URL that responds and is the requested kind of server. Each
 * call starts with the first host again, so that a promoted standby is found.
 *
 * @param onNotify called for every NOTIFY on a channel that the connection listens to
 * @throws DatabaseError if no host qualifies
 */
export async function connect(
  address: PostgresAddress,
  onNotify?: () => void,
): Promise<Connection> {
  const { name, hosts, sessionAttributes } = address;
  // `prefer-standby` accepts a primary if there is no standby.
  const rounds: readonly SessionAttributes[] =
    sessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [sessionAttributes];
  let failure: unknown;
  for (const wanted of rounds) {
    for (const host of hosts) {
      try {
        const connection = await withDatabaseErrors(name, () =>
          Connection.open(address, host, onNotify),
        );
        if (matches(connection, wanted)) return connection;
        await connection.close();
        failure = new DatabaseError(name, `no host matches target_session_attrs=${wanted}.`);
      } catch (error) {
        failure ??= error;
      }
    }
  }
  throw failure;
}

function matches({ isStandby, isReadOnly }: Connection, wanted: SessionAttributes): boolean {
  if (wanted === 'primary' || wanted === 'standby') return isStandby === (wanted === 'standby');
  const isMode = wanted === 'read-only' || wanted === 'read-write';
  return !isMode || isReadOnly === (wanted === 'read-only');
}

interface ServerState {
  readonly standby: boolean;
  readonly read_only: string;
}

/** A connection. Once closed, it is never reopened. */
export class Connection {
  readonly sql: Sql;
  readonly #address: PostgresAddress;
  readonly #host: Host;
  readonly #socket: Socket;
  /**
   * The pending calls. Racing each call against one long-lived promise would keep every call in
   * memory.
   */
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #closed = Promise.withResolvers<void>();
  #state: ServerState | undefined;
  /** Why the connection has ended. */
  #error: Error | undefined;
  /** Receives data from the server: the driver, or {@link copy}. */
  #receive: (data: Buffer) => void = () => {};

  private constructor(
    address: PostgresAddress,
    host: Host,
    socket: Socket,
    onNotify: (() => void) | undefined,
  ) {
    this.#address = address;
    this.#host = host;
    this.#socket = socket;
    // The driver ignores messages between two statements.
    socket.on('data', (data) => {
      this.#error ??= fatalError(data);
    });
    // Reports the first error, since it causes the later ones. Before a write fails, the server may
    // have said what is wrong.
    socket.once('error', (error) => this.#fail(error));
    // The close is reported with a delay, so that the server's last message is handled first.
    socket.once('close', () => {
      setImmediate(() => this.#fail(new ConnectionError('CONNECTION_CLOSED')));
    });
    this.sql = postgres(driverOptions(address, passwordFor(address, host), socket, onNotify));
  }

  /** Connects to a server and asks what kind it is. */
  static async open(
    address: PostgresAddress,
    host: Host,
    onNotify?: () => void,
  ): Promise<Connection> {
    const socket = await openSocket(host, address);
    await using opening = new AsyncDisposableStack();
    const connection = opening.use(new Connection(address, host, socket, onNotify));
    const [state] = await connection.waitBriefly(
      () => connection.sql<ServerState[]>`
        SELECT pg_is_in_recovery() AS standby,
               current_setting('transaction_read_only') AS read_only`,
    );
    connection.#state = state;
    const listeners = socket.listeners('data');
    socket.removeAllListeners('data');
    connection.#receive = (data) => {
      for (const listener of listeners) Reflect.apply(listener, socket, [data]);
    };
    socket.on('data', (data) => connection.#receive(data));
    opening.move();
    return connection;
  }

  /** Whether the server was a standby when the connection was opened. */
  get isStandby(): boolean {
    return this.#state?.standby === true;
  }

  /** Whether the session was read-only when the connection was opened. */
  get isReadOnly(): boolean {
    return this.#state?.read_only === 'on';
  }

  /** Whether the connection has ended, for any reason. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Resolves when the connection ends, for any reason. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * Awaits a reply that may take a long time, for example because of a lock. Whenever the server
   * has been silent for `connect_timeout`, checks that it is alive.
   *
   * @throws Error with a code if the connection is lost, and anything that `ask` throws
   */
  async waitFor<T>(ask: () => Promise<T>): Promise<T> {
    return this.#watched(ask, () => isResponding(this.#host, this.#address));
  }

  /**
   * Awaits a reply that no lock can delay. If none arrives within `connect_timeout`, the connection
   * counts as lost, for example because a firewall has dropped it.
   */
  async waitBriefly<T>(ask: () => Promise<T>): Promise<T> {
    return this.#watched(ask, async () => false);
  }

  /**
   * Runs a COPY … TO STDOUT while no other statement runs, and writes its lines to `target`.
   * Bypasses the driver, which would create a chunk per row and take twenty times as long.
   *
   * @returns the number of rows
   */
  async copy(statement: string, target: Writable): Promise<number> {
    const driver = this.#receive;
    const messages = new CopyMessages();
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
    this.#receive = (data) => {
      const hasRoom = target.write(messages.take(data));
      if (!hasRoom) this.#socket.pause();
      if (messages.isEnded) resolve();
    };
    target.on('drain', () => this.#socket.resume()).on('error', reject);
    await this.waitFor(async () => {
      this.#socket.write(queryMessage(statement));
      await ended;
    }).catch((error: unknown) => {
      // The server's last message says why it has closed the connection.
      throw messages.error ?? error;
    });
    this.#receive = driver;
    if (messages.error !== undefined) throw messages.error;
    await finished(target.end());
    return messages.count;
  }

  readonly [Symbol.asyncDispose] = () => this.close();

  async close(): Promise<void> {
    await this.sql.end({ timeout: 0 });
    // Closes the socket even if the server does not.
    this.#socket.destroySoon();
  }

  /** @param isAlive called whenever the server has been silent for `connect_timeout` */
  async #watched<T>(ask: () => Promise<T>, isAlive: () => Promise<boolean>): Promise<T> {
    // Lets the event loop run once to receive the server's messages, which say why it ends the
    // connection. After a failed write, these messages would be lost.
    await immediate();
    if (this.#error !== undefined) throw this.#error;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    const over = new AbortController();
    void this.#watch(isAlive, over.signal).catch(() => {});
    try {
      return await Promise.race([ask(), lost]);
    } catch (error) {
      // The driver may only see that the connection has closed.
      throw this.#error ?? error;
    } finally {
      over.abort();
      this.#waiting.delete(reject);
    }
  }

  async #watch(isAlive: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    for (;;) {
      const received = this.#socket.bytesRead;
      await delay(this.#address.connectTimeoutSeconds * 1000, undefined, { signal });
      if (this.#socket.bytesRead !== received || (await isAlive()) || signal.aborted) continue;
      const code = this.#state === undefined ? 'CONNECT_TIMEOUT' : 'SILENT';
      this.#fail(new ConnectionError(code));
      return;
    }
  }

  #fail(error: Error): void {
    this.#error ??= error;
    for (const reject of this.#waiting) reject(this.#error);
    this.#socket.destroy();
    this.#closed.resolve();
  }
}
