import { expect, test } from 'vitest';
import { readTable } from './import-table.ts';
import { databaseOf } from './sqlite-file.case.ts';

/** Each column named `amount…` counts. */
const amountsIn = (columns: readonly string[]) =>
  columns.filter((column) => column.startsWith('amount')).length;

let files = 0;
function read(sql: string, wanted?: string, count?: typeof amountsIn) {
  // Only the content matters, so nothing is flushed to disk.
  const quick = `PRAGMA synchronous = OFF; BEGIN; ${sql}; COMMIT`;
  const path = databaseOf(`read-${files++}.sqlite`, quick);
  const { batches, ...table } = readTable(path, wanted, count);
  return { ...table, batches: [...batches] };
}

const FOODS = 'CREATE TABLE foods (name, amount_1, amount_2); INSERT INTO foods VALUES (1, 2, 3);';
const OTHER = 'CREATE TABLE other (name, amount_1); INSERT INTO other VALUES (4, 5);';
const PLAIN = 'CREATE TABLE plain (name); INSERT INTO plain VALUES (6);';
const ENTRIES = OTHER.replaceAll('other', 'Entries');
const ENDLESS =
  'CREATE VIEW endless AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;';

test.each<[sql: string, wanted: string | undefined, name: string | undefined, first: number]>([
  [FOODS, undefined, undefined, 1],
  [FOODS + PLAIN, undefined, 'foods', 1],
  [FOODS + OTHER, 'Other', undefined, 4],
  [FOODS + OTHER, 'foods', undefined, 1],
  [OTHER + PLAIN, 'plain', undefined, 6],
  [OTHER.replaceAll('other', 'entries') + PLAIN, undefined, undefined, 4],
  [ENTRIES + OTHER, undefined, 'Entries', 4],
  [`${FOODS}CREATE VIEW entries AS SELECT * FROM foods`, undefined, 'entries', 1],
  [FOODS + ENDLESS, undefined, 'foods', 1],
])('in a file with %j, the requested table %j is %j', (sql, wanted, name, first) => {
  const { chosen, batches } = read(sql, wanted, amountsIn);
  expect([chosen, batches[0]?.[0]?.[0]]).toEqual([name, first]);
});

test.each([
  [FOODS + OTHER, undefined, 'no table "entries", but "foods", "other". Choose the table'],
  [FOODS, 'soups', 'no table "soups", but "foods". Choose'],
  [FOODS + ENTRIES, undefined, 'it has the tables "Entries", "foods". Choose'],
  [PLAIN + PLAIN.replaceAll('plain', 'p'), undefined, 'no table "entries", but "p", "plain".'],
  ['', undefined, 'it has no tables.'],
  [ENDLESS, undefined, 'its view "endless" is recursive'],
  [ENDLESS.replace('WITH', 'WITH RECURSIVE'), undefined, 'its view "endless" is recursive'],
  [`${ENDLESS}CREATE VIEW entries AS SELECT * FROM endless`, undefined, '"entries" is recursive'],
  [
    Array.from({ length: 11 }, (_, n) => `CREATE TABLE t${n + 10} (amount);`).join(''),
    undefined,
    '"t18", "t19" and others.',
  ],
])('in a file with %j, the requested table %j cannot be read: %s', (sql, wanted, message) => {
  expect(() => read(sql, wanted, amountsIn)).toThrow(message);
});

test('values are read as they are, with NULL for blobs, a thousand rows at a time', () => {
  const { header, batches } = read(
    `CREATE TABLE foods (a, "b ""c"); INSERT INTO foods VALUES (9007199254740991, 9007199254740993),
     (1.5, 'x'), (NULL, x'00'); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
     WHERE i < 998) INSERT INTO foods SELECT i, i FROM n`,
  );
  expect(header).toEqual(['a', 'b "c']);
  expect(batches.map(({ length }) => length)).toEqual([1000, 1]);
  expect(batches.flat().slice(0, 4)).toEqual([
    [9_007_199_254_740_991, 9_007_199_254_740_993n],
    [1.5, 'x'],
    [null, null],
    [1, 1],
  ]);
});
