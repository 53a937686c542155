import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { markdownTable } from '../bench/measure.ts';
import { ENTRY_COLUMNS } from '../src/food/entry.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { Random } from './fuzz/random.ts';

export interface ImportsOptions {
  /** For each kind of database. */
  readonly kills: number;
  readonly seed: number;
}

const OLD_ROWS = 7;
const BATCHES = 40;
const BATCH_ROWS = 500;
const NEW_ROWS = BATCHES * BATCH_ROWS;

const MODULE = new URL('../src/catalog/open-store.ts', import.meta.url).href;

/** Writes new rows in place of those that are there, and says when it begins. */
const WRITER = `
  const [module, address, columns] = process.argv.slice(1);
  const { writeTo } = await import(module);
  const names = columns.split(',');
  const batch = Array.from({ length: ${BATCH_ROWS} }, () => names.map((name) => name === 'description' ? 'new' : 1));
  process.send('begins');
  await writeTo(address, {
    columns: names.map((name) => ({ name, type: name === 'description' ? 'text' : 'number' })),
    batches: (async function* () {
      for (let n = 0; n < ${BATCHES}; n++) {
        yield batch;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })(),
  });
`;

const COLUMNS = ENTRY_COLUMNS.map((name) =>
  name === 'description' ? `${name} text` : `${name} real`,
);
/** A table with what depends on it, and another one. */
const TABLE = [
  `CREATE TABLE entries (${COLUMNS.join(', ')})`,
  'CREATE INDEX by_kcal ON entries (kcal)',
  "CREATE VIEW eggs AS SELECT description FROM entries WHERE description LIKE 'o%'",
  'CREATE TABLE notes (text text)',
  "INSERT INTO notes VALUES ('mine')",
  ...Array.from(
    { length: OLD_ROWS },
    () => "INSERT INTO entries (kcal, description) VALUES (1, 'old')",
  ),
].join('; ');

/** A database that imports are killed in. */
interface Target {
  readonly kind: string;
  readonly address: string;
  readonly reset: () => Promise<void>;
  /** The rows by their descriptions, and everything else that has to stay, as text. */
  readonly state: () => Promise<{ readonly rows: string; readonly rest: string }>;
  readonly close: () => Promise<void>;
}

/** Kills imports at random moments, and counts what is lost of what was there before. */
export async function runImports({ kills, seed }: ImportsOptions): Promise<string> {
  const random = new Random(seed);
  const rows: string[][] = [];
  for (const target of [sqliteTarget(), await postgresTarget()]) {
    try {
      rows.push(await killedIn(target, kills, random));
    } finally {
      await target.close();
    }
  }
  return markdownTable(['database', 'kills', 'old rows left', 'new rows left', 'lost'], rows);
}

async function killedIn(target: Target, kills: number, random: Random): Promise<string[]> {
  const [OLD, NEW] = [`${OLD_ROWS} old`, `${NEW_ROWS} new`];
  await target.reset();
  const before = await target.state();
  const begin = performance.now();
  const whole = await startWriter(target.address);
  await once(whole, 'close');
  const wholeMs = performance.now() - begin;
  if ((await target.state()).rows !== NEW) throw new Error('The import has not replaced the rows.');
  const counts = { old: 0, new: 0, lost: 0 };
  for (let kill = 0; kill < kills; kill++) {
    await target.reset();
    const child = await startWriter(target.address);
    await setTimeout(random.integer(0, Math.ceil(wholeMs)));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    const { rows, rest } = await target.state();
    if (rest !== before.rest || (rows !== OLD && rows !== NEW)) counts.lost += 1;
    else counts[rows === OLD ? 'old' : 'new'] += 1;
  }
  return [target.kind, kills, counts.old, counts.new, counts.lost].map(String);
}

/** A process that has begun to write. */
async function startWriter(address: string): Promise<ChildProcess> {
  const args = ['--input-type=module', '--eval', WRITER, MODULE, address, ENTRY_COLUMNS.join(',')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

function sqliteTarget(): Target {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-imports-'));
  const address = join(folder, 'foods.sqlite');
  const removeAll = () => rmSync(folder, { recursive: true });
  const open = () => new DatabaseSync(address);
  return {
    kind: 'SQLite',
    address,
    reset: async () => {
      for (const suffix of ['', '-journal', '-wal', '-shm'])
        rmSync(`${address}${suffix}`, { force: true });
      const database = open();
      database.exec(TABLE);
      database.close();
    },
    state: async () => {
      const database = open();
      const all = (sql: string) => database.prepare(sql).all();
      const counted = all('SELECT count(*) AS n, description AS name FROM entries GROUP BY 2');
      const rest = [
        all('PRAGMA integrity_check'),
        all('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2'),
        all('SELECT * FROM notes'),
      ];
      database.close();
      return {
        rows: counted.map(({ n, name }) => `${n} ${name}`).join(),
        rest: JSON.stringify(rest),
      };
    },
    close: async () => removeAll(),
  };
}

async function postgresTarget(): Promise<Target> {
  const cluster = await Cluster.start();
  const sql = cluster.connect();
  return {
    kind: 'PostgreSQL',
    address: cluster.address(),
    reset: async () => {
      await sql.unsafe(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${TABLE};
        ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
        CREATE POLICY some_rows ON entries USING (kcal > 0); GRANT SELECT ON entries TO PUBLIC`);
    },
    state: async () => {
      // What a killed writer has begun is given up by the server first.
      const others = () => sql`
        SELECT 1 FROM pg_stat_activity WHERE application_name = 'food-lookup'`;
      while ((await others()).length > 0) await setTimeout(10);
      const counted = await sql<{ n: number; name: string }[]>`
        SELECT count(*)::int AS n, description AS name FROM entries GROUP BY 2`;
      const rest = await sql`
        SELECT (SELECT array_agg(ROW(relname, relkind, relacl, relrowsecurity)::text ORDER BY relname)
                FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS relations,
               (SELECT array_agg(polname) FROM pg_policy) AS policies,
               pg_get_viewdef('eggs'::regclass) AS view, (SELECT array_agg(text) FROM notes) AS notes`;
      return {
        rows: counted.map(({ n, name }) => `${n} ${name}`).join(),
        rest: JSON.stringify(rest),
      };
    },
    close: async () => {
      await sql.end({ timeout: 0 });
      await cluster.remove();
    },
  };
}
