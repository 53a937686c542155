import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { queryObjects } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { listening } from '../../test/http/listening.ts';
import { send } from '../../test/http/send.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { BackOff } from '../data/back-off.ts';
import { prepare } from '../data/startup-checks.ts';
import type { ThreadCounts } from '../http/observation/metrics.ts';
import { DEFAULT_LIMITS } from '../http/server/limits.ts';
import { limitsOfThread, restartDelayMs, ServingThreads } from './serving-threads.ts';
import { ThreadHandle, type ThreadStart } from './thread-handle.ts';

const COUNT = 2;

/** Returns what threads start with: no data yet. */
async function threadStart(): Promise<ThreadStart> {
  const prepared = await prepare({
    port: 0,
    metricsPort: 0,
    host: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    cors: { origin: 'https://a.example' },
  });
  await prepared.database.close();
  const { corsPolicy: _, ...settings } = prepared.settings;
  const health = { isReady: false, loadedAt: undefined, isStoreReachable: true };
  return { settings, health, rateCounts: undefined };
}

/** Starts threads, and collects their replacements. */
async function startThreads() {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => workers.push(worker);
  process.on('worker', onWorker);
  const logged: string[] = [];
  const logger = pino({}, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const threads = new ServingThreads(await threadStart(), COUNT, logger);
  onTestFinished(async () => {
    process.off('worker', onWorker);
    await threads.stop(true);
  });
  return { threads, workers, logged, url: await threads.listen() };
}

function sumOf(counts: readonly ThreadCounts[], name: string): number {
  const metrics = counts.flatMap((each) => each.metrics);
  const values = metrics.filter((metric) => metric.name === `food_lookup_${name}`);
  return values.flatMap(({ values }) => values).reduce((sum, { value }) => sum + value, 0);
}

async function countedRequests(threads: ServingThreads): Promise<number> {
  return sumOf(await threads.counts(), 'requests_total');
}

async function request(url: string, count: number): Promise<void> {
  const headers = { origin: `https://${'a'.repeat(60)}.b`, connection: 'close' };
  const path = '/api/food?q=egg';
  const answers = await Promise.all(
    Array.from({ length: count }, () => send(url, { path, headers })),
  );
  const { description } = EGG;
  for (const { body } of answers) expect(JSON.parse(body)).toMatchObject([{ description }]);
}

/** Blocks all threads, as an endless loop would. */
async function hang(): Promise<void> {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-hanging-'));
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    const file = JSON.stringify(join(folder, sessionId));
    const expression = `process.getBuiltinModule('fs').writeFileSync(${file}, '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`;
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await expect.poll(() => readdirSync(folder)).toHaveLength(COUNT);
}

test('a thread that served for a minute is replaced immediately, others after growing delays', () => {
  const backOff = new BackOff();
  const rests = [0, 59_999, 10, 60_000, 10].map((servedMs) => restartDelayMs(servedMs, backOff));
  expect(rests).toEqual([1_000, 2_000, 4_000, 0, 1_000]);
});

test('the limits on connections, total and per address, are divided among the threads', () => {
  const limits = { ...DEFAULT_LIMITS, maxConnections: 10, maxConnectionsPerAddress: 4 };
  const shared = { maxConnections: 4, maxConnectionsPerAddress: 2 };
  expect(limitsOfThread(limits, 3)).toEqual({ ...DEFAULT_LIMITS, ...shared });
  expect(limitsOfThread(DEFAULT_LIMITS, 2)).toEqual({ ...DEFAULT_LIMITS, maxConnections: 1_250 });
});

test('a thread says why it cannot listen', async () => {
  const { port } = new URL(await listening(createServer()));
  const start = { ...(await threadStart()), port: Number(port) };
  const thread = new ThreadHandle(start, { onRefusal: () => {}, onError: () => {} });
  onTestFinished(() => thread.kill());
  await expect(thread.listening).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

describe.runIf(platform === 'linux')('ServingThreads', () => {
  test('replace waits until every thread serves the new data; metrics leak no memory, and their counts are right even if threads end or hang', async () => {
    const { threads, workers, logged, url } = await startThreads();
    const { data } = await loadCatalog(snapshotOf([EGG]), {});
    await expect(threads.replace(data)).resolves.toBeUndefined();
    const scrapes = 20;
    // A leaked callback would show up as one more function per scrape.
    const functions = () => queryObjects(Function, { format: 'count' });
    await threads.counts();
    const before = functions();
    for (let i = 0; i < scrapes; i += 1) await threads.counts();
    expect(functions()).toBeLessThan(before + scrapes);

    await request(url, 30);
    await expect.poll(() => countedRequests(threads)).toBe(30);
    const ends = workers.map((worker) => once(worker, 'exit'));
    // The first replacement dies while it starts, and another follows soon.
    vi.spyOn(BackOff.prototype, 'next').mockReturnValue(50);
    process.once('worker', (worker) => void worker.terminate());
    for (const worker of workers) void worker.terminate();
    let hasEnded = false;
    const ended = Promise.all(ends).then(() => {
      hasEnded = true;
    });
    const counted = [];
    while (!hasEnded) counted.push(await countedRequests(threads));
    await ended;
    counted.push(...(await Promise.all(Array.from({ length: 5 }, () => countedRequests(threads)))));
    expect(new Set(counted)).toEqual(new Set([30]));
    // Both replacement threads respond.
    await expect.poll(async () => (await threads.counts()).length).toBe(COUNT + 1);
    expect(logged.sort()).toEqual([
      expect.stringMatching(
        /^A serving thread could not start. Retrying in 0.05 s; . of 2 threads/,
      ),
      'A serving thread has ended. It is being replaced.',
      'A serving thread has ended. It is being replaced.',
      // All threads refuse this origin.
      expect.stringMatching(/^refused "https:\/\/a{60}\.b"/),
    ]);
    await request(url, 10);
    await expect.poll(() => countedRequests(threads)).toBe(40);
    await hang();
    let isReplaced = false;
    const replaced = threads.replace(data).then(() => {
      isReplaced = true;
    });
    expect(await countedRequests(threads)).toBe(40);
    expect(isReplaced).toBe(false);
    // Hung threads end with the others.
    const exits = workers.slice(-COUNT).map((worker) => once(worker, 'exit'));
    await threads.stop(true);
    await Promise.all(exits);
    await replaced;
  });
});
