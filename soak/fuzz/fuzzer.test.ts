import { expect, onTestFinished, test } from 'vitest';
import { parseOriginText } from '../../src/cors/origin-text.ts';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { runs } from '../../test/runs.ts';
import { fuzz } from './fuzzer.ts';
import { ORIGIN_SETTING } from './origins.ts';
import { learn } from './targets.ts';

/** Fuzzes a service that serves the bundled foods. */
async function findingsOf(requests: number, cors: FoodLookupOptions['cors']) {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    logLevel: 'silent',
    compression: true,
    interfaces: ['openfoodfacts', 'fdc', 'mcp'],
    cors: cors ?? {},
  });
  onTestFinished(() => service.close());
  const port = Number(new URL(await service.listen()).port);
  return fuzz({ port, requests, connections: 8, seed: 4, known: await learn(port) });
}

test('fuzz finds nothing wrong with the service', async () => {
  const parsed = parseOriginText(ORIGIN_SETTING);
  if ('fault' in parsed) throw new Error(parsed.fault.message);
  const findings = await findingsOf(runs(400), { origin: parsed.setting });
  expect(Object.fromEntries(findings.faults)).toEqual({});
  expect(findings.answers).toBeGreaterThan(runs(375));
  expect([...findings.statuses.keys()].sort()).toEqual(
    expect.arrayContaining([200, 304, 400, 404, 405, 414, 421, 431]),
  );
});

test.each([
  [false, 'wrong CORS headers'],
  ['*', 'access it must not grant'],
] as const)('fuzz finds the fault of the origin setting %s', async (origin, fault) => {
  expect([...(await findingsOf(100, { origin })).faults.keys()]).toContain(fault);
});
