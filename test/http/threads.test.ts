import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { text } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { tableOf } from '../../src/catalog/entry-table.ts';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import {
  createFoodLookup,
  type FoodLookup,
  type FoodLookupOptions,
  ListenError,
} from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { listening } from './listening.ts';

const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-threads-')), 'foods.sqlite');
const write = (description: string) => writeEntries(database, tableOf([{ ...EGG, description }]));
const LONG = { timeout: 10_000 };

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly allowed: string | undefined;
}

/** Over a connection of its own, which may be any thread's. */
function search(url: string): Promise<Answer> {
  const options = { agent: new Agent(), headers: { Origin: 'https://a.example' } };
  return new Promise((resolve, reject) => {
    get(`${url}/api/food?q=egg`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const allowed = response.headers['access-control-allow-origin'];
      response.on('end', () => resolve({ status: response.statusCode, text, allowed }));
    }).on('error', reject);
  });
}

async function serviceWith(threads: number, more: FoodLookupOptions = {}): Promise<FoodLookup> {
  const options = { port: 0, host: '127.0.0.1', refresh: 1, logLevel: 'silent' } as const;
  const service = await createFoodLookup({ ...options, database, threads, ...more });
  onTestFinished(() => service.close());
  return service;
}

const many = async (url: string) => Promise.all(Array.from({ length: 40 }, () => search(url)));

test.runIf(platform === 'linux')(
  'threads share a port: each serves, and all take other data and settings',
  async () => {
    await write('Egg, old');
    const service = await serviceWith(2);
    const url = await service.listen();
    expect((await many(url)).every(({ text }) => text.includes('Egg, old'))).toBe(true);
    await write('Egg, new');
    await expect
      .poll(async () => (await many(url)).every(({ text }) => text.includes('Egg, new')), LONG)
      .toBe(true);
    service.setCors({ origin: 'https://a.example' });
    await expect
      .poll(async () => (await many(url)).every(({ allowed }) => allowed !== undefined), LONG)
      .toBe(true);
    await service.close();
    await expect(search(url)).rejects.toThrow('ECONNREFUSED');
  },
);

test.runIf(platform === 'linux')(
  'setCors refuses a function while threads serve, and changes nothing',
  async () => {
    await write('Egg');
    const service = await serviceWith(2);
    const url = await service.listen();
    service.setCors({ origin: 'https://a.example' });
    expect(() => service.setCors({ origin: async () => true })).toThrow(
      /^cors\.origin: Cannot use an origin function now: .* --threads 1/,
    );
    await expect
      .poll(async () => (await many(url)).every(({ allowed }) => allowed !== undefined), LONG)
      .toBe(true);
    const headers = { origin: 'https://b.example' };
    const answer = await service.inject({ url: '/api/food?q=egg', headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  },
);

test.runIf(platform === 'linux')('threads count the requests of a caller together', async () => {
  await write('Egg');
  const url = await (await serviceWith(2, { rateLimit: 5 })).listen();
  const statuses = (await many(url)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

/** How many blocks of shared memory a thread can reach. */
async function sharedBlocks(worker: Worker): Promise<number> {
  const snapshot = await text(await worker.getHeapSnapshot());
  const {
    nodes,
    strings,
    snapshot: { meta },
  }: HeapSnapshot = JSON.parse(snapshot);
  const { length: size } = meta.node_fields;
  const name = meta.node_fields.indexOf('name');
  return nodes.filter((node, at) => at % size === name && strings[node] === 'SharedArrayBuffer')
    .length;
}

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

test.runIf(platform === 'linux')('threads free data that were replaced', async () => {
  await write('Egg, old');
  const service = await serviceWith(2);
  const started = once(process, 'worker');
  const url = await service.listen();
  const [worker] = await started;
  const before = await sharedBlocks(worker);
  expect(before).toBeGreaterThan(0);
  await write('Egg, new');
  await expect
    .poll(async () => (await many(url)).every(({ text }) => text.includes('Egg, new')), LONG)
    .toBe(true);
  await expect.poll(() => sharedBlocks(worker), LONG).toBeLessThanOrEqual(before);
});

test.runIf(platform === 'linux')('threads do not share a port with another program', async () => {
  await write('Egg');
  const other = await listening(createServer());
  const { port } = new URL(other);
  const service = await createFoodLookup({
    port: Number(port),
    host: '127.0.0.1',
    database,
    threads: 2,
    logLevel: 'silent',
  });
  onTestFinished(() => service.close());
  await expect(service.listen()).rejects.toThrow(ListenError);
});
