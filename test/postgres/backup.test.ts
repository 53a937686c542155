import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { createFoodLookup } from '../../src/index.ts';
import { BLOCKS, commandsOf, Follower } from '../documents.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { useServer, whyNoServer } from './server.ts';

const [backUp = '', restore = ''] = BLOCKS.filter(
  ({ document }) => document === 'docs/deployment.md',
)
  .flatMap(commandsOf)
  .filter((command) => /^(pg_dump|psql) /.test(command));

const reason =
  (await whyNoServer()) ??
  ['pg_dump', 'psql']
    .filter((program) => spawnSync(program, ['--version']).error !== undefined)
    .map((program) => `${program} is not installed`)[0];

const ANNOUNCE = `
  CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NOTIFY food_lookup; RETURN NULL; END $$;
  CREATE TRIGGER announce AFTER UPDATE ON entries EXECUTE FUNCTION announce();`;

describe.skipIf(reason !== undefined)(`docs/deployment.md, as printed ${reason ?? ''}`, () => {
  const server = useServer();

  test('backs up and restores the table, with its privileges and triggers', async ({ skip }) => {
    const { sql } = server;
    const [row] = await sql<{ version: number }[]>`
      SELECT current_setting('server_version_num')::int / 10000 AS version`;
    const { version = 0 } = row ?? {};
    const [, newest = '0'] = /(\d+)\./.exec(`${spawnSync('pg_dump', ['--version']).stdout}`) ?? [];
    skip(Number(newest) < version, `pg_dump ${newest} does not read PostgreSQL ${version}`);

    await writeEntries(server.address(), tableOf([EGG]));
    await sql.unsafe(ANNOUNCE);
    const reader = await server.createRole('reader');
    await sql.unsafe(`GRANT SELECT ON entries TO ${reader.name}`);
    const settings = { database: reader.address, refresh: 3_600, logLevel: 'silent' } as const;
    await using foodLookup = await createFoodLookup(settings);
    const before = await foodLookup.search('egg');
    expect(before).not.toEqual([]);

    const follower = new Follower();
    const run = (command: string) =>
      follower.run(command.replace('postgres://foods_owner@db.example/foods', server.address()));
    await run(backUp);
    await sql`DELETE FROM entries`;
    foodLookup.reload();
    await expect.poll(() => foodLookup.search('egg')).toEqual([]);
    await run(restore);
    foodLookup.reload();
    await expect.poll(() => foodLookup.search('egg')).toEqual(before);
    await sql`UPDATE entries SET description = 'Fish'`;
    await expect.poll(() => foodLookup.search('fish')).toHaveLength(1);

    // The backup can also be restored if the table is gone.
    await sql`DROP TABLE entries`;
    await run(restore);
    foodLookup.reload();
    await expect.poll(() => foodLookup.search('egg')).toEqual(before);
  });
});
