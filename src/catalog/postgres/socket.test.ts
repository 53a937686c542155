import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import postgres from 'postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseAddress } from './address.ts';
import { driverOptions, openSocket } from './socket.ts';

test('variables of the environment do not change how the driver uses its one connection', () => {
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
