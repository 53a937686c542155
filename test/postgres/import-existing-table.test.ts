import { describe, expect, test } from 'vitest';
import { countEntries, writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { ENTRY_COLUMNS } from '../../src/food/entry.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { schemasOn } from './schemas.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

const foods = (...names: string[]) =>
  tableOf(names.map((description) => ({ ...EGG, description })));

if (reason !== undefined) {
  test.skip(`import into an existing PostgreSQL table: ${reason}`);
} else {
  const server = useServer();
  const { schemaOf, definitionOf } = schemasOn(server);

  const TYPES = ENTRY_COLUMNS.map((name) =>
    name === 'description' ? 'description varchar(200)' : `${name} numeric`,
  ).join(', ');

  describe('an import into a table with the same columns', () => {
    test('replaces its rows, and keeps everything else: hidden rows stay hidden', async () => {
      const { schema, run, address } = await schemaOf();
      const reader = await server.createRole(`reader_${schema}`);
      await run(`
        CREATE TABLE entries (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${TYPES});
        CREATE TABLE written (what text);
        CREATE VIEW eggs AS SELECT description FROM entries WHERE description LIKE 'Egg%';
        CREATE INDEX entries_kcal ON entries (kcal);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO ${schema}.written VALUES (TG_OP); RETURN NULL; END';
        CREATE TRIGGER noted AFTER INSERT OR DELETE ON entries EXECUTE FUNCTION note();
        ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
        CREATE POLICY published ON entries USING (description NOT LIKE '%secret%');
        CREATE PUBLICATION published_${schema} FOR TABLE entries;
        GRANT USAGE ON SCHEMA ${schema} TO ${reader.name};
        GRANT SELECT (description, kcal) ON entries TO ${reader.name};
        INSERT INTO entries (description) VALUES ('old'), ('old secret')`);
      const before = await definitionOf(`${schema}.entries`);
      expect(before).toMatchObject({ publications: [`published_${schema}`], relrowsecurity: true });
      for (const round of ['first', 'second']) {
        await writeEntries(address, foods(`Egg ${round}`, `Egg ${round} secret`));
        expect(await definitionOf(`${schema}.entries`)).toEqual(before);
        const [seen] = await server.sql
          .unsafe(`
          BEGIN; SET LOCAL ROLE ${reader.name};
          SELECT description FROM ${schema}.entries; COMMIT`)
          .then((results) =>
            results.filter((result) => Array.isArray(result) && result.length > 0),
          );
        expect(seen).toEqual([{ description: `Egg ${round}` }]);
      }
      expect(await server.sql.unsafe(`SELECT what FROM ${schema}.written`)).toHaveLength(5);
      expect(await server.sql.unsafe(`SELECT * FROM ${schema}.eggs`)).toHaveLength(2);
      await run(`DROP PUBLICATION published_${schema}; DROP OWNED BY ${reader.name}`);
    });

    test('stores the new rows in order', async () => {
      const { run, address, names } = await schemaOf();
      await writeEntries(address, foods(...Array.from({ length: 500 }, (_, n) => `old ${n}`)));
      await run('CREATE VIEW seen AS SELECT * FROM entries');
      const wanted = Array.from(
        { length: 700 },
        (_, n) => `new ${n}${' long'.repeat((n * 7) % 30)}`,
      );
      for (let round = 0; round < 3; round++) {
        await writeEntries(address, foods(...wanted));
        await server.sql.unsafe('VACUUM');
        expect(await names()).toEqual(wanted);
      }
    });

    test('is visible to readers completely or not at all', async () => {
      const { schema, run, address } = await schemaOf();
      await run(`CREATE TABLE entries (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${TYPES})`);
      await writeEntries(address, foods('old', 'old'));
      const gate = Promise.withResolvers<void>();
      const reading = Promise.withResolvers<void>();
      const table = foods('new', 'new', 'new');
      const writing = writeEntries(address, {
        ...table,
        batches: (async function* () {
          yield* table.batches;
          reading.resolve();
          await gate.promise;
        })(),
      });
      await reading.promise;
      const seen = () =>
        server.sql.unsafe(
          `SELECT description, count(*)::int AS n FROM ${schema}.entries GROUP BY 1`,
        );
      expect(await seen()).toEqual([{ description: 'old', n: 2 }]);
      gate.resolve();
      await writing;
      expect(await seen()).toEqual([{ description: 'new', n: 3 }]);
    });

    const refused = [
      ['a value of the wrong type', 'kcal integer', /integer/],
      ['text that is too long', 'kcal numeric', /too long/],
      ['a row that breaks a constraint', 'kcal numeric CHECK (kcal > 500)', /entries_kcal_check/],
    ] as const;
    const keys = ['', ', id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY'] as const;
    test.each(refused.flatMap((each) => keys.map((key) => [...each, key] as const)))(
      'refuses %s (%s, %s%s), and keeps the old rows',
      async (_, column, message, key) => {
        const { run, address, names, faultOf } = await schemaOf();
        const types = TYPES.replace('kcal numeric', column) + key;
        await run(
          `CREATE TABLE entries (${types}); INSERT INTO entries (description, kcal) VALUES ('old', 900)`,
        );
        const isLong = column === 'kcal numeric';
        const food = { ...EGG, kcal: 12.5, ...(isLong && { description: 'long '.repeat(50) }) };
        expect(await faultOf(writeEntries(address, tableOf([food])))).toMatch(message);
        expect(await names()).toEqual(['old']);
      },
    );

    test('refuses a role that cannot see some rows because of a policy: those rows would stay', async () => {
      const { schema, run, names, faultOf } = await schemaOf();
      const role = await server.createRole(`writer_${schema}`);
      await run(`
        CREATE TABLE entries (${TYPES});
        INSERT INTO entries (description) VALUES ('old'), ('old secret');
        ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
        CREATE POLICY published ON entries USING (description NOT LIKE '%secret%');
        GRANT ALL ON entries TO ${role.name}; GRANT ALL ON SCHEMA ${schema} TO ${role.name}`);
      const address = new URL(role.address);
      address.searchParams.set('options', `-csearch_path=${schema}`);
      expect(await faultOf(writeEntries(address.href, foods('new')))).toMatch(/row-level security/);
      expect(await names()).toEqual(['old', 'old secret']);
      await run(`DROP OWNED BY ${role.name}`);
    });

    test('says which rows a trigger keeps out', async () => {
      const { schema, run, address, names, faultOf } = await schemaOf();
      await run(`
        CREATE TABLE entries (${TYPES}); INSERT INTO entries (description) VALUES ('old');
        CREATE FUNCTION keep_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER kept_out BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION keep_out()`);
      expect(await faultOf(writeEntries(address, foods('new')))).toMatch(
        /0 of 1 entries: one of its triggers/,
      );
      expect(await names()).toEqual(['old']);
      expect(schema).toMatch(/^standing/);
    });
  });

  describe('an import into a table with other columns', () => {
    test.each([
      ['view', 'CREATE VIEW kcals AS SELECT kcal FROM entries', /view kcals/],
      ['index', 'CREATE INDEX by_kcal ON entries (kcal)', /index by_kcal/],
      ['primary key', 'ALTER TABLE entries ADD PRIMARY KEY (extra)', /constraint entries_pkey/],
      ['policy', 'CREATE POLICY shown ON entries USING (extra > 0)', /policy shown/],
      ['row-level security', 'ALTER TABLE entries ENABLE ROW LEVEL SECURITY', /row-level security/],
      ['right on a column', 'GRANT SELECT (kcal) ON entries TO PUBLIC', /on column kcal/],
      [
        'table that refers to it',
        'ALTER TABLE entries ADD UNIQUE (extra); CREATE TABLE other (e int REFERENCES entries (extra))',
        /constraint other_e_fkey on table other/,
      ],
    ])('is refused if the table has a %s', async (_, statement, message) => {
      const { run, address, names, faultOf } = await schemaOf();
      await run(`
        CREATE TABLE entries (${TYPES}, extra int);
        INSERT INTO entries (description, extra) VALUES ('old', 1); ${statement}`);
      expect(await faultOf(writeEntries(address, foods('new')))).toMatch(message);
      expect(await names()).toEqual(['old']);
    });

    test('gives the new table only the owner and the privileges of the old one', async () => {
      const { schema, run, address, names } = await schemaOf();
      const [reader, other] = [
        await server.createRole(`kept_${schema}`),
        await server.createRole(`never_${schema}`),
      ];
      await run(`
        CREATE TABLE entries (description text, extra serial);
        GRANT SELECT ON entries TO ${reader.name} WITH GRANT OPTION;
        ALTER TABLE entries OWNER TO ${reader.name};
        GRANT CREATE ON SCHEMA ${schema} TO ${reader.name};
        GRANT INSERT ON entries TO PUBLIC;
        ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ALL ON TABLES TO ${other.name}, PUBLIC`);
      await writeEntries(address, foods('new'));
      expect(await names()).toEqual(['new']);
      const rights = await server.sql.unsafe(`
        SELECT r.grantee, string_agg(r.privilege_type, ',' ORDER BY 1) AS rights
        FROM information_schema.role_table_grants r
        WHERE r.table_schema = '${schema}' AND r.table_name = 'entries' AND r.grantee <> '${reader.name}'
        GROUP BY 1`);
      expect(rights).toEqual([{ grantee: 'PUBLIC', rights: 'INSERT' }]);
      expect(
        await server.sql.unsafe(
          `SELECT tableowner FROM pg_tables WHERE schemaname = '${schema}' AND tablename = 'entries'`,
        ),
      ).toEqual([{ tableowner: reader.name }]);
      await run(`DROP OWNED BY ${reader.name}, ${other.name} CASCADE`);
    });
  });

  test.each([
    ['a view', `CREATE VIEW entries AS SELECT 'old' AS description`, 1],
    ['a materialized view', `CREATE MATERIALIZED VIEW entries AS SELECT 'old' AS description`, 1],
    ['a sequence', 'CREATE SEQUENCE entries', undefined],
    ['an index', 'CREATE TABLE log (x int); CREATE INDEX entries ON log (x)', undefined],
    ['a type', 'CREATE TYPE entries AS (x int)', undefined],
  ])('an import never replaces %s', async (kind, sql, rows) => {
    const { run, address, faultOf } = await schemaOf();
    await run(sql);
    expect(await countEntries(address)).toBe(rows);
    expect(await faultOf(writeEntries(address, foods('new')))).toContain(`"entries" is ${kind} `);
  });

  test.each([
    ['the same columns', TYPES],
    ['others', 'description text'],
    [
      'a computed one',
      TYPES.replace('kcal numeric', 'kcal numeric GENERATED ALWAYS AS (1) STORED'),
    ],
  ])('keepOld keeps the rows of a table with %s, and never overwrites them', async (_, columns) => {
    const { schema, run, address, names, faultOf } = await schemaOf();
    await run(`
      CREATE TABLE entries (${columns}); INSERT INTO entries (description) VALUES ('old');
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ALL ON TABLES TO PUBLIC`);
    await writeEntries(address, foods('new'), { keepOld: true });
    expect([await names(), await names('entries_old')]).toEqual([['new'], ['old']]);
    expect(
      await server.sql.unsafe(`SELECT FROM information_schema.role_table_grants
        WHERE table_schema = '${schema}' AND grantee = 'PUBLIC'`),
    ).toEqual([]);
    const again = writeEntries(address, foods('newer'), { keepOld: true });
    expect(await faultOf(again)).toMatch(
      /"entries_old" holds the rows that an earlier import kept/,
    );
    expect([await names(), await names('entries_old')]).toEqual([['new'], ['old']]);
  });
}
