import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send } from './send.ts';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent' });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const get = (path: string) => send(url, { path });

describe('OPTIONS /api/food', () => {
  test.each([{}, { Origin: 'http://localhost:3000' }, { Origin: 'https://other.example' }])(
    'lists the methods for any caller: %o',
    async (headers) => {
      const response = await send(url, { method: 'OPTIONS', path: '/api/food', headers });
      expect([response.status, response.body]).toEqual([200, '']);
      expect(headerOf(response, 'allow')).toBe('GET, HEAD, OPTIONS');
      expect(headerOf(response, 'content-length')).toBe('0');
    },
  );
});

describe('another method on /api/food', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'REPORT'])(
    '%s: 405 with Allow',
    async (method) => {
      const headers = { Origin: 'http://localhost:3000' };
      const response = await send(url, { method, path: '/api/food?q=egg', headers });
      expect(response.status).toBe(405);
      expect(headerOf(response, 'allow')).toBe('GET, HEAD, OPTIONS');
      expect(headerOf(response, 'access-control-allow-origin')).toBe('http://localhost:3000');
      expect(JSON.parse(response.body)).toEqual({
        error: `Method ${method} is not allowed here: use GET, HEAD, OPTIONS`,
      });
    },
  );

  test.each([
    ['application/json', '{"broken'],
    ['application/xml', '<q/>'],
    ['no-type-at-all', 'x'.repeat(100_000)],
    [undefined, 'text'],
  ])('a body of type %s changes nothing', async (type, body) => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    const response = await send(url, { method: 'POST', path: '/api/food', headers, body });
    expect(response.status).toBe(405);
  });
});

describe('another method on a differently written path', () => {
  test.each([
    ['DELETE', '/api/food/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/f%6fod?q=egg', 'GET, HEAD, OPTIONS'],
    ['DELETE', 'http://localhost/api/food', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD'],
    ['OPTIONS', '/', 'GET, HEAD'],
  ])('%s %s: 405', async (method, path, allow) => {
    const response = await send(url, { method, path });
    expect([response.status, headerOf(response, 'allow')]).toEqual([405, allow]);
  });

  test.each(['/api/f%6fod?q=butter%20oil', 'http://localhost/api/food?q=butter%20oil'])(
    'GET %s is the same route',
    async (path) => {
      expect((await get(path)).body).toBe((await get('/api/food?q=butter%20oil')).body);
    },
  );
});

describe('another path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/fooods',
    '/api/food%2F',
    '/api/food;x',
    '//api/food',
    '/api/food/egg/white',
    '/API/food',
    '//',
    '/api/food//',
    '/api/%zz',
    '/%',
    '/x',
  ])('%s: 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(headerOf(response, 'content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(response.body)).toEqual({
      error: `There is nothing at ${path.replace('%2F', '/')}: search with /api/food?q=cheese`,
    });
  });

  test.each(['/api/foods/01009', '/api/foods/01009/?q=a'])(
    '%s: 404 with the path of a food',
    async (path) => {
      expect(JSON.parse((await get(path)).body)).toEqual({
        error: `There is nothing at ${path.split('?')[0]}: one food is at /api/food/01009`,
      });
    },
  );

  test.each(['/api/fooods', '/api/%zz', '/api/food/egg/white', 'https://x.example/api/%zz'])(
    '%s under /api/ lets an allowed page read the 404',
    async (path) => {
      const headers = { Origin: 'http://localhost:3000' };
      const response = await send(url, { path, headers });
      expect(headerOf(response, 'access-control-allow-origin')).toBe('http://localhost:3000');
    },
  );
});
