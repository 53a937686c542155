import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import type { Cluster } from './cluster.ts';
import { whyNoCluster } from './server.ts';

const guide = readFileSync(new URL('../../docs/postgresql.md', import.meta.url), 'utf8');
const statements = [...guide.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql = '']) => sql);

const reason = await whyNoCluster();

describe.skipIf(reason !== undefined)(`docs/postgresql.md, as printed ${reason ?? ''}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    const { Cluster } = await import('./cluster.ts');
    cluster = await Cluster.start();
  });

  afterAll(() => cluster.remove());

  test('makes a view that the role can read, and a trigger that announces changes', async () => {
    const admin = cluster.connect();
    await admin`CREATE DATABASE foods`;
    await admin.end();
    const sql = cluster.connect('foods');
    await sql`CREATE TABLE products (fdc_id int PRIMARY KEY, name text, energy int, carbs int,
                protein int, sat int, mono int, poly int, published boolean)`;
    for (const statement of statements) await sql.unsafe(statement);

    const reader = { user: 'food_lookup', password: 'secret', database: 'foods' };
    const store = createPostgresStore({ database: cluster.address(reader), key: 'id' });
    const changed = new EventTarget();
    await store.watch(() => void changed.dispatchEvent(new Event('hint')));
    const before = await store.changeMark();
    const announced = once(changed, 'hint');
    await sql`INSERT INTO products VALUES (7, 'Egg, raw', 143, 1, 13, 3, 4, 2, true)`;
    await announced;
    expect(await store.changeMark()).not.toBe(before);
    const snapshot = await store.open();
    expect(snapshot.count).toBe(1);
    await snapshot.close();
    await store.close();
    await sql.end();
  });
});
