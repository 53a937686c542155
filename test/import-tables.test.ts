import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../src/import/files/source-files.ts';
import type { ImportOptions } from '../src/import/import-foods.ts';
import { imported, sourceFile, zipOf } from './import-cases.ts';
import { sharedFile } from './shared-folder.ts';

// The first rows of real tables, not part of the repository.
const folder = sharedFile('data/tables');
const withTables = test.skipIf(folder === undefined);

withTables.each<[string, number, Record<string, unknown>, ImportOptions?]>([
  [
    'afcd-units-in-second-row-kj.csv',
    297,
    {
      code: 'F002258',
      description: 'Cardamom seed, dried, ground',
      kcal: 295.411089866,
      protein_g: 10.8,
      fa_sat_g: 2.2,
      selenium_ug: 11.7,
    },
  ],
  [
    'usda-sr28-abbrev-latin1.csv',
    499,
    {
      ndb_no: '01001',
      description: 'BUTTER,WITH SALT',
      kcal: 717,
      vit_d_ug: 0,
      vit_a_rae: 684,
      fa_poly_g: 3.043,
      gmwt_1: 5,
    },
  ],
  [
    'off-export-tab.csv',
    196,
    { code: '8076809570787', kcal: 105, protein_g: 5, sodium_mg: 244, manufacturer: 'Barilla' },
  ],
  [
    'off-search-export-comma-quoted.csv',
    399,
    { code: '651511016', description: 'Celery', kcal: 59, carbohydrate_g: 3.64, vit_c_mg: 8.2 },
  ],
  [
    'off-semicolon-latin1-quoted.csv',
    199,
    {
      description: 'wurstel 100% pollo e tacchino',
      kcal: 155.353728489,
      protein_g: 14,
      lipid_total_g: 9.5,
    },
  ],
  ['json-late-members.json', 3000, { id: '0', description: 'food 0', protein_g: 0 }],
  [
    'fastfood-nested.json',
    181,
    {
      description: 'Diet Lemonade (medium)',
      kcal: 50,
      carbohydrate_g: 14,
      manufacturer: 'Chick-fil-A',
    },
    { per: 'serving' },
  ],
])('importFoods reads %s without a map', async (name, count, first, options) => {
  const { rows } = await imported(`${folder}/${name}`, options);
  expect(rows).toHaveLength(count);
  expect(rows[0]).toMatchObject(first);
});

withTables('importFoods reads the first foods of ciqual-2020-eng.xlsx', async () => {
  const { files, close } = await listSourceFiles(`${folder}/ciqual-2020-eng.xlsx`);
  const parts: Record<string, Buffer> = {};
  for (const file of files) parts[file.name] = await buffer(file.read());
  close();
  const sheet = String(parts['sheet1.xml']);
  const first = `${sheet.slice(0, sheet.indexOf('<row r="102"'))}</sheetData></worksheet>`;
  const { rows } = await imported(
    sourceFile('ciqual.xlsx', zipOf({ ...parts, 'sheet1.xml': first })),
  );
  expect(rows).toHaveLength(100);
  expect(rows[0]).toMatchObject({
    code: '24999',
    description: 'Desert (average)',
    kcal: null,
    protein_g: 4.63,
    fa_mono_g: 4.74,
    sodium_mg: 153,
  });
});

withTables('importFoods reads the first foods of ciqual-2020-fr-semicolon-latin1.csv', async () => {
  const bytes = readFileSync(`${folder}/ciqual-2020-fr-semicolon-latin1.csv`);
  const lines = bytes.toString('latin1').split('\n').slice(0, 101);
  const { rows } = await imported(
    sourceFile('ciqual.csv', Buffer.from(lines.join('\n'), 'latin1')),
  );
  expect(rows).toHaveLength(100);
  expect(rows[0]).toMatchObject({
    code: '24999',
    description: 'Dessert (aliment moyen)',
    kcal: null,
    protein_g: 4.63,
    lipid_total_g: 12.9,
    fa_sat_g: 5.18,
  });
});

withTables.each([
  ['fastfood-nested.json', 'say so with --per serving'],
  ['livsmedelsdb-tab-no-header.csv', 'it has no header. Map its columns by number'],
  ['cnf-food-name-cr-latin1.csv', 'none of its columns looks like energy or a nutrient'],
  ['ciqual-alim.xml', 'it is not XML (Unclosed root tag)'],
])('importFoods refuses %s and says what to do', async (name, message) => {
  await expect(imported(`${folder}/${name}`)).rejects.toThrow(message);
});

withTables('importFoods reads a table without a header by the numbers of its columns', async () => {
  const map = new Map([
    ['description', '1'],
    ['code', '2'],
    ['kcal', '4'],
    ['carbohydrate_g', '6'],
    ['lipid_total_g', '7'],
    ['protein_g', '8'],
  ]);
  const { rows } = await imported(`${folder}/livsmedelsdb-tab-no-header.csv`, { map });
  expect(rows[1]).toMatchObject({
    description: 'Pork lard 85% fat',
    code: '2',
    kcal: 763,
    protein_g: 2.8,
  });
});
