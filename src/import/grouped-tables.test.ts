import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Tables whose foods or amounts are in groups: objects by name, amounts per serving and per 100 g.

/** Foods with all amounts multiplied by `factor`. */
function foodsOf(factor = 1) {
  return Array.from({ length: 12 }, (_, i) => ({
    name: `Food ${String.fromCharCode(65 + i)}`,
    amounts: { kcal: factor * (100 + 4 * i), protein: factor * 5, carbs: factor * (20 + i) },
  }));
}

const FIRST = { description: 'Food A', kcal: 100, protein_g: 5, carbohydrate_g: 20 };
const half = foodsOf(0.5);
const json = (value: unknown) => sourceFile('foods.json', JSON.stringify(value));

describe('importFoods reads amounts per 100 g from', () => {
  test.each([
    ['per_serving', 'per_100g'],
    ['serving', 'hundred'],
    ['portion', '100g'],
  ])('objects %s and %s', async (serving, hundred) => {
    const both = foodsOf().map(({ name, amounts }, i) => ({
      name,
      [serving]: half[i]?.amounts,
      [hundred]: amounts,
    }));
    const { rows } = await imported(json(both));
    expect(rows[0]).toMatchObject(FIRST);
    const byName = Object.fromEntries(both.map(({ name, ...others }) => [name, others]));
    const named = await imported(json(byName));
    expect(named.rows[0]).toMatchObject(FIRST);
    const alone = both.map(({ name, [serving]: amounts }) => ({ name, [serving]: amounts }));
    await expect(imported(json(alone))).rejects.toThrow('If the amounts are per serving, say so');
  });

  test.each([
    ['Per serving', 'Per 100 g'],
    ['Pro Portion', 'Pro 100 g'],
    ['30 g', '100 g'],
  ])('columns below the cells %s and %s', async (serving, hundred) => {
    const lines = foodsOf().map(({ name, amounts: { kcal, protein, carbs } }, i) =>
      [name, kcal / 2, protein / 2, carbs / 2, i === 1 ? '' : kcal, protein, carbs].join(),
    );
    const columns = 'Energy (kcal),Protein,Carbohydrate';
    const header = `,${serving},,,${hundred},,\nFood,${columns},${columns}\n`;
    const { rows } = await imported(sourceFile('foods.csv', header + lines.join('\n')));
    expect(rows[0]).toMatchObject(FIRST);
    expect(rows[1]).toMatchObject({ kcal: null });
  });
});

describe('importFoods reads foods by their', () => {
  test('names, in an object of foods', async () => {
    const byName = foodsOf().map(({ name, amounts }) => [name, { ...amounts, tags: ['a'] }]);
    const { rows } = await imported(json({ foods: Object.fromEntries(byName) }));
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject(FIRST);
  });

  test('numbers, if they have names of their own', async () => {
    const byNumber = foodsOf().map(({ name, amounts }, i) => [i, { Name: name, ...amounts }]);
    const { rows } = await imported(json(Object.fromEntries(byNumber)));
    expect(rows[0]).toMatchObject(FIRST);
  });

  test('numbers, with amounts that are text beside the measure of a portion', async () => {
    const ofText = foodsOf().map(({ name, amounts: { kcal, protein, carbs } }, i) => {
      const food = { name, kcal: `${kcal}`, protein: `${protein} g`, carbs: `${carbs}.0` };
      return [i, { ...food, GmWt_Desc1: `${i + 1} serving` }];
    });
    const { rows } = await imported(json(Object.fromEntries(ofText)));
    expect(rows[0]).toMatchObject(FIRST);
  });
});

describe('importFoods, amounts per serving', () => {
  test('refuses amounts that are too high for most servings', async () => {
    const lines = foodsOf(30).map(({ name, amounts }) => [name, ...Object.values(amounts)].join());
    const path = sourceFile('foods.csv', `name,kcal,protein,carbs\n${lines.join('\n')}`);
    await expect(imported(path, { per: 'serving' })).rejects.toThrow(
      'have over 902 kcal or over 100 g of nutrients in a serving, which is too much for most foods',
    );
  });

  test('refuses servings if few have a weight, unless the weight column is left out', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `F${i},${i < 8 ? 1 : '1 cup'},120,26,0`);
    const path = sourceFile('foods.csv', `item,serving,kcal,protein,carbs\n${lines.join('\n')}`);
    await expect(imported(path, { per: 'serving' })).rejects.toThrow(
      'leave the weight out with --map gmwt_1=',
    );
    const { rows } = await imported(path, { per: 'serving', map: new Map([['gmwt_1', '']]) });
    expect(rows[0]).toMatchObject({ kcal: 120 });
  });

  test.each([
    ['serving (oz)', '4'],
    ['serving', '4 oz'],
    ['serving', '0.25 lb'],
  ])('converts ounces and pounds: %s %s', async (field, weight) => {
    const path = sourceFile('foods.csv', `item,${field},kcal,protein\nEgg,${weight},162,14.3\n`);
    const { rows } = await imported(path, { per: 'serving' });
    expect(rows[0]).toMatchObject({ kcal: expect.closeTo(142.9, 0) });
  });
});

test('importFoods does not fill missing energy from a column that may be in kJ', async () => {
  const lines = foodsOf().map(({ name, amounts: { kcal } }, i) =>
    [name, i === 0 ? '' : kcal, Math.round(kcal * 4.184)].join(),
  );
  const { rows } = await imported(
    sourceFile('foods.csv', `name,energy_kcal,energy\n${lines.join('\n')}`),
  );
  expect(rows[0]).toMatchObject({ kcal: null });
  expect(rows[1]).toMatchObject({ kcal: 104 });
});

test('importFoods reads names as R writes them, and never takes a row of NA for the header', async () => {
  const text =
    'Descrição.dos.alimentos,Saturados..g.,Mono.insaturados..g.,w,x,y,z\n' +
    'Arroz cozido,0.3,0.4,NA,NA,NA,NA\nArroz cru,0.2,1,NA,NA,NA,NA\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows[0]).toMatchObject({ description: 'Arroz cozido', fa_sat_g: 0.3, fa_mono_g: 0.4 });
});

test('importFoods finds names far above the tagnames, and does not use iodine as the key', async () => {
  const text =
    `食　品　番　号,食品名,熱量,水,灰,ヨウ素\n${',,,,,\n'.repeat(5)},,kcal,g,g,µg\n` +
    ',成分識別子,ENERC_KCAL,WATER,ASH,ID\n01001,アマランサス,343,13.5,2.9,1\n01002,あわ,346,13,1,0\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows[0]).toMatchObject({ code: '01001', description: 'アマランサス', kcal: 343 });
});

test('importFoods reads amounts as per 100 g if the row below the header says so', async () => {
  const lines = foodsOf().map(({ name, amounts: { kcal, protein } }) =>
    [name, kcal / 2, kcal, protein / 2, protein].join(),
  );
  const header = 'Food,Energy (kcal),,Protein,\n,per serving,per 100 g,per serving,per 100 g\n';
  const { rows } = await imported(sourceFile('foods.csv', header + lines.join('\n')));
  expect(rows[0]).toMatchObject({ kcal: 100, protein_g: 5 });
});

test.each(['ppm', 'mg/kg', 'mg/L'])('importFoods does not read iron in %s', async (unit) => {
  const lines = foodsOf().map(({ name, amounts: { kcal } }) => `${name},${kcal},15`);
  const path = sourceFile('foods.csv', `name,kcal,Iron (${unit})\n${lines.join('\n')}`);
  expect((await imported(path)).rows[0]).not.toHaveProperty('iron_mg');
});

const flatFoods = foodsOf().map(({ name, amounts }) => ({ name, ...amounts }));

test.each([
  ['a member before the foods', { per: '1 cup', foods: flatFoods }],
  ['a member of its metadata', { meta: { nutrition_basis: 'portion' }, foods: flatFoods }],
  ['each food', flatFoods.map((food) => ({ ...food, reference: '1 serving' }))],
])('importFoods refuses amounts that are not per 100 g according to %s', async (_, value) => {
  await expect(imported(json(value))).rejects.toThrow('say so with --per serving');
});

test('importFoods leaves out foods whose basis differs from most', async () => {
  const foods = flatFoods.map((food, i) => ({ ...food, weight: i === 3 ? 1 : 100 }));
  const { rows, counts } = await imported(json(foods));
  expect({ rows: rows.length, counts }).toMatchObject({ rows: 11, counts: { 'other-basis': 1 } });
});

test('importFoods reads the name of the food, not of its serving or source', async () => {
  const foods = flatFoods.map((food, i) => ({
    serving: { description: `${i + 1} large slices`, grams: 30 },
    ...food,
    description: `Table of the year 2020, number ${i}`,
  }));
  const { rows } = await imported(json(foods), { per: '100g' });
  expect(rows[0]).toMatchObject(FIRST);
});

test('importFoods leaves out objects without amounts among the foods', async () => {
  const value = { foods: flatFoods, users: [{ name: 'Eva', weight: 60 }] };
  expect((await imported(json(value), { per: '100g' })).rows).toHaveLength(12);
});
