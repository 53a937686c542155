import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { PROGRAM, residentBytes, startProgram } from '../soak/program.ts';
import { writeEntries } from '../src/catalog/postgres/write-entries.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { startIndexServer } from '../test/index-server.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { tableOf } from '../test/table-of.ts';
import { markdownTable, mean } from './measure.ts';
import { descriptions, foods, GENERATED, REAL } from './search/data.ts';

const FLEETS: readonly (readonly [rows: number, services: number])[] = [
  [REAL, 10],
  [REAL, 20],
  [GENERATED, 10],
];
/** How often to search each service: rarely, since searches take CPU time too. */
const POLL_MS = 2_000;

/** Measures what one changed amount costs an index builder, and the services behind it. */
export async function benchFleet(): Promise<string> {
  // Each service adds a listener to this process's `exit` event.
  process.setMaxListeners(0);
  const rows: string[][] = [];
  for (const [count, services] of FLEETS) {
    const texts = descriptions(count);
    if (texts !== undefined) rows.push(await changeOf(texts, services));
  }
  const head = ['rows', 'services', 'connections', 'rows read', 'bytes sent', 'delay s'];
  return markdownTable([...head, 'CPU s builder', 'CPU s each service', 'MB each service'], rows);
}

async function changeOf(texts: readonly string[], count: number): Promise<string[]> {
  const cluster = await Cluster.start();
  const children: ChildProcess[] = [];
  try {
    await writeEntries(cluster.address(), tableOf(foods(texts)));
    const sql = cluster.connect();
    // With a key, a changed row keeps its position.
    await sql`ALTER TABLE entries ADD COLUMN id serial PRIMARY KEY`;
    const storage = await startIndexServer();
    const { address } = storage;
    const flags = ['index', '--follow', '--to', address, '--database', cluster.address()];
    const env = { PATH: process.env.PATH, NO_COLOR: '1' };
    const builder = spawn(process.execPath, [PROGRAM, ...flags], {
      ...{ cwd: tmpdir(), env, stdio: 'ignore' as const },
    });
    children.push(builder);
    const services = await Promise.all(
      Array.from({ length: count }, () => startProgram(['--follow', '--index', address])),
    );
    children.push(...services.map(({ child }) => child));
    const state = async () => {
      const [{ read = 0, connections = 0 } = {}] = await sql<
        { read: number; connections: number }[]
      >`
        SELECT (SELECT seq_tup_read::float FROM pg_stat_user_tables WHERE relname = 'entries') AS read,
          (SELECT count(*)::int FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS connections`;
      const cpu = children.map(cpuSeconds);
      return { read, connections, cpu, asked: storage.log.length };
    };
    await setTimeout(15_000);
    const before = await state();
    const begin = performance.now();
    await sql`UPDATE entries SET kcal = 12345 WHERE id = 1`;
    const query = encodeURIComponent(elementAt(texts, 0));
    for (const { port } of services) {
      const url = `http://127.0.0.1:${port}/api/food?q=${query}`;
      while (!(await (await fetch(url)).text()).includes('12345')) await setTimeout(POLL_MS);
    }
    const seconds = (performance.now() - begin) / 1000;
    await setTimeout(1_000);
    const after = await state();
    const [builderCpu = 0, ...cpu] = after.cpu.map((one, n) => one - (before.cpu[n] ?? 0));
    const sent = storage.log.slice(before.asked).map((line) => {
      const [, path = ''] = /^GET (.*\.(?:index|changes)) 200/.exec(line) ?? [];
      return storage.files.get(path)?.length ?? 0;
    });
    const memory = mean(services.map(({ child }) => residentBytes(child)));
    await sql.end();
    return [
      ...[texts.length.toLocaleString('en'), count, after.connections],
      (after.read - before.read).toLocaleString('en'),
      sent.reduce((sum, bytes) => sum + bytes, 0).toLocaleString('en'),
      seconds.toFixed(0),
      ...[builderCpu, mean(cpu)].map((one) => one.toFixed(1)),
      (memory / 1e6).toFixed(0),
    ].map(String);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await cluster.remove();
  }
}

/** Returns the CPU time of a process so far, including ended threads. Linux only. */
function cpuSeconds({ pid }: ChildProcess): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.join('').split(' ').slice(11, 13);
  // The values are in hundredths of a second.
  return (Number(user) + Number(system)) / 100;
}
