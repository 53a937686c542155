import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { replacementFor, tablesReferring } from './existing-table.ts';

const COLUMNS = [
  { name: 'id', type: 'text' },
  { name: 'kcal', type: 'number' },
  { name: 'other', type: 'any' },
] as const;
const IMPORTED = 'CREATE TABLE entries ("id" TEXT, "kcal" REAL, "other")';
const DIFFERENT = 'CREATE TABLE entries (x)';

function replacementIn(sql: string, keepOld = false): string {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(sql);
    return replacementFor('foods.sqlite', database, { columns: COLUMNS, keepOld });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return error.reason;
  } finally {
    database.close();
  }
}

test.each([
  ['', 'file', 'an empty file'],
  [IMPORTED, 'file', 'only an imported table'],
  [`${IMPORTED}; PRAGMA user_version = 1`, 'rows', 'its own version number'],
  [`${IMPORTED}; PRAGMA application_id = 1`, 'rows', 'an application'],
  [`${IMPORTED}; CREATE TABLE others (x)`, 'rows', 'another table'],
  [IMPORTED.replace('REAL', 'INTEGER'), 'file', 'a column of another type'],
  ['CREATE TABLE entries (ID TEXT, Kcal REAL, other)', 'rows', 'its own declaration'],
  ['CREATE TABLE entries (other, kcal REAL, id TEXT NOT NULL)', 'rows', 'another order'],
  ['CREATE TABLE entries (id TEXT, kcal REAL)', 'table', 'one column fewer'],
  ['CREATE TABLE entries (id, kcal, other, more)', 'table', 'one more column'],
  ['CREATE TABLE entries (id, kcal, more)', 'table', 'a different column'],
  ['CREATE TABLE others (x)', 'table', 'only another table'],
  [`${DIFFERENT}; CREATE VIEW v AS SELECT 1`, 'table', 'a view that does not read the table'],
  [
    `${DIFFERENT}; CREATE TABLE o (y); CREATE INDEX i ON o (y)`,
    'table',
    'an index of another table',
  ],
  ['CREATE TABLE entries (x UNIQUE)', 'table', 'an index that SQLite made'],
  [
    `CREATE TABLE o (y); CREATE TRIGGER entries AFTER INSERT ON o BEGIN SELECT 1; END; ${IMPORTED}`,
    'rows',
    'a trigger of the same name',
  ],
])('in a file with %j, an import replaces the %s: %s', (sql, replacement) => {
  expect(replacementIn(sql)).toBe(replacement);
});

test.each([
  [
    `${DIFFERENT}; CREATE INDEX by_x ON entries (x)`,
    'would lose the index "by_x". Drop the ones that you do not need, or import into another file.',
  ],
  [`${DIFFERENT}; CREATE VIEW v AS SELECT x FROM entries`, 'would lose the view "v".'],
  [
    `${DIFFERENT}; CREATE TABLE log (x); CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM entries; END`,
    'would lose the trigger "t".',
  ],
  [
    `${DIFFERENT}; CREATE TABLE menu (food REFERENCES Entries (x)); CREATE INDEX i ON entries (x)`,
    'would lose the index "i", the rows that table "menu" refers to.',
  ],
  ['CREATE VIRTUAL TABLE entries USING fts5(x)', 'would lose the virtual table itself.'],
  [
    'CREATE VIEW entries AS SELECT 1',
    '"entries" is a view there. Rename it, or import into another file.',
  ],
  ['CREATE TABLE o (y); CREATE INDEX entries ON o (y)', '"entries" is an index there.'],
  [
    `${DIFFERENT}; CREATE TRIGGER Entries AFTER INSERT ON entries BEGIN SELECT 1; END`,
    'would lose the trigger "Entries".',
  ],
])('a file with %j is not changed: %s', (sql, reason) => {
  expect(replacementIn(sql)).toContain(reason);
});

test('old rows are kept beside new rows, but rows that were kept before are never overwritten', () => {
  expect(replacementIn(IMPORTED, true)).toBe('rows');
  const twice = `${IMPORTED}; CREATE TABLE entries_old (x)`;
  expect(replacementIn(twice, true)).toContain('an earlier import kept. Drop or rename it first.');
  expect(replacementIn(twice, false)).toBe('rows');
});

test('tables that refer to the entries are listed by name', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`${DIFFERENT}; CREATE TABLE b (f REFERENCES entries (x), g REFERENCES entries (x));
    CREATE TABLE a (f REFERENCES ENTRIES (x)); CREATE TABLE c (f REFERENCES a (f))`);
  expect(tablesReferring(database)).toEqual(['a', 'b']);
  database.close();
});
