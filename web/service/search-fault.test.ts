import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createFoodClient, FoodNetworkError } from '../../src/client/index.ts';
import { toFood } from '../foods/food.ts';
import { diagnose } from './search-fault.ts';

const server = createServer();
afterEach(() => {
  server.removeAllListeners('request');
  server.closeAllConnections();
  server.close();
});

/**
 * Returns the fault of a search with this response, and the number of requests needed to find out.
 */
async function faultOf(status: number, body: string) {
  let requests = 0;
  server.on('request', (_request, response) => {
    requests += 1;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const baseUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  const error: unknown = await createFoodClient({ baseUrl })
    .search('egg')
    .then((entries) => entries.map((entry) => toFood(entry, undefined)))
    .catch((reason: unknown) => reason);
  return { fault: await diagnose(error, baseUrl), requests };
}

test.each([
  ['[null,1]', 'null'],
  ['[1]', '1'],
])('diagnose reports %s as unreadable, without another request', async (body, culprit) => {
  expect(await faultOf(200, body)).toEqual({
    fault: { kind: 'unreadable', message: `TypeError: Cannot read a food from ${culprit}.` },
    requests: 1,
  });
});

test.each([
  [500, '{"error":"Internal server error"}', 'Internal server error'],
  [429, '<h1>Too many</h1>', undefined],
  [200, '<!doctype html>', undefined],
  [500, '{"error":{"code":7}}', undefined],
])('diagnose of status %i and %s has the service’s message, or none', async (...given) => {
  const [status, body, reason] = given;
  expect((await faultOf(status, body)).fault).toEqual({ kind: 'http', status, reason });
});

test.each([
  ['https://page.example', 'http://localhost:3000', 'loopback-network denied', 'local-network'],
  ['https://page.example', 'http://localhost:3000', 'loopback-network prompt', 'local-network'],
  ['https://page.example', 'http://localhost:3000', 'loopback-network granted', 'unreachable'],
  ['https://page.example', 'http://192.168.0.2', 'local-network prompt', 'local-network'],
  ['http://localhost:8080', 'http://192.168.0.2', 'local-network prompt', 'unreachable'],
  ['https://page.example', 'http://localhost:3000', 'unknown', 'unreachable'],
  ['https://page.example', 'https://api.example', 'public-network denied', 'unreachable'],
  ['https://page.example', undefined, 'unknown', 'offline'],
])('on %s, no response of %s, with the permission %s, is %s', async (page, url, known, kind) => {
  vi.stubGlobal('location', new URL(page));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const query = async ({ name }: { name: string }) => {
    const [wanted, state] = known.split(' ');
    if (wanted !== name) throw new TypeError('no such permission');
    return { state };
  };
  vi.stubGlobal('navigator', { onLine: url !== undefined, permissions: { query } });
  expect(await diagnose(new FoodNetworkError(page, undefined), url ?? page)).toEqual({ kind });
});
