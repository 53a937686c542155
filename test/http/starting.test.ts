import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { prepare } from '../../src/data/startup-checks.ts';
import type { FoodLookupOptions } from '../../src/index.ts';
import { createService } from '../../src/service/create-food-lookup.ts';
import type { RunningService } from '../../src/service/running-service.ts';
import { EMPTY_FOLDER, ended, firstMatch, HAS_SIGNALS, runProgram, start } from '../cli/run.ts';
import { EGG } from '../egg.ts';
import { portOfTest } from '../port-of-test.ts';
import { tableOf } from '../table-of.ts';
import { listening } from './listening.ts';
import { headerOf, send } from './send.ts';

const PAGE = 'https://app.example';

/** The path of a database that does not exist yet. */
function missingDatabase(): string {
  return join(mkdtempSync(join(tmpdir(), 'food-lookup-starting-')), 'foods.sqlite');
}

async function serviceWith(options: FoodLookupOptions): Promise<RunningService> {
  const prepared = await prepare({
    port: 0,
    host: '127.0.0.1',
    logLevel: 'silent',
    wait: 600,
    cors: { origin: PAGE },
    ...options,
  });
  const service = await createService(prepared);
  onTestFinished(() => service.close());
  return service;
}

const statusAt = async (url: string, path: string) => (await send(url, { path })).status;

// Not all systems let several threads share a port.
test.each(platform === 'linux' ? [1, 2] : [1])(
  'before its data is loaded, the service is alive but not ready, and pages can read that (%i threads)',
  async (threads) => {
    const database = missingDatabase();
    const service = await serviceWith({
      database,
      threads,
      metricsPort: 0,
      metricsHost: '127.0.0.1',
      interfaces: ['fdc', 'mcp'],
    });
    const url = await service.listen();
    expect(await statusAt(url, '/health/live')).toBe(200);
    // The store counts as reachable until the first attempt to read it.
    const first = await send(url, { path: '/health/ready' });
    expect(JSON.parse(first.body)).toMatchObject({ ready: false, store: 'reachable' });
    const loading = service.load();
    await expect
      .poll(async () => {
        const { status, body } = await send(url, { path: '/health/ready' });
        return [status, JSON.parse(body)];
      })
      .toEqual([
        503,
        { ready: false, rows: 0, revision: null, dataAgeSeconds: null, store: 'unreachable' },
      ]);
    for (const path of ['/api/food?q=egg', '/api/food/1', '/api/fields']) {
      const answer = await send(url, { path, headers: { Origin: PAGE } });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        503,
        { error: expect.stringMatching(/^The service is starting/) },
      ]);
      expect(headerOf(answer, 'retry-after')).toBe('1');
      expect(headerOf(answer, 'access-control-allow-origin')).toBe(PAGE);
    }
    for (const path of ['/fdc/v1/foods/search', '/mcp']) {
      const headers = { 'content-type': 'application/json', origin: PAGE };
      const { status } = await send(url, { method: 'POST', path, headers, body: '{}' });
      expect(status).toBe(503);
    }
    expect(await statusAt(url, '/api/none')).toBe(404);
    expect(JSON.parse((await send(url, { path: '/' })).body)).toMatchObject({ foods: 0 });

    const scraped = new URL(service.metricsUrl ?? '');
    const { body: metrics } = await send(scraped.origin, { path: scraped.pathname });
    expect(metrics).toContain('food_lookup_unavailable_total{reason="starting"} 5');

    await writeEntries(database, tableOf([EGG]));
    await loading;
    expect(await statusAt(url, '/health/ready')).toBe(200);
    const { body } = await send(url, { path: '/api/food?q=egg' });
    expect(JSON.parse(body)).toHaveLength(1);
  },
);

test('reload during loading reads the foods again afterward', async () => {
  const [database, other] = [missingDatabase(), missingDatabase()];
  await writeEntries(database, tableOf([EGG]));
  await writeEntries(other, tableOf([EGG, EGG]));
  const service = await serviceWith({ database, refresh: 0 });
  await service.load(() => {
    // This load reads the old file.
    if (existsSync(other)) renameSync(other, database);
    service.reload();
  });
  expect(service.size).toBe(1);
  await expect.poll(() => service.size).toBe(2);
});

test('close ends the wait for a database', async () => {
  const service = await serviceWith({ database: missingDatabase(), port: await portOfTest() });
  const loading = expect(service.load()).rejects.toThrow('aborted');
  const url = await service.listen();
  await service.close();
  await loading;
  await expect(send(url, { path: '/health/live' })).rejects.toThrow('ECONNREFUSED');
});

test('a database that appears without a configured field is reported as a configuration error', async () => {
  const database = missingDatabase();
  const service = await serviceWith({ database, fields: ['water_g'] });
  const failing = expect(service.load()).rejects.toThrow(/^fields: Cannot offer field "water_g"/);
  await writeEntries(database, tableOf([EGG]));
  await failing;
});

test('a port in use ends the service, even if the database server never answers', async () => {
  const { port } = new URL(await listening(createServer()));
  const silent = new URL(await listening(createNetServer()));
  const { code, stderr } = await runProgram([
    'serve',
    ...['--host', '127.0.0.1', '--port', port],
    ...['--database', `postgres://reader@${silent.host}/foods`, '--wait', '80000'],
  ]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^--port: Cannot listen on port \d+ .*\n$/),
  ]);
});

test('a database that does not start in time is reported in one line, with the name of the setting', async () => {
  const { code, stderr, stdout } = await runProgram([
    'serve',
    ...['--port', '0', '--database', 'none.sqlite', '--wait', '1', '--log-level', 'error'],
  ]);
  expect([code, stdout, stderr]).toEqual([
    1,
    expect.not.stringContaining('listening'),
    expect.stringMatching(/^--database: Cannot use database "none\.sqlite": .*\n$/),
  ]);
});

test.skipIf(!HAS_SIGNALS)(
  'SIGTERM ends a service that waits for its database, with code 0',
  async () => {
    const child = start(['serve', '--port', '0', '--database', 'none.sqlite', '--wait', '80000'], {
      folder: EMPTY_FOLDER,
    });
    const end = ended(child);
    await firstMatch(child, /Searches get 503 until the database is available/, child.stderr);
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ code: 0, stdout: expect.not.stringContaining('listening') });
  },
);
