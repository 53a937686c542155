import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { APP_PARTS } from '../../test/app-parts.ts';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import { createCorsPolicy, DEFAULT_METHODS } from '../cors/index.ts';
import { createApp } from './app.ts';
import { createHandlers } from './handlers.ts';
import { API_PREFIX, allowOf, ROUTES, type Route } from './routes.ts';

const catalog = new CurrentCatalog({
  size: 1,
  revision: 'a1',
  fields: [],
  key: undefined,
  food: () => undefined,
  columns: [],
  foods: () => ({ body: Buffer.from('[]'), missing: [] }),
  search: () => ({ body: Buffer.from('[]') }),
});
const app = createApp({
  catalog,
  corsPolicy: () => createCorsPolicy({ origin: 'https://app.example' }),
  logger: pino({ level: 'silent' }),
  ...APP_PARTS,
});

test('ROUTES each have a handler', () => {
  const answered = createHandlers({ ...APP_PARTS, catalog }).map(([route]) => route);
  expect(new Set(answered)).toEqual(new Set(Object.values<Route>(ROUTES)));
});

describe.each(Object.values<Route>(ROUTES))('$path', (route) => {
  const url = route.path.replace(/:\w+/g, '1');
  const headers = { origin: 'https://app.example' };

  test('has CORS headers exactly where the table says so, which is below the prefix', async () => {
    expect(route.hasCors).toBe(route.path.startsWith(`${API_PREFIX}/`));
    const { 'access-control-allow-origin': allowed } = (await app.inject({ url, headers })).headers;
    expect(allowed).toBe(route.hasCors ? 'https://app.example' : undefined);
  });

  test('takes the methods of the table and answers 405 to others', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const) {
      const { statusCode, headers: sent } = await app.inject({ method, url, headers });
      const isTaken = route.methods.some((taken) => taken === method);
      expect([method, statusCode === 405]).toEqual([method, !isTaken]);
      if (!isTaken) expect(sent.allow).toBe(allowOf(route));
    }
  });

  test('lets the policy grant the methods of the table and no other', () => {
    const readOnly = route.methods.filter((method) => method !== 'OPTIONS').join(', ');
    expect(readOnly).toBe(DEFAULT_METHODS.join(', '));
  });
});
