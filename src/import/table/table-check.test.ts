import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../../test/import-cases.ts';
import { BOUNDS } from './plausible-amounts.ts';

test('plausible-amounts.tsv names only kinds of foods that plain-foods.tsv has', () => {
  const expressions = BOUNDS.flatMap(({ foods }) => foods?.source.split('|') ?? []);
  expect(expressions.length).toBeGreaterThan(500);
  expect(expressions).not.toContain('undefined');
});

/** Foods whose energy is `factor` times what their protein and carbohydrate add up to. */
function foodsOf(
  count: number,
  factor: number,
  header = 'name,Energy,protein_g,carbohydrate_g',
): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `F${i},${factor * 4 * (15 + i)},5,${10 + i}`,
  );
  return [header, ...lines].join('\n');
}

describe('importFoods refuses implausible values:', () => {
  test('energy in kJ without a unit, unless the map names it', async () => {
    const path = sourceFile(
      'foods.csv',
      foodsOf(10, 4.184, 'name,Calories,protein_g,carbohydrate_g'),
    );
    await expect(imported(path, { map: new Map([['kcal', 'Calories']]) })).rejects.toThrow(
      'the energy in its column "Calories" is far from that of protein, carbohydrate and fat ' +
        'in most foods. If it is in kJ, say so with --map "kcal=Calories:kJ".',
    );
    const { rows } = await imported(path, { map: new Map([['kcal', 'Calories:kJ']]) });
    expect(rows[0]).toMatchObject({ kcal: 60 });
  });

  test('energy in kJ without a unit in six foods', async () => {
    const path = sourceFile('foods.csv', foodsOf(6, 4.184));
    await expect(imported(path)).rejects.toThrow('say so with --map "kcal=Energy:kJ"');
  });

  test('energy in kcal under a name that says kJ', async () => {
    const path = sourceFile(
      'foods.csv',
      foodsOf(10, 1, 'name,Energy (kJ),protein_g,carbohydrate_g'),
    );
    await expect(imported(path)).rejects.toThrow('say so with --map "kcal=Energy (kJ):kcal"');
    const map = new Map([['kcal', 'Energy (kJ):kcal']]);
    expect((await imported(path, { map })).rows[0]).toMatchObject({ kcal: 60 });
  });

  test('energy that is too low for its fat', async () => {
    const table = (kcal: number) => {
      const lines = Array.from({ length: 10 }, (_, i) => `F${i},${kcal},5,10,50`);
      return sourceFile('f.csv', ['name,kcal,protein_g,carbohydrate_g,fat', ...lines].join('\n'));
    };
    await expect(imported(table(0.34 * 510))).rejects.toThrow('is far from that of');
    await expect(imported(table(0.36 * 510))).rejects.toThrow(
      '10 of its foods have energy that does not match their nutrients',
    );
    await expect(imported(table(0.85 * 510))).rejects.toThrow(
      'most of its foods have energy that does not match their nutrients, or impossible amounts. Correct them. If',
    );
    expect((await imported(table(0.95 * 510))).rows).toHaveLength(10);
  });

  test('accepts a table that is too small to judge, or has plausible energy', async () => {
    for (const text of [foodsOf(5, 4.184), foodsOf(10, 1), foodsOf(10, 2.9), foodsOf(10, 0.4)]) {
      await expect(imported(sourceFile('foods.csv', text))).resolves.toBeDefined();
    }
  });

  test('coffee with the energy of a cup', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `"Iced Latte, no ${i}",130,8,13,4.5`);
    const text = ['name,kcal,protein_g,carbohydrate_g,fat', ...lines].join('\n');
    await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow('--per serving');
  });

  test('salt in three raw vegetables, but not in cooked fresh vegetables', async () => {
    const table = (raw: number) => {
      const names = Array.from({ length: 12 }, (_, i) => (i < raw ? 'raw' : 'fresh, cooked'));
      const lines = names.map((name, i) => `"Spinach, ${name}, ${i}",23,3,3,0.4,300`);
      const header = 'name,kcal,protein_g,carbohydrate_g,fat,sodium_mg';
      return sourceFile('foods.csv', [header, ...lines].join('\n'));
    };
    await expect(imported(table(3))).rejects.toThrow('more sodium than raw');
    expect((await imported(table(2))).rows).toHaveLength(12);
  });

  test('plain foods whose names are in other rows', async () => {
    const foods = [
      ['Butter', '717,0.9,0.1,81'],
      ['Apple, raw', '52,0.3,14,0.2'],
      ['Sugar, white', '387,0,100,0'],
      ['Egg, raw', '143,12.6,0.7,9.5'],
      ['Beef, raw', '150,21,0,7'],
      ...Array.from({ length: 7 }, (_, i) => [`Stew ${i}`, '101,6,8,5']),
    ];
    const table = (shift: number) => {
      const lines = foods.map(([name], i) => `"${name}",${foods[(i + shift) % 12]?.[1]}`);
      const header = 'name,kcal,protein_g,carbohydrate_g,fat';
      return sourceFile('foods.csv', [header, ...lines].join('\n'));
    };
    await expect(imported(table(1))).rejects.toThrow('amounts that contradict their names');
    expect((await imported(table(0))).rows).toHaveLength(12);
  });

  test.each([
    ['Apple', 'magnesium_mg', 160, 'magnesium than plain foods'],
    ['Apple', 'fiber_td_g', 0.12, 'fiber than raw fruit'],
    ['Apple', 'iron_mg', 3.5, 'more iron than raw fruit and milk'],
    ['Cod', 'iron_mg', 0.04, 'iron than meat and fish'],
    ['Cod', 'zinc_mg', 0.05, 'zinc than meat and fish'],
    ['Cod', 'phosphorus_mg', 20, 'phosphorus than meat and fish'],
    ['Tomato', 'zinc_mg', 1.7, 'more zinc than raw foods and milk'],
    ['Tomato', 'thiamin_mg', 0.4, 'thiamin than raw foods and milk'],
    ['Milk, whole', 'riboflavin_mg', 1.7, 'riboflavin than milk has'],
    ['Cod', 'niacin_mg', 0.15, 'niacin than meat and fish'],
    ['Apple', 'cholestrl_mg', 10, 'more cholesterol than plants'],
    ['Cod', 'vit_c_mg', 90, 'more vitamin C than such foods'],
    ['Tomato', 'vit_b12_ug', 0.9, 'more vitamin B12 than plants'],
    ['大米, ', 'carbohydrate_g', 38, 'carbohydrate than dry grain'],
  ])('%s with %s of %d', async (food, column, amount, message) => {
    const lines = Array.from({ length: 3 }, (_, i) => `"${food}, raw, ${i}",50,${amount}`);
    const others = Array.from({ length: 9 }, (_, i) => `Pie ${i},50,`);
    const text = [`name,kcal,${column}`, ...lines, ...others].join('\n');
    await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(message);
  });

  test.each([
    ['calcium_mg', 0.1, 'nearly nothing of it', 10],
    ['iron_mg', 300, 'more iron or zinc than food has', 3],
  ])('%s of %d in few foods', async (column, odd, message, refused) => {
    const table = (count: number) => {
      const lines = Array.from({ length: 99 }, (_, i) => `F${i},100,${i < count ? odd : 20}`);
      return sourceFile('foods.csv', [`name,kcal,${column}`, ...lines].join('\n'));
    };
    await expect(imported(table(refused))).rejects.toThrow(message);
    expect((await imported(table(refused - 1))).rows).toHaveLength(99);
  });

  test('amounts per serving, unless they are declared', async () => {
    const table = (impossible: number, foods: number) => {
      const lines = Array.from(
        { length: foods },
        (_, i) => `F${i},400,40,${i < impossible ? 65.1 : 10}`,
      );
      return sourceFile('foods.csv', ['name,Energy,protein_g,carbohydrate_g', ...lines].join('\n'));
    };
    await expect(imported(table(2, 200))).rejects.toThrow('2 of 200 foods have over 902 kcal or');
    expect((await imported(table(2, 200), { per: 'serving' })).rows).toHaveLength(200);
    await expect(imported(table(2, 200), { per: '100g' })).rejects.toThrow('which is impossible');
    const accept = ['nutrients'] as const;
    expect((await imported(table(2, 200), { per: '100g', accept })).rows).toHaveLength(200);
    expect((await imported(table(2, 201))).rows).toHaveLength(201);
    expect((await imported(table(1, 20))).rows).toHaveLength(20);
  });

  test('strings that cannot be names', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `Source ${i % 2},1,${i}`);
    const path = sourceFile('foods.csv', ['name,kcal,fa_sat_g', ...lines].join('\n'));
    await expect(imported(path)).rejects.toThrow(
      '"name" has too few different names (2) for 12 foods',
    );
  });

  test.each([
    ['no columns for them', 'name,color\nEgg,white\n'],
    ['portions alone', 'id,name,gmwt_1,refuse_pct\n1,Egg,50,12\n'],
    ['a list of nutrients', 'id,name,unit_name,nutrient_nbr\n1003,Protein,G,203\n'],
  ])('a table without nutrients: %s', async (_, text) => {
    await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(
      'none of its columns looks like energy or a nutrient',
    );
  });
});

test('importFoods reports that fat_g is zero for every food if no fatty acids are known', async () => {
  const { counts } = await imported(sourceFile('foods.csv', foodsOf(10, 1)));
  expect(counts).toMatchObject({ 'no-fatty-acids': 1 });
  const known = foodsOf(10, 1).replaceAll('\n', ',\n').replace(',\n', ',fa_sat_g\n');
  const one = await imported(sourceFile('foods.csv', `${known},0`));
  expect(one.counts).not.toHaveProperty('no-fatty-acids');
});

test('importFoods reads the names of foods, not the descriptions of their sources', async () => {
  const text = 'Food Name,Description,kcal\n"Ackee, canned",Analytical data,151\n';
  expect((await imported(sourceFile('foods.csv', text))).rows).toMatchObject([
    { description: 'Ackee, canned' },
  ]);
});

test('importFoods fills only one column from a field', async () => {
  const { rows } = await imported(sourceFile('foods.csv', 'name,VITD\nCod,1.5\n'));
  expect(rows).toMatchObject([{ vit_d_ug: 1.5 }]);
  expect(rows[0]).not.toHaveProperty('vit_d_iu');
  const iu = await imported(sourceFile('foods.csv', 'name,VITD (IU)\nCod,60\n'));
  expect(iu.rows).toMatchObject([{ vit_d_iu: 60 }]);
  expect(iu.rows[0]).not.toHaveProperty('vit_d_ug');
});
