import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runClient, Seen } from '../soak/load/client.ts';
import { searchRequests } from '../soak/load/honest-requests.ts';
import { type Program, startProgram } from '../soak/program.ts';
import { tableOf } from '../src/catalog/entry-store.ts';
import { writeEntries } from '../src/catalog/postgres/write-entries.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { markdownTable } from './measure.ts';
import { BUNDLED, descriptions, foods } from './search/data.ts';

// A fleet on one machine: how many services and callers behind nginx, and what is killed in which
// order.

const SERVICES = 3;
const CALLERS = 8;
const PHASE_MS = 2_000;
const NGINX = '/usr/sbin/nginx';

/**
 * A fleet on one machine: services behind nginx that follow one PostgreSQL and its standby. Under
 * load, a service is killed, then the primary is, and the standby promoted.
 */
export async function benchFailover(): Promise<string> {
  if (!existsSync(NGINX)) return `Left out: there is no ${NGINX}.`;
  const texts = descriptions(BUNDLED) ?? [];
  const table = (tag: string) => tableOf(foods(texts.map((text) => `${text} ${tag}`)));
  const primary = await Cluster.start();
  await writeEntries(primary.address(), table('first'));
  await primary.stop();
  const standby = await primary.copyAsStandby();
  await primary.start();
  await standby.start();
  const database = primary.address({
    search: `?host=127.0.0.1,127.0.0.1&port=${standby.port},${primary.port}`,
  });
  const services = await Promise.all(
    Array.from({ length: SERVICES }, () =>
      startProgram(['--database', database, '--refresh', '1']),
    ),
  );
  const balancer = await startNginx(services);
  const requests = searchRequests('queries-usda.txt');
  let [seen, isOver] = [new Seen(), false];
  const clients = Array.from({ length: CALLERS }, (_, n) =>
    runClient({
      port: balancer.port,
      requests: requests.slice(n * 100),
      isOver: () => isOver,
      seen: () => seen,
    }),
  );
  /** Waits until three answers in turn hold foods with this tag. */
  const until = async (tag: string) => {
    for (let found = 0; found < 3; await setTimeout(100)) {
      const answer = await fetch(`http://127.0.0.1:${balancer.port}/api/food?q=${tag}`);
      found = (await answer.text()).includes(tag) ? found + 1 : 0;
    }
  };
  try {
    const rows: string[][] = [];
    const phase = async (name: string, action: () => Promise<unknown>) => {
      seen = new Seen();
      const begin = performance.now();
      await action();
      await setTimeout(PHASE_MS);
      const { latenciesMs, failures } = seen;
      const perSecond = (latenciesMs.length * 1_000) / (performance.now() - begin);
      rows.push([name, ...[latenciesMs.length, perSecond.toFixed(0), failures.length].map(String)]);
    };
    await phase('all is well', async () => {});
    await phase('the data change', async () => {
      await writeEntries(primary.address(), table('second'));
      await until('second');
    });
    await phase('a service is killed', async () => services[0]?.child.kill('SIGKILL'));
    await phase('the primary is killed', async () => primary.kill());
    await phase('the standby is promoted, the data change', async () => {
      const sql = standby.connect();
      await sql`SELECT pg_promote()`;
      await sql.end();
      await writeEntries(standby.address(), table('third'));
      await until('third');
    });
    await phase('the last server is stopped', async () => standby.stop());
    return markdownTable(['while', 'requests', 'a second', 'failed'], rows);
  } finally {
    isOver = true;
    await Promise.all(clients);
    for (const { child } of services) child.kill('SIGKILL');
    balancer.stop();
    await primary.remove();
    await standby.remove();
  }
}

/** The configuration in docs/deployment.md, with these services and a port of this machine. */
async function startNginx(services: readonly Program[]): Promise<{ port: number; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-fleet-'));
  const port = 20_000 + (process.pid % 10_000);
  const document = readFileSync(new URL('../docs/deployment.md', import.meta.url), 'utf8');
  const [, example = ''] = /```nginx\n(.*?)```/s.exec(document) ?? [];
  const [line = '', parameters = ''] = /^ *server 10\.0\.0\.1:3001(.*);\n/m.exec(example) ?? [];
  const servers = services.map((each) => `server 127.0.0.1:${each.port}${parameters};\n`);
  const site = example
    .replace(line, servers.join(''))
    .replace(/^ *server 10\..*\n/m, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 512; }
     http { access_log off; ${site} }`,
  );
  execFileSync(NGINX, ['-t', '-c', config], { stdio: 'ignore' });
  const child = spawn(NGINX, ['-c', config, '-g', 'daemon off;'], { stdio: 'ignore' });
  await setTimeout(500);
  return { port, stop: () => void child.kill('SIGTERM') };
}
