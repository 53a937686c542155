import { expect, test } from 'vitest';
import { ENTRY_COLUMNS } from '../food/entry.ts';
import { DatabaseError } from './database-error.ts';
import { checkColumns, noTable, quoted } from './table-columns.ts';

const columns = [...ENTRY_COLUMNS, 'id', 'common'];
const TABLE = {
  database: 'foods.sqlite',
  name: 'foods',
  columns,
  key: undefined,
  names: undefined,
};

test.each([
  [TABLE],
  [{ ...TABLE, key: 'id', names: 'common' }],
  [{ ...TABLE, columns: ENTRY_COLUMNS }],
])('a table with all columns is accepted: %j', (table) => {
  expect(() => checkColumns(table)).not.toThrow();
});

test('columns may differ in case if the database says so', () => {
  const shouted = { ...TABLE, columns: columns.map((name) => name.toUpperCase()), key: 'Id' };
  expect(() => checkColumns(shouted, (name) => name.toLowerCase())).not.toThrow();
  expect(() => checkColumns(shouted)).toThrow('has no column');
});

test.each([
  [{ columns: columns.slice(1) }, `has no column "${columns[0]}". Add it`, 'table'],
  [
    { columns: ['id'] },
    `columns ${ENTRY_COLUMNS.map((name) => `"${name}"`).join(', ')}. Add them`,
    'table',
  ],
  [{ key: 'code' }, 'has no key column "code". It has "carbohydrate_g", ', 'key'],
  [{ names: 'other' }, 'has no column of names "other". It has ', 'names'],
  [{ names: 'description' }, 'column "description" of its table "foods" cannot be used', 'names'],
])('with %j, the error says %j', (changed, message, at) => {
  expect.assertions(2);
  try {
    checkColumns({ ...TABLE, ...changed });
  } catch (error) {
    expect(String(error)).toContain(message);
    expect(error instanceof DatabaseError && error.at).toBe(at);
  }
});

test.each([
  [[], 'it has no table "foods" (it is empty). Import foods into it'],
  [['a.b-c', 'd'], 'it has "a.b-c", "d". Use the one with the foods, such as --table a.b-c.'],
  [["my foods' table"], String.raw`such as --table 'my foods'\'' table'.`],
])('if the tables are %j, the error says %j', (others, message) => {
  expect(noTable('foods.sqlite', 'foods', others).message).toContain(message);
});

test('quotes in an identifier are doubled', () => {
  expect(quoted('a "b" c')).toBe('"a ""b"" c"');
});
