import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FoodQuery, Interpretation } from '../catalog/food-catalog.ts';
import { type MealQuery, nextTurn, resolveMeal } from './meal.ts';

type Row = Readonly<Record<string, unknown>>;

const measures = (...all: [amount: number, unit: string, grams: number][]) =>
  all.map(([amount, unit, grams]) => ({ amount, unit, grams }));

const EGG = {
  ...{ id: 1, description: 'Egg, whole', kcal: 143, protein_g: 12.5, carbohydrate_g: null },
  ...{ fat_g: '8.70', zinc_mg: 1.29, portions: measures([1, 'large', 50], [2, 'cups', 486]) },
};
const WHITE = { ...EGG, id: 2, description: 'Egg, white', portions: [], fat_known: 2 };
const MILK = { ...EGG, id: 3, description: 'Milk', portions: measures([1, 'cup', 244]) };

/** Resolves lines for which the search finds these foods with these interpretations. */
async function meal(
  asked: MealQuery,
  found: readonly (readonly [foods: readonly Row[], interpretation?: Interpretation | undefined])[],
  catalog: Parameters<typeof resolveMeal>[1] = { fields: ['id', 'portions'], key: 'id' },
) {
  const queries: FoodQuery[] = [];
  const resolved = await resolveMeal(asked, catalog, (query) => {
    const [foods, interpretation] = found[queries.length] ?? expect.fail('One line too many');
    queries.push(query);
    return { body: Buffer.from(JSON.stringify(foods)), revision: '', interpretation };
  });
  return { ...resolved, queries };
}

const WORD = { typed: 'egg', manner: 'word', words: ['egg'] } as const;
type Unit = 'cup' | 'g' | 'large' | 'piece' | 'jar';

const read = (amount?: number, unit?: Unit, readings: Interpretation['readings'] = [WORD]) => ({
  ...(amount !== undefined && { amount }),
  ...(unit !== undefined && { unit }),
  ...{ readings, droppedCount: 0 },
});

test('a meal has the foods, weights and nutrients of its lines, and their sums', async () => {
  const asked = { lines: ['2 eggs', 'asdf', '3 g egg white'], fields: ['zinc_mg', 'kcal'] };
  const { lines, totals, queries, ...others } = await meal(
    asked,
    [
      [[EGG, WHITE], read(2)],
      [[], read()],
      [[WHITE], read(3, 'g')],
    ],
    { fields: ['zinc_mg', 'fat_known', 'id', 'food_group', 'gmwt_1'], key: 'id' },
  );
  expect(others).toEqual({});
  const fields = ['zinc_mg', 'fat_known', 'id', 'gmwt_1'];
  expect(queries).toEqual(asked.lines.map((text) => ({ text, match: 'fuzzy', limit: 6, fields })));
  expect(lines).toEqual([
    {
      ...{ line: '2 eggs', food: { id: '1', description: 'Egg, whole' } },
      ...{ amount: 2, unit: 'large', grams: 100, how: 'measure of the food', certain: true },
      nutrients: { kcal: 143, protein_g: 12.5, carbohydrate_g: null, fat_g: 8.7, zinc_mg: 1.29 },
      alternatives: [{ id: '2', description: 'Egg, white' }],
    },
    {
      ...{ line: 'asdf', food: null, why: 'no food matches "asdf"' },
      ...{ amount: null, unit: null, grams: null, how: 'unknown', certain: false },
      ...{ nutrients: null, alternatives: [] },
    },
    {
      ...{ line: '3 g egg white', food: { id: '2', description: 'Egg, white' } },
      ...{ amount: 3, unit: 'g', grams: 3, how: 'weight', certain: true, alternatives: [] },
      // Not all of its fatty acids are known.
      nutrients: {
        ...{ kcal: 4.29, protein_g: 0.375, carbohydrate_g: null, fat_g: null, zinc_mg: 0.0387 },
      },
    },
  ]);
  expect(totals).toEqual({
    ...{ kcal: 147.29, protein_g: 12.875, carbohydrate_g: null, fat_g: 8.7, zinc_mg: 1.3287 },
    ...{ grams: 103, known: 2, lines: 3 },
  });
});

test('the totals are divided by the servings', async () => {
  const asked = { lines: ['2 eggs'], servings: 3 };
  const { per_serving } = await meal(asked, [[[EGG], read(2)]]);
  expect(per_serving).toEqual({
    ...{ kcal: 47.6667, protein_g: 4.16667, carbohydrate_g: null, fat_g: 2.9, grams: 33.3333 },
  });
});

test('without a weight, no nutrient is known', async () => {
  const { lines, totals } = await meal({ lines: ['3 jars egg'] }, [[[EGG], read(3, 'jar')]]);
  expect(lines).toMatchObject([{ amount: 3, unit: 'jar', grams: null, nutrients: null }]);
  const none = { kcal: null, protein_g: null, carbohydrate_g: null, fat_g: null, grams: null };
  expect(totals).toEqual({ ...none, known: 0, lines: 1 });
});

test.each([
  // The amount, the foods found, then what it weighs.
  ['2 g egg', read(2, 'g'), [EGG], { unit: 'g', grams: 2, how: 'weight' }],
  ['2 cups egg', read(2, 'cup'), [EGG], { unit: 'cups', grams: 486, how: 'measure of the food' }],
  ['2 eggs', read(2), [EGG], { unit: 'large', grams: 100, how: 'measure of the food' }],
  ['egg', read(), [EGG], { amount: 1, unit: 'large', grams: 50, how: 'usual amount' }],
  ['egg', undefined, [EGG], { amount: 1, unit: 'large', grams: 50, how: 'usual amount' }],
  ['egg', read(), [WHITE], { amount: null, unit: null, grams: null, how: 'unknown' }],
  [
    '3 whites',
    read(3),
    [WHITE, MILK, EGG],
    { unit: 'large', grams: 150, how: 'measure of its kind' },
  ],
  ['3 whites', read(3), [WHITE, MILK], { amount: 3, unit: null, grams: null, how: 'unknown' }],
  ['2 pieces egg', read(2, 'piece'), [EGG], { unit: 'large', grams: 100, how: 'usual amount' }],
  ['2 jars egg', read(2, 'jar'), [EGG], { amount: 2, unit: 'jar', grams: null, how: 'unknown' }],
  ['1/3 large egg', read(1 / 3, 'large'), [EGG], { amount: 0.333333, grams: 16.6667 }],
  ['2 eggs (40 g each)', read(2), [EGG], { amount: 80, unit: 'g', grams: 80, how: 'weight' }],
  ['egg (40 g)', read(), [EGG], { amount: 1, unit: 'large', grams: 50 }],
])('%j: %j of the foods %j', async (line, interpretation, foods, expected) => {
  const { lines } = await meal({ lines: [line] }, [[foods, interpretation]]);
  expect(lines).toMatchObject([expected]);
});

test('if the table lacks a large size, the weight of the usual one is used', async () => {
  const leek = { ...EGG, description: 'Leek', portions: measures([1, 'leek', 89]) };
  const { lines } = await meal({ lines: ['2 large leeks'] }, [[[leek], read(2, 'large')]]);
  expect(lines).toMatchObject([{ unit: 'leek', grams: 178, how: 'usual amount' }]);
});

test.each([
  ['word', '2 eggs', true],
  ['name', '2 eggs', true],
  ['none', '2 eggs', false],
  ['slip', '2 eggs', false],
  ['beginning', '2 eggs', false],
  ['word', 'egg', false],
] as const)(
  'if another word was matched as %j, %j is certain: %j',
  async (manner, line, certain) => {
    const count = line === 'egg' ? undefined : 2;
    const readings = [WORD, { ...WORD, manner }];
    const { lines } = await meal({ lines: [line] }, [[[EGG], read(count, undefined, readings)]]);
    expect(lines).toMatchObject([{ certain }]);
  },
);

test('parts of a food, such as its leaves, have no weight of their own', async () => {
  const leaves = { typed: 'leaves', manner: 'none', words: [] } as const;
  for (const [line, count, unit, readings, grams] of [
    ['8 Egg Leaves', 8, undefined, [WORD, leaves], null],
    ['8 leaves egg', 8, undefined, [leaves, WORD], 400],
    ['8 large egg leaves', 8, 'large', [leaves], 400],
    ['egg leaves', undefined, undefined, [WORD, leaves], 50],
  ] as const) {
    const { lines } = await meal({ lines: [line] }, [[[EGG], read(count, unit, readings)]]);
    expect(lines, line).toMatchObject([{ grams }]);
  }
});

test('lines in another language are read in that language, or else in English', async () => {
  const asked = { lines: ['4 œufs (30 g chacun)', '4 eggs (30 g each)'], lang: 'fr' } as const;
  const { lines, queries } = await meal(asked, [
    [[EGG], read(4)],
    [[EGG], read(4)],
  ]);
  expect(queries).toMatchObject([{ lang: 'fr' }, { lang: 'fr' }]);
  expect(lines).toMatchObject([{ grams: 120 }, { grams: 120 }]);
});

test('without a key, foods have no IDs', async () => {
  const none = { fields: ['id'], key: undefined };
  const { lines, queries } = await meal({ lines: ['egg'] }, [[[EGG, WHITE]]], none);
  expect(queries).toMatchObject([{ fields: [] }]);
  expect(lines).toMatchObject([{ food: { id: null }, alternatives: [{ id: null }] }]);
});

test('nextTurn resumes one waiting caller per event loop turn, in order', async () => {
  const done: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => nextTurn().then(() => done.push(name)));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate();
    seen.push(done.length);
  }
  await Promise.all(all);
  expect(done).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual([1, 2, 3]);
});
