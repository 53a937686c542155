import { expect, test } from 'vitest';
import { readNutrients } from '../../catalog/nutrients.ts';
import type { RecordSource } from '../record-source.ts';
import { keyColumn, listOf, planColumns } from './column-plan.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  kcal: ['Energy:kcal', 'kJ:kJ'],
  protein_g: ['Protein:g'],
  vit_d_µg: ['Vitamin D:µg'],
  vit_d_iu: ['Vitamin D:IU'],
  iron_mg: ['Iron:kcal'],
  gmwt_1: ['Serving:g', 'Portion size:g', 'Weight:g'],
};
const HEADER = ['Food', 'Energy', 'kJ', 'Protein', 'Code', 'Brand'];

function sourceOf(more: Partial<RecordSource> = {}): RecordSource {
  return {
    header: HEADER,
    fieldsOf: ({ column }) =>
      (FIELDS[column] ?? []).map((text) => {
        const [name = '', unit = ''] = text.split(':');
        return { name, unit };
      }),
    descriptionFields: ['Name', 'Food'],
    keyFields: ['ID', 'Code'],
    batches: [],
    ...more,
  };
}

interface Options extends Partial<RecordSource> {
  readonly map?: Readonly<Record<string, string>>;
  /** Records, whose cells are separated by bars. */
  readonly sample?: readonly string[];
}

function planned({ map = {}, sample = [], ...more }: Options = {}) {
  const records = sample.map((text, place) => ({ place, values: text.split('|') }));
  return planColumns(
    'foods.csv',
    sourceOf(more),
    readNutrients(),
    new Map(Object.entries(map)),
    records,
  );
}

/** Returns each column that is filled from fields, with those fields and their factors. */
const filled = (options?: Options) =>
  planned(options).flatMap(({ name, type, fields }) =>
    fields.length === 0
      ? []
      : `${name} (${type}): ${fields.map((one) => (one.factor === 1 ? one.name : `${one.name} × ${one.factor.toPrecision(4)}`)).join(', ')}`,
  );

const DESCRIPTION = 'description (text): Food';
const PROTEIN = 'protein_g (number): Protein';
const PLAN = ['Code (text): Code', DESCRIPTION, 'kcal (number): Energy, kJ × 0.2390', PROTEIN];

test.each<[string, Options, string[]]>([
  ['all fields', {}, PLAN],
  ['a repeated name', { header: [...HEADER, 'Protein'] }, PLAN],
  [
    'a known key',
    { keyFields: ['id'], header: [...HEADER, 'id'] },
    ['id (text): id', ...PLAN.slice(1)],
  ],
  [
    'another key',
    { keyFields: ['No'], header: [...HEADER, 'No'] },
    ['code (text): No', ...PLAN.slice(1)],
  ],
  ['no key', { keyFields: ['ID'] }, PLAN.slice(1)],
  ['a text field', { textFields: ['Brand'] }, [...PLAN, 'Brand (text): Brand']],
  ['a mapped field', { map: { brand: 'Brand' } }, [...PLAN, 'brand (any): Brand']],
  ['a mapped key', { map: { code: 'Code' } }, [...PLAN.slice(1), 'code (any): Code']],
  [
    'a column left out',
    { map: { kcal: '', brand: '' } },
    ['Code (text): Code', DESCRIPTION, PROTEIN],
  ],
  [
    'energy mapped to kJ',
    { map: { kcal: 'kJ' } },
    [...PLAN.slice(0, 2), 'kcal (number): kJ × 0.2390', PROTEIN],
  ],
  [
    'a unit in the map',
    { map: { kcal: 'Energy:kJ' } },
    [...PLAN.slice(0, 2), 'kcal (number): Energy × 0.2390', PROTEIN],
  ],
  [
    'a name like a unit in the map',
    { header: [...HEADER, 'Energy:kJ'], map: { kcal: 'Energy:kJ' } },
    [...PLAN.slice(0, 2), 'kcal (number): Energy:kJ × 0.2390', PROTEIN],
  ],
  [
    'a field for two columns',
    { header: [...HEADER, 'Vitamin D'] },
    [...PLAN, expect.stringMatching(/^vit_d_\w+ \(number\): Vitamin D$/)],
  ],
  ['a field in a unit that does not fit', { header: [...HEADER, 'Iron'] }, PLAN],
])('columns are planned from %s', (_, options, plan) => {
  expect(filled(options)).toEqual(plan);
});

test('a column that every table needs is there, even if nothing fills it', () => {
  const empty = planned().flatMap(({ name, fields }) => (fields.length === 0 ? name : []));
  expect(empty).toEqual(['carbohydrate_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g']);
});

test.each([
  [['Egg|1|4', 'Ham|2|8', 'Oil|3|12', 'Tea|4|16', 'Fig|5|20'], 'Energy, Energy 2'],
  [['Egg|1|4', 'Ham|2|8', 'Oil|3|12', 'Tea|4|16', 'Fig||20'], 'Energy, Energy 2'],
  [['Egg|1|4', 'Ham|2|8', 'Oil|3|12', 'Tea|n/a|16', 'Fig||20'], 'Energy 2, Energy'],
])('of the values %j, the fields are ranked %s', (sample, ranked) => {
  const header = ['Food', 'Energy', 'Energy 2'];
  const fieldsOf: RecordSource['fieldsOf'] = ({ column }) =>
    column === 'kcal' ? ['Energy', 'Energy 2'].map((name) => ({ name, unit: 'kcal' })) : [];
  expect(filled({ header, fieldsOf, sample })).toContain(`kcal (number): ${ranked}`);
});

test.each<[string, Partial<RecordSource>, string]>([
  ['names', { descriptionFields: ['Energy', 'Food'] }, 'description (text): Energy, Food'],
  ['amounts of a format', { textFields: [] }, 'kcal (number): Energy, kJ × 0.2390'],
])('%s keep their order, even if the first field is nearly empty', (_, more, expected) => {
  const sample = ['Egg||598', 'Ham||4', 'Oil|1|8'];
  expect(filled({ sample, ...more })).toContain(expected);
});

test.each([
  [['Serving', 'Portion size', 'Weight'], 'Serving'],
  [['Weight', 'Portion size', 'Serving'], 'Serving'],
  [['Weight', 'Portion size'], 'Portion size'],
  [['Weight'], 'Weight'],
])('of the portion columns %j, only %j is used', (portions, expected) => {
  expect(filled({ header: [...HEADER, ...portions] })).toContain(`gmwt_1 (number): ${expected}`);
});

test.each<[Options, string]>([
  [{ map: { kcal: 'Kcal' } }, 'it has no column "Kcal". It has "Food", "Energy", '],
  [
    { map: { kcal: 'Energy:x' } },
    '"x" is not a unit. Use g, mg, µg, kcal or kJ, such as "Energy:g".',
  ],
  [
    { map: { kcal: 'Energy:g' } },
    'its column "Energy" is in g, which cannot be converted to kcal.',
  ],
  [{ map: { KCAL: 'Energy' } }, '--map cannot make a column "KCAL" next to "kcal".'],
  [
    { map: { Shelf: 'Brand', shelf: 'Code' } },
    '--map cannot make a column "shelf" next to "Shelf".',
  ],
  [
    { descriptionFields: [], sample: ['Egg|1|2', 'Ham|2|3'] },
    'none of its columns looks like the name of a food. It has "Food", "Energy", "kJ", "Protein", "Code", "Brand". Map the column with --map "description=Food".',
  ],
  [{ descriptionFields: [] }, '--map "description=…"'],
  [{ header: ['Food', 'Serving'] }, 'none of its columns looks like energy or a nutrient.'],
])('%j is refused', (options, reason) => {
  expect(() => planned(options)).toThrow(reason);
});

test.each([
  [{}, 'Code'],
  [{ keyFields: [] }, undefined],
  [{ keyFields: [], map: { id: 'Code' } }, 'id'],
  [{ keyFields: ['Brand'], map: { id: 'Code', gtin: 'Brand' } }, 'code'],
])('with %j, the key is %s', (options: Options, key) => {
  expect(keyColumn(planned(options), sourceOf(options))).toBe(key);
});

test.each([
  [0, 'no columns'],
  [2, '"0", "1"'],
  [20, `${Array.from({ length: 20 }, (_, i) => `"${i}"`).join(', ')}`],
  [23, `${Array.from({ length: 20 }, (_, i) => `"${i}"`).join(', ')} and 3 more`],
])('listOf %d names is %s', (count, text) => {
  expect(listOf(Array.from({ length: count }, (_, i) => `${i}`))).toBe(text);
});
