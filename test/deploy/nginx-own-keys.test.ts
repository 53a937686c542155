import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { hasNginx, startNginx } from './nginx.ts';

// deploy/nginx-production.conf, changed as its comment says: your own service checks the keys. Keys
// in a file, and https, are tested in nginx-production.test.ts.

const PAGE = 'https://app.example.com';
const example = readFileSync(
  new URL('../../deploy/nginx-production.conf', import.meta.url),
  'utf8',
);

/** Makes the change that the comment describes. */
function withOwnService(site: string): string {
  const lines =
    /replace `return 204;` with these[\s\S]*?\n((?: *#proxy.*\n)+)/.exec(site)?.[1] ?? '';
  const caller = / map with `(default [^`]*;)`/.exec(site)?.[1] ?? '';
  expect([lines, caller]).not.toContain('');
  return site
    .replace(/^ {4}return 204;\n/m, lines.replaceAll('#', ''))
    .replace(/default "";\s+include .*;/, caller);
}

describe.skipIf(!hasNginx)('your own service that checks keys (skipped without nginx)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-own-keys-'));
  const socketPath = join(folder, 's');
  /** The requests to the service that checks keys. */
  const asked: string[] = [];
  const keys = createServer(async (request, answer) => {
    const { method, url, headers } = request;
    const body = await text(request);
    asked.push([method, url, headers['x-api-key'], body].join(' '));
    const statuses: Record<string, number> = { good: 200, greedy: 204, revoked: 403, broken: 302 };
    answer.writeHead(statuses[String(headers['x-api-key'])] ?? 401).end('secret');
  });
  let foods: FoodLookup;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    foods = await createFoodLookup({
      ...{ port: 0, host: '127.0.0.1', database: SMALL_DATABASE, logLevel: 'silent' },
      ...{ allowedHosts: ['food.example.com'], cors: { origin: PAGE }, interfaces: ['mcp'] },
    });
    keys.listen(0, '127.0.0.1');
    await once(keys, 'listening');
    const { port } = keys.address() as AddressInfo;
    const site = withOwnService(example)
      .replace('127.0.0.1:4000', `127.0.0.1:${port}`)
      .replaceAll(/127\.0\.0\.1:300[12]/g, new URL(await foods.listen()).host)
      .replace('listen 80;', `listen unix:${folder}/p;`)
      .replace('listen 443 ssl;', `listen unix:${socketPath};`)
      .replaceAll(/^ *ssl_.*$/gm, '')
      .replace('rate=50r/s', 'rate=1r/m')
      .replace('burst=100', 'burst=4');
    stop = await startNginx(folder, site, async () => (await ask({})).status === 401);
  });

  afterAll(async () => {
    keys.close();
    await Promise.all([stop?.(), foods?.close()]);
  });

  test('decides about each call, and gets its key but not its body', async () => {
    asked.length = 0;
    const found = await ask({ key: 'good' });
    expect([found.status, JSON.parse(found.body)]).toEqual([200, expect.any(Array)]);
    await ask({ key: 'good', path: '/mcp', method: 'POST', body: '{"id":1}' });
    expect(asked).toEqual(Array(2).fill('GET / good '));
  });

  test('a preflight carries no key, and needs none', async () => {
    asked.length = 0;
    const { status, headers } = await ask({ method: 'OPTIONS' });
    expect([status, headers['access-control-allow-origin'], asked]).toEqual([200, PAGE, []]);
  });

  test('an allowed page can read why its call was refused; others cannot', async () => {
    const greedy = Array.from({ length: 6 }, () => ask({ key: 'greedy' }));
    const limited = (await Promise.all(greedy)).find(({ status }) => status === 429);
    const refused = [await ask({}), await ask({ key: 'wrong' }), await ask({ key: 'revoked' })];
    const broken = await ask({ key: 'broken', path: '/mcp', method: 'POST', body: '{"id":1}' });
    const large = await ask({
      key: 'good',
      path: '/mcp',
      method: 'POST',
      body: 'x'.repeat(70_000),
    });
    const facts = [...refused, large, limited, broken].map((answer) => {
      const { vary, allow, 'access-control-allow-origin': origin } = answer?.headers ?? {};
      return [answer?.status, answer?.body, origin, vary, allow];
    });
    const readable = ['', PAGE, expect.stringContaining('Origin'), undefined];
    expect(facts).toEqual([401, 401, 403, 413, 429, 500].map((status) => [status, ...readable]));
    const other = await ask({ key: 'revoked', origin: 'https://other.example' });
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  function ask({ key = '', path = '/api/food?q=egg', method = 'GET', origin = PAGE, body = '' }) {
    const preflight = method === 'OPTIONS' && { 'access-control-request-method': 'GET' };
    const type = { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request({
      ...{ socketPath, path, method },
      headers: {
        ...{ host: 'food.example.com', origin, ...preflight },
        ...(key !== '' && { 'x-api-key': key }),
        ...(body !== '' && type),
      },
    });
    sent.end(body);
    return new Promise<Answer>((resolve, reject) => {
      sent.on('error', reject).on('response', async (response) => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: await text(response) });
      });
    });
  }
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
