import { mkdtempSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { hasNginx, startNginx } from './nginx.ts';

const PAGE = 'https://app.example.com';
const example = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headersDistinct'];
  readonly body: string;
}

describe.skipIf(!hasNginx)('deploy/nginx.conf (skipped where nginx is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-nginx-'));
  const socketPath = join(folder, 'nginx.sock');
  let foodLookup: FoodLookup;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    foodLookup = await createFoodLookup({
      port: 0,
      host: '127.0.0.1',
      database: SMALL_DATABASE,
      logLevel: 'silent',
      cors: { origin: PAGE },
    });
    const { host } = new URL(await foodLookup.listen());
    // The example unchanged except for the two addresses.
    const site = example
      .replace('127.0.0.1:3001', host)
      .replace('listen 80;', `listen unix:${socketPath};`);
    stop = await startNginx(folder, site, async () => (await get('/', {})).status === 200);
  });

  afterAll(async () => {
    await Promise.all([stop?.(), foodLookup.close()]);
  });

  test('passes a response on unchanged', async () => {
    const headers = { origin: PAGE };
    const answer = await get('/api/food?q=%25&q2=%2F', headers);
    const direct = await foodLookup.inject({ url: '/api/food?q=%25&q2=%2F', headers });
    expect([answer.status, answer.body]).toEqual([200, direct.body]);
    for (const name of ['access-control-allow-origin', 'vary', 'etag', 'cache-control']) {
      expect(answer.headers[name], name).toEqual([direct.headers[name]].flat());
    }
  });

  test('finds foods, and passes on 304, 404 and a preflight', async () => {
    const found = await get('/api/food?q=egg', { origin: PAGE });
    expect(JSON.parse(found.body)).toHaveLength(2);
    const again = await get('/api/food?q=egg', { 'if-none-match': String(found.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    const missing = await get('/api/nothing-here', { origin: PAGE });
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, [PAGE]]);
    const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
    const preflight = await get('/api/food', asked, 'OPTIONS');
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      200,
      ['GET, HEAD'],
    ]);
  });

  function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request({
        socketPath,
        path,
        method,
        headers: { host: 'localhost', ...headers },
      });
      sent.on('error', reject).on('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headersDistinct, body }),
        );
      });
      sent.end();
    });
  }
});
