import { expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Tables as they are found, each with the food that it must give.

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6 };

test.each([
  ['camel.csv', 'foodName,energyKcal,proteinG\nEgg,143,12.6\n'],
  ['ids.csv', 'id,name,energy (kcal),protein (g)\nid,name,208,203\n1,Egg,143,12.6\n'],
  ['title.csv', 'My table of foods\n\nname,energy (kcal),protein (g)\nEgg,143,12.6\n'],
  ['kj.csv', 'name,kj_per_100g,protein_per_100g\nEgg,598.312,12.6\n'],
  ['both.csv', 'name,calories,calories_100g,protein,protein_100g\nEgg,72,143,6.3,12.6\n'],
  ['quoted.csv', 'name;energy;protein\nEgg;"=""143""";"=""12,6"""\n'],
  ['arabic.csv', 'name;energy;protein\nEgg;١٤٣;١٢٫٦\n'],
  ['shifted.csv', 'name,energy,protein\nEgg,143,12.6\n1,Milk,61,3.2\n'],
  [
    'nested.json',
    '[{"name":"Egg","per_serving":{"kcal":72,"protein":6.3},"per100g":{"kcal":143,"protein":12.6}}]',
  ],
])('importFoods reads %s', async (name, text) => {
  const { rows } = await imported(sourceFile(name, text));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...EGG, kcal: expect.closeTo(143, 6) });
});

test('importFoods refuses fat in another unit where energy shows it', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    i < 5 ? `Oil ${i},884,0,0,0.1` : `Rice ${i},130,2.7,28,0.0003`,
  );
  const path = sourceFile('foods.csv', ['name,kcal,protein,carbs,fat', ...lines].join('\n'));
  await expect(imported(path)).rejects.toThrow(
    '5 of its foods have over 350 kcal that neither protein nor carbohydrate nor fat gives',
  );
});
