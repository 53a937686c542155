import { expect, test } from 'vitest';
import { imported } from './import-cases.ts';
import { sharedFile } from './shared-folder.ts';

// Real data, not part of the repository.
const folder = `${sharedFile('data') ?? ''}/`;
const withSamples = test.skipIf(folder === '/');

/** Each sample is imported once, by whichever test needs it first. */
const samples = new Map<string, ReturnType<typeof imported>>();
function sample(path: string): ReturnType<typeof imported> {
  const known = samples.get(path) ?? imported(`${folder}${path}`);
  samples.set(path, known);
  return known;
}

// The counts come from a Python script run over the same files.
withSamples.each([
  [
    'fdc-csv',
    { read: 4999, kept: 4870, key: 'fdc_id', nulls: { fdc_id: 0, description: 0, kcal: 89 } },
    { 'not-a-food': 129, 'duplicate-nutrient': 5, 'over-100-g': 55 },
  ],
  ['fdc-json/foundationDownload.sample.json', { read: 9, kept: 9, key: 'fdc_id' }, {}],
  ['open-food-facts/openfoodfacts.csv', { read: 1541, kept: 1537, key: 'code' }, { 'no-name': 4 }],
  [
    'open-food-facts/en.openfoodfacts.org.products.1000.tsv',
    { read: 1000, kept: 946, key: 'code' },
    { 'no-name': 54 },
  ],
  ['csv/usda-branded-2018.csv', { read: 12_460, kept: 12_408, key: 'ndb_no' }, { misfit: 52 }],
])('importFoods reads %s', async (path, expected, counts) => {
  const { report, counts: found } = await sample(path);
  expect(report).toMatchObject(expected);
  expect(found).toMatchObject(counts);
});

withSamples('importFoods joins the nutrients of a FoodData Central food', async () => {
  const { rows } = await sample('fdc-csv');
  const food = rows.find(({ fdc_id }) => fdc_id === '167611');
  expect(food).toMatchObject({
    description: 'Oil, bearded seal (Oogruk) (Alaska Native)',
    kcal: 899,
    protein_g: 0.56,
    fa_sat_g: 10.926,
    fa_mono_g: 47.08,
    fa_poly_g: 33.001,
  });
});

withSamples('importFoods takes a Foundation food with its portion and NDB number', async () => {
  const { rows } = await sample('fdc-json/foundationDownload.sample.json');
  expect(rows[0]).toMatchObject({
    fdc_id: '321358',
    ndb_no: '16158',
    description: 'Hummus, commercial',
    kcal: 229,
    gmwt_1: 33.9,
    gmwt_desc1: 'tablespoon',
  });
});

withSamples('importFoods converts the kilojoules of an older Open Food Facts export', async () => {
  const { rows } = await sample('open-food-facts/openfoodfacts.csv');
  expect(rows[0]).toMatchObject({
    code: '3175460030083',
    description: 'Echalote & Ciboulette (40 % MG)',
    kcal: 399.13957935,
    sodium_mg: 511.811023622,
    lipid_total_g: 40,
    fa_sat_g: 27,
    fa_mono_g: null,
  });
});
