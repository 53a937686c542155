import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
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
import { remember } from '../cache/bounded-map.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { FollowedStorage } from './followed-storage.ts';
import {
  folder,
  foods,
  startBuilder,
  startBuilderOnce,
  startFollower,
  tableWith,
} from './published-index.case.ts';

const built = new Map<string, Promise<ReadonlyMap<string, Buffer>>>();

/** Returns the files that are published for a table of one food. */
async function publish(name: string) {
  const server = await startIndexServer();
  const builder = await startBuilderOnce(await tableWith(name), server.address);
  await builder.stop();
  return server.files;
}

/** Creates index storage with one index. */
async function published(name: string) {
  const server = await startIndexServer();
  const files = await remember(built, name, () => publish(name));
  for (const [path, bytes] of files) server.files.set(path, Buffer.from(bytes));
  const [path = ''] = indexesIn(server);
  return { server, path, ...manifestIn(server) };
}

test('one builder reads the table, and services follow its indexes', async () => {
  const database = await tableWith('Egg one');
  const server = await startIndexServer();
  // The first service starts before there is an index.
  const first = startFollower(server.address);
  await expect.poll(() => server.log).toContain('GET /foods/manifest.json 404');
  await startBuilder(database, server.address);
  const followers = [await first, await startFollower(server.address)];
  const all = async () => Promise.all(followers.map(({ names }) => names()));
  expect(await all()).toEqual([['Egg one'], ['Egg one']]);
  await writeEntries(database, foods('Egg two'));
  await expect.poll(all).toEqual([['Egg two'], ['Egg two']]);
  const downloads = (form: string) =>
    server.log.filter((line) => line.startsWith('GET') && line.endsWith(`.${form} 200`));
  expect(downloads('index')).toHaveLength(2);
  expect(downloads('changes')).toHaveLength(2);
  await expect.poll(() => server.log).toContain('GET /foods/manifest.json 304');
  expect(followers.map(({ service }) => service.dataStatus.failures)).toEqual([0, 0]);
});

test('a folder works like a URL', async () => {
  const database = await tableWith('Egg one');
  const place = join(folder, 'deep', 'published');
  await startBuilder(database, place);
  const followed = new FollowedStorage(place, new AbortController().signal);
  await expect.poll(() => followed.changeMark().catch(() => '')).toMatch(/^[\da-f]{64}$/);
  const mark = await followed.changeMark();
  const { data } = await followed.load(undefined);
  await writeEntries(database, foods('Egg one', 'Egg two'));
  await expect.poll(() => followed.changeMark()).not.toBe(mark);
  const { data: newer } = await followed.load({ data, mark });
  expect([data, newer].map(({ rows }) => rows.starts.length - 1)).toEqual([1, 2]);
  // Two indexes, the changes between them, and the manifest.
  expect(readdirSync(place)).toHaveLength(4);
});

test('the URL is shown without its password', async () => {
  const server = await startIndexServer('user:s3cret');
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  await startBuilder(await tableWith('Egg one'), server.address, logger);
  const followed = new FollowedStorage(server.address, new AbortController().signal);
  await expect.poll(() => followed.changeMark().catch(() => '')).not.toBe('');
  expect(followed.name).not.toContain('s3cret');
  server.intercept = (_, response) => response.writeHead(503).end() === response;
  await startBuilder(await tableWith('Egg two'), server.address, logger);
  await expect.poll(() => lines.join('')).toContain('status 503');
  expect(lines.join('')).not.toContain('s3cret');
});

type Tamper = (server: IndexServer, path: string, current: PublishedIndex) => void;

/** Replaces the server's response to requests for the index. */
function answer(server: IndexServer, path: string, end: (response: ServerResponse) => void) {
  server.intercept = ({ url }, response) => {
    if (url === path) end(response);
    return url === path;
  };
}

test.each<[string, RegExp, Tamper]>([
  [
    'damaged',
    /is damaged/,
    ({ files }, path) => {
      const bytes = Buffer.from(files.get(path) ?? '');
      bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
      files.set(path, bytes);
    },
  ],
  [
    'shorter than stated',
    /bytes instead of/,
    ({ files }, path) => files.set(path, files.get(path)?.subarray(0, -1) ?? Buffer.from('')),
  ],
  [
    'cut short',
    /it cannot be read/,
    (server, path) => {
      const bytes = server.files.get(path) ?? Buffer.from('');
      answer(server, path, (response) => {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 100), () => response.destroy());
      });
    },
  ],
  ['not there', /status 404/, ({ files }, path) => files.delete(path)],
  [
    'elsewhere',
    /redirect/,
    (server, path) => {
      const to = { location: 'http://127.0.0.1:1/' };
      answer(server, path, (response) => response.writeHead(302, to).end());
    },
  ],
  [
    'from another build',
    /was created by a different build \(Food Lookup 9\.9\.9; this is/,
    (server, _, current) => replaceManifest(server, { ...current, code: 'f00d', version: '9.9.9' }),
  ],
  [
    'in another language',
    /--language fr\./,
    (server, _, current) => replaceManifest(server, { ...current, language: 'fr' }),
  ],
  [
    'named by a path',
    /was written in a format that this version cannot read/,
    (server, _, current) => replaceManifest(server, { ...current, sha256: '../secret' }),
  ],
  [
    'larger than memory',
    /more than this machine's memory|bytes instead of/,
    (server, _, current) => replaceManifest(server, { ...current, bytes: 2 ** 50 }),
  ],
  [
    'named by an oversized manifest',
    /was written in a format that this version cannot read/,
    ({ files }) => files.set(MANIFEST_PATH, Buffer.alloc(2 ** 17, ' ')),
  ],
])('an index that is %s is refused', async (_, reason, tamper) => {
  const { server, path, current } = await published('Egg one');
  const followed = new FollowedStorage(server.address, new AbortController().signal);
  const load = async () => {
    await followed.changeMark();
    return followed.load(undefined);
  };
  expect((await load()).data.rows.starts).toHaveLength(2);
  tamper(server, path, current);
  await expect(load()).rejects.toThrow(reason);
});

test('an unusable index is reported, and a usable one is loaded later', async () => {
  const { server } = await published('Egg one');
  const { service, names } = await startFollower(server.address);
  const { path, text, ...next } = await published('Egg two');
  server.files.set(path, Buffer.from('damaged')).set(MANIFEST_PATH, Buffer.from(text));
  await expect.poll(() => service.dataStatus.fault?.reason).toMatch(/bytes instead of/);
  expect(await names()).toEqual(['Egg one']);
  server.files.set(path, next.server.files.get(path) ?? Buffer.from(''));
  service.reload();
  await expect.poll(names).toEqual(['Egg two']);
});

test('after the first attempt, a follower says why there is no index yet', async () => {
  const server = await startIndexServer();
  const closing = new AbortController();
  const storage = new FollowedStorage(server.address, closing.signal);
  const first = storage.first(undefined, (reason) => closing.abort(reason));
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  expect(closing.signal.reason).toContain('no index has been published yet');
  expect(server.log).toEqual(['GET /foods/manifest.json 404']);
});

test('a service of the previous build starts from the index of that build', async () => {
  const { server, current } = await published('Egg one');
  replaceManifest(server, { ...current, code: 'f00d', sha256: 'a'.repeat(64) }, current);
  const { service, names } = await startFollower(server.address);
  expect(await names()).toEqual(['Egg one']);
  await expect
    .poll(() => service.dataStatus.fault?.reason)
    .toMatch(/was created by a different build/);
});

test('a service starts from its kept index if that is current or the storage is unreachable', async () => {
  const server = await startIndexServer();
  const indexCache = join(folder, 'cache');
  await startBuilder(await tableWith('Egg one'), server.address);
  const first = await startFollower(server.address, { indexCache });
  await expect
    .poll(() => readdirSync(indexCache))
    .toEqual([expect.stringMatching(/^[\da-f]+\.index$/)]);
  await first.service.close();
  // Neither downloads an index: the first asks only which is current.
  const faults: (typeof server.intercept)[] = [
    ({ url = '' }, response) =>
      url.endsWith('.index') && response.writeHead(500).end() === response,
    (_, response) => response.writeHead(500).end() === response,
  ];
  for (const fault of faults) {
    server.intercept = fault;
    const { service, names } = await startFollower(server.address, { indexCache });
    expect(await names()).toEqual(['Egg one']);
    await service.close();
  }
});
