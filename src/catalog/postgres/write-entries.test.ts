import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { useServer, whyNoServer } from '../../../test/postgres/server.ts';
import { tableOf } from '../../../test/table-of.ts';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { writeEntries } from './write-entries.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`Writing into PostgreSQL: ${reason}`);
} else {
  const server = useServer();

  test('writeEntries keeps the privileges on the table, and does not change it if reading the rows fails', async () => {
    const { sql } = server;
    const { name: reader } = await server.createRole('reader');
    await writeEntries(server.address(), tableOf([EGG]));
    await sql.unsafe(`GRANT SELECT ON entries TO ${reader}`);
    const text = 'tab\t line\n return\r back\\slash \\N "quoted"';
    expect(
      await writeEntries(server.address(), tableOf([EGG, { ...EGG, description: text }])),
    ).toBe(2);
    const failing = (function* () {
      yield EGG;
      throw new Error('the source broke');
    })();
    await expect(writeEntries(server.address(), tableOf(failing))).rejects.toThrow(
      'the source broke',
    );
    const rows = await sql`SELECT description FROM entries`;
    expect(rows.map(({ description }) => description)).toEqual([EGG.description, text]);
    const [may] = await sql`SELECT has_table_privilege(${reader}, 'entries', 'SELECT') AS read`;
    expect(may).toEqual({ read: true });
    const drafts = await sql`SELECT relname FROM pg_class WHERE relname LIKE '%draft%'`;
    expect(drafts).toHaveLength(0);
    await sql.unsafe('DROP TABLE entries');
  });

  test('writeEntries says how rows of a published table can be replaced, and then replaces them', async () => {
    const { sql } = server;
    const types = ENTRY_COLUMNS.map((name) =>
      name === 'description' ? 'description text' : `${name} numeric`,
    );
    await sql.unsafe(`
      CREATE TABLE entries (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${types.join(', ')});
      ALTER TABLE entries REPLICA IDENTITY NOTHING;
      CREATE PUBLICATION published FOR TABLE entries;
      INSERT INTO entries (description) VALUES ('old')`);
    const advice = 'ALTER TABLE entries REPLICA IDENTITY FULL';
    await expect(writeEntries(server.address(), tableOf([EGG]))).rejects.toThrow(`Run: ${advice}.`);
    await sql.unsafe(advice);
    expect(await writeEntries(server.address(), tableOf([EGG]))).toBe(1);
    await sql.unsafe('DROP PUBLICATION published; DROP TABLE entries');
  });
}
