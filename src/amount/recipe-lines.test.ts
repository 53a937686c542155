import { expect, test } from 'vitest';
import { foodWithoutUse } from './amount-reader.ts';
import { readAmount, VOCABULARIES } from './read-amount.ts';

test.each([
  ['200g/7oz butter', 200, 'g', 'butter'],
  ['1 cup (235 ml) milk', 1, 'cup', 'milk'],
  ['1 lb. + 2 oz beef', 1.125, 'lb', 'beef'],
  ['1 lb 2 oz beef', 1.125, 'lb', 'beef'],
  ['½ cup plus 1 pinch sugar', 0.5, 'cup', 'sugar'],
  ['1 litre/1¾ pints boiling water', 1, 'l', 'boiling water'],
  ['1.5kg/3lb 5oz leg of lamb', 1.5, 'kg', 'leg of lamb'],
  ['2 (15 oz) cans diced tomatoes', 30, 'oz', 'tomatoes'],
  ['1 (8 oz.) can corn', 8, 'oz', 'corn'],
  ['One 28-ounce can tomatoes', 28, 'oz', 'tomatoes'],
  ['three 28 ounce cans tomatoes', 84, 'oz', 'tomatoes'],
  ['12-oz can beer', 12, 'oz', 'beer'],
  ['1 x 400g tin tomatoes', 400, 'g', 'tomatoes'],
  ['2 400g tins tomatoes', 800, 'g', 'tomatoes'],
  ['1 can (6 ounces) tuna', 6, 'oz', 'tuna'],
  ['2 cans (14 oz each/400 g) beans', 28, 'oz', 'beans'],
  ['1 bunch (about 2 cups) mint', 1, 'bunch', 'mint'],
  ['2 16 oz. baby mushrooms', 32, 'oz', 'baby mushrooms'],
  ['two five ounce cans tuna', 10, 'oz', 'tuna'],
  ['500g/1lb2oz sausage meat', 500, 'g', 'sausage meat'],
  ['6 (1/2 inch thick) slices Italian bread', 6, 'slice', 'Italian bread'],
  ['1 2-inch piece fresh ginger', 2, 'inch', 'fresh ginger'],
  ['1, 14 oz can condensed milk', 14, 'oz', 'condensed milk'],
  ['1 can of 14 oz beans', 14, 'oz', 'beans'],
  ['1/4 + 1/8 teaspoon salt', 0.375, 'tsp', 'salt'],
  ['1 boneless 2-3 pound chuck roast', 1, undefined, 'boneless chuck roast'],
  ['1 cup fresh or canned chopped green chiles', 1, 'cup', 'fresh or canned green chiles'],
  ['4 cups fresh mixed berries', 4, 'cup', 'fresh mixed berries'],
  ['½ a lemon', 0.5, undefined, 'lemon'],
  ['pinch salt', 1, 'pinch', 'salt'],
  ['3&frac18; cups milk', 3.125, 'cup', 'milk'],
  ['125g4½oz butter', 125, 'g', 'butter'],
  ['Garlic, 3 cloves: Minced.', 3, 'clove', 'Garlic'],
  ['Eggs, 4: Crack them.', 4, undefined, 'Eggs'],
  ['1 tbsp drained, chopped capers', 1, 'tbsp', 'drained capers'],
  ['½ cup slivered or sliced almonds', 0.5, 'cup', 'almonds'],
  ['4 to 6 oysters per person', 5, undefined, 'oysters'],
  ['1 (1/2 pound) salmon', 0.5, 'lb', 'salmon'],
  ['2 (½ pound) turnips', 1, 'lb', 'turnips'],
  ['5 (1.25 L) cups chicken stock', 5, 'cup', 'chicken stock'],
  ['8 (6-inch) flour tortillas', 8, undefined, 'flour tortillas'],
  ['a 100g clementine', 100, 'g', 'clementine'],
  ['A 5½-lb duckling', 5.5, 'lb', 'duckling'],
  ['1 000 g flour', 1000, 'g', 'flour'],
  ['two dozen eggs', 24, undefined, 'eggs'],
  ['dozen eggs', 12, undefined, 'eggs'],
  ['eggs (2)', 2, undefined, 'eggs'],
  ['Egg yolks, 6', 6, undefined, 'Egg yolks'],
  ['Sugar 2/3 cup (133 grams), plus more', 2 / 3, 'cup', 'Sugar'],
  ['double cream, approximately 100ml/6½tbsp', 100, 'ml', 'double cream'],
  ['About 1 cup milk', 1, 'cup', 'milk'],
  ['Scant ½ cup sugar', 0.5, 'cup', 'sugar'],
  ['1 heaping teaspoon cumin', 1, 'tsp', 'cumin'],
  ['A generous ½ teaspoon salt', 0.5, 'tsp', 'salt'],
  ['Optional: 2 cups cream', 2, 'cup', 'cream'],
  ['- 2 eggs', 2, undefined, 'eggs'],
  ['2 clove(s) garlic', 2, 'clove', 'garlic'],
  ['1 splash of soy sauce', 1, 'dash', 'soy sauce'],
  ['½ metric cup (~125ml) buckwheat', 0.5, 'cup', 'buckwheat'],
  ['1 tbsp fresh-squeezed lime juice', 1, 'tbsp', 'lime juice'],
  ['3 carrots cut into 2" pieces', 3, undefined, 'carrots'],
  ['&frac12; cup milk', 0.5, 'cup', 'milk'],
  ['2 T butter', 2, 'tbsp', 'butter'],
  ['2 t salt', 2, 'tsp', 'salt'],
  ['1 c. sugar', 1, 'cup', 'sugar'],
  ['2 pt milk', 2, 'pint', 'milk'],
  ['1 lg egg', 1, 'large', 'egg'],
  ['1 pkt yeast', 1, 'packet', 'yeast'],
  ['4 rashers bacon', 4, 'slice', 'bacon'],
  ['3 good knobs of butter', 3, 'knob', 'butter'],
  ['3 garlic cloves, chopped', 3, 'clove', 'garlic'],
  ['15 cloves', 15, undefined, 'cloves'],
  ['4 large rolls', 4, undefined, 'rolls'],
  ['4 medium-sized onions', 4, 'medium', 'onions'],
  ['2 small or 1 medium parsnip', 2, 'small', 'parsnip'],
  ['1 sweet potato', 1, undefined, 'sweet potato'],
  ['3cm/1¼in piece ginger', 3, 'cm', 'ginger'],
  ['handful fresh coriander, chopped', 1, 'handful', 'fresh coriander'],
  ['2 pints red, ripe strawberries, rinsed', 2, 'pint', 'red ripe strawberries'],
  ['¼ cup peeled and finely chopped ginger', 0.25, 'cup', 'ginger'],
  ['2 carrots thinly sliced crosswise', 2, undefined, 'carrots'],
  ['Juice of ½ lime', 0.5, undefined, 'lime Juice'],
  ['1 tbsp flour for dusting', 1, 'tbsp', 'flour'],
] as const)('as recipes write it, %j is %j of %j, %j', (text, amount, unit, food) => {
  expect(readAmount(text)).toMatchObject({ amount: expect.closeTo(amount), unit, food });
});

test.each([
  ['2-3 pounds beef', 2, 3, 'lb', 'beef'],
  ['2–4 tbsp sugar', 2, 4, 'tbsp', 'sugar'],
  ['1 to 2 eggs', 1, 2, undefined, 'eggs'],
  ['bananas 1 or 2', 1, 2, undefined, 'bananas'],
  ['1 1/4 - 1 1/2 cups milk', 1.25, 1.5, 'cup', 'milk'],
  ['A 3-to 3½-pound (1.35 to 1.575 kg) snapper', 3, 3.5, 'lb', 'snapper'],
  ['100-130g/3½-4½oz caster sugar', 100, 130, 'g', 'caster sugar'],
  ['200 g to 1 kg rice', 200, 1000, 'g', 'rice'],
] as const)('%j is a range from %j to %j of %j', (text, least, most, unit, food) => {
  const expected = { amount: (least + most) / 2, range: [least, most], unit, food };
  expect(readAmount(text)).toMatchObject(expected);
});

test.each([
  ['2 carrots, finely sliced', 'finely sliced'],
  ['1 large aubergine (about 400g), cut into rings', 'about 400g, cut into rings'],
  ['1 cup frozen peas', ''],
])('%j says besides: %j', (text, note) => {
  expect(readAmount(text)?.note).toBe(note);
});

test.each([
  ['salt and pepper, to taste', 'salt and pepper'],
  ['cinnamon powder, to dust', 'cinnamon powder'],
  ['basil (optional)', 'basil'],
  ['Rice, white, cooked', 'Rice, white, cooked'],
])('without its use, %j is %j', (text, food) => {
  expect(foodWithoutUse(text, VOCABULARIES.en)).toBe(food);
});
