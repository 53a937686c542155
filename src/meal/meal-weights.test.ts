import { expect, test } from 'vitest';
import { CATALOG } from '../../test/bundled-foods.ts';
import type { ForeignLanguage } from '../catalog/food-catalog.ts';
import { resolveMeal } from './meal.ts';

// The weights of lines as people write them, with the bundled foods.

async function resolved(line: string, lang?: ForeignLanguage) {
  const meal = await resolveMeal({ lines: [line], lang }, CATALOG, (query) =>
    CATALOG.search(query),
  );
  return meal.lines[0];
}

test.each([
  ['200 g butter', 'weight', 200, true],
  ['1 cup milk', 'measure of the food', 244, true],
  ['butter', 'usual amount', 5, false],
  // The line states the weight itself.
  ['1 chicken (3 lb)', 'weight', 1360.78, true],
  ['2 salmon fillets (4 oz each)', 'weight', 226.796, true],
  ['4 chicken breasts (about 1 1/2 lbs)', 'weight', 680.389, true],
  ['2 tins tuna (150 g)', 'weight', 300, true],
  ['7 (3 ½ pounds) peaches', 'weight', 1587.57, true],
  ['1 onion, plus 50 g for dusting', 'measure of the food', 110, true],
  ['2 leeks', 'measure of the food', 178, true],
  ['2 large leeks', 'usual amount', 178, false],
  ['2 glasses milk', 'unknown', null, false],
  ['1 duck', 'measure of the food', 1268, true],
  // The table has the weight of a teaspoon of cardamom, not of a pod.
  ['8 cardamom pods', 'unknown', null, false],
  ['1 tbsp brown sugar', 'measure of the food', 9, true],
  // The table lists flour by the cup.
  ['1 tbsp flour', 'measure of the food', 7.8125, true],
  // The table lists "serving 1/4 cup" before the cup.
  ['1/2 cup maple syrup', 'measure of the food', 157.5, true],
  // If there are several measures, the one that matches the line's wording counts.
  ['4 lettuce leaves', 'measure of the food', 19.2, true],
  ['24 cherry tomatoes', 'measure of the food', 408, true],
  ['1 cup sliced almonds', 'measure of the food', 92, true],
  ['1 medium onion, sliced', 'measure of the food', 110, true],
  ['8 strips red bell pepper, cooked', 'unknown', null, false],
  // A whole lettuce or melon, not a leaf or ten melon balls, which the table also lists.
  ['1 cos lettuce', 'measure of the food', 626, true],
  ['1/2 cantaloupe', 'measure of the food', 407, true],
  ['5 black peppers', 'unknown', null, false],
  ['1 coke', 'measure of the food', 370, true],
  ['20 strawberries', 'measure of the food', 240, true],
  ['1 jar air', 'unknown', null, false],
  // The table has the weight of a cauliflower, not of a floret, and of a lime, not of a leaf.
  ['4 cauliflower florets', 'unknown', null, false],
  ['8 lime leaves', 'unknown', null, false],
  // The table also has wrappers for eggrolls.
  ['12 wonton wrappers', 'measure of the food', 96, true],
  // The table lists whipped cream by the cup, and liquid cream by the tablespoon.
  ['1 cup heavy cream', 'measure of the food', 240, true],
  ['1 cup heavy cream, whipped', 'measure of the food', 120, true],
])('%s: %s', async (line, how, grams, certain) => {
  const found = await resolved(line);
  expect(found).toMatchObject({ how, grams, certain });
  expect(found?.nutrients === null).toBe(grams === null);
});

test.each([
  ['es', '2 huevos', 100],
  ['fr', '4 filets de saumon (125 g chacun)', 500],
  ['de', '6 Kugeln Mozzarella à je 25 g', 150],
  ['de', '2 Äpfel (à 150 g)', 300],
  ['it', "4 mele di circa 200 g l'una", 800],
  ['it', '2 etti di riso', 200],
  // The table is in English, and so may be a line.
  ['de', '1 tbsp butter', 14.2],
  ['fr', '1 slice toast', 27],
  ['fr', '1/3 cup raisins', 48.3333],
] as const)('in %s, %j weighs %j g', async (lang, line, grams) => {
  expect(await resolved(line, lang)).toMatchObject({ grams });
});

test('if not all fatty acids of a food are known, its fat is unknown', async () => {
  const line = await resolved('200 g gravy campbells beef microwavable');
  expect(line?.food?.description).toBe("Gravy, CAMPBELL'S, beef, microwavable");
  expect(line?.nutrients).toMatchObject({ kcal: 84, fat_g: null });
});

test('the amount of a line without a food is read, too', async () => {
  const none = { food: null, amount: 20, unit: 'g', grams: null };
  expect(await resolved('20 g samphire')).toMatchObject(none);
});
