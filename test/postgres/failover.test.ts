import { expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { whyNoCluster } from './server.ts';

const reason = await whyNoCluster();
const OFTEN = { interval: 200 };

async function nameIn(service: FoodLookup): Promise<unknown> {
  const { statusCode, body } = await service.inject('/api/food?q=egg');
  expect(statusCode).toBe(200);
  const [food]: { description: string }[] = JSON.parse(body);
  return food?.description;
}

const write = (address: string, description: string) =>
  writeEntries(address, tableOf([{ ...EGG, description }]));

/** Searches continuously; `stop` checks that there were many answers, each with a food. */
function askAlways(service: FoodLookup): { stop(): Promise<void> } {
  const answers: Promise<unknown>[] = [];
  const timer = setInterval(() => answers.push(nameIn(service).catch(String)), 100);
  return {
    async stop() {
      await expect.poll(() => answers.length).toBeGreaterThan(10);
      clearInterval(timer);
      for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^Egg /);
    },
  };
}

test.skipIf(reason !== undefined)(
  `no request fails while the primary is killed, restarted and replaced ${reason ?? ''}`,
  async () => {
    const { Cluster } = await import('./cluster.ts');
    const primary = await Cluster.start();
    onTestFinished(() => primary.remove());
    await write(primary.address(), 'Egg 1');
    await primary.stop();
    const standby = await primary.copyAsStandby();
    onTestFinished(() => standby.remove());
    await primary.start();
    await standby.start();

    const search = `?host=127.0.0.1,127.0.0.1&port=${primary.port},${standby.port}`;
    const options = { port: 0, refresh: 1, logLevel: 'silent' } as const;
    const service = await createFoodLookup({ ...options, database: primary.address({ search }) });
    onTestFinished(() => service.close());
    const follower = await createFoodLookup({ ...options, database: standby.address() });
    onTestFinished(() => follower.close());
    const asking = [service, follower].map(askAlways);

    await write(primary.address(), 'Egg 2');
    await expect.poll(() => nameIn(service), OFTEN).toBe('Egg 2');
    // A standby does not support LISTEN, so it is polled.
    await expect.poll(() => nameIn(follower), OFTEN).toBe('Egg 2');

    await primary.kill();
    await primary.start();
    await write(primary.address(), 'Egg 3');
    await expect.poll(() => nameIn(service), OFTEN).toBe('Egg 3');
    await expect.poll(() => nameIn(follower), OFTEN).toBe('Egg 3');

    await primary.kill();
    const sql = standby.connect();
    await sql`SELECT pg_promote()`;
    await sql.end();
    await write(standby.address(), 'Egg 4');
    await expect.poll(() => nameIn(service), OFTEN).toBe('Egg 4');
    await expect.poll(() => nameIn(follower), OFTEN).toBe('Egg 4');

    await standby.stop();
    await expect
      .poll(() => service.dataStatus.fault?.reason, OFTEN)
      .toContain('the server does not answer');
    expect(await nameIn(service)).toBe('Egg 4');
    for (const one of asking) await one.stop();
  },
);
