import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { listening } from '../http/listening.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { run, waitLong } from './run.ts';

/** Starts a listening service and returns its URL. */
async function serving(options: FoodLookupOptions): Promise<URL> {
  const service = await createFoodLookup({
    port: 0,
    database: SMALL_DATABASE,
    logLevel: 'silent',
    ...options,
  });
  onTestFinished(() => service.close());
  waitLong();
  return new URL(await service.listen());
}

test('food-lookup health asks the service at its port', async () => {
  const { port } = await serving({ host: '0.0.0.0' });
  const healthy = await run(['health'], { env: { PORT: port, HOST: '0.0.0.0' } });
  expect(healthy).toMatchObject({ code: 0, stderr: '' });
  expect(healthy.stdout).toMatch(/^ready: \{"ready":true,"rows":2,.*\}\n$/);
  expect((await run(['health', '--host', '127.0.0.1', '--port', port])).code).toBe(0);
});

test.skipIf(platform === 'win32')('food-lookup health asks over a Unix socket', async () => {
  const socket = join(mkdtempSync(join(tmpdir(), 'food-lookup-health-')), 'http.sock');
  await serving({ socket });
  expect(await run(['health'], { env: { LISTEN_SOCKET: socket } })).toMatchObject({
    code: 0,
    stderr: '',
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

test.skipIf(!hasOpenssl)(
  'food-lookup health asks over TLS, and ignores the name in the certificate',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-health-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const names = ['-subj', '/CN=food.example.com', '-days', '2', '-nodes'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    spawnSync('openssl', ['req', '-x509', ...curve, ...names, '-out', cert, '-keyout', key]);
    const { port, protocol } = await serving({ tlsCert: cert, tlsKey: key });
    expect(protocol).toBe('https:');
    const env = { PORT: port, TLS_CERT: cert, TLS_KEY: key };
    expect(await run(['health'], { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await run(['health'], { env: { PORT: port } })).code).toBe(1);
  },
);

test('food-lookup health says why it cannot reach a service', async () => {
  // Accepts connections and never responds.
  const silent = await listening(createServer());
  const late = await run(['health', '--host', '127.0.0.1', '--port', new URL(silent).port]);
  expect(late).toMatchObject({ code: 1, stdout: '' });
  expect(late.stderr).toBe(
    `Cannot reach the service at ${silent} (no response within 2 s). Start it, or give this command the same settings.\n`,
  );
  waitLong();
  const other = new URL(await listening(createHttpServer((_, response) => response.end('<p>'))));
  const place = ['--host', other.hostname, '--port', other.port];
  expect(await run(['health', ...place])).toEqual({
    code: 1,
    stdout: '',
    stderr: `Cannot read the state at port ${other.port} of ${other.hostname}: another program answers there.\n`,
  });
  const tls = { TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' };
  expect(await run(['health', ...place], { env: tls })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`https://${other.host} (its response is not TLS).`),
  });
  expect(await run(['health', '--port', '0'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('port 0 is a different port on each start'),
  });
  expect(await run(['health'], { env: { PORT: 'x' } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^PORT: Cannot use "x"\. Use a whole number .*\n$/),
  });
});
