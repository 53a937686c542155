import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { HAS_OPENSSL, makeCertificate } from '../http/certificates.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { hasNginx, startNginx } from './nginx.ts';

const PAGE = 'https://app.example.com';
/** A key as long as the example recommends. */
const LONG_KEY = 'b1c2'.repeat(16);
const KEY = { 'x-api-key': 'f3a9' };
const example = readFileSync(
  new URL('../../deploy/nginx-production.conf', import.meta.url),
  'utf8',
);
const canRun = hasNginx && HAS_OPENSSL;

interface Answer {
  readonly status: number | undefined;
  readonly location?: string | undefined;
  readonly body: string;
}

describe.skipIf(!canRun)(
  'deploy/nginx-production.conf (skipped where nginx is not installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-production-'));
    const [secure, plain] = ['s', 'p'].map((name) => join(folder, name));
    let services: FoodLookup[];
    let stop: (() => Promise<void>) | undefined;

    beforeAll(async () => {
      const { cert, key } = makeCertificate(folder, 'food.example.com');
      writeKeys('revoked');
      services = await Promise.all([serve(), serve()]);
      const [one, other] = await Promise.all(
        services.map(async (each) => new URL(await each.listen()).host),
      );
      // The example unchanged except for addresses, files, and a rate that a test can reach.
      const site = example
        .replace('127.0.0.1:3001', one ?? '')
        .replace('127.0.0.1:3002', other ?? '')
        .replace('listen 80;', `listen unix:${plain};`)
        .replace('listen 443 ssl;', `listen unix:${secure} ssl;`)
        .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, cert)
        .replace(/\/etc\/letsencrypt\S*privkey\.pem/, key)
        .replace('include /etc/nginx/food-lookup.keys', `include ${folder}/keys`)
        .replace('rate=50r/s', 'rate=1r/m')
        .replace('burst=100', 'burst=50');
      stop = await startNginx(folder, site, async () => (await get('/')).status === 401);
    });

    afterAll(async () => {
      await Promise.all([stop?.(), ...(services ?? []).map((each) => each.close())]);
    });

    test('answers only over https, and only callers with a key', async () => {
      const { status, location } = await get('/api/food?q=egg', {}, { isPlain: true });
      expect([status, location]).toEqual([308, 'https://food.example.com/api/food?q=egg']);
      expect((await get('/api/food?q=egg')).status).toBe(401);
      expect((await get('/api/food?q=egg', { 'x-api-key': 'wrong' })).status).toBe(401);
      expect((await get('/food-lookup-key', KEY)).status).toBe(404);
      const found = await get('/api/food?q=egg', KEY);
      expect([found.status, JSON.parse(found.body)]).toEqual([200, expect.any(Array)]);
      // A preflight carries no key.
      const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
      expect((await get('/api/food', asked, { method: 'OPTIONS' })).status).toBe(200);
    });

    test('no request is lost while the services are restarted one by one', async () => {
      for (const [place, service] of services.entries()) {
        const { port } = new URL(await service.listen());
        let isStopped = false;
        const stopped = service.stop().then(() => {
          isStopped = true;
        });
        const statuses = new Set<number | undefined>();
        for (let after = 0; after < 5; after += isStopped ? 1 : 0) {
          statuses.add((await get('/api/food?q=egg', {}, { method: 'OPTIONS' })).status);
          await setImmediate();
        }
        await stopped;
        expect([...statuses]).toEqual([200]);
        // The other service is stopped at once, although this service has just failed.
        services[place] = await serve(Number(port));
        await services[place].listen();
      }
    });

    test('a caller with too many requests gets 429, and others do not', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await get('/api/food?q=egg', KEY)).status),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect((await get('/api/food?q=egg', { 'x-api-key': LONG_KEY })).status).toBe(200);
    });

    test('after a reload of nginx, a new key works and a revoked one does not', async () => {
      const statusesOf = (...keys: readonly string[]) =>
        Promise.all(
          keys.map(async (key) => (await get('/api/food?q=egg', { 'x-api-key': key })).status),
        );
      expect(await statusesOf('revoked', 'new')).toEqual([200, 401]);
      writeKeys('new');
      const reload = [
        '-p',
        folder,
        '-e',
        'stderr',
        '-c',
        join(folder, 'nginx.conf'),
        '-s',
        'reload',
      ];
      expect(spawnSync('nginx', reload).status).toBe(0);
      await expect.poll(() => statusesOf('revoked', 'new')).toEqual([401, 200]);
    });

    function writeKeys(third: string): void {
      const keys = ['f3a9', LONG_KEY, third].map((key, place) => `"${key}" caller-${place};\n`);
      writeFileSync(join(folder, 'keys'), keys.join(''));
    }

    async function serve(port = 0): Promise<FoodLookup> {
      return createFoodLookup({
        ...{ port, host: '127.0.0.1', database: SMALL_DATABASE, logLevel: 'silent' },
        ...{ allowedHosts: ['food.example.com'], cors: { origin: PAGE } },
      });
    }

    function get(
      path: string,
      headers: Record<string, string> = {},
      { method = 'GET', isPlain = false } = {},
    ): Promise<Answer> {
      const all = { host: 'food.example.com', ...headers };
      const options = { path, method, headers: all, rejectUnauthorized: false };
      return new Promise((resolve, reject) => {
        const sent = isPlain
          ? plainRequest({ ...options, socketPath: plain })
          : request({ ...options, socketPath: secure, servername: 'food.example.com' });
        sent.on('error', reject).on('response', (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk) => {
            body += chunk;
          });
          const { statusCode: status, headers: its } = response;
          response.on('end', () => resolve({ status, location: its.location, body }));
        });
        sent.end();
      });
    }
  },
);
