import { expect, test } from 'vitest';
import { FoodCleaner } from './food-cleaner.ts';
import { DECISIONS, FindingCounts, NOTES, SKIPS } from './import-report.ts';
import { ColumnDecimalMarks } from './table/column-marks.ts';
import type { PlannedColumn } from './table/column-plan.ts';

const numeric = (name: string, field: string, index: number, unit = 'g'): PlannedColumn => {
  return { name, type: 'number', unit, fields: [{ name: field, index, factor: 1 }] };
};
const textual = (name: string, field: string, index: number): PlannedColumn => {
  return { name, type: 'text', unit: undefined, fields: [{ name: field, index, factor: 1 }] };
};
const COLUMNS = [
  textual('description', 'Food', 0),
  numeric('kcal', 'Energy (kcal)', 1, 'kcal'),
  numeric('protein_g', 'Protein (g)', 2),
  numeric('fat_g', 'Fat (g)', 3),
  textual('id', 'Code', 4),
];
const WEIGHT = numeric('gmwt_1', 'Serving', 5);

interface Options {
  readonly columns?: readonly PlannedColumn[];
  readonly per?: '100g' | 'serving';
  readonly basis?: number;
}

/** Cleans rows, whose cells are separated by bars. Returns the foods, and what was found. */
function cleaned(lines: readonly string[], { columns = COLUMNS, per, basis }: Options = {}) {
  const findings = new FindingCounts();
  const records = lines.map((line, i) => ({ place: i + 2, values: line.split('|') }));
  const header = columns.map(({ fields }) => fields[0]?.name ?? '');
  const marks = new ColumnDecimalMarks('foods.csv', header, columns, records);
  const cleaner = new FoodCleaner(columns, 'id', findings, marks, per, basis);
  const rows = cleaner.clean(records);
  const found = findings.of({ ...SKIPS, ...NOTES, ...DECISIONS });
  return {
    ...{ rows, cleaner },
    names: rows.map(([name]) => name),
    found: found.map(({ rule, count, examples }) => [rule, count, examples[0]?.text]),
    places: found.flatMap(({ examples }) => examples.map(({ place }) => place)),
  };
}

const EGG = 'Egg|143|12.6|9.5|1';

test('a food has its name, amounts and texts; empty cells are counted', () => {
  const { rows, found, cleaner } = cleaned([EGG, ' Ham ||20.0|x| ', '||||', 'Oil|0|0|100|']);
  expect(rows).toEqual([
    ['Egg', 143, 12.6, 9.5, '1'],
    ['Ham', null, 20, null, null],
    ['Oil', 0, 0, 100, null],
  ]);
  expect([cleaner.read, cleaner.lost]).toEqual([3, 0]);
  expect(cleaner.nulls).toEqual({ description: 0, kcal: 1, protein_g: 0, fat_g: 1, id: 2 });
  expect(found).toContainEqual(['no-key', 2, 'Ham']);
});

test.each<[string, string, (string | number)[][]]>([
  ['the header again', 'Food|Energy (kcal)|Protein (g)|Fat (g)|', [['heading', 1, 'Food']]],
  ['the header in parts', 'food|energy|pro-|fat|', [['heading', 1, 'food']]],
  ['units', '-|kcal|g|g|', [['no-name', 1, '- | kcal | g | g | ']]],
  ['units with a name', 'per 100 g|kcal|g|g|', [['heading', 1, 'per 100 g']]],
  ['a title', 'Dairy||||', [['heading', 1, 'Dairy']]],
  ['a title in all cells', 'Dairy|Dairy|Dairy|Dairy|Dairy', [['heading', 1, 'Dairy']]],
  ['a total', 'Total|143|12|9|', [['heading', 1, 'Total']]],
  ['a note with one amount', 'Version of June|2|||', [['heading', 1, 'Version of June']]],
  ['a note without amounts', 'Values|Estimated|||7', [['heading', 1, 'Values']]],
  ['IDs of columns', 'Food name|1|2|3|7', [['heading', 1, 'Food name']]],
  ['percentages', 'Egg, daily|7%|25%||', [['percentages', 1, 'Egg, daily']]],
  ['no name', 'n/a|143|12|9|7', [['no-name', 1, 'n/a | 143 | 12 | 9 | 7']]],
  ['a long name', `${'x'.repeat(1_001)}|1|2|3|7`, [['long-name', 1, 'x'.repeat(100)]]],
  ['shifted cells', 'Cod|large|raw|143|7', [['misfit', 1, 'Cod']]],
])('a row with %s is not a food', (_, line, expected) => {
  const { names, found, places, cleaner } = cleaned([EGG, line]);
  expect([names, cleaner.read]).toEqual([['Egg'], 2]);
  expect(found.map(([rule, count, text]) => [rule, count, String(text).slice(0, 100)])).toEqual(
    expected,
  );
  expect(places).toEqual([3]);
  expect(cleaner.lost).toBe(/heading/.test(String(expected)) ? 0 : 1);
});

test.each([
  ['a name that is a column, with decimals', 'Food name|1.5|2|3|7'],
  ['a row with some percentages', 'Egg|7|25%|3|7'],
  ['a row with two amounts and no key', 'Ham|145|20||'],
  ['a long name', `${'x'.repeat(1_000)}|1|2|3|7`],
  ['the same mark in several cells', 'Ham|trace|trace|3|7'],
])('%s is a food', (_, line) => {
  expect(cleaned([EGG, line]).rows).toHaveLength(2);
});

test('in a table with few amounts, a row with only a name is a food', () => {
  expect(cleaned(['Egg|143|12', 'Ham||'], { columns: COLUMNS.slice(0, 3) }).names).toEqual([
    'Egg',
    'Ham',
  ]);
});

test('columns may be in a different order than the fields', () => {
  const columns = [0, 3, 2, 1, 4].flatMap((at) => COLUMNS[at] ?? []);
  const { names, found } = cleaned([EGG, 'Egg, daily|7%|||7'], { columns });
  expect([names, found]).toEqual([['Egg'], [['percentages', 1, 'Egg, daily']]]);
});

test('repeated names and keys are noted', () => {
  const { found, names } = cleaned([EGG, 'Egg|140|12|9|2', 'Ham|145|20|5|1']);
  expect(names).toHaveLength(3);
  expect(found).toEqual([
    ['repeated-name', 1, 'Egg'],
    ['repeated-key', 1, '1'],
  ]);
});

test('amounts per serving are converted by its weight', () => {
  const columns = [...COLUMNS, WEIGHT];
  const lines = [`${EGG}|50`, 'Ham|145|20|5|2|0', 'Oil|145|20|5|3|'];
  const { rows, found } = cleaned(lines, { columns, per: 'serving' });
  expect(rows.map((row) => row.slice(1, 4))).toEqual([
    [286, 25.2, 19],
    [null, null, null],
    [null, null, null],
  ]);
  expect(found).toContainEqual(['no-serving-weight', 2, 'Ham']);
  expect(cleaned(lines, { columns, per: '100g' }).rows[0]?.slice(1, 4)).toEqual([143, 12.6, 9.5]);
});

test('a string that names another basis is kept, unless amounts are converted', () => {
  const lines = ['Amounts per cup||||', EGG];
  expect(cleaned(lines).cleaner.otherBasis).toBe('Amounts per cup');
  expect(cleaned([EGG]).cleaner.otherBasis).toBeUndefined();
  const perCup = COLUMNS.map((column) =>
    column.name === 'fat_g' ? numeric('fat_g', 'Fat per cup', 3) : column,
  );
  expect(cleaned([EGG], { columns: perCup }).cleaner.otherBasis).toBe('Fat per cup');
  const columns = [...perCup, WEIGHT];
  expect(cleaned([`${EGG}|50`], { columns, per: 'serving' }).cleaner.otherBasis).toBeUndefined();
});

test('a row of another basis is left out', () => {
  const { names, found } = cleaned([`${EGG}|per 100 g`, 'Ham|1|2|3|2|per cup', 'Oil|1|2|3|3|'], {
    basis: 5,
  });
  expect([names, found]).toEqual([['Egg', 'Oil'], [['other-basis', 1, 'Ham: per cup']]]);
});

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));
const food = (i: number) => `Food ${i}|1|2|3|${i}`;

test.each<[string, readonly string[], boolean, string, Options?]>([
  ['a web page', ['<!DOCTYPE html>||||'], true, 'line 2 is part of a web page'],
  ['a merge conflict', [EGG, '<<<<<<< HEAD||||'], true, 'line 3 is part of a web page'],
  ['a name like a tag', ['<b>Egg</b>||||'], false, ''],
  ['another header', [EGG, 'Name|Men|Women||9'], true, 'another header in line 3: "Men", "Women"'],
  ['two negative amounts', many(2, (i) => `Food ${i}|1|-2|3|${i}`), true, 'negative'],
  ['one negative amount', many(1, (i) => `Food ${i}|1|-2|3|${i}`), false, ''],
  [
    'a fifth of amounts negative',
    many(10, (i) => `Food ${i}|1|${i < 2 ? -2 : 2}|3|${i}`),
    false,
    '',
  ],
  [
    'more of them negative',
    many(10, (i) => `Food ${i}|1|${i < 3 ? -2 : 2}|3|${i}`),
    true,
    'negative',
  ],
  [
    'four servings without weights',
    many(4, (i) => `${food(i)}|`),
    false,
    '',
    { columns: [...COLUMNS, WEIGHT], per: 'serving' },
  ],
  [
    'five servings without weights',
    many(5, (i) => `${food(i)}|`),
    true,
    'no weight in grams',
    { columns: [...COLUMNS, WEIGHT], per: 'serving' },
  ],
  ['three parts of names', [...many(20, food), ...many(3, (i) => `with ${i}||||`)], false, ''],
  [
    'four parts of names',
    [...many(20, food), ...many(4, (i) => `with ${i}||||`)],
    true,
    'continue in another row',
  ],
  [
    'parts of names before foods',
    [...many(4, (i) => `with ${i}||||`), ...many(20, food)],
    false,
    '',
  ],
])('a table with %s', (_, lines, isRefused, reason, options) => {
  const { fault } = cleaned(lines, options).cleaner;
  if (isRefused) expect(fault).toContain(reason);
  else expect(fault).toBeUndefined();
});
