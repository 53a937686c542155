import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listening } from '../../../test/http/listening.ts';
import { parseAddress } from './address.ts';
import { driverOptions, isResponding, openSocket } from './socket.ts';

test('environment variables do not change how the driver uses its one connection', () => {
  const variables = { PGSSL: 'require', PGMAX: '3', PGPREPARE: '1', PGFETCH_TYPES: '1' };
  const times = { PGMAX_LIFETIME: '1', PGIDLE_TIMEOUT: '1', PGCONNECT_TIMEOUT: '1' };
  for (const [name, value] of Object.entries({ ...variables, ...times })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const address = parseAddress('postgres://reader@db/foods?application_name=site');
  const driver = driverOptions(address, 'secret', new Socket(), undefined);
  expect(postgres(driver).options).toMatchObject({
    ...{ ssl: false, max: 1, prepare: false, fetch_types: false },
    ...{ max_lifetime: null, idle_timeout: null, connect_timeout: null },
    ...{ user: 'reader', pass: 'secret', database: 'foods' },
    connection: { application_name: 'site' },
  });
});

test.skipIf(platform === 'win32')('a folder means a Unix socket, without TLS', async () => {
  // A short name, since the path of a socket has at most 103 characters on macOS.
  const host = mkdtempSync(join(tmpdir(), 's-'));
  const server = createServer().listen(join(host, '.s.PGSQL.5433'));
  onTestFinished(() => void server.close());
  const accepted = once(server, 'connection');
  const address = parseAddress('postgres://a/foods?sslmode=prefer');
  const socket = await openSocket({ host, port: 5433 }, address);
  const [other] = await accepted;
  socket.end('plain');
  const [first] = await once(other, 'data');
  expect(String(first)).toBe('plain');
  other.destroy();
});

describe('a server that answers a request for TLS', () => {
  /** Starts a server that answers with this text; without one, it closes the connection. */
  async function hostAnswering(text?: string) {
    const asked: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        asked.push(data);
        if (text === undefined) socket.end();
        else socket.write(text);
      });
    });
    const { hostname, port } = new URL(await listening(server));
    return { host: { host: hostname, port: Number(port) }, asked };
  }
  const modeOf = (mode: string) => parseAddress(`postgres://db/foods?sslmode=${mode}`);
  const codeFor = (open: Promise<Socket>) =>
    open.then(
      (socket) => {
        socket.destroy();
        return 'open';
      },
      ({ code }: { readonly code?: string }) => code,
    );

  test.each<[text: string | undefined, mode: string, code: string, responds: boolean]>([
    ['N', 'prefer', 'open', true],
    ['N', 'require', 'NO_TLS', true],
    ['H', 'prefer', 'NOT_POSTGRES', false],
    ['SS', 'prefer', 'NOT_POSTGRES', false],
    [undefined, 'prefer', 'CONNECTION_CLOSED', false],
  ])('with %s, in mode %s: %s', async (text, mode, code, responds) => {
    const { host, asked } = await hostAnswering(text);
    expect(await codeFor(openSocket(host, modeOf(mode)))).toBe(code);
    expect(await isResponding(host, modeOf(mode))).toBe(responds);
    const request = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
    expect(asked).toEqual([request, request]);
  });

  test('no request is sent without TLS', async () => {
    const { host, asked } = await hostAnswering('N');
    expect(await codeFor(openSocket(host, modeOf('disable')))).toBe('open');
    expect(asked).toEqual([]);
  });

  test('a server that sends nothing is abandoned after the time limit', async () => {
    const accepted = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => accepted.resolve());
    });
    const { hostname, port } = new URL(await listening(server));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const address = parseAddress('postgres://db/foods?connect_timeout=7');
    const code = codeFor(openSocket({ host: hostname, port: Number(port) }, address));
    await accepted.promise;
    vi.advanceTimersByTime(6_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await code).toBe('CONNECT_TIMEOUT');
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('the driver gets the connected socket, but not a second time', () => {
  const socket = new Socket();
  const notified: unknown[] = [];
  const driver = driverOptions(parseAddress('postgres://'), undefined, socket, () =>
    notified.push('notified'),
  );
  expect(driver).not.toHaveProperty('user');
  expect(driver).not.toHaveProperty('password');
  expect(driver).not.toHaveProperty('database');
  const { socket: take, onnotify } = Object(driver);
  expect(take()).toBe(socket);
  expect(() => take()).toThrow('CONNECTION_CLOSED');
  onnotify();
  expect(notified).toEqual(['notified']);
});
