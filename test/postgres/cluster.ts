import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import postgres, { type Sql } from 'postgres';
import { type ReservedPort, reservePort } from '../reserved-port.ts';
import { owner, startProgram } from './programs.ts';

const USER = 'postgres';
const PASSWORD = 'a secret/with:odd@letters';
const QUIET = { max: 1, onnotice: () => {} };

/** A real PostgreSQL server for a test that stops and kills it. */
export class Cluster {
  readonly #port: ReservedPort | undefined;
  readonly #folder: string;
  #server: ChildProcess | undefined;

  private constructor(port: ReservedPort | undefined, folder: string) {
    this.#port = port;
    this.#folder = folder;
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
    const folder = dataFolder();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const password = `${folder}.password`;
    writeFileSync(password, PASSWORD);
    giveToOwner(password);
    const program = startProgram(
      'initdb',
      ...[`--pgdata=${folder}`, `--pwfile=${password}`, `--username=${USER}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-locale', '--no-sync'],
    );
    await ended(program);
    return folder;
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

  /** Connects as the superuser. */
  connect(database = 'postgres'): Sql {
    return postgres(this.address({ database }), QUIET);
  }

  /** Starts the server and waits until it accepts connections. */
  async start(): Promise<void> {
    const server = startProgram(
      'postgres',
      ...['-D', this.#folder, '-p', String(this.port)],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off', '-c', 'shared_buffers=16MB', '-c', 'max_connections=30'],
      ...['-c', 'wal_level=replica', '-c', 'max_wal_senders=3', '-c', 'autovacuum=off'],
      // Makes a standby look for its primary again at once.
      ...['-c', 'wal_retrieve_retry_interval=100ms'],
    );
    this.#server = server;
    const kill = () => server.kill('SIGQUIT');
    process.once('exit', kill);
    server.once('close', () => process.off('exit', kill));
    const isReady = Promise.withResolvers<void>();
    server.stderr?.on('data', (text) => {
      // A standby says "read-only connections".
      if (/ready to accept .*connections/.test(String(text))) isReady.resolve();
    });
    await Promise.race([isReady.promise, ended(server)]);
  }

  /** Stops the server as an administrator would: ends connections and writes everything to disk. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Ends the server at once, as a crash would. At its next start, it recovers unwritten data. */
  kill(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  async #end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    // Either signal ends the process at once on Windows, where its children would go on.
    if (platform === 'win32') execFileSync('taskkill', ['/pid', `${server.pid}`, '/f', '/t']);
    else server.kill(signal);
    await exited;
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#port?.release();
  }
}

/**
 * The output of initdb. Copying it for each cluster takes a tenth of the time of running initdb
 * again.
 */
let initialized: Promise<string> | undefined;

function copyData(from: string, to: string): void {
  // cp keeps the owner, which is the user that the server runs as. On Windows, the owner does not
  // matter.
  if (platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

function dataFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'food-lookup-postgres-'));
  giveToOwner(parent);
  return join(parent, 'data');
}

/** Gives a file to the user that the server runs as. */
function giveToOwner(path: string): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}

/** Waits until a program has ended; throws what it printed if it failed. */
async function ended(program: ChildProcess): Promise<void> {
  let printed = '';
  program.stderr?.on('data', (text) => {
    printed = `${printed}${text}`.slice(-2_000);
  });
  // Rejects if the program cannot be started at all.
  const [status] = await once(program, 'close');
  if (status !== 0) throw new Error(`${program.spawnargs.join(' ')}: ${printed}`);
}
