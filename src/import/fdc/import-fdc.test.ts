import { describe, expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../../test/import-cases.ts';

describe('importFoods, FoodData Central', () => {
  const SAMPLES = [
    ...['sub_sample_food', 'sample_food', 'market_acquisition', 'market_acquistion'],
    ...['agricultural_acquisition', 'experimental_food'],
  ];
  const FILES = {
    'food.csv': [
      ...['fdc_id,data_type,description,food_category_id', '30,sr_legacy_food,Egg,1'],
      ...['20,branded_food,Bar,', ...SAMPLES.map((type, i) => `${10 + i},${type},Egg 7,1`), ''],
    ].join('\n'),
    'food_category.csv': 'id,code,description\n1,0100,Dairy and Egg Products\n',
    'food_attribute.csv':
      'id,fdc_id,seq_num,name,value\n1,30,1,Common Name,hen egg\n2,30,2,Common Name,oeuf\n3,30,3,Other,x\n',
    'food_nutrient.csv':
      'id,fdc_id,nutrient_id,amount\n1,20,1008,5\n2,30,1003,12.56\n3,30,1062,598.3\n' +
      '4,30,1003,99\n5,99,1003,1\n6,20,1008,\n7,30,208,143\n8,10,1003,1\n',
    'sr_legacy_food.csv': 'fdc_id,NDB_number\n30,1123\n',
    'measure_unit.csv': 'id,name\n1000,cup\n9999,undetermined\n',
    'food_portion.csv':
      'id,fdc_id,seq_num,amount,measure_unit_id,portion_description,modifier,gram_weight\n' +
      '1,30,1,1.0,1000,,"chopped",243\n2,30,2,1,9999,,large,50\n3,30,3,1,9999,,small,38\n' +
      '4,20,1,2.0,1000,,10205,80\n',
    'branded_food.csv':
      'fdc_id,serving_size,serving_size_unit,household_serving_fulltext,brand_owner,branded_food_category,gtin_upc\n' +
      '20,40.0,g,,Bars Inc.,Snack Bars,041220576920\n30,58.0,g,1 EGG,,,\n',
    'readme.txt': 'about',
  };

  test('joins the files of the CSV archive as downloaded', async () => {
    const inFolder = Object.entries(FILES).map(([name, text]) => [`FoodData/${name}`, text]);
    const path = sourceFile('download.zip', zipOf(Object.fromEntries(inFolder)));
    const { report, rows, counts } = await imported(path);
    expect(report).toMatchObject({ format: 'FoodData Central, CSV', read: 8, kept: 2 });
    expect(rows).toMatchObject([
      {
        fdc_id: '20',
        ndb_no: null,
        kcal: 5,
        gmwt_1: 80,
        gmwt_desc1: '2 cup',
        gmwt_2: 40,
        gmwt_desc2: '40 g',
        portions: '[{"amount":2,"unit":"cup","grams":80},{"amount":40,"unit":"g","grams":40}]',
        food_group: 'Snack Bars',
        common_names: null,
        manufacturer: 'Bars Inc.',
        gtin: '00041220576920',
        data_type: 'branded_food',
      },
      {
        fdc_id: '30',
        ndb_no: '01123',
        description: 'Egg',
        kcal: 143,
        protein_g: 12.56,
        gmwt_1: 243,
        gmwt_desc1: '1 cup chopped',
        gmwt_2: 50,
        gmwt_desc2: '1 large',
        portions:
          '[{"amount":1,"unit":"cup chopped","grams":243},{"amount":1,"unit":"large","grams":50},' +
          '{"amount":1,"unit":"small","grams":38},{"amount":1,"unit":"EGG","grams":58}]',
        food_group: 'Dairy and Egg Products',
        common_names: 'hen egg, oeuf',
        manufacturer: null,
      },
    ]);
    expect(counts).toMatchObject({ 'not-a-food': 6, 'duplicate-nutrient': 1, 'no-food': 1 });
  });

  test('refuses an archive without nutrients', async () => {
    const path = sourceFile('download.zip', zipOf({ 'food.csv': FILES['food.csv'] }));
    await expect(imported(path, { format: 'fdc-csv' })).rejects.toThrow(
      'it has no food_nutrient.csv',
    );
  });

  test('reads branded JSON, its abridged form, and the groups of other foods', async () => {
    const foods = [
      {
        fdcId: 7,
        description: 'Bar',
        servingSize: 40,
        servingSizeUnit: 'g',
        brandOwner: 'Bars Inc.',
        brandedFoodCategory: 'Snack Bars',
        scientificName: 'Avena sativa',
        foodAttributes: [{ name: 'Common Name', value: 'oat bar' }],
        foodNutrients: [
          { nutrient: { id: 1062, unitName: 'kJ' }, amount: 418.4 },
          { nutrient: { id: 1003 }, amount: 5 },
          { nutrient: { id: 1003 }, amount: 6 },
        ],
      },
      { fdcId: 8, description: 'Egg', foodNutrients: [{ number: '208', amount: 143 }] },
      { fdcId: 9, description: 'Milk', foodCategory: { description: 'Dairy' } },
      {
        fdcId: 10,
        description: 'Tea',
        wweiaFoodCategory: { wweiaFoodCategoryDescription: 'Drinks' },
      },
    ];
    const path = sourceFile('branded.json', JSON.stringify({ BrandedFoods: foods }));
    const { rows, counts } = await imported(path);
    expect(rows).toMatchObject([
      { fdc_id: '7', kcal: 100, protein_g: 5, gmwt_1: 40, gmwt_desc1: '40 g' },
      { fdc_id: '8', kcal: 143, protein_g: null, food_group: null },
      { fdc_id: '9', food_group: 'Dairy' },
      { fdc_id: '10', food_group: 'Drinks' },
    ]);
    expect(rows[0]).toMatchObject({
      food_group: 'Snack Bars',
      common_names: 'oat bar',
      manufacturer: 'Bars Inc.',
      scientific_name: 'Avena sativa',
    });
    expect(counts).toMatchObject({ 'energy-in-kj': 1, 'duplicate-nutrient': 1 });
  });
});
