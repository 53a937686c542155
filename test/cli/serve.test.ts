import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { tableOf } from '../table-of.ts';
import { EMPTY_FOLDER, ended, firstMatch, HAS_SIGNALS, type RunResult, run, start } from './run.ts';

const ANY_PORT = ['--port', '0'];
const AS_TEXT = ['--log-format', 'text'];

/** Waits until nothing listens at this URL anymore. */
async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
    } catch {
      return;
    }
    socket.destroy();
  }
}

/** Starts a service, searches, keeps a second connection open, and ends it with a signal. */
async function searchedAndEnded(
  flags: readonly string[],
  signal: 'SIGINT' | 'SIGTERM',
  env: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  const child = start(['serve', ...ANY_PORT, ...flags], { env });
  const end = ended(child);
  const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
  await (await fetch(`${url}/api/food?q=egg`)).text();
  const idle = connect(Number(new URL(url).port), 'localhost');
  onTestFinished(() => void idle.destroy());
  await once(idle, 'connect');
  child.kill(signal);
  return end;
}

describe('food-lookup serve', () => {
  test('says where it listens, how many foods it has, who may call, and which link to open', async () => {
    const flags = [...AS_TEXT, '--interfaces', 'fdc', '--index', 'foods.index'];
    const env = { API_URL: 'https://food.example.com' };
    const child = start(['serve', ...ANY_PORT, ...flags, '--index-cache', 'kept'], { env });
    const warned = firstMatch(
      child,
      /API_URL is not used without --page.*foods\.index" is not used: the bundled .*Index cache ".*kept" is not used/s,
      child.stderr,
    );
    const [text, url] = await firstMatch(child, /^Food Lookup listens at (\S+)\n.*cheese\n/s);
    expect(text).toBe(
      `Food Lookup listens at ${url}\n` +
        '  foods    8,790 of USDA Standard Reference 28\n' +
        '  key      ndb_no (GET /api/food/{ndb_no})\n' +
        '  origins  http://localhost:3000 may call\n' +
        '  reach    this machine only\n' +
        '  fdc      1,036 foods have no fdc_id, and are not listed at /fdc/v1\n' +
        `  try      ${url}/api/food?q=cheese\n`,
    );
    const response = await fetch(`${url}/api/food?q=cheese`);
    expect(await response.json()).toHaveLength(100);
    await warned;
  });

  test.skipIf(!HAS_SIGNALS)(
    'a second signal ends it at once, even if an origin function is busy',
    async () => {
      const config = join(EMPTY_FOLDER, 'busy.mjs');
      const origin = `() => new Promise(() => {
      process.stdout.write('asked\\n');
      setInterval(() => {}, 60_000);
    })`;
      const database = JSON.stringify(SMALL_DATABASE);
      writeFileSync(
        config,
        `export default { database: ${database}, cors: { origin: ${origin} } };`,
      );
      const child = start(['serve', ...ANY_PORT, '--config', config]);
      const end = ended(child);
      const asked = firstMatch(child, /^asked$/m);
      const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
      const answer = fetch(`${url}/api/food?q=egg`, { headers: { Origin: 'https://a.example' } });
      const failed = expect(answer).rejects.toThrow();
      await asked;
      child.kill('SIGINT');
      await refusesConnections(url);
      child.kill('SIGINT');
      expect(await end).toMatchObject({ code: 1 });
      await failed;
    },
  );

  test.skipIf(!HAS_SIGNALS)(
    'npm start lets pages on localhost call, even with an empty variable, and ends with its shell',
    async () => {
      const flags = [...ANY_PORT, '--page', '0', '--threads', '1', '--database', SMALL_DATABASE];
      // The command at the end keeps the shell from replacing itself with node.
      const script =
        'node=$1 && bin=$(dirname "$2") && shift 2 && "$node" "$bin/start.cjs" "$@"; true';
      const starter = ['sh', '-c', script, 'sh'];
      const env = { npm_lifecycle_event: 'start', CORS_ORIGIN: '' };
      const child = start(flags, { starter, env });
      const [line] = await firstMatch(child, /^.*listens at.*$/m);
      expect(line).toContain('"origins":"http://localhost:* may call"');
      child.kill('SIGTERM');
      await firstMatch(child, /"event":"(stopped)"/);
    },
  );

  test('logs each warning once, and no request; SIGTERM ends it, even if a caller keeps a connection open', async () => {
    const database = join(EMPTY_FOLDER, 'trace.sqlite');
    const riceCake = { ...EGG, fa_sat_g: 'tr', description: 'Rice cake' };
    await writeEntries(database, tableOf([riceCake]));
    const env = { CORS_ORIGIN: '/example\\.com$/' };
    const { code, stderr } = await searchedAndEnded(['--database', database], 'SIGTERM', env);
    expect(code).toBe(HAS_SIGNALS ? 0 : null);
    expect(stderr.match(/"level":40.*not anchored/g), stderr).toHaveLength(1);
    expect(stderr.match(/"level":40.*trace\.sqlite: 1 .*fa_sat_g \\"tr\\" of/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/GET|is not used/);
  });

  test('logs one line per request at debug; SIGINT ends it, even if a caller keeps a connection open', async () => {
    const flags = ['--database', SMALL_DATABASE, '--log-level', 'debug'];
    const { code, stderr } = await searchedAndEnded(flags, 'SIGINT');
    expect(code).toBe(HAS_SIGNALS ? 0 : null);
    expect(stderr.match(/"msg":"GET \/api\/food\?q=egg 200 [\d.]+ ms"/g)).toHaveLength(1);
  });

  test('prefers flags, then the environment, then the file, then the default, and says where the page is', async () => {
    const config = join(EMPTY_FOLDER, 'order.json');
    const cors = { origin: 'https://file.example', maxAge: 5 };
    writeFileSync(
      config,
      JSON.stringify({ port: 1, page: 0, logLevel: 'silent', database: SMALL_DATABASE, cors }),
    );
    const env = { PORT: '2', CORS_ORIGIN: 'https://env.example', FOOD_LOOKUP_CONFIG: config };
    const child = start(['serve', ...ANY_PORT, ...AS_TEXT], { env });
    const [text, url, foods, origin, page = ''] = await firstMatch(
      child,
      /at (\S+)\n +foods +(\d+).*\n.*\n +origins +(\S+).*\n(?: .*\n)* {2}page {5}(\S+)\n/,
    );
    expect([foods, origin]).toEqual(['2', 'https://env.example']);
    // A table without a key.
    expect(text).toContain('\n  key      no unique column found; set --key\n');
    const preflight = await fetch(`${url}/api/food`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://env.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.headers.get('access-control-max-age')).toBe('5');
    expect(await (await fetch(page)).text()).toContain('<title>Food Lookup</title>');
  });

  test('--version prints the version of the package', async () => {
    const { code, stdout } = await run(['--version']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });
});
