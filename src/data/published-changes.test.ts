import type { ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  type IndexServer,
  MANIFEST_PATH,
  manifestIn,
  replaceManifest,
  startIndexServer,
} from '../../test/index-server.ts';
import { FollowedStorage } from './followed-storage.ts';
import { startBuilder, startFollower, tableWith } from './published-index.case.ts';

/**
 * One builder and its storage, and a function that changes an amount and waits until it is
 * published.
 */
async function startPublished() {
  const database = await tableWith(...Array.from({ length: 40 }, (_, i) => `Egg ${i}`));
  const server = await startIndexServer();
  await startBuilder(database, server.address);
  await expect.poll(() => server.files.has(MANIFEST_PATH)).toBe(true);
  const update = async (set: string) => {
    const { sha256 } = manifestIn(server).current;
    const writer = new DatabaseSync(database);
    writer.exec(`UPDATE entries SET ${set} WHERE description = 'Egg 7'`);
    writer.close();
    await expect.poll(() => manifestIn(server).current.sha256).not.toBe(sha256);
  };
  const change = (kcal: number) => update(`kcal = ${kcal}`);
  return { server, update, change };
}

test('after an amount or a name changes, a service loads only the changes', async () => {
  const { server, update } = await startPublished();
  const { service } = await startFollower(server.address);
  const foods = async () => JSON.stringify(await service.search('7'));
  for (const [change, shown] of [
    ['kcal = 7', '"kcal":7,'],
    ["description = 'Duck 7'", 'Duck 7'],
  ] as const) {
    const { length } = server.log;
    await update(change);
    await expect.poll(foods).toContain(shown);
    const loaded = server.log
      .slice(length)
      .filter((line) => /^GET .*s 200$|^GET .*x 200$/.test(line));
    expect(loaded).toEqual([expect.stringMatching(/^GET \/foods\/\w+\.changes 200$/)]);
  }
});

type Files = ReadonlyMap<string, Buffer>;
let published: Promise<readonly [first: Files, changedTwice: Files]> | undefined;

/** Returns what a builder publishes at first and after two changes, for all tests. */
async function publishTwoChanges() {
  const { server, change } = await startPublished();
  const first = new Map(server.files);
  await change(7);
  await change(8);
  return [first, new Map(server.files)] as const;
}

function store(server: IndexServer, files: Files): void {
  server.files.clear();
  for (const [path, bytes] of files) server.files.set(path, bytes);
}

/** Loads the foods like a service that missed two changes. */
async function afterTwoChanges(tamper = (_: IndexServer) => {}) {
  published ??= publishTwoChanges();
  const [first, changedTwice] = await published;
  const server = await startIndexServer();
  store(server, first);
  const storage = new FollowedStorage(server.address, new AbortController().signal);
  const mark = await storage.changeMark();
  const { data } = await storage.load(undefined);
  store(server, changedTwice);
  tamper(server);
  const { length } = server.log;
  await storage.changeMark();
  const patched = await storage.load({ data, mark });
  const whole = await storage.load(undefined);
  expect(patched.data).toEqual(whole.data);
  return server.log.slice(length).filter((line) => !line.includes('manifest'));
}

const CHANGES = expect.stringMatching(/^GET .*\.changes 200$/);
const INDEX = expect.stringMatching(/^GET .*\.index 200$/);

test('missed changes are loaded too', async () => {
  expect(await afterTwoChanges()).toEqual([CHANGES, CHANGES, INDEX]);
});

/** Sends these bytes over and over until the service hangs up. */
function sendEndlessly(response: ServerResponse, bytes: Buffer): void {
  const more = () => response.write(bytes, (error) => error || setImmediate(more));
  more();
}

type Answer = (response: ServerResponse, bytes: Buffer) => unknown;

test.each<[string, number, Answer]>([
  ['damaged', 200, (response, bytes) => response.end(bytes.toString().replaceAll('8', '9'))],
  ['longer than stated', 200, (response, bytes) => response.end(`${bytes} `)],
  ['endless', 200, sendEndlessly],
  [
    'endless after the stated length',
    200,
    (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length });
      sendEndlessly(response, Buffer.from(`${bytes}`.replaceAll('8', '9')));
    },
  ],
  [
    'larger once unpacked',
    200,
    (response, bytes) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes)),
  ],
  [
    'cut short',
    200,
    (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 10), () => response.destroy());
    },
  ],
  [
    'elsewhere',
    302,
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['not there', 404, (response) => response.writeHead(404).end()],
])('changes that are %s are ignored', async (_, status, answer) => {
  const asked = await afterTwoChanges((server) => {
    server.intercept = ({ url = '' }, response) => {
      if (!url.endsWith('.changes')) return false;
      answer(response, server.files.get(url) ?? Buffer.from(''));
      return true;
    };
  });
  const changes = asked.filter((line) => line.includes('.changes'));
  expect(changes).toEqual([expect.stringMatching(new RegExp(`^GET .* ${status}$`))]);
  expect(asked.filter((line) => !changes.includes(line))).toEqual([INDEX, INDEX]);
});

test('changes larger than the index are not requested', async () => {
  const asked = await afterTwoChanges((server) => {
    const { current, before } = manifestIn(server);
    const changes = { ...Object(current.changes), bytes: Number(current.bytes) + 1 };
    replaceManifest(server, { ...current, changes }, ...before);
  });
  expect(asked).toEqual([INDEX, INDEX]);
});
