import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { createFoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { startRelay } from './relay.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();
const OFTEN = { interval: 100 };
const LOOKS = 3;
/**
 * The most bytes per check: at the default of one check every ten seconds, a few hundred bytes per
 * second.
 */
const BYTES_PER_CHECK = 3_000;

if (reason !== undefined) {
  test.skip(`the cost of following a database: ${reason}`);
} else {
  const server = useServer();
  beforeAll(() => writeEntries(server.address(), tableOf([EGG])));

  test('following and reading share one connection, and following costs few bytes', async () => {
    let sent = '';
    const relay = await startRelay(server.address(), (_bytes, last) => {
      sent += last;
    });
    const service = await createFoodLookup({
      ...{ port: 0, refresh: 1, logLevel: 'silent' },
      database: relay.address,
    });
    onTestFinished(() => service.close());
    const nextLook = () => {
      const { checkedAt } = service.dataStatus;
      return expect.poll(() => service.dataStatus.checkedAt, OFTEN).not.toEqual(checkedAt);
    };
    await nextLook();
    expect(relay.open).toBe(1);
    // No connection queries the server's array types first, as the driver would.
    expect(sent).not.toContain('typarray');
    const [before, begin] = [relay.bytes, performance.now()];
    for (let look = 0; look < LOOKS; look++) await nextLook();
    // On a busy machine, the test may miss some checks, but no two checks are less than a second
    // apart.
    const maxChecks = 1 + (performance.now() - begin) / 1_000;
    expect((relay.bytes - before) / maxChecks).toBeLessThan(BYTES_PER_CHECK);
    expect([relay.connections.length, relay.open]).toEqual([1, 1]);

    await server.sql.unsafe('UPDATE entries SET kcal = 1; NOTIFY food_lookup');
    await expect.poll(() => service.dataStatus.reloads, OFTEN).toBe(1);
    expect(relay.connections).toHaveLength(1);
  });
}
