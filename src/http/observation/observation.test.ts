import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { APP_PARTS } from '../../../test/app-parts.ts';
import { EGG } from '../../../test/egg.ts';
import { NO_DEADLINE_MS, snapshotOf } from '../../../test/load-entries.ts';
import { storedValues } from '../../../test/stored-values.ts';
import { CurrentCatalog } from '../../catalog/current-catalog.ts';
import type { FoodCatalog } from '../../catalog/food-catalog.ts';
import { loadCatalog } from '../../catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../../catalog/table/memory-catalog.ts';
import { createCorsPolicy } from '../../cors/index.ts';
import { createApp } from '../app.ts';
import { createMetricsApp } from '../own-port-app.ts';
import { addUpCounts, Metrics } from './metrics.ts';
import { createAccessLog } from './request-facts.ts';

const PAGE = 'https://app.example';
const LOG = pino({ level: 'silent' });

const catalog: FoodCatalog = {
  size: 7,
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
  search: ({ text, format }) => {
    const csv = `kcal\r\n${text === 'none' ? '' : '1\r\n'}`;
    const json = text === 'none' ? '[]' : '[{"kcal":1}]';
    return { body: Buffer.from(format === 'csv' ? csv : json) };
  },
};

function observedApp(level = 'info', served = catalog, countsMisses = false) {
  const current = new CurrentCatalog(served);
  let written = '';
  const log = new PassThrough();
  log.setEncoding('utf8').on('data', (chunk) => {
    written += chunk;
  });
  const corsPolicy = createCorsPolicy({ origin: PAGE });
  const metrics = new Metrics({ countsMisses });
  const [loadedAt, checkedAt] = [new Date(1_000), new Date(2_500)];
  metrics.observeData({
    catalog: current,
    status: () => ({ loadedAt, checkedAt, reloads: 3, failures: 4 }),
  });
  const logger = pino({ level }, log);
  const app = createApp({
    catalog: current,
    corsPolicy: () => corsPolicy,
    logger: pino({ level: 'silent' }),
    observers: [metrics.observe, createAccessLog(logger)],
    ...APP_PARTS,
  });
  const lines = async (): Promise<Record<string, unknown>[]> => {
    // A response arrives before it is recorded.
    await setImmediate();
    return written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { app, metrics, lines };
}

test('Metrics describes each of its own metrics', async () => {
  const text = await observedApp().metrics.text();
  const described = text.split('\n').filter((line) => /^# (HELP|TYPE) food_/.test(line));
  await expect(`${described.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/metrics.txt');
});

test('Metrics counts requests by route, searches by outcome, and decisions by kind', async () => {
  const { app, metrics } = observedApp();
  await app.inject({ url: '/api/food?q=egg&match=words', headers: { origin: PAGE } });
  await app.inject({ url: '/api/food?q=none', headers: { origin: 'https://other.example' } });
  for (const text of ['egg', 'none'])
    await app.inject(`/api/food?q=${text}&match=fuzzy&format=csv`);
  await app.inject({ url: '/api/secret-path' });
  await app.inject({ url: '/', method: 'DELETE' });
  const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
  await app.inject({ url: '/api/food', method: 'OPTIONS', headers: asked });
  await setImmediate();
  const text = await metrics.text();
  const counted = text.split('\n').filter((line) => /_total\{/.test(line) && /^food_/.test(line));
  expect(counted.toSorted()).toEqual([
    'food_lookup_cors_decisions_total{kind="allowed"} 1',
    'food_lookup_cors_decisions_total{kind="refused"} 1',
    'food_lookup_cors_preflights_total{kind="allowed"} 1',
    'food_lookup_requests_total{route="/",method="other",status="405"} 1',
    'food_lookup_requests_total{route="/api/food",method="GET",status="200"} 4',
    'food_lookup_requests_total{route="/api/food",method="OPTIONS",status="200"} 1',
    'food_lookup_requests_total{route="unknown",method="GET",status="404"} 1',
    'food_lookup_searches_total{match="fuzzy",outcome="found"} 1',
    'food_lookup_searches_total{match="fuzzy",outcome="nothing"} 1',
    'food_lookup_searches_total{match="substring",outcome="nothing"} 1',
    'food_lookup_searches_total{match="words",outcome="found"} 1',
  ]);
  expect(text).toContain('food_lookup_foods 7');
  expect(text).toContain('food_lookup_data_info{revision="a1"} 1');
  expect(text).toContain('food_lookup_search_duration_seconds_count{match="words"} 1');
  // The alerts and the dashboard compute quantiles from these.
  const bounds = text.matchAll(/request_duration_seconds_bucket\{le="(.*)",route="\/"\}/g);
  expect(Array.from(bounds, ([, bound]) => bound)).toEqual([
    ...['0.0001', '0.0005', '0.001', '0.005', '0.01', '0.05', '0.1', '0.5', '1', '5', '10'],
    '+Inf',
  ]);
  expect(text).toContain('food_lookup_data_loaded_timestamp_seconds 1\n');
  expect(text).toContain('food_lookup_data_checked_timestamp_seconds 2.5\n');
  expect(text).toContain('food_lookup_reloads 3\n');
  expect(text).toContain('food_lookup_reload_failures 4\n');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).not.toMatch(/egg|other\.example|secret/);
});

test('Metrics counts long searches, and 503 responses by reason', async () => {
  const { data } = await loadCatalog(snapshotOf([EGG]), {});
  // Treats every search as a long one. At most one search per caller waits, and three in all.
  const slowLane = { maxWaiting: 2, deadlineMs: NO_DEADLINE_MS };
  const busy = createMemoryCatalog(data, undefined, { maxWork: 0, slowLane });
  const { app, metrics } = observedApp('silent', busy);
  const ask = (text: string, remoteAddress: string) =>
    app.inject({ url: `/api/food?q=${text}`, remoteAddress });
  const answers = await Promise.all([
    ...['a', 'b', 'c'].map((text) => ask(text, '192.0.2.1')),
    ...['d', 'e'].map((text) => ask(text, '192.0.2.2')),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 503, 200, 503]);
  await setImmediate();
  const text = await metrics.text();
  expect(text).toContain('food_lookup_long_searches_total{match="substring"} 5');
  expect(text).toContain('food_lookup_unavailable_total{reason="caller"} 1');
  expect(text).toContain('food_lookup_unavailable_total{reason="queue"} 1');
});

test('a path with a broken encoding is counted and logged like any other', async () => {
  const { app, metrics, lines } = observedApp();
  const response = await app.inject('/api/%zz');
  expect(response.headers['x-request-id']).toBeDefined();
  expect(await lines()).toMatchObject([{ route: null, status: 404 }]);
  expect(await metrics.text()).toContain(
    'food_lookup_requests_total{route="unknown",method="GET",status="404"} 1',
  );
});

test('Metrics adds the counts of other threads, but measures the data and the process only once', async () => {
  const { app, metrics } = observedApp();
  await app.inject('/api/food?q=egg');
  await setImmediate();
  const other = new Metrics();
  const text = await metrics.text([await metrics.counts(), await other.counts()]);
  expect(text).toContain('food_lookup_searches_total{match="substring",outcome="found"} 2');
  expect(await other.counts()).not.toHaveProperty('misses');
  expect((await other.counts()).metrics.map(({ name }) => name)).not.toContain('food_lookup_foods');
  const alone = await metrics.text([await other.counts()]);
  expect(alone).toContain('food_lookup_foods 7');
});

test('createMetricsApp serves the metrics as text for Prometheus, and nothing else', async () => {
  const { metrics } = observedApp();
  const app = createMetricsApp(metrics, async () => [], LOG);
  const response = await app.inject('/metrics');
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.body).toContain('# TYPE food_lookup_requests_total counter');
  expect((await app.inject('/')).statusCode).toBe(404);
});

test('searches that found nothing are counted by their text if configured', async () => {
  const { app, metrics } = observedApp('info', catalog, true);
  for (const text of ['none', 'none', 'egg']) await app.inject(`/api/food?q=${text}`);
  await setImmediate();
  const metricsApp = createMetricsApp(metrics, async () => [await metrics.counts()], LOG);
  const counted = await metricsApp.inject('/misses');
  expect([counted.statusCode, counted.json()]).toEqual([
    200,
    { total: 4, texts: [{ text: 'none', count: 4 }] },
  ]);
  expect(await metrics.text()).not.toContain('"none"');
  const ended = await addUpCounts([await metrics.counts(), await new Metrics().counts()]);
  expect(ended.misses).toEqual({ total: 2, texts: [{ text: 'none', count: 2 }] });

  const { app: plain, metrics: uncounted } = observedApp();
  await plain.inject('/api/food?q=none');
  await setImmediate();
  const refused = await createMetricsApp(uncounted, async () => [], LOG).inject('/misses');
  expect(refused.statusCode).toBe(404);
  expect(refused.json().error).toContain('--count-misses');
  expect(JSON.stringify(await uncounted.counts())).not.toContain('none');
});

test('createAccessLog writes a line per request, with the decision and without the query', async () => {
  const { app, lines } = observedApp();
  const headers = { origin: PAGE };
  const { body } = await app.inject({ url: '/api/food?q=egg', headers });
  await app.inject({ url: '/api/nothing?q=egg', headers: { origin: 'x'.repeat(1_000) } });
  const [first, second] = await lines();
  expect(first).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    msg: 'request',
    reqId: expect.any(String),
    method: 'GET',
    route: '/api/food',
    status: 200,
    bytes: body.length,
    ms: expect.any(Number),
    origin: PAGE,
    cors: 'allowed',
    match: 'substring',
    found: true,
  });
  expect(second).toMatchObject({ route: null, status: 404, cors: 'refused' });
  expect(String(second?.origin)).toHaveLength(300);
  expect(JSON.stringify([first, second])).not.toContain('egg');
});

test('createAccessLog writes the address only at level debug', async () => {
  const { app, lines } = observedApp('debug');
  await app.inject('/api/food?q=egg');
  const [line] = await lines();
  expect(line).toMatchObject({ url: '/api/food?q=egg' });
});
