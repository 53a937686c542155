import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { tableOf } from '../catalog/entry-store.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../serving/create-food-lookup.ts';
import { fetchIndex } from './index-address.ts';
import { writeIndexFile } from './index-file.ts';
import { loadData } from './load-data.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-address-'));
const database = join(folder, 'foods.sqlite');
await writeEntries(database, tableOf([EGG]));
const source = { database, table: undefined, key: undefined, fields: [] };
const opened = await openDatabase(source);
const { data } = await loadCatalog(opened.snapshot, source);
await opened.close();
const indexed = { data, mark: opened.mark };
const path = join(folder, 'foods.index');
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

test('fetchIndex gives what is at an address, and a service starts from it', async () => {
  let requests = 0;
  const address = await addressOf((_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': bytes.length });
    // In pieces.
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
    'does not say how long',
  ],
  [
    'an encoding',
    (_, response) => response.writeHead(200, { ...whole, 'content-encoding': 'gzip' }).end(bytes),
    'does not say how long',
  ],
  [
    'more than memory',
    (_, response) => response.writeHead(200, { 'content-length': 2 ** 40 }).write('x'),
    "more than this machine's memory",
  ],
  [
    'an end before the end',
    (_, response) =>
      response.writeHead(200, whole).write(bytes.subarray(0, 100), () => response.destroy()),
    '',
  ],
  ['silence', (_, response) => response.writeHead(200, whole).write('x'), 'nothing has come'],
  ['silence from the beginning', () => {}, 'nothing has come'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'redirect',
  ],
  [
    'one other byte',
    (_, response) => {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
      response.writeHead(200, whole).end(damaged);
    },
    undefined,
  ],
])('fetchIndex gives nothing of %s', async (_, listener, reason) => {
  const address = await addressOf((request, response) => void listener(request, response));
  // Other answers may take longer on a busy machine.
  const patience = reason === 'nothing has come' ? { silenceMs: 300 } : {};
  const fetched = fetchIndex(address, source, patience);
  if (reason === undefined) expect(await fetched).toBeUndefined();
  else await expect(fetched).rejects.toThrow(reason);
});

test('an address with a password is asked with it, and never shown with it', async () => {
  const credentials: (string | undefined)[] = [];
  const address = await addressOf((request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(503).end();
  });
  const index = address.replace('//', '//us%20er:s3cr%C3%A9t@').concat('?sig=s3cret');
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  await loadData(await openDatabase(source), { source, index }, logger);
  expect(credentials).toEqual([`Basic ${Buffer.from('us er:s3crét').toString('base64')}`]);
  const shown = address.replace('//', '//us%20er@').concat('?…');
  expect(lines.map((line): unknown => JSON.parse(line).msg)).toEqual([
    `Index "${shown}" cannot be used (the server answered with status 503), so the foods are read. Make it with food-lookup index.`,
  ]);
});
