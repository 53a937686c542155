import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import type { StoredValue } from '../../food/decimal.ts';
import {
  brandColumns,
  ExtraColumns,
  fatKnown,
  serializeField,
  unknownFields,
  withBrand,
} from './extra-columns.ts';

test.each([
  [1, '2.5', -1, 3],
  [null, 'trace', Number.NaN, 0],
  ['', '1,5', 1, 1],
])(
  'fatKnown of %j, %j and %j is %i: those that fat_g counts',
  (fa_sat_g, fa_mono_g, fa_poly_g, known) => {
    expect(fatKnown({ ...EGG, fa_sat_g, fa_mono_g, fa_poly_g })).toBe(known);
  },
);

test.each([
  '[]',
  '[{"amount":1,"unit":"cup","grams":150}]',
  ' [ {"amount": 0.5, "unit": "\\u00e9 \\"x\\"", "grams": 1e2, "more": null} ]',
])('serializeField returns the portions %s as a list', (text) => {
  expect(serializeField('portions', text)).toBe(text);
});

test.each([
  'two slices',
  '{}',
  'null',
  '[1]',
  '[null]',
  '[{"amount":"1","unit":"cup","grams":150}]',
  '[{"amount":1,"unit":7,"grams":150}]',
  '[{"amount":1,"unit":"cup"}]',
  '[{"amount":1,"unit":"cup","grams":150}',
  '[{"amount":1,"unit":"a\nb","grams":150}]',
])('serializeField returns the text %j as text', (text) => {
  expect(serializeField('portions', text)).toBe(JSON.stringify(text));
});

test('serializeField returns lists of other columns, and numbers, as stored', () => {
  expect(serializeField('Portions', '[]')).toBe('"[]"');
  expect(serializeField('portions', null)).toBe('null');
  expect(serializeField('portions', 7)).toBe('7');
});

test('withBrand puts the brand of a food with a barcode on a separate line', () => {
  expect(brandColumns(['manufacturer', 'description'])).toEqual([]);
  expect(brandColumns(['manufacturer', 'gtin'])).toEqual(['gtin', 'manufacturer']);
  expect(withBrand('pop\nsoda', ['00012345678905', 'Acme'])).toBe('pop soda,\nAcme');
  expect(withBrand(null, ['00012345678905'])).toBe(',\n');
  expect(withBrand('pop', [null, 'Acme'])).toBe('pop');
});

/** Adds two rows with unique values, or with the given ones, and returns the chosen column. */
function chosen(
  extra: readonly string[],
  source: ConstructorParameters<typeof ExtraColumns>[1],
  fieldOf = (column: string, row: number): StoredValue => `${column} ${row}`,
) {
  const columns = new ExtraColumns([...Object.keys(EGG), ...extra], source);
  const rows = [1, 2].map((row) => ({
    entry: EGG,
    fields: columns.columns.map((column) => fieldOf(column, row)),
  }));
  for (const row of rows) columns.add(row);
  const { fields, key, warnings } = columns.build();
  return {
    read: columns.columns.join(),
    stored: fields.names.join(),
    offered: fields.offered.join(),
    names: columns.namesColumn,
    fixed: columns.fixed.join(),
    key: key?.column,
    indexed: rows.map((row) => columns.otherNames(row)).at(0),
    warnings,
  };
}

const FATS = 'fa_sat_g,fa_mono_g,fa_poly_g';
const NONE = { ...{ read: '', stored: '', offered: '', fixed: '' }, indexed: null, warnings: [] };

test.each<[columns: string[], source: Parameters<typeof chosen>[1], expected: object]>([
  [[], {}, NONE],
  [
    ['id'],
    { fields: ['kcal'] },
    { read: 'id', stored: 'id', offered: 'id', fixed: 'id', key: 'id' },
  ],
  [
    ['id', 'Common_Names', 'x'],
    {},
    {
      ...{ read: 'id,Common_Names', stored: 'id,Common_Names', offered: 'id', key: 'id' },
      ...{ names: 'Common_Names', fixed: 'Common_Names,id', indexed: 'Common_Names 1' },
    },
  ],
  [
    ['ID', 'code', 'aka', 'x'],
    { fields: ['x', 'none'], names: 'AKA' },
    {
      ...{ read: 'ID,code,aka,x', stored: 'ID,code,aka,x', offered: 'ID,x', key: 'ID' },
      ...{ names: 'aka', fixed: 'aka,ID,code', indexed: 'aka 1' },
    },
  ],
  [
    ['NDB_No', 'x'],
    { fields: ['*'] },
    {
      ...{ read: `${FATS},NDB_No,x`, stored: `${FATS},NDB_No,x,fat_known` },
      ...{ offered: `${FATS},NDB_No,x,fat_known`, fixed: 'NDB_No', key: 'NDB_No' },
    },
  ],
  [
    ['x', 'y'],
    { key: 'Y', fields: ['fat_known'] },
    { read: 'y', stored: 'y,fat_known', offered: 'y,fat_known', fixed: 'y', key: 'y' },
  ],
  [
    ['gtin', 'manufacturer', 'license', 'source'],
    {},
    {
      ...{ read: 'gtin,manufacturer,license,source', offered: 'license,source' },
      stored: 'gtin,manufacturer,license,source',
      ...{ fixed: 'gtin,manufacturer', indexed: ',\nmanufacturer 1' },
    },
  ],
  // A column that is named like a computed field counts as any other.
  [
    ['manufacturer', 'source', 'fat_known'],
    { fields: ['fat_known'] },
    { read: 'fat_known', stored: 'fat_known', offered: 'fat_known' },
  ],
])('of the columns %j, %j chooses', (columns, source, expected) => {
  expect(chosen(columns, source)).toEqual({ ...NONE, ...expected });
});

test('the key is the first column whose values are unique', () => {
  const repeatedId = (column: string, row: number) => (column === 'id' ? 7 : row);
  expect(chosen(['id', 'code', 'fdc_id'], {}, repeatedId)).toMatchObject({
    ...{ key: 'fdc_id', offered: 'fdc_id', warnings: [] },
  });
  expect(chosen(['id', 'code'], { key: 'id' }, repeatedId)).toMatchObject({
    ...{ key: undefined, offered: '' },
    warnings: ['foods cannot be looked up, because column "id" is not unique'],
  });
});

test.each([
  [['*', 'id', 'fat_known'], []],
  [
    ['x', 'kcal', 'id', 'y'],
    ['x', 'kcal', 'y'],
  ],
  [['x', '?'], []],
])('of the fields %j, %j are unknown', (wanted, unknown) => {
  expect(unknownFields([...Object.keys(EGG), 'id'], wanted)).toEqual(unknown);
});
