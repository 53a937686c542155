import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadInThread } from '../../src/catalog/loading/load-in-thread.ts';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { DataFollower, type FollowerParts } from '../../src/data/data-follower.ts';
import { createFoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { portOfTest } from '../port-of-test.ts';
import { tableOf } from '../table-of.ts';
import { startRelay } from './relay.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`a network that drops all packets: ${reason}`);
} else {
  const server = useServer();
  beforeAll(() => writeEntries(server.address(), tableOf([EGG])));

  /** Starts a relay that can lose traffic; its URL has this `connect_timeout`. */
  const startLossyRelay = (seconds: number) =>
    startRelay(server.address({ connect_timeout: String(seconds) }));

  /** Creates a store and connects it. On a busy machine, that may take longer than the timeout. */
  async function watchedStore(address: string) {
    const store = createPostgresStore({ database: address });
    onTestFinished(() => store.close());
    const hinted = Promise.withResolvers<void>();
    const connect = async () => {
      await store.watch(() => hinted.resolve());
      return store.changeMark();
    };
    const mark = await vi.waitFor(connect, { timeout: 240_000 });
    return { store, mark, hinted: hinted.promise };
  }

  test('close ends the listeners, even if the database never answers', async () => {
    const relay = await startLossyRelay(3_600);
    const service = await createFoodLookup({
      port: await portOfTest(),
      database: relay.address,
      logLevel: 'silent',
    });
    const serviceUrl = await service.listen();
    relay.loseAll();
    service.reload();
    await relay.lost;
    expect((await fetch(`${serviceUrl}/api/food?q=egg`)).status).toBe(200);
    await service.close();
    await expect(fetch(serviceUrl)).rejects.toThrow('fetch failed');
  });

  test('a database that stops answering is reported, and followed again when it answers', async () => {
    const relay = await startLossyRelay(1);
    const { store, mark } = await watchedStore(relay.address);
    const lines: string[] = [];
    const logger = pino({ base: null }, { write: (line) => lines.push(line) });
    const parts = { store, mark, data: undefined, refreshMs: 60_000, logger };
    const unused = { replace: () => '', onStatus: () => {} };
    const load: FollowerParts['load'] = (served, signal) =>
      loadInThread(store, { database: relay.address }, served, signal);
    const follower = new DataFollower({ ...parts, ...unused, load });
    onTestFinished(() => follower.close());
    follower.start();
    relay.loseAll();
    follower.reload();
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /the server (has stopped answering|does not answer)\. Check .* Still answering from memory, with data loaded \d{4}-.* and confirmed up to date \d+ s ago"/,
    );
    expect(lines[0]).not.toContain('secret');
    const [connection] = relay.connections;
    // Our end is closed too, since lost connections must not pile up.
    await expect
      .poll(() => connection?.client.readableEnded || connection?.client.destroyed)
      .toBe(true);
    relay.isLosing = false;
    await expect.poll(() => store.changeMark()).toBe(mark);
  });

  test('a connection that the network has dropped is abandoned, and a new one opened', async () => {
    const relay = await startLossyRelay(1);
    const { store, mark } = await watchedStore(relay.address);
    for (const connection of relay.connections) connection.isLosing = true;
    await expect(store.changeMark()).rejects.toThrow('the server has stopped answering');
    await expect.poll(() => store.changeMark()).toBe(mark);
  });

  test('a slow answer is awaited as long as the server works on it', async () => {
    const { sql } = server;
    // If the machine is too busy for the server to show in time that it is alive, the test repeats
    // with more time.
    for (let seconds = 1; ; seconds *= 2) {
      const relay = await startLossyRelay(seconds);
      const { store, mark, hinted } = await watchedStore(relay.address);
      await sql.unsafe('NOTIFY food_lookup');
      await hinted;
      await sql.unsafe('BEGIN; LOCK TABLE entries');
      const before = relay.connections.length;
      let isOver = false;
      const asked = Promise.allSettled([store.changeMark(), store.open()]).finally(() => {
        isOver = true;
      });
      // After each long silence, the store checks that the server is alive.
      await expect.poll(() => isOver || relay.connections.length >= before + 3).toBe(true);
      await sql.unsafe('COMMIT');
      const [looked, read] = await asked;
      if (looked.status === 'rejected' || read.status === 'rejected') {
        if (read.status === 'fulfilled') await read.value[Symbol.asyncDispose]();
        expect(seconds, 'the store gave up each time').toBeLessThan(60);
        continue;
      }
      expect(looked.value).toBe(mark);
      expect(read.value.count).toBe(1);
      await read.value[Symbol.asyncDispose]();
      return;
    }
  });

  test.each<[string, (socket: Socket) => void, string, number]>([
    ['closes at once', (socket) => socket.destroy(), 'the server closed the connection', 3_600],
    [
      'speaks HTTP',
      (socket) => socket.end('HTTP/1.1 400\r\n\r\n'),
      'there is not PostgreSQL',
      3_600,
    ],
    ['never answers', () => {}, 'the server does not answer', 1],
  ])('a server that %s is reported', async (_, answer, text, seconds) => {
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      answer(socket);
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    onTestFinished(() => void stranger.close());
    const address = stranger.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const database = `postgres://127.0.0.1:${port}/foods?connect_timeout=${seconds}`;
    await expect(createPostgresStore({ database }).changeMark()).rejects.toThrow(text);
  });
}
