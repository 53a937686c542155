import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { APP_PARTS } from '../../test/app-parts.ts';
import { EGG } from '../../test/egg.ts';
import { NO_DEADLINE_MS, snapshotOf } from '../../test/load-entries.ts';
import { storedValues } from '../../test/stored-values.ts';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { FoodCatalog } from '../catalog/food-catalog.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import type { SlowLaneLimits } from '../catalog/scheduling/slow-lane.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import { createCorsPolicy, type OriginSetting } from '../cors/index.ts';
import { createApp } from './app.ts';
import { createSharedCounts } from './callers/rate-limit.ts';

const brokenCatalog: FoodCatalog = {
  size: 1,
  revision: 'a1',
  fields: [],
  key: undefined,
  food: () => undefined,
  rowOf: () => undefined,
  values: storedValues(),
  columns: [],
  terms: [],
  retire: () => {},
  foods: () => ({ body: Buffer.from('[]'), missing: [] }),
  search() {
    throw new Error('the index is out of order');
  },
};

async function appOf(
  origin: OriginSetting,
  catalog = brokenCatalog,
  interfaces: readonly string[] = [],
) {
  let text = '';
  const log = new PassThrough().on('data', (chunk) => {
    text += chunk;
  });
  const logger = pino({ level: 'info' }, log);
  const corsPolicy = createCorsPolicy({ origin });
  const app = createApp({
    catalog: new CurrentCatalog(catalog),
    corsPolicy: () => corsPolicy,
    logger,
    interfaces,
    ...APP_PARTS,
  });
  return { app, written: () => text };
}

test('createApp logs a refused origin once, with the reason', async () => {
  const { app, written } = await appOf('https://app.example');
  for (const origin of ['http://app.example', 'http://app.example', 'https://app.example']) {
    await app.inject({ url: '/api/nothing-here', headers: { origin } });
  }
  const lines = written().trim().split('\n');
  expect(lines).toHaveLength(1);
  const line: unknown = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    level: 40,
    msg: expect.stringContaining('refused "http://app.example"'),
  });
  expect(line).toMatchObject({ msg: expect.stringContaining('"https://app.example"') });
});

describe('an internal error', () => {
  test('is 500 with CORS headers and without details, which are in the log', async () => {
    const { app, written } = await appOf('https://app.example');
    const headers = { origin: 'https://app.example' };
    const response = await app.inject({ url: '/api/food?q=egg', headers });
    expect([response.statusCode, response.body]).toEqual([
      500,
      '{"error":"Internal server error"}',
    ]);
    expect(response.headers['access-control-allow-origin']).toBe('https://app.example');
    const line: unknown = JSON.parse(written());
    expect(line).toMatchObject({
      level: 50,
      reqId: expect.any(String),
      err: { message: 'the index is out of order', stack: expect.any(String) },
    });
  });

  test('an error in the origin function is logged with its message', async () => {
    const { app, written } = await appOf(() => {
      throw new Error('no such tenant');
    });
    const response = await app.inject({
      url: '/api/food?q=egg',
      headers: { origin: 'https://a.example' },
    });
    expect([response.statusCode, response.body]).toEqual([
      500,
      '{"error":"Internal server error"}',
    ]);
    expect(written()).toContain('no such tenant');
  });
});

test('until the foods are loaded, pages can read when to try again', async () => {
  const corsPolicy = createCorsPolicy({ origin: 'https://app.example' });
  const app = createApp({
    catalog: new CurrentCatalog(),
    corsPolicy: () => corsPolicy,
    logger: pino({ level: 'silent' }),
    rateLimit: { perMinute: 10, counts: createSharedCounts() },
    ...APP_PARTS,
  });
  const headers = { origin: 'https://app.example' };
  const response = await app.inject({ url: '/api/food?q=egg', headers });
  expect(response.statusCode).toBe(503);
  expect(String(response.headers['access-control-expose-headers']).split(', ').sort()).toEqual([
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'retry-after',
  ]);
});

describe('a long search', () => {
  const load = async (limits: SlowLaneLimits) => {
    const slowLane = { deadlineMs: NO_DEADLINE_MS, ...limits };
    const { data } = await loadCatalog(snapshotOf([EGG]), {});
    // Treats every search as a long one.
    return createMemoryCatalog(data, undefined, { maxWork: 0, slowLane });
  };
  const request = {
    url: '/api/food?q=egg',
    headers: { origin: 'https://app.example' },
  };

  test('is answered like any other search', async () => {
    const { app } = await appOf('https://app.example', await load({}));
    const response = await app.inject(request);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject([{ description: EGG.description }]);
    expect(response.headers.etag).toBeDefined();
  });

  test('waits for other searches from its address, on any connection, but not for searches from other addresses', async () => {
    const { app } = await appOf('https://app.example', await load({ maxWaiting: 2 }));
    const ask = async (text: string, remoteAddress: string) => {
      const { statusCode } = await app.inject({ url: `/api/food?q=${text}`, remoteAddress });
      return statusCode;
    };
    // The first address has three searches: one runs, one waits, and one is refused.
    expect(
      await Promise.all([
        ...['a', 'b', 'c'].map((text) => ask(text, '192.0.2.1')),
        ask('d', '192.0.2.2'),
      ]),
    ).toEqual([200, 200, 503, 200]);
  });

  test('gets 503 with Retry-After and CORS headers if the queue is full, logged every 10 s', async () => {
    const { app, written } = await appOf('https://app.example', await load({ maxWaiting: 0 }));
    const clock = vi.spyOn(performance, 'now');
    for (const nowMs of [5_000, 5_000, 14_999, 15_000]) {
      clock.mockReturnValue(nowMs);
      const response = await app.inject(request);
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual({ error: expect.stringContaining('try again later') });
      expect(response.headers).toMatchObject({
        'retry-after': '5',
        'access-control-allow-origin': 'https://app.example',
        'access-control-expose-headers': 'retry-after',
      });
      expect(response.headers.etag).toBeUndefined();
    }
    const lines = written().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
      [1, 3].map((count) =>
        expect.stringContaining(
          `Refused long searches (${count} since the last such message): Too many long searches are waiting`,
        ),
      ),
    );
  });
});

test('errors are not cacheable, and are sent even to conditional requests', async () => {
  const slowLane = { deadlineMs: NO_DEADLINE_MS, maxWaiting: 0 };
  const { data } = await loadCatalog(snapshotOf([EGG]), {});
  const catalog = createMemoryCatalog(data, undefined, { maxWork: 0, slowLane });
  const { app } = await appOf('*', catalog, ['openfoodfacts', 'fdc']);
  const refused = [{ 'if-none-match': '*' }, { 'if-match': '"other"' }];
  for (const [url, status, conditions] of [
    ['/api/meal?line=egg', 503, []],
    ['/search?q=egg', 503, refused],
    ['/api/v2/product/4000417025005', 404, refused],
    ['/fdc/v1/food/1', 404, refused],
    ['/search?page=0', 400, refused],
  ] as const) {
    for (const headers of [{}, ...conditions]) {
      const answer = await app.inject({ url, headers });
      expect([url, answer.statusCode]).toEqual([url, status]);
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers).not.toHaveProperty('cache-control');
    }
  }
});

test.each([
  ['/api/meal?line=a&line=b&line=c', 3],
  ['/api/v2/search?search_terms=a', 1],
  ['/cgi/search.pl?json=1&search_terms=a', 1],
  ['/search?q=a', 1],
  ['/api/v2/product/4000417025005', 1],
  ['/api/v2/search?code=4000417025005,1,2,3', 4],
  ['/fdc/v1/foods/search?query=a', 1],
  ['/fdc/v1/foods/list', 1],
  ['/fdc/v1/foods?fdcIds=1,2,3', 3],
  ['/fdc/v1/food/1', 1],
])('%s counts as %d searches by its caller', async (url, searches) => {
  const callers: string[] = [];
  const catalog: FoodCatalog = {
    ...brokenCatalog,
    fields: ['fdc_id', 'gtin'],
    search: (_query, caller) => {
      callers.push(caller?.() ?? '');
      return { body: Buffer.from('[]'), total: 0 };
    },
  };
  const { app } = await appOf('*', catalog, ['openfoodfacts', 'fdc']);
  await app.inject({ url, remoteAddress: '192.0.2.7' });
  expect(callers).toEqual(Array(searches).fill('192.0.2.7'));
});
