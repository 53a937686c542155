import { createServer } from 'node:http';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, RequestError } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { listening } from './listening.ts';
import { headerOf, send } from './send.ts';

const PAGE = 'https://page.example';

async function create() {
  const foodLookup = await createFoodLookup({
    logLevel: 'silent',
    database: SMALL_DATABASE,
    cors: { origin: PAGE },
  });
  onTestFinished(() => foodLookup.close());
  return foodLookup;
}

const REQUESTS = [
  ['GET', '/api/food?q=egg'],
  ['GET', '/api/food?q=100%&match=words'],
  ['HEAD', '/api/food?q=egg'],
  ['GET', '/api/food'],
  ['OPTIONS', '/api/food'],
  ['DELETE', '/api/food'],
  ['GET', '/api/none'],
  ['GET', '/api/%zz'],
] as const;

describe('responses equal those of the service', () => {
  test.each(REQUESTS)('%s %s', async (method, path) => {
    const foodLookup = await create();
    const expected = await foodLookup.inject({ method, url: path, headers: { origin: PAGE } });
    const wanted = [
      expected.statusCode,
      expected.body,
      expected.headers['access-control-allow-origin'],
      expected.headers.allow,
    ];

    const headers = { Origin: PAGE };
    const own = await listening(createServer(foodLookup.handler));
    const handled = await send(own, { method, path, headers });
    expect([
      handled.status,
      handled.body,
      headerOf(handled, 'access-control-allow-origin'),
      headerOf(handled, 'allow'),
    ]).toEqual(wanted);

    // An application's own router rejects a malformed path.
    if (path !== '/api/%zz') {
      const app = Fastify();
      app.register(foodLookup.plugin, { prefix: '/below' });
      await app.ready();
      const plugged = await app.inject({ method, url: `/below${path}`, headers: { origin: PAGE } });
      expect([
        plugged.statusCode,
        plugged.body,
        plugged.headers['access-control-allow-origin'],
        plugged.headers.allow,
      ]).toEqual(wanted);
      await app.close();
    }

    const fetched = await foodLookup.fetch(new Request(`http://x${path}`, { method, headers }));
    expect([
      fetched.status,
      await fetched.text(),
      fetched.headers.get('access-control-allow-origin') ?? undefined,
      fetched.headers.get('allow') ?? undefined,
    ]).toEqual(wanted);
  });
});

test('fetch leaves out the fragment of a URL, as browsers do', async () => {
  const { fetch } = await create();
  const whole = await fetch(new Request('http://x/api/food?q=egg#bread'));
  expect(await whole.json()).toHaveLength(2);
});

test('fetch answers HEAD without a body, errors included', async () => {
  const { fetch } = await create();
  const missing = await fetch(new Request('http://x/api/none', { method: 'HEAD' }));
  expect([missing.status, await missing.text()]).toEqual([404, '']);
});

test('search returns the foods of the service as values', async () => {
  const foodLookup = await create();
  const answer = await foodLookup.inject('/api/food?q=egg&match=words');
  expect(await foodLookup.search('egg', { match: 'words' })).toEqual(answer.json());
  expect(await foodLookup.search('no such food')).toEqual([]);
});

test('search and food accept the same values as the service', async () => {
  const foodLookup = await createFoodLookup({ logLevel: 'silent' });
  onTestFinished(() => foodLookup.close());
  const answer = await foodLookup.inject('/api/food?q=egg&limit=2&fields=ndb_no,water_g');
  const options = { limit: 2, fields: ['ndb_no', 'water_g'] };
  const foods = await foodLookup.search('egg', options);
  expect(foods).toEqual(answer.json());
  const key = String(foods[0]?.ndb_no);
  expect(await foodLookup.food(key, ['ndb_no', 'water_g'])).toEqual(foods[0]);
  expect(await foodLookup.food('none')).toBeUndefined();
  await expect(foodLookup.food(key, ['none'])).rejects.toThrow(RequestError);
  await expect(foodLookup.search('egg', { limit: 101 })).rejects.toThrow('`limit`');
});

test('search throws a RequestError if the service answers with an error', async () => {
  const foodLookup = await create();
  await expect(foodLookup.search('')).rejects.toThrow(RequestError);
  await expect(foodLookup.search('')).rejects.toThrow('Missing required parameter `q`');
});

test('a plugin leaves paths outside /api to the application, bodies included', async () => {
  const foodLookup = await create();
  const app = Fastify();
  app.register(foodLookup.plugin);
  app.post('/echo', (request) => request.body);
  const answer = await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
  expect(answer.json()).toEqual({ a: 1 });
  await app.close();
});

test('fetch answers with 304 if the caller has the response, and counts like any request', async () => {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    metricsPort: 0,
  });
  onTestFinished(() => foodLookup.close());
  const ask = (headers: Record<string, string> = {}) =>
    foodLookup.fetch(new Request('http://x/api/food?q=egg', { headers }));
  const etag = (await ask()).headers.get('etag') ?? '';
  const held = await ask({ 'If-None-Match': etag });
  expect([held.status, held.headers.get('etag'), await held.text()]).toEqual([304, etag, '']);
  await foodLookup.listen();
  const { body } = await send(new URL(foodLookup.metricsUrl ?? '').origin, { path: '/metrics' });
  const counted = (status: number) =>
    `food_lookup_requests_total{route="/api/food",method="GET",status="${status}"} 1`;
  expect(body).toContain(counted(200));
  expect(body).toContain(counted(304));
});

describe('handler', () => {
  test('overrides a status set by a framework such as Koa, and keeps its Vary', async () => {
    const foodLookup = await create();
    const own = await listening(
      createServer((request, response) => {
        response.statusCode = 404;
        response.setHeader('Vary', ['Cookie', 'Accept-Language']);
        foodLookup.handler(request, response);
      }),
    );
    const found = await send(own, { path: '/api/food?q=egg' });
    expect(found.status).toBe(200);
    expect(headerOf(found, 'vary')).toBe('Cookie, Accept-Language, Origin');
    expect((await send(own, { path: '/api/none' })).status).toBe(404);
  });

  test('works below a prefix, which the links in its documents include', async () => {
    const foodLookup = await create();
    const own = await listening(
      createServer((request, response) => {
        request.url = request.url?.replace(/^\/foods/, '');
        foodLookup.handler(request, response);
      }),
    );
    const page = `${own}/foods/docs`;
    const html = await (await fetch(page)).text();
    const links = [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const { href } = new URL(link.replaceAll('&#38;', '&'), page);
      expect(href).toMatch(`${own}/foods/`);
      // Only the example with a key depends on the table, and this table has no keys.
      const { status } = await fetch(href);
      expect(status === 404, href).toBe(new URL(href).pathname.endsWith('/api/food/01009'));
    }
    const document = `${own}/foods/openapi.json`;
    const { servers } = Object(await (await fetch(document)).json());
    expect(new URL(servers[0].url, document).href).toBe(`${own}/foods/`);
  });
});

describe('fetch', () => {
  const ask = (signal: AbortSignal) =>
    new Request('http://localhost/api/food?q=egg', { signal, headers: { Origin: PAGE } });

  test('rejects with the reason of an aborted signal', async () => {
    const foodLookup = await create();
    await expect(foodLookup.fetch(ask(AbortSignal.abort('too late')))).rejects.toBe('too late');
  });

  test('rejects once the signal is aborted, even if the response never comes', async () => {
    const aborting = new AbortController();
    const foodLookup = await createFoodLookup({
      logLevel: 'silent',
      database: SMALL_DATABASE,
      cors: {
        origin: () => {
          aborting.abort('enough');
          return new Promise(() => {});
        },
      },
    });
    onTestFinished(() => foodLookup.close());
    await expect(foodLookup.fetch(ask(aborting.signal))).rejects.toBe('enough');
  });
});

describe('once foodLookup is closed', () => {
  test('every method says so', async () => {
    const foodLookup = await create();
    await foodLookup.close();
    const closed = 'The service is closed';
    const calls = {
      search: () => foodLookup.search('egg'),
      answer: () => foodLookup.answer('egg'),
      food: () => foodLookup.food('1'),
      meal: () => foodLookup.meal('2 eggs'),
      inject: () => foodLookup.inject('/api/food?q=egg'),
      reload: async () => foodLookup.reload(),
      setCors: async () => foodLookup.setCors({ origin: PAGE }),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(), name).rejects.toThrow(closed);
    }
    await expect(foodLookup.listen()).rejects.toThrow('the service is closed');
    const own = await listening(createServer(foodLookup.handler));
    const handled = await send(own, { path: '/api/food?q=egg' });
    expect([handled.status, handled.body]).toEqual([503, `{"error":"${closed}"}`]);
    const fetched = await foodLookup.fetch(new Request('http://localhost/api/food?q=egg'));
    expect([fetched.status, await fetched.json()]).toEqual([503, { error: closed }]);
  });

  test('await using closes foodLookup at the end of its block', async () => {
    const [kept] = await (async () => {
      await using foodLookup = await create();
      expect(await foodLookup.search('egg')).not.toEqual([]);
      return [foodLookup];
    })();
    await expect(kept.search('egg')).rejects.toThrow('closed');
  });
});
