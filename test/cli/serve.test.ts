import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { tableOf } from '../table-of.ts';
import { EMPTY_FOLDER, ended, firstMatch, HAS_SIGNALS, runProgram, start } from './run.ts';

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

describe('food-lookup serve', () => {
  test('says where it listens, how many foods it has, who may call, and which link to open', async () => {
    const child = start(['serve', ...ANY_PORT, ...AS_TEXT, '--interfaces', 'fdc']);
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
  });

  test('with --page says where the page is, and serves it; reports that the table has no unique key', async () => {
    const child = start([
      'serve',
      ...ANY_PORT,
      ...AS_TEXT,
      '--page',
      '0',
      '--database',
      SMALL_DATABASE,
    ]);
    const [text, page = ''] = await firstMatch(child, /\n {2}foods.*\n {2}page {5}(\S+)\n/s);
    expect(text).toContain('\n  key      none is unique; name one with --key\n');
    expect(await (await fetch(page)).text()).toContain('<title>Food Lookup</title>');
  });

  test.skipIf(!HAS_SIGNALS).each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it, even if a caller keeps a connection open',
    async (signal) => {
      const child = start(['serve', ...ANY_PORT, '--database', SMALL_DATABASE]);
      const end = ended(child);
      const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
      await (await fetch(`${url}/api/food?q=egg`)).text();
      const idle = connect(Number(new URL(url).port), 'localhost');
      await new Promise((resolve) => idle.once('connect', resolve));
      onTestFinished(() => void idle.destroy());
      child.kill(signal);
      expect(await end).toMatchObject({ code: 0 });
    },
  );

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

  test.runIf(platform === 'linux')(
    'SIGHUP with invalid settings is reported, and changes nothing',
    async () => {
      const config = join(EMPTY_FOLDER, 'reload.mjs');
      const database = JSON.stringify(SMALL_DATABASE);
      const configure = (cors: string) =>
        writeFileSync(
          config,
          `export default { database: ${database}, threads: 2, refresh: 0, ${cors} };`,
        );
      configure("cors: { origin: 'https://a.example' }");
      const child = start(['serve', ...ANY_PORT, ...AS_TEXT, '--config', config]);
      const end = ended(child);
      const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
      const faults = [
        ['cors: { origin: async () => true }', /are unchanged\.\ncors\.origin: .*--threads 1/],
        [
          "get cors() { throw new Error('It cannot be read') }",
          /are unchanged\.\n.*cannot be read/,
        ],
      ] as const;
      for (const [cors, fault] of faults) {
        configure(cors);
        const reported = firstMatch(child, fault, child.stderr);
        child.kill('SIGHUP');
        await reported;
        const headers = { Origin: 'https://a.example', Connection: 'close' };
        const answer = await fetch(`${url}/api/food?q=egg`, { headers });
        expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example');
      }
      child.kill('SIGTERM');
      expect((await end).code).toBe(0);
    },
  );

  test.skipIf(!HAS_SIGNALS)('npm start ends with the shell that npm starts', async () => {
    const flags = [...ANY_PORT, '--page', '0', '--threads', '1', '--database', SMALL_DATABASE];
    // The command after it keeps the shell from replacing itself.
    const script =
      'node=$1 && bin=$(dirname "$2") && shift 2 && "$node" "$bin/start.cjs" "$@"; true';
    const starter = ['sh', '-c', script, 'sh'];
    const child = start(flags, { starter, env: { npm_lifecycle_event: 'start' } });
    await firstMatch(child, /listens at ([^\s"]+)/);
    child.kill('SIGTERM');
    await firstMatch(child, /"event":"(stopped)"/);
  });

  test('logs warnings about the origin setting, once', async () => {
    const child = start(['serve', ...ANY_PORT, '--database', SMALL_DATABASE], {
      env: { CORS_ORIGIN: '/example\\.com$/' },
    });
    const end = ended(child);
    await firstMatch(child, /listens at ([^\s"]+)/);
    child.kill('SIGTERM');
    const { stderr } = await end;
    expect(stderr.match(/"level":40.*not anchored/g), stderr).toHaveLength(1);
  });

  test('logs that fatty acids are not numbers, and names one', async () => {
    const database = join(EMPTY_FOLDER, 'trace.sqlite');
    await writeEntries(
      database,
      tableOf([
        {
          carbohydrate_g: 1,
          protein_g: 1,
          fa_sat_g: 'tr',
          fa_mono_g: 1,
          fa_poly_g: 1,
          kcal: 1,
          description: 'Rice cake',
        },
      ]),
    );
    const child = start(['serve', ...ANY_PORT, '--database', database]);
    const end = ended(child);
    await firstMatch(child, /listens at ([^\s"]+)/);
    child.kill('SIGTERM');
    const lines = (await end).stderr.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: expect.stringMatching(/trace\.sqlite: 1 .*fa_sat_g "tr" of "Rice cake"/),
      }),
    );
  });

  test('prefers flags to the environment, the file and the defaults, in this order', async () => {
    const config = join(EMPTY_FOLDER, 'order.json');
    const cors = { origin: 'https://file.example', maxAge: 5 };
    writeFileSync(
      config,
      JSON.stringify({ port: 1, logLevel: 'silent', database: SMALL_DATABASE, cors }),
    );
    const env = { PORT: '2', CORS_ORIGIN: 'https://env.example', FOOD_LOOKUP_CONFIG: config };
    const child = start(['serve', ...ANY_PORT, ...AS_TEXT], { env });
    const [, url, foods, origin] = await firstMatch(
      child,
      /at (\S+)\n +foods +(\d+).*\n.*\n +origins +(\S+)/,
    );
    expect([foods, origin]).toEqual(['2', 'https://env.example']);
    const preflight = await fetch(`${url}/api/food`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://env.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.headers.get('access-control-max-age')).toBe('5');
  });

  test('--version prints the version of the package', async () => {
    const { code, stdout } = await runProgram(['--version']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test('logs one line per request at level debug, and none at info', async () => {
    const linesAt = async (level: string) => {
      const child = start([
        'serve',
        ...ANY_PORT,
        '--database',
        SMALL_DATABASE,
        '--log-level',
        level,
      ]);
      const end = ended(child);
      const [, url] = await firstMatch(child, /listens at ([^\s"]+)/);
      await (await fetch(`${url}/api/food?q=egg`)).text();
      child.kill('SIGINT');
      return (await end).stderr;
    };
    expect(await linesAt('debug')).toMatch(/"msg":"GET \/api\/food\?q=egg 200 [\d.]+ ms"/);
    expect(await linesAt('info')).not.toContain('GET');
  });
});
