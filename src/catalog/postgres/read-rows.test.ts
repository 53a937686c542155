import { expect, test } from 'vitest';
import { ExactNumber } from '../../food/decimal.ts';
import { BATCH_ROWS } from '../entry-store.ts';
import { columnsToRead, copyStatement, readRows } from './read-rows.ts';
import type { Table } from './table.ts';

const [INT8, FLOAT8, NUMERIC, TEXT, DATE] = [20, 701, 1700, 25, 1082];
// The types of carbohydrate_g, protein_g, three fatty acids, kcal, the description, and a field.
const TYPES = [FLOAT8, NUMERIC, NUMERIC, INT8, INT8, FLOAT8, TEXT, DATE];

/** Reads these lines, as COPY writes them, from pieces of memory. */
async function read(pieces: readonly (string | Uint8Array)[]) {
  const memory = pieces.map((piece) => Buffer.from(piece));
  const rows = { columns: [], count: 0, file: { file: undefined, memory }, types: TYPES };
  const invalid: number[] = [];
  const batches = [];
  for await (const batch of readRows(rows, (row) => invalid.push(row))) batches.push(batch);
  return { batches, invalid };
}

test('values are read by their types, with every digit', async () => {
  const { batches, invalid } = await read([
    '0.1\t1.50\t12\t9007199254740993\t-3\tNaN\ta\\tb\\\\\\n\\x\t2026-01-31\n\\N\tNa',
    'N\t-0.5\t\\N\t9007199254740991\tInfinity\t\\\\N\t\\N\n',
  ]);
  expect(invalid).toEqual([]);
  expect(batches).toEqual([
    [
      {
        entry: {
          carbohydrate_g: 0.1,
          protein_g: new ExactNumber('1.50'),
          fa_sat_g: 12,
          fa_mono_g: 9_007_199_254_740_993n,
          fa_poly_g: -3,
          kcal: Number.NaN,
          description: 'a\tb\\\nx',
        },
        fields: ['2026-01-31'],
      },
      {
        entry: {
          carbohydrate_g: null,
          protein_g: Number.NaN,
          fa_sat_g: -0.5,
          fa_mono_g: null,
          fa_poly_g: 9_007_199_254_740_991,
          kcal: Number.POSITIVE_INFINITY,
          description: '\\N',
        },
        fields: [null],
      },
    ],
  ]);
});

const line = (description: string) => `1\t1\t1\t1\t1\t1\t${description}\t\\N\n`;

test('every escape sequence is decoded', async () => {
  const { batches } = await read([line('\\b\\f\\n\\r\\t\\v\\\\\\q\\é')]);
  expect(batches[0]?.[0]?.entry.description).toBe('\b\f\n\r\t\v\\qé');
});

test('a row that is not UTF-8 is left out, however the data is split', async () => {
  const bad = Buffer.from(line('bad?'));
  bad[bad.indexOf('?')] = 0xff;
  const whole = Buffer.concat([Buffer.from(line('first')), bad, Buffer.from(line('é'))]);
  for (const at of [1, 10, whole.length - 5, whole.length]) {
    const { batches, invalid } = await read([whole.subarray(0, at), whole.subarray(at)]);
    expect(invalid).toEqual([2]);
    expect(batches.flat().map(({ entry }) => entry.description)).toEqual(['first', 'é']);
  }
});

test('rows are read in batches', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => line(`${n}`)).join('');
  expect((await read([])).batches).toEqual([]);
  for (const [count, lengths] of [
    [BATCH_ROWS, [BATCH_ROWS]],
    [BATCH_ROWS + 1, [BATCH_ROWS, 1]],
  ] as const) {
    const { batches } = await read([lines(count)]);
    expect(batches.map(({ length }) => length)).toEqual(lengths);
  }
});

test('columns are copied in the order of the table, and cast to text where COPY needs it', () => {
  const names = ['carbohydrate_g', 'protein_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g', 'kcal'];
  const columns = [...names, 'description', 'a "day"'].map((name, i) => ({
    ...{ name, number: i + 1, typeOid: TYPES[i] ?? 0, isText: false, isComputed: false },
  }));
  const table: Table = {
    ...{ oid: 1, reference: 's.t', hasRowVersions: true, isLockable: true, columns },
    ...{ orderBy: ' ORDER BY id', keyOfRows: undefined, shape: '' },
  };
  const wanted = columnsToRead(table, ['a "day"']);
  expect(wanted).toEqual(columns);
  expect(columnsToRead(table)).toEqual(columns.slice(0, 7));
  expect(() => columnsToRead(table, ['id'])).toThrow('There is no column id');
  const list = `${[...names, 'description'].map((name) => `"${name}"`).join(', ')}, "a ""day"""::text`;
  expect(copyStatement(table, wanted)).toBe(`COPY (SELECT ${list} FROM s.t ORDER BY id) TO STDOUT`);
  expect(copyStatement(table, wanted, 'true')).toBe(
    `COPY (SELECT ${list} FROM s.t WHERE true) TO STDOUT`,
  );
});
