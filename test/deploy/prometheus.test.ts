import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { reservePort } from '../reserved-port.ts';
import { SMALL_DATABASE } from '../small-database.ts';

const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;

/** The number of foods, whether the latest scrape succeeded, and the number of searches. */
const EXPRESSIONS = [
  'food_lookup_foods',
  'up{job="food-lookup"}',
  'food_lookup_searches_total{outcome="found"}',
];

let foodLookup: FoodLookup;
beforeAll(async () => {
  foodLookup = await createFoodLookup({
    port: 0,
    database: SMALL_DATABASE,
    logLevel: 'silent',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
  });
  const url = await foodLookup.listen();
  await fetch(`${url}/api/food?q=egg`, { headers: { origin: 'https://app.example' } });
});
afterAll(() => foodLookup.close());

test.each(['alerts.yml', 'grafana-dashboard.json'])(
  '%s uses only metrics that exist',
  async (name) => {
    const metrics = await (await fetch(foodLookup.metricsUrl ?? '')).text();
    const asked = read(name).match(/\b(food_lookup|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(asked.length).toBeGreaterThan(3);
    const missing = asked.filter(
      (metric) => !metrics.includes(`\n# TYPE ${metric.replace(/_(bucket|count|sum)$/, '')} `),
    );
    expect(missing).toEqual([]);
  },
);

describe.skipIf(!hasPrometheus)('Prometheus (skipped where it is not installed)', () => {
  test('fires each alert for its fault, and not before', () => {
    const result = execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder });
    expect(String(result)).toContain('SUCCESS');
  });

  test('scrapes a running service with the example configuration', async () => {
    const data = mkdtempSync(join(tmpdir(), 'food-lookup-prometheus-'));
    const { host } = new URL(foodLookup.metricsUrl ?? '');
    const config = read('prometheus.yml').replace('localhost:9464', host).replace('15s', '1s');
    writeFileSync(join(data, 'prometheus.yml'), config);
    copyFileSync(join(folder, 'alerts.yml'), join(data, 'alerts.yml'));
    // Prometheus does not report which port it chose.
    const { port, release } = await reservePort();
    const address = `127.0.0.1:${port}`;
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${data}/prometheus.yml`,
        `--storage.tsdb.path=${data}/data`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    );
    try {
      const query = async (expression: string): Promise<unknown> => {
        const url = `http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`;
        const answer = await fetch(url).catch(() => undefined);
        return answer?.ok ? Object(await answer.json()).data.result[0]?.value[1] : undefined;
      };
      // On a busy machine, a scrape may take too long, and the next one succeeds.
      await expect
        .poll(() => {
          if (prometheus.exitCode !== null) throw new Error('Prometheus has ended.');
          return Promise.all(EXPRESSIONS.map(query));
        })
        .toEqual(['2', '1', '1']);
      const rules = Object(await (await fetch(`http://${address}/api/v1/rules`)).json());
      expect(rules.data.groups[0].rules).toHaveLength(5);
    } finally {
      const ended = once(prometheus, 'exit');
      prometheus.kill();
      await ended;
      release();
      rmSync(data, { recursive: true });
    }
  });
});
