import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  type BusyCaller,
  type ConnectionShares,
  shareConnections,
} from '../../src/http/server/node-server.ts';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { listening } from './listening.ts';
import { over } from './raw.ts';
import { send } from './send.ts';

/** Starts a server that greets each connection it keeps. */
async function serve(shares: Partial<ConnectionShares> = {}) {
  const busyCallers: BusyCaller[] = [];
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    setImmediate(() => socket.write('hello'));
  });
  shareConnections(server, {
    maxConnections: 10,
    maxPerAddress: 4,
    isShared: () => false,
    onRefused: () => refused++,
    onNearLimit: (caller) => busyCallers.push(caller),
    ...shares,
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string): Promise<Socket | undefined> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const isKept = await Promise.race([
      once(socket, 'data').then(() => true),
      over(socket).then(() => false),
    ]);
    return isKept ? socket : undefined;
  };
  const openAll = async (localAddress: string, count: number): Promise<Socket[]> => {
    const kept: Socket[] = [];
    for (let i = 0; i < count; i++) {
      const socket = await open(localAddress);
      if (socket !== undefined) kept.push(socket);
    }
    return kept;
  };
  return { server, openAll, busyCallers, refused: () => refused };
}

test('once half of all connections are in use, one address gets only its share, and others get the rest', async () => {
  const { server, openAll, refused } = await serve();
  // One address opens more than its share, while nobody else needs the connections.
  const busy = await openAll('127.0.0.2', 8);
  expect(busy).toHaveLength(5);
  expect(refused()).toBe(3);
  expect(await openAll('127.0.0.3', 6)).toHaveLength(4);
  // Closed connections no longer count.
  for (const socket of busy.splice(0, 2)) {
    const closed = over(socket);
    socket.end();
    await closed;
  }
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  while ((await count()) > 7) await new Promise(setImmediate);
  expect(await openAll('127.0.0.2', 3)).toHaveLength(1);
});

test('closed connections no longer count', async () => {
  const { server, openAll } = await serve();
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  for (let round = 0; round < 3; round++) {
    const kept = await openAll('127.0.0.2', 7);
    expect(kept).toHaveLength(5);
    for (const socket of kept) socket.destroy();
    while ((await count()) > 0) await new Promise(setImmediate);
  }
});

test('an address shared by many callers has no limit of its own', async () => {
  const { openAll, busyCallers } = await serve({ isShared: (address) => address === '127.0.0.2' });
  expect(await openAll('127.0.0.2', 10)).toHaveLength(10);
  expect(busyCallers).toEqual([]);
});

test('an address near its limit is reported once', async () => {
  const { openAll, busyCallers } = await serve({ maxPerAddress: 5 });
  await openAll('127.0.0.2', 3);
  expect(busyCallers).toEqual([]);
  await openAll('127.0.0.2', 2);
  await openAll('127.0.0.3', 5);
  expect(busyCallers).toEqual([{ caller: '127.0.0.2', connections: 4, limit: 5 }]);
});

test('one address gets half of all connections by default', async () => {
  const { openAll, busyCallers } = await serve({ maxConnections: 9, maxPerAddress: undefined });
  await openAll('127.0.0.3', 4);
  expect(await openAll('127.0.0.2', 9)).toHaveLength(5);
  expect(busyCallers).toEqual([{ caller: '127.0.0.3', connections: 4, limit: 5 }]);
});

test('this machine has no limit of its own', async () => {
  const service = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    maxConnections: 4,
    maxConnectionsPerAddress: 1,
  });
  onTestFinished(() => service.close());
  const url = await service.listen();
  const headers = { Connection: 'keep-alive' };
  const answers = Array.from({ length: 4 }, () => send(url, { path: '/health/live', headers }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
