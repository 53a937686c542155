import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Program, startProgram } from '../soak/program.ts';
import { tableOf } from '../src/catalog/entry-store.ts';
import { writeEntries } from '../src/catalog/postgres/write-entries.ts';
import { readQueries } from '../test/cases/read-cases.ts';
import { Cluster } from '../test/postgres/cluster.ts';
import { markdownTable } from './measure.ts';
import { BUNDLED, descriptions, foods } from './search/data.ts';

// A fleet on one machine: how many services and callers behind nginx, and what is killed in which
// order.

const SERVICES = 3;
const CALLERS = 8;
const NGINX = '/usr/sbin/nginx';
const SECOND_MS = 1_000;

/**
 * A fleet on one machine: services behind nginx that follow one PostgreSQL and its standby. Under
 * load, a service is killed, then the primary is, and the standby promoted.
 */
export async function benchFleet(): Promise<string> {
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
  const load = new Load(balancer.url);
  try {
    const rows: string[][] = [];
    const phase = async (name: string, action: () => Promise<unknown>) => {
      const before = { ...load.counts };
      const begin = performance.now();
      await action();
      await setTimeout(2 * SECOND_MS);
      const seconds = (performance.now() - begin) / SECOND_MS;
      const requests = load.counts.requests - before.requests;
      const failed = load.counts.failed - before.failed;
      rows.push([name, String(requests), (requests / seconds).toFixed(0), String(failed)]);
    };
    await phase('all is well', async () => {});
    await phase('the data change', async () => {
      await writeEntries(primary.address(), table('second'));
      await load.until('second');
    });
    await phase('a service is killed', async () => services[0]?.child.kill('SIGKILL'));
    await phase('the primary is killed', async () => primary.kill());
    await phase('the standby is promoted, the data change', async () => {
      const sql = standby.connect();
      await sql`SELECT pg_promote()`;
      await sql.end();
      await writeEntries(standby.address(), table('third'));
      await load.until('third');
    });
    await phase('the last server is stopped', async () => standby.stop());
    return markdownTable(['while', 'requests', 'a second', 'failed'], rows);
  } finally {
    await load.stop();
    for (const { child } of services) child.kill('SIGKILL');
    balancer.stop();
    await primary.remove();
    await standby.remove();
  }
}

/** The configuration in docs/deployment.md, with these services and a port of this machine. */
async function startNginx(services: readonly Program[]): Promise<{ url: string; stop(): void }> {
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
  await setTimeout(SECOND_MS / 2);
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') };
}

class Load {
  readonly counts = { requests: 0, failed: 0 };
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  readonly #callers: Promise<void>[];
  #last = '';
  #isOver = false;

  constructor(url: string) {
    const searches = readQueries('queries-usda.txt').map((q) => encodeURIComponent(q));
    this.#callers = Array.from({ length: CALLERS }, (_, n) => this.#call(url, searches, n * 100));
  }

  /** Waits until three answers in turn hold this text. */
  async until(text: string): Promise<void> {
    for (let found = 0; found < 3; found = this.#last.includes(text) ? found + 1 : 0) {
      await setTimeout(SECOND_MS / 10);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    this.#agent.destroy();
  }

  async #call(url: string, searches: readonly string[], offset: number): Promise<void> {
    for (let n = offset; !this.#isOver; n++) {
      const path = `${url}/api/food?q=${searches[n % searches.length]}`;
      const { status, text } = await this.#get(path);
      this.counts.requests += 1;
      if (status !== 200) this.counts.failed += 1;
      if (text.length > 2) this.#last = text;
    }
  }

  #get(url: string): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve) => {
      get(url, { agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      }).on('error', () => resolve({ status: undefined, text: '' }));
    });
  }
}
