import { Session } from 'node:inspector/promises';
import { getHeapStatistics } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { Random } from '../fuzz/random.ts';
import { type CostlyRequest, costlyRequest, PLAIN_KINDS, plainRequest } from './costly-request.ts';
import { Choices } from './hill-climb.ts';
import { sendAgain } from './measure-requests.ts';

const TIMES = 5;
const REQUESTS = 2;
/** The maximum ratio of a request's function calls, or allocated bytes, to a plain request's. */
const MOST = 10;

const service = await createFoodLookup({
  port: 0,
  host: '127.0.0.1',
  logLevel: 'silent',
  database: SMALL_DATABASE,
  compression: true,
  trustProxy: ['loopback'],
});
afterAll(() => service.close());
const port = Number(new URL(await service.listen()).port);
// The document is created on the first request.
await service.inject('/openapi.json');
await sendAgain(port, plainRequest(100), 200);

const session = new Session();
session.connect();
afterAll(() => session.disconnect());
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

interface Work {
  readonly calls: number;
  readonly bytes: number;
}

/**
 * Measures the work per request three times and keeps the smallest value, since other work only
 * adds to it.
 */
async function workOf(request: CostlyRequest): Promise<Work> {
  // Resets the counts, as each measurement does. Reading them costs more than the requests.
  await session.post('Profiler.takePreciseCoverage');
  const works = [await measured(request), await measured(request), await measured(request)];
  return {
    calls: Math.min(...works.map(({ calls }) => calls)),
    bytes: Math.min(...works.map(({ bytes }) => bytes)),
  };
}

/** Measures the function calls and the allocated bytes of both the client and the service. */
async function measured(request: CostlyRequest): Promise<Work> {
  const before = allocatedBytes();
  await sendAgain(port, request, TIMES);
  const bytes = allocatedBytes() - before;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let calls = 0;
  for (const { functions } of result) {
    for (const { ranges } of functions) calls += elementAt(ranges, 0).count;
  }
  return { calls: calls / TIMES, bytes: bytes / TIMES };
}

function allocatedBytes(): number {
  const statistics: Readonly<Record<string, number>> = { ...getHeapStatistics() };
  // Node's types lack this property.
  return statistics.total_allocated_bytes ?? 0;
}

const { page: _, ...kinds } = PLAIN_KINDS;

test.each(Object.entries(kinds))(
  'no %s costs many times as much as a plain request of the same length',
  async (_name, make) => {
    const random = new Random(1);
    for (let i = 0; i < REQUESTS; i++) {
      const request = costlyRequest(make, new Choices(random));
      const plain = await workOf(plainRequest(request.bytes.length, request.answers));
      const work = await workOf(request);
      const example = request.bytes.toString('latin1', 0, 200);
      expect(work.calls / plain.calls, example).toBeLessThan(MOST);
      expect(work.bytes / plain.bytes, example).toBeLessThan(MOST);
    }
  },
);
