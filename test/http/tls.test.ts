import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { get as getHttps } from 'node:https';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { connect } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DisconnectReason, ServerLimits } from '../../src/http/server/limits.ts';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { HAS_OPENSSL, makeCertificate } from './certificates.ts';
import { connectTo, over } from './raw.ts';
import { startServer } from './start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-tls-'));
const inFolder = (name: string) => join(folder, name);

const [one, two] = HAS_OPENSSL
  ? [makeCertificate(folder, 'one.example'), makeCertificate(folder, 'two.example')]
  : [
      { cert: '', key: '' },
      { cert: '', key: '' },
    ];

async function serve(options: FoodLookupOptions): Promise<string> {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    ...options,
  });
  onTestFinished(() => service.close());
  return service.listen();
}

/** Returns the common name of the certificate that a server presents. */
async function shownName(url: string): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

describe.skipIf(!HAS_OPENSSL)('tlsCert and tlsKey (skipped without openssl)', () => {
  test('make the service use https, and hsts sends its header', async () => {
    const url = await serve({ tlsCert: one.cert, tlsKey: one.key, hsts: 600 });
    expect(url).toMatch(/^https:/);
    const ca = readFileSync(one.cert);
    const sent = getHttps(`${url}/api/food?q=egg`, { ca, checkServerIdentity: () => undefined });
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(200);
    expect(response.headers['strict-transport-security']).toBe('max-age=600');
    response.resume();
    // Plaintext HTTP on this port gets no response.
    const plain = get(url.replace('https:', 'http:'));
    await expect(once(plain, 'response')).rejects.toThrow();
  });

  test('unfinished handshakes block nobody, and are disconnected', async () => {
    const reasons: DisconnectReason[] = [];
    const start = async (limits: Partial<ServerLimits>) => {
      const onDisconnect = (reason: DisconnectReason) => reasons.push(reason);
      const { url } = await startServer((_, response) => response.end(), limits, onDisconnect, {
        tls: one,
      });
      return url;
    };
    const hour = 3_600_000;
    const limits = { maxConnections: 12, headersTimeoutMs: hour, requestTimeoutMs: hour };
    const url = await start(limits);
    for (let i = 0; i < 12; i++) await connectTo(url);
    const { hostname: host, port } = new URL(url);
    for (let i = 0; i < 7; i++) {
      const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
      onTestFinished(() => void socket.destroy());
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
      // Of the twelve unfinished handshakes, ten were disconnected. Finished handshakes, such as
      // this one, do not count.
      expect(reasons).toEqual(Array(10).fill('timeout'));
    }
    const slow = await start({ headersTimeoutMs: 100, maxConnections: 1 });
    // Handshakes that have ended do not count, either.
    for (let i = 0; i < 2; i++) await over(await connectTo(slow));
    expect(reasons).toEqual(Array(12).fill('timeout'));
  });

  test('are read again when they change; a mismatched pair changes nothing', async () => {
    const current = { cert: inFolder('current.crt'), key: inFolder('current.key') };
    const replace = (pair: typeof one, part: 'cert' | 'key') =>
      copyFileSync(pair[part], current[part]);
    replace(one, 'cert');
    replace(one, 'key');
    const url = await serve({ tlsCert: current.cert, tlsKey: current.key });
    expect(await shownName(url)).toBe('one.example');
    replace(two, 'cert');
    expect(await shownName(url)).toBe('one.example');
    replace(two, 'key');
    await expect.poll(() => shownName(url)).toBe('two.example');
  });

  test('make the page use https, even in the default origin of setCors', async () => {
    const service = await createFoodLookup({
      host: '127.0.0.1',
      page: 3000,
      database: SMALL_DATABASE,
      logLevel: 'silent',
      tlsCert: one.cert,
      tlsKey: one.key,
      cors: { origin: 'https://a.example', exposedHeaders: ['ETag'] },
    });
    onTestFinished(() => service.close());
    service.setCors({ maxAge: 5 });
    const origin = 'https://127.0.0.1:3000';
    const { headers } = await service.inject({ url: '/api/food?q=egg', headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  });

  test('are checked before anything starts', async () => {
    const faultOf = (options: FoodLookupOptions) =>
      createFoodLookup({ database: SMALL_DATABASE, ...options }).catch((error) => error.message);
    expect(await faultOf({ tlsCert: one.cert })).toBe(
      'tlsCert: Cannot use tlsCert alone. Set tlsKey too.',
    );
    expect(await faultOf({ tlsCert: one.cert, tlsKey: two.key })).toMatch(
      /^tlsCert: Cannot use certificate ".*one.*" with key ".*two.*": .*mismatch/,
    );
    expect(await faultOf({ tlsCert: one.cert, tlsKey: inFolder('none') })).toMatch(
      /^tlsCert: Cannot read ".*none": ENOENT/,
    );
  });
});

// On Windows, the path of a socket is the name of a pipe.
describe.skipIf(platform === 'win32')('socket', () => {
  const askOver = async (socketPath: string) => {
    const sent = request({ socketPath, path: '/api/food?q=egg', headers: { host: 'localhost' } });
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };

  test('replaces the port', async () => {
    const path = inFolder('food.sock');
    expect(await serve({ socket: path })).toBe(`unix:${path}`);
    expect(await askOver(path)).toBe(200);
    const another = createFoodLookup({ socket: path, database: SMALL_DATABASE, port: 0 });
    const second = await another;
    onTestFinished(() => second.close());
    await expect(second.listen()).rejects.toThrow(
      `Cannot listen on socket ${path}: it is in use, or something else is there.`,
    );
  });

  test('uses the addresses of callers from a trusted proxy, and otherwise counts all callers as one', async () => {
    const statusOver = async (socketPath: string, forwarded?: string) => {
      const headers = { host: 'localhost', ...(forwarded && { 'x-forwarded-for': forwarded }) };
      const sent = request({ socketPath, path: '/api/food?q=egg', headers }).end();
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    };
    const trusting = inFolder('trusting.sock');
    await serve({ socket: trusting, rateLimit: 1, trustProxy: ['loopback'] });
    expect(await statusOver(trusting, '192.0.2.1')).toBe(200);
    expect(await statusOver(trusting, '192.0.2.1')).toBe(429);
    expect(await statusOver(trusting, '192.0.2.2')).toBe(200);
    const strict = inFolder('strict.sock');
    await serve({ socket: strict, rateLimit: 1 });
    expect(await statusOver(strict)).toBe(200);
    expect(await statusOver(strict, '192.0.2.1')).toBe(429);
  });

  test('replaces a socket left by another program, but never a file', async () => {
    const path = inFolder('left.sock');
    const left = createServer().listen(path);
    await once(left, 'listening');
    // Closing a server removes its socket; a killed program leaves it behind.
    const kept = inFolder('kept.sock');
    renameSync(path, kept);
    await new Promise((resolve) => Server.prototype.close.call(left, resolve));
    await serve({ socket: kept });
    expect(await askOver(kept)).toBe(200);
    const file = inFolder('file.txt');
    writeFileSync(file, 'mine');
    await expect(serve({ socket: file })).rejects.toThrow('it is in use');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('cannot be called by the page', async () => {
    const made = createFoodLookup({ database: SMALL_DATABASE, socket: inFolder('x'), page: 0 });
    await expect(made).rejects.toThrow('socket: The page cannot call a Unix socket. Set apiUrl');
  });
});
