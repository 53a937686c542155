import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { over } from './raw.ts';
import { headerOf, send, tokensOf } from './send.ts';

const PAGE = 'https://app.example';

async function serve(options: FoodLookupOptions): Promise<{ url: string; service: FoodLookup }> {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    cors: { origin: PAGE },
    ...options,
  });
  onTestFinished(() => service.close());
  return { url: await service.listen(), service };
}

describe('metricsPort', () => {
  test('serves metrics on a separate port, and nowhere else', async () => {
    const { url, service } = await serve({ metricsPort: 0, metricsHost: '127.0.0.1' });
    await send(url, { path: '/api/food?q=egg' });
    const { port, pathname } = new URL(service.metricsUrl ?? '');
    const { status, body } = await send(`http://127.0.0.1:${port}`, { path: pathname });
    expect(status).toBe(200);
    expect(body).toContain('food_lookup_searches_total{match="substring",outcome="found"} 1');
    expect((await send(url, { path: '/metrics' })).status).toBe(404);
    for (const path of [pathname, '/none']) {
      const answer = await send(`http://127.0.0.1:${port}`, { path });
      expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff');
    }
  });

  test("accepts only this machine's names", async () => {
    const { service } = await serve({ metricsPort: 0, metricsHost: '127.0.0.1' });
    const { origin } = new URL(service.metricsUrl ?? '');
    const headers = { host: 'evil.example' };
    expect((await send(origin, { path: '/metrics', headers })).status).toBe(421);
  });
});

describe('rateLimit', () => {
  test('refuses with a 429 that a page can read, and says when to retry', async () => {
    const { url } = await serve({ rateLimit: 2 });
    const headers = { origin: PAGE };
    const ask = () => send(url, { path: '/api/food?q=egg', headers });
    for (const answer of [await ask(), await ask()]) {
      expect(answer.status).toBe(200);
      expect(headerOf(answer, 'access-control-expose-headers')).toBeUndefined();
    }
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toEqual({
      error: expect.stringMatching(/^More than 2 requests in a minute: try again in /),
    });
    expect(headerOf(refused, 'access-control-allow-origin')).toBe(PAGE);
    expect(Number(headerOf(refused, 'retry-after'))).toBeGreaterThan(0);
    expect(headerOf(refused, 'ratelimit-limit')).toBe('2');
    expect(headerOf(refused, 'ratelimit-remaining')).toBe('0');
    expect(tokensOf(refused, 'access-control-expose-headers').sort()).toEqual([
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'retry-after',
    ]);
  });

  test('counts neither preflights nor requests outside the API', async () => {
    const { url } = await serve({ rateLimit: 1 });
    const headers = { origin: PAGE, 'access-control-request-method': 'GET' };
    for (let count = 0; count < 3; count++) {
      const preflight = await send(url, { method: 'OPTIONS', path: '/api/food', headers });
      expect([preflight.status, (await send(url, { path: '/' })).status]).toEqual([200, 200]);
    }
    expect((await send(url, { path: '/api/food?q=egg' })).status).toBe(200);
  });

  test.each([
    ['GET', '/api/none'],
    ['POST', '/api/food'],
  ])('counts the failing request %s %s', async (method, path) => {
    const { url } = await serve({ rateLimit: 2 });
    const ask = async () => (await send(url, { method, path })).status;
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect([first === second, third]).toEqual([true, 429]);
    expect((await send(url, { path: '/api/food?q=egg' })).status).toBe(429);
  });

  test('counts callers by the address from a trusted proxy, and ignores other claims', async () => {
    const { url } = await serve({ rateLimit: 1, trustProxy: ['loopback'] });
    const statusFor = async (base: string, address: string) =>
      (await send(base, { path: '/api/food?q=egg', headers: { 'x-forwarded-for': address } }))
        .status;
    expect(await statusFor(url, '192.0.2.1')).toBe(200);
    expect(await statusFor(url, '192.0.2.1')).toBe(429);
    expect(await statusFor(url, '192.0.2.2')).toBe(200);
    // An address that the caller adds comes before the proxy's.
    expect(await statusFor(url, '192.0.2.3, 192.0.2.2')).toBe(429);
    expect(await statusFor(url, '2001:db8::1')).toBe(200);
    expect(await statusFor(url, '2001:db8::2')).toBe(429);
    const { url: untrusting } = await serve({ rateLimit: 1 });
    expect(await statusFor(untrusting, '192.0.2.1')).toBe(200);
    expect(await statusFor(untrusting, '192.0.2.2')).toBe(429);
  });
});

describe('X-Request-Id', () => {
  const given = { 'x-request-id': 'abc-123' };
  const idFor = async (options: FoodLookupOptions, headers: Record<string, string>) => {
    const { url } = await serve(options);
    return headerOf(await send(url, { path: '/api/food?q=egg', headers }), 'x-request-id');
  };

  test('an ID from a trusted proxy is used and sent back', async () => {
    const trusting = { accessLog: true, trustProxy: ['127.0.0.1'] };
    expect(await idFor(trusting, given)).toBe('abc-123');
    expect(await idFor(trusting, { 'x-request-id': 'a\tb' })).not.toContain('\t');
    const [longest, longer] = ['x'.repeat(128), 'x'.repeat(129)];
    expect(await idFor(trusting, { 'x-request-id': longest })).toBe(longest);
    expect(await idFor(trusting, { 'x-request-id': longer })).not.toBe(longer);
  });

  test('an ID from any other caller is ignored', async () => {
    expect(await idFor({ accessLog: true }, given)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor({}, given)).toBeUndefined();
  });
});

test('maxConnections closes any further connection when it opens', async () => {
  const { url } = await serve({ maxConnections: 1 });
  const { port } = new URL(url);
  const first = connect(Number(port), '127.0.0.1');
  await once(first, 'connect');
  const second = connect(Number(port), '127.0.0.1');
  await over(second);
  first.destroy();
});
