import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { BLOCKS, commandsOf, Follower } from '../documents.ts';
import type { Cluster } from './cluster.ts';
import { whyNoCluster } from './server.ts';

const statements = BLOCKS.filter(
  ({ document, language }) => document === 'docs/data.md' && language === 'sql',
).map(({ code }) => code);

const reason = await whyNoCluster();

describe.skipIf(reason !== undefined)(`docs/data.md, as printed ${reason ?? ''}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    const { Cluster } = await import('./cluster.ts');
    cluster = await Cluster.start();
  });

  afterAll(() => cluster.remove());

  test('creates a view that the role can read, and a trigger that announces changes', async () => {
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
    await snapshot[Symbol.asyncDispose]();
    await store.close();

    // Runs the commands of all documents that name this database. A password file supplies the
    // passwords that they omit.
    await sql`CREATE ROLE reader LOGIN PASSWORD 'secret'`;
    await sql`GRANT SELECT ON entries TO reader`;
    const passwords = 'passwords';
    const follower = new Follower({ PGPASSFILE: passwords });
    follower.write(passwords, '*:*:*:*:secret\n');
    chmodSync(join(follower.folder, passwords), 0o600);
    const { host, search } = new URL(cluster.address(reader));
    const commands = BLOCKS.filter(({ language }) => language === 'sh')
      .flatMap(commandsOf)
      // test/cli/index.test.ts runs the commands with --follow, which need an object store.
      .filter((command) => /^npx (?!.* --follow ).*@db\.example/.test(command))
      .map((command) => command.replace(/db\.example(\.com)?\/foods/, `${host}/foods${search}`));
    expect(commands).toHaveLength(2);
    try {
      for (const command of commands) {
        if (command.includes(' serve ')) {
          const { url } = await follower.serve(command);
          const answer = await fetch(`${url}/api/food?q=egg`);
          expect(await answer.json()).toMatchObject([{ description: 'Egg, raw' }]);
        } else {
          await follower.run(command);
        }
      }
    } finally {
      await follower.leave();
    }
    await sql.end();
  });
});
