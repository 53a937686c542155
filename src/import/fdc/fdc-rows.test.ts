import { expect, test } from 'vitest';
import { FindingCounts, NOTES } from '../import-report.ts';
import {
  type AddFact,
  FACT,
  fdcRowReader,
  readRows,
  recordsByFood,
  withAmounts,
} from './fdc-rows.ts';

async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

/** Reads the columns `a` and `b`, and the line of each row. */
async function rowsOf(text: string, header?: readonly string[], needed?: readonly string[]) {
  const rows: string[] = [];
  await readRows(
    'a.csv',
    chunksOf(text),
    ({ line, columns, field }) =>
      rows.push(`${line} ${[...columns]}: ${field('a')}, ${field('b')}`),
    header,
    needed,
  );
  return rows;
}

test('rows are read by the names in the header, or by given names', async () => {
  expect(await rowsOf('a, b\n"x", 1 \n2\n')).toEqual(['2 a,b: x, 1', '3 a,b: 2, ']);
  expect(await rowsOf('~x~^~1~\n', ['b', 'a'])).toEqual(['1 b,a: 1, x']);
  expect(await rowsOf('a,c\n1,2\n')).toEqual(['2 a,c: 1, ']);
  expect(await rowsOf('a,b\n', undefined, ['b', 'a'])).toEqual([]);
  await expect(rowsOf('a,b\n1,2\n', undefined, ['a', 'c', 'd'])).rejects.toThrow(
    'it has no column "c", "d".',
  );
});

test('a file is found by its name, and may be missing unless it is needed', async () => {
  const file = { name: 'food.csv', path: '', isPacked: false, read: () => chunksOf('id\n7\n') };
  const read = fdcRowReader('folder', [file]);
  const ids: string[] = [];
  await read('food', ({ field }) => ids.push(field('id')), ['id']);
  await read('other', ({ field }) => ids.push(field('id')));
  expect(ids).toEqual(['7']);
  await expect(read('other', () => {}, ['id'])).rejects.toThrow('it has no other.csv');
  await expect(read('food', () => {}, ['x'])).rejects.toThrow('"folder: food.csv"');
});

const HEADER = ['name', 'kcal', 'fat'];

/** Returns the records made from facts, and what was found. */
async function recordsOf(addFacts: (add: AddFact) => void) {
  const findings = new FindingCounts();
  const read = async (add: AddFact) => addFacts(add);
  const batches = recordsByFood(HEADER, findings, read, ([, type, name = ''], of, id) =>
    type === 'food' ? [`${name} ${id} ${of(FACT.number)}`, null, null] : undefined,
  );
  const records = [];
  for await (const batch of batches) records.push(...batch);
  const found = findings.of(NOTES);
  return {
    records,
    found: found.map(({ rule, examples }) => [rule, ...examples.map(({ text }) => text)]),
  };
}

test('the facts about a food become a record', async () => {
  const { records, found } = await recordsOf((add) => {
    add('2', FACT.amount, 1, '143');
    add('1', FACT.food, 8, 'food', 'Ham');
    add('2', FACT.food, 9, 'food', 'Egg');
    add('2', FACT.number, '01123');
    add('2', FACT.amount, 2, '9.5');
    add('2', FACT.amount, 2, '9.7');
    add('3', FACT.food, 10, 'sample', 'Egg 7');
    add('4', FACT.amount, 1, '5');
  });
  expect(records).toEqual([
    { place: 8, values: ['Ham 1 ', null, null] },
    { place: 9, values: ['Egg 2 01123,,,', '143', '9.5'] },
  ]);
  expect(found).toEqual([
    ['duplicate-nutrient', 'nutrient fat of 9: 9.5, 9.7'],
    ['no-food', 'food 4: amount 5'],
  ]);
});

test('many foods are read', async () => {
  const { records } = await recordsOf((add) => {
    for (let id = 1; id <= 2_500; id++) add(`${id}`, FACT.food, id, 'food', 'Egg');
  });
  expect(records.map(({ place }) => place)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
});

test('the first of two amounts counts', () => {
  const findings = new FindingCounts();
  const values = ['Egg', null, 0];
  const amounts = [
    [1, 143],
    [1, 150],
    [2, 9],
  ] as const;
  expect(withAmounts(HEADER, { place: 3, values }, amounts, findings)).toEqual({
    ...{ place: 3, values: ['Egg', 143, 0] },
  });
  expect(values).toEqual(['Egg', null, 0]);
  expect(findings.countOf(['duplicate-nutrient'])).toBe(2);
});
