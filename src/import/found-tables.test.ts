import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Names and shapes of tables that people have published.

const EGG = { kcal: 143, protein_g: 12.6, carbohydrate_g: 0.7, lipid_total_g: 9.5 };

test.each([
  ['ad,kalori,protein,karb,yag', 'Egg,143,12.6,0.7,9.5'],
  ['nombre,kcal_100,prot_100,carb_100,grasa_100', 'Egg,143,12.6,0.7,9.5'],
  ['isim,kalori,protein,karbo,yag', 'Egg,143,12.6,0.7,9.5'],
  ['title,calories,percentProtein,Protein/g,Carbohydrates/g,Fat/g', 'Egg,143,35,12.6,0.7,9.5'],
  ['name,Energy (MJ),protein,carbs,fat', '"=""Egg""",0.598312,12.6,0.7,9.5'],
  ['Name,Energi,Protein,Karbohidrat,Fat', 'Egg,143 Kal,12.6 g,0.7 g,9.5 g'],
  [
    '#NDB_No^Shrt_Desc^Energ_Kcal^Protein_(g)^Carbohydrt_(g)^Lipid_Tot_(g)',
    '1^Egg^143^12.6^0.7^9.5',
  ],
  ['descripcion_es,ENERCKCAL,ENERCKJ,PROCNT,CHOCDF,FAT', 'Egg,143,599,12.6,0.7,9.5'],
  ['Name,Calories,Gram_Prot,Gram_Fat,Gram_Carb', 'Egg,143,12.6,9.5,0.7'],
  [
    'Description,Data.Kilocalories,Data.Protein,Data.Carbohydrate,Data.Fat.Total Lipid',
    'Egg,143,12.6,0.7,9.5',
  ],
  [
    'NOMBRE,"Energía\n<ENERC>","Energía\n<ENERC>","Proteínas\n<PROCNT>","Grasa\n<FAT>","CH"\n,kcal,kJ,g,g,g',
    'Egg,143,598,12.6,9.5,0.7',
  ],
  ['item_name,nf_calories,nf_protein,nf_total_carbohydrate,nf_total_fat', 'Egg,143,12.6,0.7,9.5'],
  ['Gıda Adı;Enerji (kcal);Protein (g);Karbonhidrat (g);"Yağ, toplam (g)"', 'Egg;143;12,6;0,7;9,5'],
  [
    'Produkt,Energia (kcal),Białko ogółem (g),Węglowodany ogółem (g),Tłuszcz (g)',
    'Egg,143,12.6,0.7,9.5',
  ],
  [
    'Food,"Energy\n(kcal)\nENERC(kcal)","Protein, total\n(g)\nPROTCNT(g)","Carbohydrate available\n(g)\nCHOAVLDF(g)","Fat, total\n(g)\nFAT(g)"',
    'Egg,143,12.6,0.7,9.5',
  ],
  ['Food,Calories,Pro\u00adtein,Carbo\u00adhydrate,\ufeffFat', 'Egg,143,12.6,0.7,9.5'],
  ['Food,Group,Energy,Protein,Carbohydrate,Fat', 'Egg,Group,143,12.6,0.7,9.5'],
])('importFoods reads %s', async (header, row) => {
  const { rows } = await imported(sourceFile('foods.csv', `${header}\n${row}\n`));
  expect(rows).toMatchObject([{ description: 'Egg', ...EGG }]);
});

test.each(['saturated fat,monosat fat,polysat fat', 'Saturada,Monoinsaturada,Poliinsaturada'])(
  'importFoods reads the fatty acids %s',
  async (header) => {
    const text = `name,${header}\nEgg,3.1,3.7,1.9\n`;
    const { rows } = await imported(sourceFile('foods.csv', text));
    expect(rows).toMatchObject([{ fa_sat_g: 3.1, fa_mono_g: 3.7, fa_poly_g: 1.9 }]);
  },
);

test.each(['Sodium (as salt) (g)', 'Natrium/Salz (g)', 'Sodium (NaCl) (g)'])(
  'importFoods does not read %s as sodium',
  async (header) => {
    const { rows } = await imported(
      sourceFile('foods.csv', `name,kcal,${header}\nBread,265,1.2\n`),
    );
    expect(rows).not.toContainEqual(expect.objectContaining({ sodium_mg: 1200 }));
  },
);

test('importFoods does not take the weight of another portion for that of a serving', async () => {
  const text =
    'name,serving_size,kcal,portion_grams\nSquash,1 cup (140g),56,\nCider,1 cup (240ml),120,1\n';
  const { rows, counts } = await imported(sourceFile('foods.csv', text), { per: 'serving' });
  expect(rows.map(({ kcal }) => kcal)).toEqual([40, null]);
  expect(counts).toMatchObject({ 'no-serving-weight': 1 });
});

test.each([
  ['serving size (g)', 'serving weight (g)'],
  ['Portion Size (g)', 'portion weight (g)'],
])('importFoods fills gaps in the weight of the serving: %s, %s', async (first, second) => {
  const lines = Array.from({ length: 10 }, (_, i) => `F${i},${i < 6 ? '50,' : ',50'},20`);
  const path = sourceFile('foods.csv', `name,${first},${second},kcal\n${lines.join('\n')}`);
  const { rows } = await imported(path, { per: 'serving' });
  expect(rows.map(({ kcal }) => kcal)).toEqual(lines.map(() => 40));
});

test('importFoods does not say that amounts count as per 100 g if it converts them', async () => {
  const text = 'name,serving grams,Calories/Serving,protein\nSquash,50,20,0.5\n';
  const map = new Map([['kcal', 'Calories/Serving']]);
  const { rows, counts } = await imported(sourceFile('foods.csv', text), { per: 'serving', map });
  expect(rows).toMatchObject([{ kcal: 40, protein_g: 1 }]);
  expect(counts).not.toHaveProperty('serving-name');
});

test('importFoods prefers calories to kJ, even if the column names no unit', async () => {
  const text = 'food,KJ_per100grams,Cals_per100grams\nBlackberries,181,43\nRum,920,\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows.map(({ kcal }) => kcal)).toEqual([43, expect.closeTo(219.9, 1)]);
});

test('importFoods reads energy without a unit as kcal next to energy in kJ', async () => {
  const text = 'food,energy_kj,energy,protein\nEgg,599,143,12.6\nRum,966,231,0\nBeer,180,,0.5\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows.map(({ kcal }) => kcal)).toEqual([143, 231, expect.closeTo(43, 1)]);
});

test('importFoods asks for --per serving if the names have servings, even if a column says 100 g', async () => {
  const foods = Array.from({ length: 20 }, (_, i) => `Meal ${i} (1 serving),1200,40,120,60\n`);
  const text = `food,calories_100g,protein,carbs,fat\n${foods.join('')}`;
  const path = sourceFile('foods.csv', text);
  await expect(imported(path)).rejects.toThrow('--per serving');
  await expect(imported(path, { accept: ['nutrients'] })).rejects.toThrow('--per serving');
});

test.each(['recipe yield', 'recipeYield', 'serves'])(
  'importFoods asks for the basis of the amounts of recipes that have %j',
  async (name) => {
    const nutrition = { calories: 172, protein: 5, carbohydrate: 27, fat: 5 };
    const recipes = [{ title: 'Apricot Scones', [name]: 'Makes 12', nutrition }];
    const path = sourceFile('recipes.json', JSON.stringify(recipes));
    await expect(imported(path)).rejects.toThrow('has servings, and no column says "per 100 g"');
    expect((await imported(path, { per: '100g' })).rows).toHaveLength(1);
  },
);

test.each(['Yield', 'Yield (%)'])('importFoods does not take %s for a measure', async (name) => {
  const text = `Food,${name},kcal per 100 g\nStewed beef,70,220\nBoiled rice,280,130\n`;
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows.map((row) => [row.kcal, row.gmwt_desc1])).toEqual([
    [220, undefined],
    [130, undefined],
  ]);
  const plain = sourceFile('foods.csv', text.replace(' per 100 g', ''));
  expect((await imported(plain)).rows).toHaveLength(2);
});

test.each([
  [
    'a column that few foods have',
    'Description,Name,kcal',
    (i: number) => `${i ? '' : 'new'},Egg ${i},143`,
  ],
  ['numbers', 'Alimento,Descrição dos alimentos,kcal', (i: number) => `${i},Egg ${i},143`],
])('importFoods does not take names from %s', async (_, header, rowOf) => {
  const lines = Array.from({ length: 20 }, (_, i) => rowOf(i));
  const { rows } = await imported(sourceFile('foods.csv', `${header}\n${lines.join('\n')}\n`));
  expect(rows.map((row) => row.description)).toEqual(lines.map((_, i) => `Egg ${i}`));
});

test('importFoods skips a header in three rows that is repeated on each page', async () => {
  const rows = [',,,,Carbo-,', 'Número do,,Energia,Proteína,idrato,Retinol'];
  const header = [...rows, 'Alimento,Descrição dos alimentos,(kcal),(g),(g),(mcg)'].join('\n');
  const text = `${header}\n1,Arroz,124,2.6,25.8,0\n${header}\n2,Aveia,394,13.9,66.6,0\n`;
  const found = await imported(sourceFile('foods.csv', text));
  expect(found.rows.map((row) => row.carbohydrate_g)).toEqual([25.8, 66.6]);
});

test('importFoods does not mix two nutrients, even if the better-known one is rarely given', async () => {
  const foods = Array.from({ length: 20 }, (_, i) => `Grits ${i},,77.5\n`).join('');
  const text = `food,Carbohydrate available,Carbohydrate total\nBran,60,77\n${foods}`;
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows.map((row) => row.carbohydrate_g)).toEqual([77, ...Array(20).fill(77.5)]);
});

test('importFoods reports that the better-known column cannot be read', async () => {
  const text = 'food,Protein,Protein total\nEgg,#REF!,12.6\nMilk,#REF!,3.4\n';
  const { counts } = await imported(sourceFile('foods.csv', text));
  expect(counts).toMatchObject({ unreadable: 2, 'other-nutrient': 2 });
});

test('importFoods accepts carbohydrate with and without fiber side by side', async () => {
  const foods = Array.from({ length: 20 }, (_, i) => `Kelp ${i},${40 + i},${5 + i / 10}\n`).join(
    '',
  );
  const text = `food,CHOCDF-,CHOAVLDF-\n${foods}`;
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows[0]).toMatchObject({ carbohydrate_g: 40 });
});

test('importFoods does not ask for --per serving if the components of most foods add up to 100 g', async () => {
  const foods = Array.from({ length: 60 }, (_, i) => `Fish ${i},${75 - i / 60},18,0,5,2\n`).join(
    '',
  );
  const header = 'food,water,protein,carbohydrate,fat,ash';
  const dried = 'Fish dried,48,54,0,5,10\nFish salted,47,54,0,6,12\n';
  const path = sourceFile('foods.csv', `${header}\n${foods}${dried}`);
  await expect(imported(path)).rejects.toThrow('impossible. Correct them, or accept them');
});
