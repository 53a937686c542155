import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  type IndexServer,
  indexesIn,
  MANIFEST_PATH,
  manifestIn,
  type PublishedIndex,
  replaceManifest,
  startIndexServer,
} from '../../test/index-server.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { IndexPublisher } from './index-publisher.ts';
import { loadData } from './load-data.ts';
import { prepare } from './startup-checks.ts';

const LOG = pino({ level: 'silent' });

/** Returns a function that publishes data with a revision and returns the requests it made. */
async function publisherOf(server: IndexServer) {
  const { settings, database } = await prepare({ database: SMALL_DATABASE });
  const { source } = settings;
  const { data } = await loadData(await database.open(), { source }, () => undefined);
  await database.close();
  return async (revision: string, readAt = new Date(), before?: string) => {
    const publisher = new IndexPublisher(server.address, source, LOG);
    const publish = (one: string) =>
      publisher.publish({ ...data, rows: { ...data.rows, revision: one } }, readAt);
    // Publishes `before` first: changes are only published if the publisher has the data of the
    // current index.
    if (before !== undefined) await publish(before);
    const from = server.log.length;
    await publish(revision);
    await publisher.close();
    return server.log.slice(from).map((line) => line.replace(/[\da-f]{64}/, 'hash'));
  };
}

const READ = 'GET /foods/manifest.json 200';
const SENT = 'PUT /foods/hash.index 201';
const NAMED = 'PUT /foods/manifest.json 201';

test('the manifest names only complete indexes, and keeps three older ones, including one of another build', async () => {
  const server = await startIndexServer();
  const publish = await publisherOf(server);
  expect(await publish('1')).toEqual(['GET /foods/manifest.json 404', SENT, NAMED]);
  // Data that is already published is not published again, and nothing replaces data that was read
  // later.
  expect(await publish('1')).toEqual([READ]);
  expect(await publish('0', new Date(0))).toEqual([READ]);
  replaceManifest(server, { ...manifestIn(server).current, code: 'f00d' });
  for (const revision of ['2', '3', '4']) {
    expect(await publish(revision)).toEqual([READ, SENT, NAMED]);
  }
  expect(await publish('5')).toEqual([READ, SENT, NAMED, 'DELETE /foods/hash.index 204']);
  expect(manifestIn(server).before.map(({ revision }) => revision)).toEqual(['4', '3', '1']);
  expect(indexesIn(server)).toHaveLength(4);
});

test('the reason why an index is not published is logged once', async () => {
  const { settings, database } = await prepare({ database: SMALL_DATABASE });
  const { source } = settings;
  const { data } = await loadData(await database.open(), { source }, () => undefined);
  await database.close();
  const logged: string[] = [];
  const logger = pino({}, { write: (line) => void logged.push(line) });
  // No fetch connects to this port (https://fetch.spec.whatwg.org/#port-blocking).
  const publisher = new IndexPublisher('http://127.0.0.1:1/foods', source, logger);
  publisher.publish(data, new Date());
  await expect.poll(() => logged).toHaveLength(1);
  await publisher.close();
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    event: 'publish-failed',
    msg: expect.stringContaining('the index is not published (bad port). Trying again'),
  });
  expect(logged).toHaveLength(1);
});

test.each(['the manifest', 'the index'])(
  '%s is not published if the server refuses it',
  async (refused) => {
    const server = await startIndexServer();
    server.intercept = ({ method, url }, response) => {
      const isRefused =
        method === 'PUT' && (url === MANIFEST_PATH) === (refused === 'the manifest');
      if (isRefused) response.writeHead(403).end();
      return isRefused;
    };
    const { settings, database } = await prepare({ database: SMALL_DATABASE });
    const { source } = settings;
    const { data } = await loadData(await database.open(), { source }, () => undefined);
    await database.close();
    const said: string[] = [];
    const logger = pino({}, { write: (line) => void said.push(JSON.parse(line).event) });
    const publisher = new IndexPublisher(server.address, source, logger);
    publisher.publish(data, new Date());
    await expect.poll(() => said).toHaveLength(1);
    expect(said).toEqual(['publish-failed']);
    await publisher.close();
  },
);

test('changes of an index that is no longer in the manifest are removed', async () => {
  const server = await startIndexServer();
  const publish = await publisherOf(server);
  for (const revision of [1, 2, 3, 4, 5, 6]) {
    await publish(`${revision}`, undefined, `${revision - 1}`);
  }
  const changes = [...server.files.keys()].filter((path) => path.endsWith('.changes'));
  expect(changes).toHaveLength(indexesIn(server).length);
});

test('the slower of two builders checks the other one’s index', async () => {
  const server = await startIndexServer();
  const publish = await publisherOf(server);
  await publish('1');
  const { current } = manifestIn(server);
  const race = async (revision: string, other: PublishedIndex) => {
    server.intercept = ({ method, url }) => {
      if (method === 'PUT' && url === MANIFEST_PATH) {
        server.intercept = () => false;
        replaceManifest(server, { ...current, ...other });
      }
      return false;
    };
    return publish(revision);
  };
  const refused = [READ, SENT, 'PUT /foods/manifest.json 412', READ];
  expect(await race('2', { revision: '2' })).toEqual(refused);
  expect(await race('3', { revision: '4' })).toEqual([...refused, NAMED]);
});
