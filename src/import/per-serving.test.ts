import { describe, expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../test/import-cases.ts';

// Tables that mention servings, whose amounts may be per serving or per 100 g.

const FOODS = Array.from({ length: 12 }, (_, i) => ({
  name: `Food ${String.fromCharCode(65 + i)}`,
  amounts: { kcal: 100 + 4 * i, protein: 5, carbs: 20 + i },
}));
const json = (value: unknown) => sourceFile('foods.json', JSON.stringify(value));

describe('importFoods refuses, unless --per states the basis,', () => {
  const table = (header: string, field = '') => {
    const lines = FOODS.map(({ name, amounts }) =>
      [name, ...Object.values(amounts)].join().concat(field),
    );
    return sourceFile('foods.csv', `${header}\n${lines.join('\n')}`);
  };
  test.each([
    ['a title with a piece', 'per 1 piece (50 g),,,\nname,kcal,protein,carbs', ''],
    ['a title in Polish', 'na porcję (30 g),,,\nname,kcal,protein,carbs', ''],
    ['a title with "for"', 'Amounts are for 30 g,,,\nname,kcal,protein,carbs', ''],
    ['a weight in a name', 'name,kcal (30g),protein (30g),carbs (30g)', ''],
    ['the same text in all rows', 'name,kcal,protein,carbs,basis', ',per 30 g'],
    ['an amount', 'name,kcal,protein,carbs,amount', ',60 g'],
    ['a quantity', 'name,kcal,protein,carbs,quantity', ',1 cup'],
    ['a title next to another', 'Menu,,Values per portion,\nname,kcal,protein,carbs', ''],
    ['a title with "of"', 'Nutritive value of one ounce,,,\nname,kcal,protein,carbs', ''],
    ['a title in Japanese', '栄養成分表（1食あたり）,,,\nname,kcal,protein,carbs', ''],
    ['an amount of energy', 'per 100 kcal,,,\nname,kcal,protein,carbs', ''],
    ['an amount of dry matter', 'Per 100 g dry matter,,,\nname,kcal,protein,carbs', ''],
    ['the names', 'name (per serving),kcal,protein,carbs', ''],
    ['the flavors of a menu', 'Flavour,kcal,protein,carbs', ''],
    ['the columns of a diary', 'Nombre,kcal,protein,carbs,Fecha,Hora', ',18/02/2026,CENA'],
    ['the weight on a label', 'name,kcal,protein,carbs,Label Wt (g)', ',92'],
    ['servings without grams', 'name,kcal,protein,carbs,serving', ',12 fl. oz.'],
    ['the kinds of meals', 'name,kcal,protein,carbs,Meal Type', ',Lunch'],
  ])('%s', async (_, header, field) => {
    await expect(imported(table(header, field))).rejects.toThrow('say so with --per serving');
    expect((await imported(table(header, field), { per: '100g' })).rows).toHaveLength(12);
  });

  const xml = (attribute: string, rest: string) => {
    const list = FOODS.map(
      ({ name, amounts: { kcal, protein } }) =>
        `<food><name>${name}</name><kcal>${kcal}</kcal><protein>${protein}</protein></food>`,
    );
    return sourceFile('foods.xml', `<foods${attribute}>${list.join('')}${rest}</foods>`);
  };
  const list = FOODS.map(({ name, amounts }) => ({ name, ...amounts }));
  const sheet = `<sheetData>${[['name', 'kcal', 'protein'], ...list.map(Object.values)].map((row) => `<row>${row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`).join('')}</sheetData>`;
  const workbook = zipOf({
    'workbook.xml': '<w><sheet name="Per serving" r:id="a"/></w>',
    'workbook.xml.rels': '<r><Relationship Id="a" Target="sheet1.xml"/></r>',
    'sheet1.xml': `<worksheet>${sheet}</worksheet>`,
  });
  test.each([
    ['an attribute of XML', () => xml(' basis="per serving"', '')],
    ['an element of XML', () => xml('', '<basis>per serving</basis>')],
    ['a member after a list', () => json({ foods: list, basis: 'per serving' })],
    ['an object beside a list', () => json({ foods: list, about: { per: 'serving' } })],
    [
      'a serving in grams',
      () => json(list.map((one) => ({ ...one, serving: { size: 80, unit: 'g' } }))),
    ],
    ['the name of a sheet', () => sourceFile('foods.xlsx', workbook)],
  ])('%s', async (_, file) => {
    await expect(imported(file())).rejects.toThrow('say so with --per serving');
    expect((await imported(file(), { per: '100g' })).rows).toHaveLength(12);
  });

  test('accepts a serving next to amounts per 100 g', async () => {
    const both = list.map((food) => ({ ...food, serving: { size: 30, kcal: 0.3 * food.kcal } }));
    expect((await imported(json(both))).rows).toHaveLength(12);
  });

  test.each([
    ['the basis above the names, which have amounts', 'In 100 Gramm,kcal,protein,carbs', ''],
    ['another wording of 100 g', 'Wartość na 100 g,,,\nname,kcal,protein,carbs', ''],
    ['a column for weights of servings without any', 'name,kcal,protein,carbs,serving_weight', ','],
  ])('accepts %s', async (_, header, field) => {
    expect((await imported(table(header, field))).rows).toHaveLength(12);
  });
});
