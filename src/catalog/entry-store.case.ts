import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { EGG } from '../../test/egg.ts';
import { runs } from '../../test/runs.ts';
import { DatabaseError } from './database-error.ts';
import { BATCH_ROWS, type EntryRow, type EntrySource, type EntryStore } from './entry-store.ts';
import {
  createDatabase,
  createStore,
  readRows,
  type StoreKind,
  type TestDatabase,
} from './test-store.case.ts';

const NUTRIENTS = 'carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal';
// Column types that every SQL database has. SQLite accepts any type name.
const COLUMNS = `${NUTRIENTS.replaceAll(',', ' DOUBLE PRECISION,')} DOUBLE PRECISION, description TEXT`;

const anyDescription = fc.option(fc.string({ unit: anyCharacter, maxLength: 12 }));
/** Texts that SQL, COPY, CSV or a fixed buffer might damage. */
const ODD_DESCRIPTIONS = [
  ...['back\\slash', '\\N', '\\.', 'a\tb\r\nc', "Kellogg's", '"', 'a\0b', '🍎'],
  ...['é'.repeat(8192), '', null],
];

/** Tests everything that every store must do. */
export function describeStore(name: string, kind: StoreKind): void {
  const databaseOf = (sql: string) => createDatabase(kind, sql);
  const storeOf = ({ address }: TestDatabase, source: Partial<EntrySource> = {}) =>
    createStore(kind, { database: address, ...source });
  const descriptions = async (store: EntryStore) =>
    (await readRows(store)).map(({ entry }) => entry.description);

  describe(name, () => {
    test('reads values as stored: numbers, text, long integers, NULL', async () => {
      const database = await databaseOf(
        `CREATE TABLE entries (carbohydrate_g TEXT, protein_g DOUBLE PRECISION, fa_sat_g INTEGER,
           fa_mono_g TEXT, fa_poly_g DOUBLE PRECISION, kcal BIGINT, description TEXT);
         INSERT INTO entries VALUES ('1.0', 12.56, 3, 'tr', NULL, 9007199254740993, 'Egg'),
                                    (NULL, 0, -1, '', 0.1, 9007199254740991, NULL)`,
      );
      expect(await readRows(storeOf(database))).toEqual([
        {
          entry: {
            carbohydrate_g: '1.0',
            protein_g: 12.56,
            fa_sat_g: 3,
            fa_mono_g: 'tr',
            fa_poly_g: null,
            kcal: 9_007_199_254_740_993n,
            description: 'Egg',
          },
          fields: [],
        },
        {
          entry: {
            carbohydrate_g: null,
            protein_g: 0,
            fa_sat_g: -1,
            fa_mono_g: '',
            fa_poly_g: 0.1,
            kcal: 9_007_199_254_740_991,
            description: null,
          },
          fields: [],
        },
      ]);
    });

    test('names all columns in the order of the table, and reads the requested ones', async () => {
      const database = await databaseOf(
        `CREATE TABLE entries (id INTEGER, ${COLUMNS}, "a ""b""" TEXT);
         INSERT INTO entries (id, description, "a ""b""") VALUES (7, 'Egg', 'x')`,
      );
      const store = storeOf(database);
      const snapshot = await store.open();
      expect(snapshot.columns).toEqual([
        ...['id', ...NUTRIENTS.split(', '), 'description', 'a "b"'],
      ]);
      await snapshot[Symbol.asyncDispose]();
      const [row] = await readRows(store, ['a "b"', 'id']);
      expect(row?.fields).toEqual(['x', 7]);
    });

    test('reads a table with another name, and a view', async () => {
      const database = await databaseOf(
        `CREATE TABLE "My ""foods""" (${COLUMNS});
         INSERT INTO "My ""foods""" (description) VALUES ('Egg');
         CREATE VIEW entries AS SELECT 1 AS one, f.* FROM "My ""foods""" f`,
      );
      expect(await descriptions(storeOf(database, { table: 'My "foods"' }))).toEqual(['Egg']);
      expect(await descriptions(storeOf(database))).toEqual(['Egg']);
    });

    test.each<[string | undefined, string[]]>([
      [undefined, ['a', 'B', 'é', 'Z']],
      ['code', ['B', 'Z', 'a', 'é']],
      ['rank', ['Z', 'é', 'a', 'B']],
    ])('reads in the order of the key %s, text by its bytes', async (key, expected) => {
      const database = await databaseOf(
        `CREATE TABLE entries (${COLUMNS}, code TEXT, rank INTEGER);
         INSERT INTO entries (description, code, rank)
           VALUES ('a', 'a', 9), ('B', 'B', 10), ('é', 'é', 2), ('Z', 'Z', -1)`,
      );
      expect(await descriptions(storeOf(database, { key }))).toEqual(expected);
    });

    test('reads in the order of the primary key if no key is named', async () => {
      const database = await databaseOf(
        `CREATE TABLE entries (${COLUMNS}, part INTEGER, code TEXT, PRIMARY KEY (code, part));
         INSERT INTO entries (description, code, part)
           VALUES ('1', 'b', 1), ('2', 'a', 2), ('3', 'B', 3), ('4', 'a', 1)`,
      );
      expect(await descriptions(storeOf(database))).toEqual(['3', '4', '2', '1']);
    });

    test('reads more than a batch, each row once and in order', async () => {
      const numbers = Array.from({ length: 2 * BATCH_ROWS + 1 }, (_, n) => n);
      const database = await databaseOf(
        `CREATE TABLE entries (${COLUMNS});
         INSERT INTO entries (kcal) VALUES ${numbers.map((n) => `(${n})`).join()}`,
      );
      const rows = await readRows(storeOf(database));
      expect(rows.map(({ entry }) => entry.kcal)).toEqual(numbers);
    });

    test('reads one consistent state, whatever is written while it reads', async () => {
      const database = await databaseOf(
        `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (description) VALUES ('old')`,
      );
      const snapshot = await storeOf(database).open();
      await database.run("INSERT INTO entries (description) VALUES ('new')");
      expect(snapshot.count).toBe(1);
      const rows: EntryRow[] = [];
      for await (const batch of snapshot.read()) rows.push(...batch);
      await snapshot[Symbol.asyncDispose]();
      await snapshot[Symbol.asyncDispose]();
      expect(rows.map(({ entry }) => entry.description)).toEqual(['old']);
      expect(await descriptions(storeOf(database))).toEqual(['old', 'new']);
    });

    test('reads what was written', async () => {
      const database = await databaseOf('');
      const store = storeOf(database);
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyDescription, { minLength: 50, maxLength: 100 }),
          async (texts) => {
            const entries = texts.map((description, n) => ({ ...EGG, kcal: n / 7, description }));
            await kind.write(database.address, entries);
            const rows = entries.map(({ description, ...entry }) => ({
              entry: { ...entry, description: kind.storable(description) },
              fields: [],
            }));
            expect(await readRows(store)).toEqual(rows);
          },
        ),
        { numRuns: runs(3), examples: [[ODD_DESCRIPTIONS]] },
      );
    });

    test('reads nothing from an empty table', async () => {
      expect(
        await readRows(storeOf(await databaseOf(`CREATE TABLE entries (${COLUMNS})`))),
      ).toEqual([]);
    });

    test.each<[string, string, Partial<EntrySource>, RegExp]>([
      ['an empty database', '', {}, /: it has no table "entries" \(it is empty\)\. Import foods/],
      [
        'another table',
        'CREATE TABLE foods (description TEXT)',
        {},
        /: it has no table "entries"; it has "foods"\. Use the one with the foods, such as --table foods\.$/,
      ],
      [
        'columns that are missing',
        'CREATE TABLE entries (description TEXT, kcal INTEGER, protein_g INTEGER, fa_sat_g INTEGER)',
        {},
        /: its table "entries" has no columns "carbohydrate_g", "fa_mono_g", "fa_poly_g"\. Add them, or create a view/,
      ],
      [
        'a key that is missing',
        `CREATE TABLE entries (${COLUMNS}, id INTEGER)`,
        { key: 'code' },
        /: its table "entries" has no key column "code"\. It has .*"description", "id"\.$/,
      ],
      [
        'a column of names that is missing',
        `CREATE TABLE entries (${COLUMNS}, aka TEXT)`,
        { names: 'names' },
        /: its table "entries" has no column of names "names"\. It has .*"description", "aka"\.$/,
      ],
      [
        'a column of names that every answer has',
        `CREATE TABLE entries (${COLUMNS}, aka TEXT)`,
        { names: 'description' },
        /: column "description" of its table "entries" cannot be used for alternative food names, because every answer already includes it. Use another of .*"aka"\.$/,
      ],
    ])('refuses %s', async (_, sql, source, message) => {
      const store = storeOf(await databaseOf(sql), source);
      const error: unknown = await store.open().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DatabaseError);
      expect(error).toMatchObject({ message: expect.stringMatching(message) });
    });

    test.each([
      ['an insert', "INSERT INTO entries (description) VALUES ('Milk')"],
      ['an update', 'UPDATE entries SET kcal = 1'],
      ['a delete', 'DELETE FROM entries'],
      [
        'a table that replaces it',
        `CREATE TABLE draft (${COLUMNS}); DROP TABLE entries; ALTER TABLE draft RENAME TO entries`,
      ],
      ['a column', 'ALTER TABLE entries ADD COLUMN id INTEGER'],
    ])('the change mark changes after %s, but not without a change', async (_, sql) => {
      const database = await databaseOf(
        `CREATE TABLE entries (${COLUMNS}); INSERT INTO entries (description) VALUES ('Egg')`,
      );
      const store = storeOf(database);
      await readRows(store);
      // Right after a write, each mark may differ: another write could otherwise go unnoticed.
      const mark = await vi.waitUntil(
        async () => {
          const seen = await store.changeMark();
          return seen === (await store.changeMark()) ? seen : undefined;
        },
        { timeout: 240_000 },
      );
      await readRows(store);
      expect(await store.changeMark()).toBe(mark);
      await database.run(sql);
      await expect.poll(() => store.changeMark()).not.toBe(mark);
    });

    test('hints at changes', async () => {
      const database = await databaseOf(`CREATE TABLE entries (${COLUMNS})`);
      const store = storeOf(database);
      let hints = 0;
      await store.watch(() => {
        hints += 1;
      });
      await database.run("INSERT INTO entries (description) VALUES ('Milk')");
      await expect.poll(() => hints).toBeGreaterThan(0);
    });
  });
}
