import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
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

  /**
   * Starts a relay that can lose traffic. A timeout of two seconds is long even on a busy machine.
   */
  const startLossyRelay = () => startRelay(server.address({ connect_timeout: '2' }));

  async function watchedStore(address: string) {
    const store = createPostgresStore({ database: address });
    onTestFinished(() => store.close());
    const hinted = Promise.withResolvers<void>();
    await store.watch(() => hinted.resolve());
    return { store, hinted: hinted.promise };
  }

  test('close ends the listeners, even if the database never answers', async () => {
    const relay = await startLossyRelay();
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
    const relay = await startLossyRelay();
    const { store } = await watchedStore(relay.address);
    const mark = await store.changeMark();
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
    const [way] = relay.ways;
    // Our end is closed too: lost connections must not pile up.
    await expect.poll(() => way?.near.readableEnded || way?.near.destroyed).toBe(true);
    relay.isLosing = false;
    await expect.poll(() => store.changeMark()).toBe(mark);
  });

  test('a connection that the network has dropped is abandoned, and a new one opened', async () => {
    const relay = await startLossyRelay();
    const { store } = await watchedStore(relay.address);
    const mark = await store.changeMark();
    for (const way of relay.ways) way.isLosing = true;
    await expect(store.changeMark()).rejects.toThrow('the server has stopped answering');
    await expect.poll(() => store.changeMark()).toBe(mark);
  });

  test('a slow answer is awaited as long as the server works on it', async () => {
    const relay = await startLossyRelay();
    const { store, hinted } = await watchedStore(relay.address);
    const mark = await store.changeMark();
    const { sql } = server;
    await sql.unsafe('NOTIFY food_lookup');
    await hinted;
    await sql.unsafe('BEGIN; LOCK TABLE entries');
    const before = relay.ways.length;
    const looking = store.changeMark();
    const reading = store.open();
    // After each long silence, the store checks that the server is alive.
    await expect.poll(() => relay.ways.length).toBeGreaterThanOrEqual(before + 3);
    await sql.unsafe('COMMIT');
    expect(await looking).toBe(mark);
    const snapshot = await reading;
    expect(snapshot.count).toBe(1);
    await snapshot.close();
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['closes at once', (socket) => socket.destroy(), 'the server closed the connection'],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400\r\n\r\n'), 'there is not PostgreSQL'],
    ['never answers', () => {}, 'the server does not answer'],
  ])('a server that %s is reported', async (_, answer, text) => {
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
    const database = `postgres://127.0.0.1:${port}/foods?connect_timeout=2`;
    await expect(createPostgresStore({ database }).changeMark()).rejects.toThrow(text);
  });
}
