import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { whyNoCluster } from './server.ts';

const reason = await whyNoCluster();

test.skipIf(reason !== undefined)(
  `a view on a standby is followed through its tables, and a conflict is reported ${reason ?? ''}`,
  async () => {
    const { Cluster } = await import('./cluster.ts');
    const primary = await Cluster.start();
    onTestFinished(() => primary.remove());
    const descriptions = Array.from({ length: 20_000 }, (_, n) => `Egg ${n}`);
    await writeEntries(
      primary.address(),
      tableOf(descriptions.map((description) => ({ ...EGG, description }))),
      { name: 'base' },
    );
    const setUp = primary.connect();
    await setUp.unsafe(`CREATE VIEW entries AS SELECT * FROM base; CREATE TABLE other (n int)`);
    await setUp.end();
    await primary.stop();
    const standby = await primary.copyAsStandby();
    onTestFinished(() => standby.remove());
    appendFileSync(
      join(standby.folder, 'postgresql.auto.conf'),
      'max_standby_streaming_delay = 0\nhot_standby_feedback = off\n',
    );
    await primary.start();
    await standby.start();
    const sql = primary.connect();
    onTestFinished(() => sql.end());
    const asked = standby.connect();
    onTestFinished(() => asked.end());

    const store = createPostgresStore({ database: standby.address() });
    onTestFinished(() => store.close());
    /** Waits until the standby has caught up with the primary. */
    const caughtUp = async () => {
      const [{ lsn } = { lsn: '' }] = await sql<
        { lsn: string }[]
      >`SELECT pg_current_wal_lsn() AS lsn`;
      const replayed = () =>
        asked.unsafe(`SELECT pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn AS is_there`);
      await expect.poll(replayed).toEqual([{ is_there: true }]);
    };
    const before = await store.changeMark();
    await sql.unsafe('INSERT INTO other SELECT generate_series(1, 1000)');
    await caughtUp();
    expect(await store.changeMark()).toBe(before);
    await sql.unsafe("UPDATE base SET kcal = 1 WHERE description = 'Egg 1'");
    await caughtUp();
    expect(await store.changeMark()).not.toBe(before);

    await using snapshot = await store.open();
    await sql.unsafe('DELETE FROM base');
    await sql.unsafe('VACUUM base');
    await caughtUp();
    await expect(snapshot.read()[Symbol.asyncIterator]().next()).rejects.toThrow(
      /the standby ended the read.*hot_standby_feedback = on/,
    );
  },
);
