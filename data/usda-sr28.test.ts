import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ABBREVIATIONS } from './make/abbreviations.ts';

/** The columns of the original service's table, in order, then those from USDA's other files. */
const HEADER =
  'ndb_no,description,water_g,kcal,protein_g,lipid_total_g,ash_g,carbohydrate_g,fiber_td_g,' +
  'sugar_g,calcium_mg,iron_mg,magnesium_mg,phosphorus_mg,potassium_mg,sodium_mg,zinc_mg,copper_mg,' +
  'manganese_mg,selenium_ug,vit_c_mg,thiamin_mg,riboflavin_mg,niacin_mg,panto_acid_mg,vit_b6_mg,' +
  'folate_tot_ug,folic_acid_ug,food_folate_ug,folate_dfe_ug,choline_tot_mg,vit_b12_ug,vit_a_iu,' +
  'vit_a_rae,retinol_ug,alpha_carot_ug,beta_carot_ug,beta_crypt_ug,lycopene_ug,lut_and_zea_ug,' +
  'vit_e_mg,vit_d_ug,vit_d_iu,vit_k_ug,fa_sat_g,fa_mono_g,fa_poly_g,cholestrl_mg,gmwt_1,' +
  'gmwt_desc1,gmwt_2,gmwt_desc2,refuse_pct,' +
  'portions,food_group,common_names,manufacturer,scientific_name,fdc_id';

/** The number of values that USDA lacks, by column. */
const MISSING: Readonly<Record<string, number>> = {
  water_g: 1,
  ash_g: 325,
  fiber_td_g: 594,
  sugar_g: 1832,
  calcium_mg: 348,
  iron_mg: 144,
  magnesium_mg: 739,
  phosphorus_mg: 579,
  potassium_mg: 426,
  sodium_mg: 83,
  zinc_mg: 706,
  copper_mg: 1257,
  manganese_mg: 2160,
  selenium_ug: 1700,
  vit_c_mg: 818,
  thiamin_mg: 634,
  riboflavin_mg: 616,
  niacin_mg: 637,
  panto_acid_mg: 2242,
  vit_b6_mg: 905,
  folate_tot_ug: 1261,
  folic_acid_ug: 2039,
  food_folate_ug: 1768,
  folate_dfe_ug: 2057,
  choline_tot_mg: 4016,
  vit_b12_ug: 1193,
  vit_a_iu: 711,
  vit_a_rae: 1535,
  retinol_ug: 1806,
  alpha_carot_ug: 3258,
  beta_carot_ug: 3162,
  beta_crypt_ug: 3270,
  lycopene_ug: 3292,
  lut_and_zea_ug: 3315,
  vit_e_mg: 2889,
  vit_d_ug: 3262,
  vit_d_iu: 3211,
  vit_k_ug: 3563,
  fa_sat_g: 349,
  fa_mono_g: 666,
  fa_poly_g: 665,
  cholestrl_mg: 410,
  gmwt_1: 300,
  gmwt_desc1: 299,
  gmwt_2: 3965,
  gmwt_desc2: 3965,
  refuse_pct: 50,
  portions: 298,
  food_group: 1,
  common_names: 7679,
  manufacturer: 7083,
  scientific_name: 8055,
  fdc_id: 1036,
};

const TEXT_COLUMNS = [
  ...['ndb_no', 'description', 'gmwt_desc1', 'gmwt_desc2'],
  ...['portions', 'food_group', 'common_names', 'manufacturer', 'scientific_name', 'fdc_id'],
];

/** The columns in the rows of expected values below. */
const CHECKED_COLUMNS = [
  'ndb_no',
  'carbohydrate_g',
  'protein_g',
  'fa_sat_g',
  'fa_mono_g',
  'fa_poly_g',
  'kcal',
  'description',
];

const text = readFileSync(new URL('usda-sr28.csv', import.meta.url), 'utf8');
const [, ...rows] = parse(text);
const columns = HEADER.split(',');
function column(name: string): string[] {
  const place = columns.indexOf(name);
  return rows.map((row) => row[place] ?? '');
}
const names = column('description');

/** Words in names that look like abbreviations but are not. */
const NO_ABBREVIATIONS = [
  /\bon\b/gi, // a tuna sub on white bread
  /\bpart[ -]skim\b/g,
  /\bsub\b/g,
  /\bapprox\. 65%/g, // These four are in official names.
  /\bsp\. seeds\b/g,
  /\bhi-fat\b/g,
  /\blow carb\b/g,
  /\bHI-C\b|\bKRAFT MAYO\b|\bCHIC-KETTS\b|\bCHICK-FIL-A\b|\bChick-n-Strips\b/g, // brands
  /\blo mein\b|\bchow mein\b/g,
];

describe('data/usda-sr28.csv', () => {
  it('has the header, and 8,790 rows that end in a line feed', () => {
    expect(text.slice(0, text.indexOf('\n'))).toBe(HEADER);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toContain('\r');
    expect(rows).toHaveLength(8790);
  });

  it('has five-digit NDB numbers, in order, without duplicates', () => {
    const ndbNos = column('ndb_no');
    expect(ndbNos.filter((ndbNo) => !/^\d{5}$/.test(ndbNo))).toEqual([]);
    expect(ndbNos).toEqual([...new Set(ndbNos)].sort());
  });

  it('has plain decimal numbers, and empty fields only where USDA has no figure', () => {
    for (const name of columns.filter((name) => !TEXT_COLUMNS.includes(name))) {
      const odd = column(name).filter((value) => !/^(\d+(\.\d+)?)?$/.test(value));
      expect([name, odd]).toEqual([name, []]);
    }
    const missing = columns.map((name) => [
      name,
      column(name).filter((value) => value === '').length,
    ]);
    expect(Object.fromEntries(missing.filter(([, count]) => count !== 0))).toEqual(MISSING);
  });

  it.each([
    '01009,3.09,22.87,18.867,9.246,1.421,404,"Cheese, cheddar"',
    '01123,0.72,12.56,3.126,3.658,1.911,143,"Egg, whole, raw, fresh"',
    '02030,63.95,10.39,1.392,0.739,0.998,251,"Spices, pepper, black"',
    '04053,0,0,13.808,72.961,10.523,884,"Oil, olive, salad or cooking"',
    '05062,0,22.5,0.563,0.689,0.424,120,"Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw"',
    '09003,13.81,0.26,0.028,0.007,0.051,52,"Apples, raw, with skin"',
    '12061,21.55,21.15,3.802,31.551,12.329,579,"Nuts, almonds"',
    '15076,0,19.84,0.981,2.103,2.539,142,"Fish, salmon, Atlantic, wild, raw"',
    '20445,28.17,2.69,0.077,0.088,0.076,130,"Rice, white, long-grain, regular, unenriched, cooked without salt"',
    `21237,20.08,11.82,3.803,3.474,0.306,257,"McDONALD'S, BIG MAC"`,
    '23572,0,17.17,7.581,8.848,0.521,254,"Beef, ground, 80% lean meat / 20% fat, raw"',
    '25004,47.24,24.29,4.728,,,396,"Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON chewy chocolate peanut bar"',
    '35024,4.8,3.8,0.01,,0.02,41,"Stew/soup, caribou (Alaska Native)"',
    '44055,63.7,11.3,0.555,0.405,1.035,319,"Celery flakes, dried"',
  ])('has the values that USDA measured: %s', (row) => {
    const [expected = []] = parse(row);
    const food = rows.find(([ndbNo]) => ndbNo === expected[0]) ?? [];
    expect(CHECKED_COLUMNS.map((name) => food[columns.indexOf(name)])).toEqual(expected);
  });

  it('has portions, water, total fat, a mineral, a vitamin and the share of refuse', () => {
    const names =
      'description,gmwt_1,gmwt_desc1,gmwt_2,gmwt_desc2,water_g,lipid_total_g,calcium_mg,vit_d_iu,refuse_pct';
    const places = names.split(',').map((name) => columns.indexOf(name));
    const food = rows.find(([ndbNo]) => ndbNo === '01077') ?? [];
    expect(places.map((place) => food[place])).toEqual([
      'Milk, whole, 3.25% milkfat, with added vitamin D',
      '244',
      '1 cup',
      '30.5',
      '1 fl oz',
      '88.13',
      '3.25',
      '113',
      '51',
      '0',
    ]);
  });

  it("has every measure of USDA's WEIGHT.txt, in its order", () => {
    const measures = readFileSync(new URL('sr28/WEIGHT.txt', import.meta.url), 'latin1')
      .trimEnd()
      .replaceAll('\r', '')
      .split('\n');
    expect(measures).toHaveLength(15_438);
    const portion = z.strictObject({ amount: z.number(), unit: z.string(), grams: z.number() });
    const texts = column('portions');
    const written = rows.flatMap(([ndbNo], food) => {
      const text = texts[food];
      const portions = z.array(portion).parse(text === '' ? [] : JSON.parse(text ?? ''));
      return portions.map(({ amount, unit, grams }) => [ndbNo, amount, unit, grams].join('^'));
    });
    expect(written).toEqual(
      measures.map((line) => {
        const [ndbNo = '', , amount, unit = '', grams] = line.split('^');
        return [ndbNo.slice(1, -1), Number(amount), unit.slice(1, -1), Number(grams)].join('^');
      }),
    );
  });

  it('has food groups, common names, manufacturers and species', () => {
    const food = (ndbNo: string) => {
      const row = rows.find(([number]) => number === ndbNo) ?? [];
      return columns.slice(-5, -1).map((name) => row[columns.indexOf(name)]);
    };
    expect(food('11124')).toEqual([
      'Vegetables and Vegetable Products',
      'Includes USDA commodity food A099',
      '',
      'Daucus carota',
    ]);
    expect(food('09520')).toEqual([
      'Fruits and Fruit Juices',
      'Gold3',
      '',
      'Actinidia chinensis ‘Zesy002’ (Gold3)',
    ]);
    expect(food('33879')).toEqual(['', '', '', '']);
    expect(new Set(column('food_group')).size).toBe(26);
  });

  it('names every food, without duplicates', () => {
    expect(names.filter((name) => name === '')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no name written all in capitals', () => {
    expect(names.filter((name) => !/[a-z]/.test(name))).toEqual([]);
  });

  it('starts every name with a capital or a digit', () => {
    expect(names.filter((name) => !/^[A-Z\d]|^McK/.test(name))).toEqual([]);
  });

  it('has no doubled, leading or trailing space, and no space before a comma', () => {
    expect(names.filter((name) => /\s{2}|^\s|\s$|\s,/.test(name))).toEqual([]);
  });

  it('has no name with a listed abbreviation', () => {
    const left = names.filter((name) => {
      const words = NO_ABBREVIATIONS.reduce((rest, pattern) => rest.replace(pattern, ''), name);
      return (words.match(/[A-Za-z0-9]+(?:'[A-Za-z]+)?/g) ?? []).some((word) =>
        ABBREVIATIONS.has(word.toUpperCase()),
      );
    });
    expect(left).toEqual([]);
  });
});
