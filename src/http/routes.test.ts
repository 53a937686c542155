import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { APP_PARTS } from '../../test/app-parts.ts';
import { oneIn } from '../../test/runs.ts';
import { storedValues } from '../../test/stored-values.ts';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import { createCorsPolicy, DEFAULT_METHODS } from '../cors/index.ts';
import { createApp } from './app.ts';
import { createHandlers } from './handlers.ts';
import { API_PREFIX, allowOf, ROUTES, type Route, routeAt, withoutKeys } from './routes.ts';

const catalog = new CurrentCatalog({
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
  search: () => ({ body: Buffer.from('[]') }),
});
const start = () =>
  createApp({
    catalog,
    corsPolicy: () => createCorsPolicy({ origin: 'https://app.example' }),
    logger: pino({ level: 'silent' }),
    ...APP_PARTS,
  });
const app = start();

test('ROUTES each have a handler', () => {
  const answered = createHandlers({ ...APP_PARTS, catalog }).map(([route]) => route);
  expect(new Set(answered)).toEqual(new Set(Object.values<Route>(ROUTES)));
});

describe.each(Object.values<Route>(ROUTES))('$path', (route) => {
  const url = route.path.replace(/:\w+/g, '1');
  const headers = { origin: 'https://app.example' };

  test('has CORS headers if and only if it is below the prefix', async () => {
    expect(route.hasCors).toBe(route.path.startsWith(`${API_PREFIX}/`));
    const { 'access-control-allow-origin': allowed } = (await app.inject({ url, headers })).headers;
    expect(allowed).toBe(route.hasCors ? 'https://app.example' : undefined);
  });

  test('accepts the methods of the table, and answers others with 405', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const) {
      const { statusCode, headers: sent } = await app.inject({ method, url, headers });
      const isTaken = route.methods.some((taken) => taken === method);
      expect([method, statusCode === 405]).toEqual([method, !isTaken]);
      if (!isTaken) expect(sent.allow).toBe(allowOf(route));
    }
  });

  test('lets the policy grant only the methods of the table', () => {
    const readOnly = route.methods.filter((method) => method !== 'OPTIONS').join(', ');
    expect(readOnly).toBe(DEFAULT_METHODS.join(', '));
  });
});

test('routeAt finds the same route as the router, for every path of up to four segments', async () => {
  const router = start();
  let found: Route | undefined;
  router.addHook('onRequest', (request, reply) => {
    found = request.is404 ? undefined : request.routeOptions.config.route;
    reply.send('');
  });
  const words = ['', 'api', 'food', 'x', 'f%6fod', 'a%2Fb', '%25', 'docs', 'health', 'live'];
  const below = (paths: readonly string[]) =>
    paths.flatMap((path) => words.map((word) => `${path}/${word}`));
  const three = oneIn(3, below(below(below(['']))));
  const targets = [
    ...[...below(['']), ...below(below([''])), ...three, ...below(['/api/food/x', '/api/food/'])],
    ...['/api/food?q=/x', '/api/food#x', '/api/food?', 'http://a.example/api/food?q=1'],
    ...[
      'HTTPS://a.example/api/food/1',
      'http://a.example',
      'http://a.example?/api/food',
      '/API/food',
    ],
  ];
  for (const url of targets) {
    found = undefined;
    await router.inject({ url });
    expect([url, routeAt(url)]).toEqual([url, found]);
  }
});

test('no log contains the key of another service', () => {
  expect(withoutKeys('/fdc/v1/food/1?x=1&api_key=SECRET&y=2')).toBe(
    '/fdc/v1/food/1?x=1&api_key=…&y=2',
  );
  expect(withoutKeys('/v1?API_KEY=SECRET')).toBe('/v1?API_KEY=…');
});
