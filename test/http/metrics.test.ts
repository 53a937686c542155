import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { connectTo, exchange, get } from './raw.ts';
import { send } from './send.ts';

test('the metrics count refused requests, and closed connections by reason', async () => {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    rateLimit: 2,
    maxConnections: 2,
  });
  onTestFinished(() => service.close());
  const url = await service.listen();
  const headers = { connection: 'close' };
  for (const status of [200, 200, 429]) {
    expect((await send(url, { path: '/api/food?q=egg', headers })).status).toBe(status);
  }
  await exchange(url, 'no HTTP\r\n\r\n');
  // The server may hang up before everything was sent.
  await exchange(url, `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n`).catch(() => undefined);
  const others = [await connectTo(url), await connectTo(url)];
  // A third connection is closed without a response until one of the two is gone.
  const third = () => exchange(url, get('/', 'Connection: close')).catch(() => '');
  let closed = 0;
  while ((await third()) === '') {
    closed += 1;
    for (const other of others) other.destroy();
  }

  const { body } = await send(new URL(service.metricsUrl ?? '').origin, { path: '/metrics' });
  const lines = body.split('\n').map((line) => line.replace('food_lookup_', ''));
  for (const line of [
    'requests_total{route="/api/food",method="GET",status="429"} 1',
    'connections_closed_total{reason="not_http"} 1',
    'connections_closed_total{reason="headers_too_long"} 1',
    `connections_closed_total{reason="too_many"} ${closed}`,
  ]) {
    expect(lines).toContain(line);
  }
  expect(closed).toBeGreaterThan(0);
});
