import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { BackOff } from '../../src/data/back-off.ts';
import {
  createFoodLookup,
  type FoodLookup,
  type FoodLookupOptions,
  ListenError,
} from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { evaluateIn } from '../in-thread.ts';
import { portOfTest } from '../port-of-test.ts';
import { tableOf } from '../table-of.ts';

const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-threads-')), 'foods.sqlite');
const write = (description: string) => writeEntries(database, tableOf([{ ...EGG, description }]));

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly allowed: string | undefined;
}

/**
 * Searches over a new connection, which any thread may accept, or over the agent's open connection.
 */
function search(url: string, agent = new Agent()): Promise<Answer> {
  const options = { agent, headers: { Origin: 'https://a.example' } };
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

/** Each poll sends forty requests. */
const OFTEN = { interval: 200 };

const many = async (url: string) => Promise.all(Array.from({ length: 40 }, () => search(url)));

/** Starts a service with two threads, and collects the serving threads that are started. */
async function start(more: FoodLookupOptions = {}) {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => {
    // Any service may start a thread to load data.
    if (worker.threadName === 'serving-thread') workers.push(worker);
  };
  process.on('worker', onWorker);
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    refresh: 1,
    logLevel: 'silent',
    database,
    threads: 2,
    ...more,
  });
  const close = async () => {
    process.off('worker', onWorker);
    await service.close();
  };
  return { service, workers, close };
}

describe.runIf(platform === 'linux')('threads', () => {
  let service: FoodLookup;
  let url: string;
  let worker: Worker | undefined;

  beforeAll(async () => {
    await write('Egg, first');
    const started = await start();
    ({ service } = started);
    url = await service.listen();
    [worker] = started.workers;
    return started.close;
  });

  test('share a port: each serves, and all receive new data and settings', async () => {
    expect((await many(url)).every(({ text }) => text.includes('Egg'))).toBe(true);
    await write('Egg, second');
    await expect
      .poll(async () => (await many(url)).every(({ text }) => text.includes('Egg, second')), OFTEN)
      .toBe(true);
    service.setCors({ origin: 'https://a.example' });
    await expect
      .poll(async () => (await many(url)).every(({ allowed }) => allowed !== undefined), OFTEN)
      .toBe(true);
  });

  test('cannot use a function from setCors, which then changes nothing', async () => {
    expect(() => service.setCors({ origin: async () => true })).toThrow(
      /^cors\.origin: Cannot switch to an origin function .* --threads 1/,
    );
    const headers = { origin: 'https://b.example' };
    const answer = await service.inject({ url: '/api/food?q=egg', headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('free the memory of replaced data', async () => {
    if (worker === undefined) throw new Error('No thread was started.');
    const before = await sharedBlocks(worker);
    expect(before).toBeGreaterThan(0);
    await write('Egg, third');
    await expect
      .poll(async () => (await many(url)).every(({ text }) => text.includes('Egg, third')), OFTEN)
      .toBe(true);
    const during = worker;
    await expect.poll(() => sharedBlocks(during), OFTEN).toBeLessThanOrEqual(before);
  });

  test('do not share the port with another program', async () => {
    const { port } = new URL(url);
    const other = await start({ port: Number(port) });
    onTestFinished(() => other.close());
    await expect(other.service.listen()).rejects.toThrow(ListenError);
    // The threads started in the meantime have ended.
    expect(other.workers.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });
});

test.runIf(platform === 'linux')(
  'threads share the count of a caller’s requests, and end with the service',
  async () => {
    await write('Egg');
    const { service, workers, close } = await start({
      ...{ rateLimit: 5, port: await portOfTest() },
      // No thread reads data in the meantime.
      refresh: 0,
    });
    onTestFinished(close);
    const url = await service.listen();
    const exits = workers.map((worker) => once(worker, 'exit'));
    const statuses = (await many(url)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    await service.stop();
    // The threads end by themselves. If they had to be terminated, their code would be 1.
    expect(await Promise.all(exits)).toEqual([[0], [0]]);
    await expect(search(url)).rejects.toThrow('ECONNREFUSED');
  },
);

test.runIf(platform === 'linux')(
  'a thread that dies loses only its own connections, and is replaced',
  async () => {
    await write('Egg');
    const { service, workers, close } = await start({ metricsPort: 0, metricsHost: '127.0.0.1' });
    onTestFinished(close);
    const url = await service.listen();
    const agents = Array.from({ length: 24 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    onTestFinished(() => agents.forEach((agent) => void agent.destroy()));
    await Promise.all(agents.map((agent) => search(url, agent)));
    const [one, two] = workers;
    const countedBefore = await countedSearches(service);
    expect(countedBefore).toBe(agents.length);

    // Dies in the middle of its work, without a chance to clean up.
    const revived = once(process, 'worker');
    await one?.terminate();
    const isKept = ({ freeSockets }: Agent) => Object.keys(freeSockets).length > 0;
    await expect.poll(() => agents.every(isKept)).toBe(false);
    const kept = agents.filter(isKept);
    expect(kept.length).toBeGreaterThan(0);
    const sockets = kept.map(({ freeSockets }) => Object.values(freeSockets)[0]?.[0]);
    const keptStatuses = async () =>
      new Set(await Promise.all(kept.map(async (agent) => (await search(url, agent)).status)));
    expect(await keptStatuses()).toEqual(new Set([200]));
    await revived;
    expect(await keptStatuses()).toEqual(new Set([200]));
    expect(kept.map(({ freeSockets }) => Object.values(freeSockets)[0]?.[0])).toEqual(sockets);

    // The replacement dies while it starts, and another follows soon.
    vi.spyOn(BackOff.prototype, 'next').mockReturnValue(50);
    const next = once(process, 'worker');
    const [replacement] = await revived;
    await replacement.terminate();
    await next;

    // With the second thread gone, only a replacement can answer.
    await two?.terminate();
    await expect.poll(async () => (await search(url)).status).toBe(200);
    expect(await countedSearches(service)).toBeGreaterThan(countedBefore);
  },
);

/** Returns the number of searches in the metrics. */
async function countedSearches({ metricsUrl = '' }: FoodLookup): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  return Number(/^food_lookup_searches_total\{.*\} (\d+)$/m.exec(metrics)?.[1]);
}

/** Counts the shared memory blocks that a thread can reach, once its garbage is collected. */
async function sharedBlocks(worker: Worker): Promise<number> {
  const v8 = "process.getBuiltinModule('node:v8')";
  return Number(
    await evaluateIn(worker, `${v8}.queryObjects(SharedArrayBuffer, { format: 'count' })`),
  );
}
