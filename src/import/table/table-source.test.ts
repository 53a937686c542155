import { expect, test } from 'vitest';
import { readNutrients } from '../../catalog/nutrients.ts';
import { DECISIONS, FindingCounts, NOTES, SKIPS } from '../import-report.ts';
import { namedFields, openTable } from './table-source.ts';

type Options = Parameters<typeof openTable>[3] & { readonly isUnended?: boolean };

/** Reads a table from lines, whose cells are separated by bars, in batches of four. */
async function read(lines: readonly string[], { isUnended = false, ...options }: Options = {}) {
  const findings = new FindingCounts();
  const records = lines.map((line, i) => ({
    ...{ place: i + 1, values: line.split('|') },
    isUnended: isUnended && i === lines.length - 1,
  }));
  const batches = (async function* () {
    for (let at = 0; at < records.length; at += 4) yield records.slice(at, at + 4);
  })();
  const source = await openTable('foods.csv', batches, findings, options);
  const rows: string[] = [];
  for await (const batch of source.batches)
    rows.push(...batch.map(({ values }) => values.join('|')));
  const found = findings.of({ ...SKIPS, ...NOTES, ...DECISIONS });
  return {
    ...{ header: source.header, titles: source.titles, rows },
    found: found.map(({ rule, examples: [one] }) => `${rule}, line ${one?.place}: ${one?.text}`),
  };
}

const HEADER = 'Food|Energy (kcal)|Fat (g)';
const foods = (count: number, end = '') =>
  Array.from({ length: count }, (_, i) => `Food ${i}|${i}|2${end}`);

test('rows come after the header, and columns of the same name are told apart', async () => {
  const lines = ['Foods of us', `${HEADER}|Fat (g)`, ...foods(60, '|3')];
  expect(await read(lines)).toEqual({
    header: ['Food', 'Energy (kcal)', 'Fat (g)', 'Fat (g) (2)'],
    titles: ['Foods of us'],
    rows: foods(60, '|3'),
    found: [],
  });
});

test.each<[string, string[], boolean, string[]]>([
  ['a missing field', [...foods(4), 'Tea|1'], false, ['shifted, line 6: 2 of 3 fields: Tea | 1']],
  [
    'a missing field, like a third of the rows',
    [...foods(2), 'Tea|1'],
    true,
    ['field-count, line 4: 2 of 3 fields: Tea | 1'],
  ],
  [
    'a missing field, in a table where another row ends with an empty field',
    ['Oil|9|', ...foods(1), 'Tea|1'],
    false,
    ['shifted, line 4: 2 of 3 fields: Tea | 1'],
  ],
  [
    'the rest of the row above',
    [...foods(2), '0.5|1'],
    false,
    ['shifted, line 4: 2 of 3 fields: 0.5 | 1'],
  ],
  ['a note', [...foods(4), 'Source: us'], true, ['field-count, line 6: 1 of 3 fields: Source: us']],
  [
    'other separators',
    [...foods(4), 'Tea;1;2;3'],
    false,
    ['shifted, line 6: 1 of 3 fields: Tea;1;2;3'],
  ],
  [
    'an extra field that is empty, like half of the rows',
    [...foods(1), 'Tea|1|2|'],
    false,
    ['shifted, line 3: 4 of 3 fields: Tea | 1 | 2'],
  ],
  [
    'an extra field that is empty, like most rows but the first',
    [...foods(1), 'Tea|1|2|', 'Oil|9|9|'],
    true,
    [],
  ],
  [
    'an extra field',
    [...foods(4), 'Tea|1|2|3'],
    false,
    ['shifted, line 6: 4 of 3 fields: Tea | 1 | 2'],
  ],
  [
    'an extra empty field',
    [...foods(4), 'Tea|1|2|'],
    false,
    ['shifted, line 6: 4 of 3 fields: Tea | 1 | 2'],
  ],
  ['a usual empty field', [...foods(4, '|'), 'Tea|1|2|'], true, []],
  [
    'a value in a field that is usually empty',
    [...foods(4, '|'), 'Tea|1|2|3'],
    false,
    ['shifted, line 6: 4 of 3 fields: Tea | 1 | 2'],
  ],
  [
    'two empty fields where one is usual',
    [...foods(4, '|'), 'Tea|1|2||'],
    false,
    ['shifted, line 6: 5 of 3 fields: Tea | 1 | 2'],
  ],
])('a row with %s is kept or left out', async (_, lines, isKept, found) => {
  const { rows, found: noted } = await read([HEADER, ...lines]);
  expect([rows, noted]).toEqual([isKept ? lines : lines.slice(0, -1), found]);
  const aligned = await read([HEADER, ...lines], { isAligned: true });
  expect([aligned.rows, aligned.found]).toEqual([lines, []]);
});

const CUT = 'its last row is cut off. Get the file again, or remove the row.';

test.each<[string, string[], boolean, boolean]>([
  ['a short row without a line break', [...foods(3), 'Tea|1'], true, true],
  ['a short row in line 8', [...foods(6), 'Tea|1'], false, false],
  ['a short row in line 9', [...foods(7), 'Tea|1'], false, true],
  ['two short rows', [...foods(9), 'Tea|1', 'Ham|1'], true, false],
  ['a lone name without a line break', [...foods(9), 'Te'], true, true],
  ['a lone name with a line break', [...foods(9), 'Teas'], false, false],
  ['a note without a line break', [...foods(9), '* estimated'], true, false],
  ['an empty last amount without a line break', [...foods(23), 'Tea|1|'], true, true],
  ['an empty last amount in line 24', [...foods(22), 'Tea|1|'], true, false],
  ['an empty last amount with a line break', [...foods(23), 'Tea|1|'], false, false],
  ['two empty last amounts', [...foods(23), 'Ham|1|', 'Tea|1|'], true, false],
  ['no amounts', [...foods(23), 'Tea||'], true, false],
  ['a whole row', foods(30), true, false],
])('a table that ends in %s', async (_, lines, isUnended, isCut) => {
  const reading = read([HEADER, ...lines], { isUnended });
  if (isCut) await expect(reading).rejects.toThrow(CUT);
  else await expect(reading).resolves.toBeDefined();
});

test.each<[string[], Options, string]>([
  [
    ['Egg|1|2', 'Ham|2|3'],
    {},
    'it has no header. Map its columns by number, as in --map description=1 --map kcal=…. Its first row is "Egg", "1", "2".',
  ],
  [[HEADER, 'Egg|1|2'], { headerRow: 3 }, '--header-row 3 is not among its first 2 rows.'],
  [
    [HEADER, 'Egg|1|2'],
    { headerRow: 1, unitsRow: 3 },
    '--units-row 3 is not among its first 2 rows.',
  ],
  [
    [HEADER, 'Egg|1|2'],
    { unitsRow: 2 },
    'its row 2, which --units-row names, has no units. It has "Egg", "1", "2".',
  ],
  [['Egg|1.5|2.5', HEADER, 'Ham|1|2'], {}, 'it has foods above its header.'],
  [[HEADER, `${'x|'.repeat(4_096)}y`], {}, 'it has more than 4,096 columns.'],
])('%j is refused with %j', async (lines, options, reason) => {
  await expect(read(lines, options)).rejects.toThrow(reason);
});

test.each<[string[], Options]>([
  [['Egg|1|2', 'Ham|2|3'], { isMapped: true }],
  [['Food|Energy|Fat', '|kcal|g', 'Ham|1|2'], { headerRow: 1, unitsRow: 2 }],
  [['Egg|1.5|2.5', HEADER, 'Ham|1|2'], { headerRow: 2 }],
  [['Egg|1|2.5', HEADER, 'Ham|1|2'], {}],
  [[], {}],
])('%j is read with %j', async (lines, options) => {
  await expect(read(lines, options)).resolves.toBeDefined();
});

/** Returns the fields of a column, with their units. */
function fieldsOf(column: string, header: readonly string[]) {
  const nutrient = readNutrients().find((one) => one.column === column);
  if (nutrient === undefined) throw new Error(`There is no column ${column}.`);
  return namedFields(header)
    .fieldsOf(nutrient)
    .map(({ name, unit }) => `${name}: ${unit}`);
}

test.each([
  ['protein_g', ['Protein', 'Eiweiß'], ['Protein: g', 'Eiweiß: g']],
  ['protein_g', ['Protein (mg)', 'Protein (g)'], ['Protein (g): g', 'Protein (mg): mg']],
  ['protein_g', ['Protein (kcal)'], []],
  ['protein_g', ['P', 'F', 'C'], []],
  ['phosphorus_mg', ['P', 'NA'], ['P: mg']],
  ['phosphorus_mg', ['p', 'na'], []],
  ['magnesium_mg', ['MG'], ['MG: mg']],
  ['magnesium_mg', ['mg'], []],
  ['water_g', ['Water (%)'], ['Water (%): g']],
  ['kcal', ['Energy', 'Energy (kcal)'], ['Energy (kcal): kcal']],
  ['kcal', ['Energy', 'Energy (kJ)'], ['Energy: kcal', 'Energy (kJ): kJ']],
  ['kcal', ['Calories', 'Energy'], ['Calories: kcal']],
])('the fields of %s in %j are %j', (column, header, fields) => {
  expect(fieldsOf(column, header)).toEqual(fields);
});

test('columns of names and keys are recognized by header, and columns of names also by content', () => {
  const { descriptionFields, keyFields } = namedFields(['Code', 'ID', 'Food', 'Food']);
  expect([descriptionFields, keyFields]).toEqual([
    ['Food'],
    expect.arrayContaining(['Code', 'ID']),
  ]);
  const rows = ['Egg|1', 'Ham|2', 'Oil|3'].map((line, place) => ({
    place,
    values: line.split('|'),
  }));
  expect(namedFields(['column 1', 'kcal'], rows).descriptionFields).toEqual(['column 1']);
  expect(namedFields(['Item x', 'kcal'], rows).descriptionFields).toEqual([]);
  expect(namedFields(['ID (µg)']).keyFields).toEqual([]);
});
