import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEntriesCsv } from './entries-csv.ts';

const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-csv-')), 'foods.csv');
const HEADER = 'id,carbohydrate_g,protein_g,fa_sat_g,fa_mono_g,fa_poly_g,kcal,description\n';

test('readEntriesCsv reads numbers, missing values as NULL, and quoted names', () => {
  writeFileSync(path, `\ufeff${HEADER}01,0.72,12.56,,0,1.9,143,"Egg, ""whole"""\n`);
  const { columns, batches } = readEntriesCsv(path);
  expect(batches).toEqual([[['01', 0.72, 12.56, null, 0, 1.9, 143, 'Egg, "whole"']]]);
  expect(columns.map(({ type }) => type)).toEqual([
    'text',
    ...Array.from({ length: 6 }, () => 'number'),
    'text',
  ]);
});

test.each([
  ['a missing column', HEADER.replace(',kcal', ''), /its header has no column "kcal"/],
  [
    'a nutrient that is not a number',
    `${HEADER}1,2,3,4,5,6,lots,Egg\n`,
    /record 1: kcal "lots" is not a number/,
  ],
])('readEntriesCsv names %s', (_, text, message) => {
  writeFileSync(path, text);
  expect(() => readEntriesCsv(path)).toThrow(message);
});
