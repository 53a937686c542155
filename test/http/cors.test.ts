import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ConfigurationError,
  type CorsOptions,
  createFoodLookup,
  type FoodLookup,
} from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { headerOf, send, tokensOf } from './send.ts';

const PAGE = 'https://page.example';
const OTHER = 'https://other.example';

/** The running services by their options. Tests with the same options share a service. */
const services = new Map<string, Promise<FoodLookup>>();
afterAll(async () => {
  for (const service of services.values()) await (await service).close();
});

async function start(cors: CorsOptions): Promise<string> {
  const key = JSON.stringify(cors, (_, value) => (value instanceof Function ? `${value}` : value));
  const service =
    services.get(key) ??
    createFoodLookup({ port: 0, logLevel: 'silent', database: SMALL_DATABASE, cors });
  services.set(key, service);
  return (await service).listen();
}

const preflight = { Origin: PAGE, 'Access-Control-Request-Method': 'GET' };

describe('every response under /api/', () => {
  const requests = [
    ['200', { path: '/api/food?q=egg' }],
    ['200 without q', { path: '/api/food' }],
    ['400', { path: '/api/food?q=a&q=b' }],
    ['404', { path: '/api/nothing-here' }],
    ['405', { method: 'DELETE', path: '/api/food' }],
    ['HEAD', { method: 'HEAD', path: '/api/food?q=egg' }],
    ['OPTIONS that is not a preflight', { method: 'OPTIONS', path: '/api/food' }],
  ] as const;

  test.each(requests)('%s: an allowed page can read it', async (_, request) => {
    const url = await start({ origin: [PAGE] });
    const response = await send(url, { ...request, headers: { Origin: PAGE } });
    expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
    expect(tokensOf(response, 'vary')).toContain('origin');
    expect(headerOf(response, 'cross-origin-resource-policy')).toBe('cross-origin');
  });

  test.each(requests)('%s: another page cannot, and Vary tells caches', async (_, request) => {
    const url = await start({ origin: PAGE });
    for (const headers of [{ Origin: OTHER }, {}]) {
      const response = await send(url, { ...request, headers });
      expect(headerOf(response, 'access-control-allow-origin')).toBeUndefined();
      expect(tokensOf(response, 'vary')).toContain('origin');
      expect(headerOf(response, 'cross-origin-resource-policy')).toBe('cross-origin');
    }
  });

  test.each(requests)(
    '%s: with "*" every page can read it, and there is no Vary',
    async (_, request) => {
      const url = await start({ origin: '*' });
      for (const headers of [{ Origin: OTHER }, { Origin: 'null' }, {}]) {
        const response = await send(url, { ...request, headers });
        expect(headerOf(response, 'access-control-allow-origin')).toBe('*');
        expect(headerOf(response, 'vary')).toBeUndefined();
      }
    },
  );

  test.each(requests)('%s: with false there are no CORS headers', async (_, request) => {
    const url = await start({ origin: false });
    const response = await send(url, { ...request, headers: { Origin: PAGE } });
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(names).not.toContain('vary');
  });

  test.each(requests)(
    '%s: a failing function causes a 500 that grants and reveals nothing',
    async (_, request) => {
      const url = await start({
        origin: (_origin, answer) => answer?.(new Error('the secret of the database')),
      });
      const response = await send(url, { ...request, headers: { Origin: PAGE } });
      expect(response.status).toBe(500);
      expect(headerOf(response, 'access-control-allow-origin')).toBeUndefined();
      expect(tokensOf(response, 'vary')).toContain('origin');
      if (request.path === '/api/food?q=egg' && !('method' in request)) {
        expect(response.body).toBe('{"error":"Internal server error"}');
      }
    },
  );
});

describe('a preflight', () => {
  test.each(['/api/food', '/api/food/', '/api/nothing-here', '/api/food?q=egg'])(
    'gets the same response for %s',
    async (path) => {
      const url = await start({ origin: PAGE, maxAge: 600 });
      const headers = { ...preflight, 'Access-Control-Request-Headers': 'x-a, x-b' };
      const response = await send(url, { method: 'OPTIONS', path, headers });
      expect([response.status, response.body]).toEqual([200, '']);
      expect(headerOf(response, 'content-length')).toBe('0');
      expect(headerOf(response, 'allow')).toBe('GET, HEAD, OPTIONS');
      expect(headerOf(response, 'access-control-allow-origin')).toBe(PAGE);
      expect(headerOf(response, 'access-control-allow-methods')).toBe('GET, HEAD');
      expect(tokensOf(response, 'access-control-allow-headers')).toEqual(['x-a', 'x-b']);
      expect(headerOf(response, 'access-control-max-age')).toBe('600');
      expect(tokensOf(response, 'vary')).toEqual([
        'origin',
        'access-control-request-method',
        'access-control-request-headers',
      ]);
    },
  );

  test('a preflight with a body of an invalid type gets the same response', async () => {
    const url = await start({ origin: PAGE });
    const headers = { ...preflight, 'Content-Type': 'no type', 'Content-Length': '2' };
    const response = await send(url, { method: 'OPTIONS', path: '/api/food', headers, body: '{}' });
    expect([response.status, headerOf(response, 'access-control-allow-origin')]).toEqual([
      200,
      PAGE,
    ]);
  });

  test('a preflight of a refused origin gets 200 without any grant', async () => {
    const url = await start({ origin: OTHER });
    const response = await send(url, { method: 'OPTIONS', path: '/api/food', headers: preflight });
    expect([response.status, response.body]).toEqual([200, '']);
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith('access-control-')),
    ).toEqual([]);
    expect(headerOf(response, 'allow')).toBe('GET, HEAD, OPTIONS');
    expect(tokensOf(response, 'vary')).toContain('origin');
  });

  test('a preflight outside /api/ gets no CORS headers', async () => {
    const url = await start({ origin: '*' });
    const response = await send(url, { method: 'OPTIONS', path: '/', headers: preflight });
    expect(headerOf(response, 'access-control-allow-origin')).toBeUndefined();
  });
});

describe('the Origin header', () => {
  test.each([
    ['two lines', [PAGE, OTHER]],
    ['the same twice', [PAGE, PAGE]],
    ['a list', `${PAGE}, ${OTHER}`],
    ['a path', `${PAGE}/`],
    ['upper case', PAGE.toUpperCase()],
    ['more than 1 KiB', `https://${'a'.repeat(2_000)}.example`],
    ['an asterisk', '*'],
    ['nothing', ''],
  ])('an Origin header of %s is never reflected', async (_, origin) => {
    const url = await start({ origin: true });
    const response = await send(url, { path: '/api/food?q=egg', headers: { Origin: origin } });
    expect(response.status).toBe(200);
    expect(headerOf(response, 'access-control-allow-origin')).toBeUndefined();
  });
});

test('credentials, exposed and allowed headers are sent as configured', async () => {
  const url = await start({
    origin: PAGE,
    credentials: true,
    exposedHeaders: ['ETag'],
    allowedHeaders: ['X-Api-Version'],
  });
  const answer = await send(url, { path: '/api/food?q=egg', headers: { Origin: PAGE } });
  expect(headerOf(answer, 'access-control-allow-credentials')).toBe('true');
  expect(headerOf(answer, 'access-control-expose-headers')).toBe('ETag');
  const asked = { ...preflight, 'Access-Control-Request-Headers': 'x-other' };
  const granted = await send(url, { method: 'OPTIONS', path: '/api/food', headers: asked });
  expect(headerOf(granted, 'access-control-allow-headers')).toBe('X-Api-Version');
});

test('setCors applies valid options, and ignores invalid ones', async () => {
  const service = await createFoodLookup({ database: SMALL_DATABASE, logLevel: 'silent' });
  onTestFinished(() => service.close());
  const allowed = async (origin: string) => {
    const { headers } = await service.inject({ url: '/api/food?q=egg', headers: { origin } });
    return headers['access-control-allow-origin'];
  };
  service.setCors({ origin: PAGE });
  expect(await allowed(PAGE)).toBe(PAGE);
  expect(() => service.setCors({ origin: 'page.example' })).toThrow(ConfigurationError);
  expect(await allowed(PAGE)).toBe(PAGE);
  expect(await allowed('http://localhost:3000')).toBeUndefined();
});

test("a 304 lets pages read the total in the stored response's headers", async () => {
  const url = await start({ origin: PAGE });
  const path = '/api/food?q=e&count=true';
  const etag = headerOf(await send(url, { path, headers: { Origin: PAGE } }), 'etag') ?? '';
  const held = await send(url, { path, headers: { Origin: PAGE, 'If-None-Match': etag } });
  expect(held.status).toBe(304);
  expect(headerOf(held, 'access-control-expose-headers')).toContain('x-total-count');
});
