import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Tables as found in the wild, each with the food to be read from it.

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6 };

test.each([
  ['camel.csv', 'foodName,energyKcal,proteinG\nEgg,143,12.6\n'],
  ['ids.csv', 'id,name,energy (kcal),protein (g)\nid,name,208,203\n1,Egg,143,12.6\n'],
  ['title.csv', 'My table of foods\n\nname,energy (kcal),protein (g)\nEgg,143,12.6\n'],
  ['kj.csv', 'name,kj_per_100g,protein_per_100g\nEgg,598.312,12.6\n'],
  ['both.csv', 'name,calories,calories_100g,protein,protein_100g\nEgg,72,143,6.3,12.6\n'],
  ['quoted.csv', 'name;energy;protein\nEgg;"=""143""";"=""12,6"""\n'],
  ['arabic.csv', 'name;energy;protein\nEgg;١٤٣;١٢٫٦\n'],
  ['basis.csv', 'name,unit,energy,protein\nEgg,100g,143,12.6\nBun,1 piece,250,8\nTea,100 ml,0,0\n'],
  [
    'basis-half.csv',
    'name,basis,energy,protein\nEgg,100 g,143,12.6\nBun,30 g,75,3\nTea,100 g,0,0\nPie,50 g,99,2\n',
  ],
  ['russian.csv', 'Продукт;Калорийность, ккал;Белки, г\nEgg;143;12,6\n'],
  ['arab.csv', 'اسم الطعام,الطاقة (كيلو كالوري),البروتين (غرام)\nEgg,143,12.6\n'],
  ['in.csv', 'Lebensmittel,Brennwert in kJ,Eiweiß\nEgg,598.312,12.6\n'],
  ['groups.csv', 'Food,Nutrients_Energy_kcal,Nutrients_Protein_g\nEgg,143,12.6\n'],
  ['glued.csv', 'namirnica,energykj,protein_100 gm\nEgg,598.312,12.6\n'],
  ['commas.csv', 'name\tenergy, total, kcal\tprotein, g\nEgg\t143\t12.6\n'],
  ['tabs-at-ends.csv', 'name,energy,protein\t\nEgg,143,12.6\t\n'],
  ['spanish.csv', 'nombre,calorias,proteinas_gramos\nEgg,143 Kilokalori,12.6\n'],
  ['section.csv', 'name§energy, kcal§protein\nEgg§143§12.6\n'],
  ['attached.csv', 'Name;Energy100g;Protein100g\nEgg;143;12.6\n'],
  [
    'both-names.json',
    '[{"description":"Fresh, brown or white, from the farm","name":"Egg","kcal":143,"protein":12.6}]',
  ],
  [
    'base.csv',
    'alimento,cantidad_base,kcal,proteina_g\nEgg,100,143,12.6\nBun,1,250,8\nTea,100,0,0\n',
  ],
  ['decimal-basis.csv', 'name,serving_size,kcal,protein\nEgg,100.0,143,12.6\nTea,100.0,0,0\n'],
  [
    'comma-basis.csv',
    'naam;hoeveelheid;kcal;eiwit\nEgg;100,0;143;12,6\nBun;1,0;250;8\nTea;100,0;0;0\n',
  ],
  ['gram-basis.csv', 'название;количество;вес;ккал;белки\nEgg;100;7;143;12,6\nTea;100;7;0;0\n'],
  ['weight.csv', 'name,serving,kcal,protein\nEgg,100 g,143,12.6\nTea,100 g,0,0\n'],
  ['by-name.json', '{"Egg":{"kcal":143,"protein":12.6}}'],
  ['shifted.csv', 'name,energy,protein\nEgg,143,12.6\n1,Milk,61,3.2\n'],
  [
    'nested.json',
    '[{"name":"Egg","per_serving":{"kcal":72,"protein":6.3},"per100g":{"kcal":143,"protein":12.6}}]',
  ],
])('importFoods reads %s', async (name, text) => {
  const { rows } = await imported(sourceFile(name, text));
  expect(rows[0]).toMatchObject({ ...EGG, kcal: expect.closeTo(143, 6) });
  const others = rows.slice(1).map(({ description }) => description);
  expect(others).toEqual(/basis|base|weight/.test(name) ? ['Tea'] : []);
});

test('importFoods reads percent of water as grams in 100 g', async () => {
  const path = sourceFile('foods.csv', 'name,kcal,Water (%),Iron (%)\nEgg,143,76.1,7\n');
  const { rows } = await imported(path);
  expect(rows[0]).toMatchObject({ kcal: 143, water_g: 76.1 });
  expect(rows[0]).not.toHaveProperty('iron_mg');
});

test('importFoods asks whether the columns P and C are protein and carbohydrate, or tagnames', async () => {
  const path = sourceFile('foods.csv', 'name,kcal,P,F,C\nEgg,143,12.6,9.5,0.7\n');
  const asked = 'lack protein_g (perhaps in "P"), carbohydrate_g (perhaps in "C")';
  await expect(imported(path)).rejects.toThrow(asked);
  const map = new Map([
    ['protein_g', 'P'],
    ['carbohydrate_g', 'C'],
  ]);
  const { rows } = await imported(path, { map });
  expect(rows[0]).toMatchObject({ protein_g: 12.6, carbohydrate_g: 0.7 });
  expect(rows[0]).not.toHaveProperty('phosphorus_mg');
});

test('importFoods keeps only rows that a column marks as per 100 g, unless told that all are', async () => {
  const path = sourceFile('foods.csv', 'name,qty,kcal\nEgg,100,143\nMilk,100,61\nBun,1,250\n');
  const { rows, counts } = await imported(path);
  expect(rows).toHaveLength(2);
  expect(counts).toMatchObject({ 'other-basis': 1 });
  expect((await imported(path, { per: '100g' })).rows).toHaveLength(3);
});

test.each(['quantity', 'cantidad', 'Menge', 'quantité', 'hoeveelheid', 'количество', 'amount'])(
  'importFoods does not read a %s of pieces as grams',
  async (quantity) => {
    const lines = ['Egg,2,144,12.6,0.8', 'Bread,1,80,3,15', 'Apple,1,95,0.5,25'];
    const path = sourceFile(
      'foods.csv',
      `name,${quantity},calories,protein,carbs\n${lines.join('\n')}`,
    );
    await expect(imported(path)).rejects.toThrow('say so with --per serving');
    const { rows } = await imported(path, { per: 'serving' });
    expect(rows[0]).toMatchObject({ kcal: 144, gmwt_desc1: '2' });
  },
);

test.each(['quantity (g)', 'Menge (Gramm)', 'вес', 'amount_g'])(
  'importFoods converts amounts per serving by %s',
  async (weight) => {
    const path = sourceFile('foods.csv', `name,${weight},kcal,protein\nEgg,50,72,6.3\n`);
    const { rows } = await imported(path, { per: 'serving' });
    expect(rows[0]).toMatchObject({ kcal: 144, protein_g: 12.6 });
  },
);

test.each([
  ['name,kcal\nApple (1 medium),95\nEggs (2 large),143\n', 'its column "name" has servings'],
  [
    'name,serving size,kcal\nEgg,50 g,72\nMilk,240 g,149\n',
    'its column "serving size" has servings',
  ],
  ['Alimento,Quantidade (g),kcal\nOvo,50,72\nLeite,240,149\n', '"Quantidade (g)" has servings'],
  ['Menu,kcal\nEgg,143\n', ''],
  ['menu_id,name,kcal\n7,Egg,72\n8,Tea,1\n', 'it says "menu_id"'],
  ['menu basis,name,kcal\nper serving,Egg,72\n', 'it says "menu basis: per serving"'],
  ['dish,color,kcal\nEgg,white,143\n', ''],
  ['x,color,kcal\nEgg,red,143\nMilk,red,61\n', 'with --map "description=x"'],
  [
    'name,kcal,Potassium (g)\nEgg,143,138\nMilk,61,150\n',
    'Leave "Potassium (g)" out with --map potassium_mg=.',
  ],
])('importFoods names the remedy for %j', async (text, message) => {
  const importing = imported(sourceFile('foods.csv', text));
  if (message === '') expect((await importing).rows).toHaveLength(1);
  else await expect(importing).rejects.toThrow(message);
});

test.each([
  ['only dashes', 'Fruit,-,n/a,NA,'],
  ['the rest of a goal', 'Remaining,1800,40,200,10'],
])('importFoods treats a row with %s as a heading', async (_, row) => {
  const text = `name,kcal,protein,carbs,water\nEgg,143,12.6,0.7,76\n${row}\nMilk,61,3.2,4.8,88\n`;
  const { rows, report } = await imported(sourceFile('foods.csv', text));
  expect(rows).toMatchObject([{ description: 'Egg' }, { description: 'Milk' }]);
  expect(report.skipped).toMatchObject([{ rule: 'heading', count: 1 }]);
});

test('importFoods refuses names that continue in the next row, and names with amounts', async () => {
  const table = (row: (i: number) => string) => {
    const rows = Array.from({ length: 20 }, (_, i) => row(i));
    return sourceFile('foods.csv', ['name,kcal,protein,carbs', ...rows].join('\n'));
  };
  const wrapped = table((i) => `Food ${i},124,5,26${i % 5 ? '' : '\nraw,,,'}`);
  await expect(imported(wrapped)).rejects.toThrow('seem to continue in another row');
  for (const amount of [' (50 g)', ' (per 30 g)', ' per cup', ' [1 cup]', ' - 1 can']) {
    const measured = table((i) => `Food ${i}${i % 5 ? '' : amount},124,5,26`);
    await expect(imported(measured)).rejects.toThrow('if all are per 100 g, with --per 100g');
    expect((await imported(measured, { per: '100g' })).rows).toHaveLength(20);
  }
  for (const amount of [' (100 g)', ' per 100 g', ' [100 ml]'])
    expect((await imported(table((i) => `Food ${i}${amount},124,5,26`))).rows).toHaveLength(20);
});

test('importFoods leaves out a column that is mapped to nothing', async () => {
  const path = sourceFile('foods.csv', 'name,kcal,Potassium (g)\nEgg,143,138\nMilk,61,150\n');
  const { rows } = await imported(path, { map: new Map([['potassium_mg', '']]) });
  expect(rows[0]).toEqual(expect.not.objectContaining({ potassium_mg: expect.anything() }));
  expect(rows).toMatchObject([{ kcal: 143 }, { kcal: 61 }]);
});

test('importFoods refuses minerals that no food has, and names all columns', async () => {
  const path = tableWith(60, (cells) => cells.map((cell, i) => (i > 6 ? cell / 1000 : cell)));
  await expect(imported(path)).rejects.toThrow(
    'as in --map calcium_mg= --map iron_mg=, or accept them with --accept nutrients',
  );
});

test('importFoods refuses fat in another unit if the energy reveals it', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    i < 5 ? `Oil ${i},884,0,0,0.1` : `Rice ${i},130,2.7,28,0.0003`,
  );
  const path = sourceFile('foods.csv', ['name,kcal,protein,carbs,fat', ...lines].join('\n'));
  await expect(imported(path)).rejects.toThrow('5 of its foods have less fat than oil has');
});

/** Sixty foods, `odd` of which are written differently. */
function tableWith(odd: number, write: (cells: readonly number[]) => readonly (number | string)[]) {
  const header = 'name,kcal,protein,carbs,fat,saturated fat,sugars,fiber,calcium (mg),iron (mg)';
  const lines = Array.from({ length: 60 }, (_, i) => {
    const [protein, carbs, fat] = [2 + (i % 7), 10 + (i % 11), 4 + (i % 5)];
    const cells = [
      4 * (protein + carbs) + 9 * fat,
      protein,
      carbs,
      fat,
      fat / 4,
      carbs / 2,
      3,
      80,
      2,
    ];
    return [`Food ${i}`, ...(i < odd ? write(cells) : cells)].join(',');
  });
  return sourceFile('foods.csv', [header, ...lines].join('\n'));
}

test.each([
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => [1 / 1000, at]),
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((at) => [1000, at]),
  [4.184, 0],
  [1 / 4.184, 0],
])(
  'importFoods refuses a table in which half of the foods have %f times the amount in column %i',
  async (factor, at) => {
    const write = (cells: readonly number[]) =>
      cells.map((cell, i) => (i === at ? cell * factor : cell));
    await expect(imported(tableWith(30, write))).rejects.toThrow('Nothing was written.');
    expect((await imported(tableWith(0, write))).rows).toHaveLength(60);
  },
);

test.each<[string, number, (cells: readonly number[]) => readonly (number | string)[]]>([
  ['a field is missing', 57, (cells) => cells.slice(1)],
  ['the header is repeated', 57, () => []],
])('importFoods leaves out rows where %s', async (_, count, write) => {
  const { rows } = await imported(tableWith(3, write));
  expect(rows).toHaveLength(count);
});

test.each([
  ['a total', 'Total,900,30,100\n'],
  ['a repeated header', 'name,kcal,protein,carbs\n'],
  ['a merged heading', 'Dairy,Dairy,Dairy,Dairy\n'],
  ['a rule', '---,---,---,---\n'],
])('importFoods does not read %s as a food', async (_, line) => {
  const { rows } = await imported(
    sourceFile('foods.csv', `name,kcal,protein,carbs\nEgg,143,12.6,0.7\n${line}Milk,61,3.2,4.8\n`),
  );
  expect(rows.map(({ description }) => description)).toEqual(['Egg', 'Milk']);
});

test.each(['Calcium (% DV)', 'Calcium %', 'Calcium (mg, % DV)'])(
  'importFoods does not read a percent daily value in %s as an amount',
  async (name) => {
    const { rows } = await imported(sourceFile('foods.csv', `name;kcal;${name}\nEgg;143;5\n`));
    expect(rows[0]).not.toHaveProperty('calcium_mg');
  },
);

test('importFoods does not read a unit as the tagname of magnesium', async () => {
  const text = 'name,,MG\n,mg/100g,mg/100g\nEgg,7,12\n';
  expect((await imported(sourceFile('foods.csv', text))).rows[0]).toMatchObject({
    magnesium_mg: 12,
  });
});
