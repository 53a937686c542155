import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { tableOf } from '../../test/table-of.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../service/create-food-lookup.ts';
import { IndexFileError, readIndexFile, writeIndexFile } from './index-file.ts';
import { fetchIndex } from './index-storage.ts';
import { loadData } from './load-data.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-index-'));
let created = 0;

const write = (database: string, ...names: string[]) =>
  writeEntries(database, tableOf(names.map((description) => ({ ...EGG, description }))));

/** Creates a table of these foods, and an index of it. */
async function indexOf(...names: string[]) {
  const database = join(folder, `${++created}.sqlite`);
  const path = join(folder, `${created}.index`);
  await write(database, ...names);
  const source = { database, table: undefined, key: undefined, fields: [] };
  await using opened = await openDatabase(source);
  const { data } = await loadCatalog(opened.snapshot, source);
  writeIndexFile(path, source, { data, mark: opened.mark });
  return { database, path, source, data, mark: opened.mark };
}

async function serve(database: string, index: string, refresh = 1) {
  const service = await createFoodLookup({
    ...{ port: 0, logLevel: 'silent' },
    ...{ database, index, refresh },
  });
  onTestFinished(() => service.close());
  const names = async () => (await service.search('egg')).map(({ description }) => description);
  return { service, names };
}

test('an index reads back unchanged, but only with the same settings', async () => {
  const { path, source, data, mark } = await indexOf('Egg one', 'Milk');
  expect(readIndexFile(path, source)).toEqual({ data, mark });
  expect(readIndexFile(path, { ...source, database: 'another.sqlite' })).toEqual({ data, mark });
  expect(readIndexFile(path, { ...source, key: 'id' })).toBeUndefined();
  expect(readIndexFile(path, { ...source, fields: ['*'] })).toBeUndefined();
  expect(readIndexFile(path, { ...source, names: 'aka' })).toBeUndefined();
  expect(readIndexFile(path, { ...source, table: 'foods' })).toBeUndefined();
  expect(readIndexFile(join(folder, 'none'), source)).toBeUndefined();
});

test('a service starts from an index, and follows the table from there', async () => {
  const { database, path } = await indexOf('Egg one');
  const { service, names } = await serve(database, path);
  expect(await names()).toEqual(['Egg one']);
  await write(database, 'Egg two');
  await expect.poll(names).toEqual(['Egg two']);
  expect(service.dataStatus).toMatchObject({ failures: 0, reloads: 1 });
});

test('an index that is older than the table is updated after startup', async () => {
  const { database, path } = await indexOf('Egg one');
  await write(database, 'Egg two');
  // With `refresh` 0, nothing else triggers a check.
  const { service, names } = await serve(database, path, 0);
  await expect.poll(names).toEqual(['Egg two']);
  expect(service.dataStatus.reloads).toBe(1);
});

test('an index that is damaged or missing is skipped', async () => {
  const { database, path } = await indexOf('Egg one');
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
  writeFileSync(path, bytes);
  for (const index of [path, join(folder, 'none')]) {
    const { names } = await serve(database, index);
    expect(await names()).toEqual(['Egg one']);
  }
});

test('an index replaces an older one, and no other file', async () => {
  const { path, source, data, mark } = await indexOf('Egg one');
  writeIndexFile(path, source, { data, mark: 'newer' });
  expect(readIndexFile(path, source)?.mark).toBe('newer');
  const other = join(folder, 'foods.csv');
  writeFileSync(other, 'id,name\n1,Egg\n');
  mkdirSync(join(folder, 'a-folder'));
  for (const wrong of [other, join(folder, 'a-folder'), join(folder, 'missing', 'x.index')]) {
    expect(() => writeIndexFile(wrong, source, { data, mark })).toThrow(IndexFileError);
  }
  expect(readFileSync(other, 'utf8')).toBe('id,name\n1,Egg\n');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

const addressFolder = mkdtempSync(join(tmpdir(), 'food-lookup-address-'));
const database = join(addressFolder, 'foods.sqlite');
await writeEntries(database, tableOf([EGG]));
const source = { database, table: undefined, key: undefined, fields: [] };
const opened = await openDatabase(source);
const { data } = await loadCatalog(opened.snapshot, source);
await opened[Symbol.asyncDispose]();
const indexed = { data, mark: opened.mark };
const path = join(addressFolder, 'foods.index');
writeIndexFile(path, source, indexed);
const bytes = readFileSync(path);

async function addressOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/foods.index`;
}

test('fetchIndex returns the index at a URL, and a service starts from it', async () => {
  let requests = 0;
  const address = await addressOf((_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': bytes.length });
    // Sends the index in two pieces.
    response.write(bytes.subarray(0, 1000));
    response.end(bytes.subarray(1000));
  });
  expect(await fetchIndex(address, source)).toEqual(indexed);
  const service = await createFoodLookup({ port: 0, logLevel: 'silent', database, index: address });
  onTestFinished(() => service.close());
  expect(requests).toBe(2);
  expect(await service.search('egg')).toHaveLength(1);
});

const whole = { 'content-length': bytes.length };
test.each<[string, RequestListener, string | undefined]>([
  ['another status', (_, response) => response.writeHead(404).end(), 'status 404'],
  [
    'no length',
    (_, response) => response.write(bytes, () => response.end()),
    'sends no Content-Length',
  ],
  [
    'an encoding',
    (_, response) => response.writeHead(200, { ...whole, 'content-encoding': 'gzip' }).end(bytes),
    'sends no Content-Length',
  ],
  [
    'more than memory',
    (_, response) => response.writeHead(200, { 'content-length': 2 ** 40 }).write('x'),
    "more than this machine's memory",
  ],
  [
    'a response that is cut off',
    (_, response) =>
      response.writeHead(200, whole).write(bytes.subarray(0, 100), () => response.destroy()),
    '',
  ],
  ['silence', (_, response) => response.writeHead(200, whole).write('x'), 'no data for'],
  ['silence from the beginning', () => {}, 'no data for'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'redirect',
  ],
  [
    'a changed byte',
    (_, response) => {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
      response.writeHead(200, whole).end(damaged);
    },
    undefined,
  ],
])('fetchIndex returns nothing for %s', async (_, listener, reason) => {
  const address = await addressOf((request, response) => void listener(request, response));
  // The other responses may take longer on a busy machine.
  const patience = reason === 'no data for' ? { silenceMs: 300 } : {};
  const fetched = fetchIndex(address, source, patience);
  if (reason === undefined) expect(await fetched).toBeUndefined();
  else await expect(fetched).rejects.toThrow(reason);
});

test('the password in a URL is sent, but never shown', async () => {
  const credentials: (string | undefined)[] = [];
  const address = await addressOf((request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(503).end();
  });
  const index = address.replace('//', '//us%20er:s3cr%C3%A9t@').concat('?sig=s3cret');
  const lines: string[] = [];
  await loadData(await openDatabase(source), { source, index }, (line) => void lines.push(line));
  expect(credentials).toEqual([`Basic ${Buffer.from('us er:s3crét').toString('base64')}`]);
  const shown = address.replace('//', '//us%20er@').concat('?…');
  expect(lines).toEqual([
    `Index "${shown}" cannot be used (the server answered with status 503), so the table is read instead. Create an index with food-lookup index.`,
  ]);
});
