import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { Host, PostgresAddress } from './address.ts';
import { ConnectionFault, codeOfMessage } from './faults.ts';
import { passwordFor } from './password-file.ts';
import { openSocket } from './socket.ts';

// One connection to PostgreSQL: when a silent server counts as lost, how poolers are recognized.

interface ServerState {
  readonly standby: boolean;
  readonly read_only: string;
  readonly pid: number;
  /** When the server started: two of them have different ones. */
  readonly started: string;
}

/** One connection. It is never opened again by itself: a caller that needs another opens one. */
export class Connection {
  readonly sql: Sql;
  readonly #address: PostgresAddress;
  readonly #host: Host;
  readonly #socket: Socket;
  /** Those who wait for an answer. Racing one promise of the connection would keep each of them. */
  readonly #waiting = new Set<(fault: Error) => void>();
  readonly #closed = Promise.withResolvers<void>();
  #state: ServerState | undefined;
  #isPooled = false;
  /** Why the connection has ended. */
  #fault: Error | undefined;

  private constructor(
    address: PostgresAddress,
    host: Host,
    socket: Socket,
    onNotify: (() => void) | undefined,
  ) {
    this.#address = address;
    this.#host = host;
    this.#socket = socket;
    let ended: ConnectionFault | undefined;
    // While nothing is asked, such as between two batches of rows, the driver passes this over.
    socket.on('data', (data) => {
      const code = codeOfMessage(data);
      if (code !== undefined) ended = new ConnectionFault(code);
    });
    // The first fault is the cause; of a write that fails, what the server said before. It may come
    // before the driver listens, such as a TLS alert.
    socket.once('error', (error) => this.#lose(ended ?? error));
    // A moment later: what the server has said of the end goes first.
    socket.once('close', () => {
      setImmediate(() => this.#lose(ended ?? new ConnectionFault('CONNECTION_CLOSED')));
    });
    this.sql = postgres(driverOptions(address, passwordFor(address, host), socket, onNotify));
  }

  /**
   * Connects to a server and asks what kind it is.
   *
   * @param onNotify called for every NOTIFY on a channel that this connection listens to
   */
  static async open(
    address: PostgresAddress,
    host: Host,
    onNotify?: () => void,
  ): Promise<Connection> {
    const socket = await openSocket(host, address);
    const connection = new Connection(address, host, socket, onNotify);
    try {
      connection.#state = await connection.#atOnce(async () => {
        const answer = await connection.sql<ServerState[]>`
          SELECT pg_is_in_recovery() AS standby, pg_backend_pid() AS pid,
                 current_setting('transaction_read_only') AS read_only,
                 pg_postmaster_start_time()::text AS started`;
        connection.#isPooled = answer.state.pid !== answer[0]?.pid;
        return answer[0];
      });
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * Whether a pooler is in between: it gives each connection a number of its own. Statements may then
   * reach different sessions of the server.
   */
  get isPooled(): boolean {
    return this.#isPooled;
  }

  /** Whether the server was a standby when the connection was opened. */
  get isStandby(): boolean {
    return this.#state?.standby === true;
  }

  /** Whether the server refused to write when the connection was opened. */
  get isReadOnly(): boolean {
    return this.#state?.read_only === 'on';
  }

  /** Whether the connection has ended, for whatever reason. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Resolves when the connection ends, for whatever reason. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * Awaits an answer for as long as the server works at it. A connection can be lost without a word:
   * then nothing ever comes. So where nothing has come for the time that connecting may take, another
   * connection asks what the server is doing, and this one is closed if it does nothing for us.
   *
   * @throws Error with a code where the connection is lost, and whatever asking throws
   */
  async answered<T>(ask: () => Promise<T>): Promise<T> {
    // A turn of the event loop: what the server said before, such as why it ends the connection, would
    // be lost once a write has failed.
    await immediate();
    const over = new AbortController();
    void this.#watchServer(over.signal).catch(() => {});
    try {
      return await this.#unlessLost(ask);
    } finally {
      over.abort();
    }
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 0 });
    // Whether or not the server closes it, too.
    this.#socket.destroySoon();
  }

  /** Of the process of the server. */
  get #pid(): number {
    if (this.#state === undefined) throw new Error('The connection is not open yet.');
    return this.#state.pid;
  }

  /** Awaits an answer that any server has at once. */
  async #atOnce<T>(ask: () => Promise<T>): Promise<T> {
    const timer = setTimeout(
      () => this.#lose(new ConnectionFault('CONNECT_TIMEOUT')),
      this.#address.connectTimeoutSeconds * 1000,
    );
    try {
      return await this.#unlessLost(ask);
    } finally {
      clearTimeout(timer);
    }
  }

  async #unlessLost<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#fault !== undefined) throw this.#fault;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    try {
      return await Promise.race([ask(), lost]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  #lose(fault: Error): void {
    this.#fault ??= fault;
    for (const reject of this.#waiting) reject(this.#fault);
    this.#socket.destroy();
    this.#closed.resolve();
  }

  async #watchServer(signal: AbortSignal): Promise<void> {
    let received = this.#socket.bytesRead;
    let wasIdle = false;
    for (;;) {
      await delay(this.#address.connectTimeoutSeconds * 1000, undefined, { signal });
      const isReceiving = this.#socket.bytesRead !== received;
      received = this.#socket.bytesRead;
      const activity = isReceiving ? 'working' : await this.#serverActivity();
      if (signal.aborted) return;
      // What was sent may still be on its way: a server is idle only when it is so twice.
      if (activity === 'none' || (activity === 'idle' && wasIdle)) {
        this.#lose(new ConnectionFault('SILENT'));
        return;
      }
      wasIdle = activity === 'idle';
    }
  }

  async #serverActivity(): Promise<Activity> {
    let other: Connection | undefined;
    try {
      const asking = await Connection.open(this.#address, this.#host);
      other = asking;
      const [found] = await asking.#atOnce(
        async () => asking.sql<{ state: string }[]>`
          SELECT state FROM pg_stat_activity WHERE pid = ${this.#pid}`,
      );
      // A balancer may lead to another server, and a server may be told to keep no account of this.
      if (asking.#state?.started !== this.#state?.started) return 'unknown';
      if (found?.state === 'disabled') return 'unknown';
      return found === undefined || found.state.startsWith('idle') ? 'idle' : 'working';
    } catch (error) {
      // It answers, if only that it has no connection left.
      return error instanceof postgres.PostgresError ? 'unknown' : 'none';
    } finally {
      await other?.close();
    }
  }
}

/** What a server does for a connection; `none` where no server answers. */
type Activity = 'working' | 'idle' | 'unknown' | 'none';

function driverOptions(
  { user, database, startup }: PostgresAddress,
  password: string | undefined,
  socket: Socket,
  onNotify: (() => void) | undefined,
): object {
  let isTaken = false;
  // The driver's types do not know onnotify, and know sockets only as functions without errors.
  return {
    socket: () => {
      if (isTaken) throw new ConnectionFault('CONNECTION_CLOSED');
      isTaken = true;
      return socket;
    },
    ssl: false,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    max: 1,
    // Only its opener ends it.
    max_lifetime: null,
    idle_timeout: null,
    connect_timeout: null,
    // Statements without names also pass through poolers.
    prepare: false,
    fetch_types: false,
    connection: startup,
    onnotice: () => {},
    onnotify: () => onNotify?.(),
  };
}
