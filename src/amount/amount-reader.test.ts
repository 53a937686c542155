import { expect, test } from 'vitest';
import { unitsInMeasure } from './amount-reader.ts';
import type { AmountLanguage } from './languages/vocabulary.ts';
import { readAmount, VOCABULARIES } from './vocabularies.ts';

const LANGUAGES: readonly AmountLanguage[] = ['en', 'es', 'fr', 'de', 'it', 'pt'];

test.each([
  ['2 eggs', 2, undefined, 'eggs'],
  ['3 eggs', 3, undefined, 'eggs'],
  ['one banana', 1, undefined, 'banana'],
  ['a banana', 1, undefined, 'banana'],
  ['a cup of whole milk', 1, 'cup', 'whole milk'],
  ['whole milk 1 cup', 1, 'cup', 'whole milk'],
  ['milk (1 cup)', 1, 'cup', 'milk'],
  ['cup milk', 1, 'cup', 'milk'],
  ['rice (1 cup cooked)', 1, 'cup', 'rice'],
  ['milk (1 gallon 2%)', 1, 'gallon', '2% milk'],
  ['butter (4 pack), unsalted', 4, 'package', 'unsalted butter'],
  ['scrambled eggs (2 eggs)', 2, undefined, 'scrambled eggs'],
  ['1 1/2 cups', 1.5, 'cup', ''],
  ['1½ cups flour', 1.5, 'cup', 'flour'],
  ['2 constructor', 2, undefined, 'constructor'],
  ['1-1/2 cups flour', 1.5, 'cup', 'flour'],
  ['2-½ lb ground beef', 2.5, 'lb', 'ground beef'],
  ['½ cup', 0.5, 'cup', ''],
  ['1,5 l', 1.5, 'l', ''],
  ['.5 cup milk', 0.5, 'cup', 'milk'],
  ['milk .25 l', 0.25, 'l', 'milk'],
  ['1 .5 cup', 0.5, 'cup', ''],
  ['1,500 g rice', 1500, 'g', 'rice'],
  ['200g rice', 200, 'g', 'rice'],
  ['Rice 200g', 200, 'g', 'Rice'],
  ['2 lb ground beef', 2, 'lb', 'ground beef'],
  ['12 oz', 12, 'oz', ''],
  ['8 fl. oz. orange juice', 8, 'fl oz', 'orange juice'],
  ['2 x 30 g', 60, 'g', ''],
  ['2x30g cheddar', 60, 'g', 'cheddar'],
  ['half an avocado', 0.5, undefined, 'avocado'],
  ['2 bags of spinach', 2, 'package', 'spinach'],
  ['3/2 cups milk', 1.5, 'cup', 'milk'],
  ['half a cup of oats', 0.5, 'cup', 'oats'],
  ['one and a half cups rice', 1.5, 'cup', 'rice'],
  ['half a dozen eggs', 6, undefined, 'eggs'],
  ['a dozen eggs', 12, undefined, 'eggs'],
  ['2-dozen eggs', 24, undefined, 'eggs'],
  ['3-quarters cup rice', 0.75, 'cup', 'rice'],
  ['1 1-half cups rice', 1.5, 'cup', 'rice'],
  ['1 1-half cup rice', 1.5, 'cup', 'rice'],
  ['1 1-half-cups rice', 1.5, 'cup', 'rice'],
  ['3 1-half asparagus', 3, undefined, '1-half asparagus'],
  ['½ 1-half cups rice', 0.25, 'cup', 'rice'],
  ['1 1-quarter ounce package yeast', 0.25, 'oz', 'yeast'],
  ['2 1-quarter-ounce packages yeast', 0.5, 'oz', 'yeast'],
  ['2 1-half-pound steaks', 1, 'lb', 'steaks'],
  ['12 1-eighth inch slices bread', 12, 'slice', 'bread'],
  ['a few sprigs of thyme', 3, 'sprig', 'thyme'],
  ['a couple of eggs', 2, undefined, 'eggs'],
  ['a couple slices of bread', 2, 'slice', 'bread'],
  ['three quarters of a cup of rice', 0.75, 'cup', 'rice'],
  ['two-thirds cup milk', 2 / 3, 'cup', 'milk'],
  ['a third of an onion', 1 / 3, undefined, 'onion'],
  ['half of a cup of oats', 0.5, 'cup', 'oats'],
  ['two and three quarters cups rice', 2.75, 'cup', 'rice'],
  ['twenty-five grams butter', 25, 'g', 'butter'],
  ['twenty five ml milk', 25, 'ml', 'milk'],
  ['a hundred and fifty grams of rice', 150, 'g', 'rice'],
  ['two hundred grams of rice', 200, 'g', 'rice'],
  ['two fifteen ounce cans beans', 30, 'oz', 'beans'],
  ['medium banana', 1, 'medium', 'banana'],
  ['1 medium banana', 1, 'medium', 'banana'],
  ['2 large eggs', 2, 'large', 'eggs'],
  ['2 extra large eggs', 2, 'extra large', 'eggs'],
  ['2 extra-large eggs', 2, 'extra large', 'eggs'],
  ['1 egg, large', 1, 'large', 'egg'],
  ['a slice of bread', 1, 'slice', 'bread'],
  ['slice of bread', 1, 'slice', 'bread'],
  ['2 large slices white bread', 2, 'slice', 'white bread'],
  ['2 tbsp', 2, 'tbsp', ''],
  ['2 rolls', 2, undefined, 'rolls'],
  ['eggs x 2', 2, undefined, 'eggs'],
  ['eggs x 99', 99, undefined, 'eggs'],
  ['365 g rice', 365, 'g', 'rice'],
  ['100000 g rice', 100_000, 'g', 'rice'],
  ['99 eggs', 99, undefined, 'eggs'],
  ['2 eggs'.padEnd(300), 2, undefined, 'eggs'],
] as const)('%j is %j of %j, %j', (text, amount, unit, food) => {
  expect(readAmount(text)).toMatchObject({ amount, unit, food });
});

test.each([
  ...[
    'half and half',
    'half & half',
    'half-and-half',
    '7 up',
    '7-up',
    '7up',
    '2% milk',
    '2 % milk',
  ],
  ...['5 grain', '100 grand', '3 musketeers', 'thousand island dressing', '1000 island dressing'],
  ...[
    '100 eggs',
    '365 organic oats',
    'a la king',
    'small curd cottage cheese',
    'medium grain rice',
  ],
  ...['beef rib, large end', 'omega 3', 'heinz 57', 'vitamin b12', 'milk, 2% fat'],
  ...['1.5-1/2 cups flour', 'chopped, 2 cups', '100001 g rice', '2 eggs'.padEnd(301)],
  ...['very finely grated zest and juice of 2 limes', 'crumbs of 7 grain bread'],
  ...['five spice', '3 bean salad', 'four cheese pizza', 'cup noodles', 'cup cakes'],
  ...['t bone steak', 'bar', 'egg', '', ' ', '0 eggs'],
  ...[
    'large',
    '5 minute oats',
    'half fat creme fraiche',
    'a1 sauce',
    '1/0 cup milk',
    '80/20 ground beef',
    '93/7 turkey',
    '50/50 bread',
  ],
])('%j has no amount', (text) => {
  expect(readAmount(text)).toBeUndefined();
});

test.each<[AmountLanguage, string, number, string | undefined, string]>([
  ['es', 'dos huevos', 2, undefined, 'huevos'],
  ['es', 'una taza de leche', 1, 'cup', 'leche'],
  ['es', 'media taza de arroz', 0.5, 'cup', 'arroz'],
  ['es', '1 plátano mediano', 1, 'medium', 'plátano'],
  ['es', 'un vaso de leche', 1, 'glass', 'leche'],
  ['es', 'medio aguacate', 0.5, undefined, 'aguacate'],
  ['fr', 'une tasse de lait', 1, 'cup', 'lait'],
  ['fr', "un verre d'eau", 1, 'glass', 'eau'],
  ['fr', 'une demi-baguette', 0.5, undefined, 'baguette'],
  ['fr', '2 tranches de pain', 2, 'slice', 'pain'],
  ['fr', '1 cuillère à soupe de beurre', 1, 'tbsp', 'beurre'],
  ['fr', '1,5 l de lait', 1.5, 'l', 'lait'],
  ['fr', 'une pomme moyenne', 1, 'medium', 'pomme'],
  ['de', 'zwei Eier', 2, undefined, 'Eier'],
  ['de', 'eine Tasse Milch', 1, 'cup', 'Milch'],
  ['de', '2 Scheiben Brot', 2, 'slice', 'Brot'],
  ['de', '1 Eßlöffel Butter', 1, 'tbsp', 'Butter'],
  ['de', '2 EL Zucker', 2, 'tbsp', 'Zucker'],
  ['de', '1.500 g Mehl', 1500, 'g', 'Mehl'],
  ['de', 'Reis 200g', 200, 'g', 'Reis'],
  ['de', '2 Dosen à 400 g Tomaten', 800, 'g', 'Tomaten'],
  ['de', '2 Prise(n) Zimt', 2, 'pinch', 'Zimt'],
  ['fr', "3 quarts de tasse d'eau", 0.75, 'cup', 'eau'],
  ['es', 'un bote de 800 g de tomate', 800, 'g', 'tomate'],
  ['pt', '¼ de xícara (chá) de nozes', 0.25, 'cup', 'nozes'],
  ['pt', '2 unidades cebola grande', 2, 'large', 'cebola'],
  ['it', "un'arancia", 1, undefined, 'arancia'],
  ['it', 'mezzo avocado', 0.5, undefined, 'avocado'],
  ['it', "un bicchiere d'acqua", 1, 'glass', 'acqua'],
  ['it', 'due fette di pane', 2, 'slice', 'pane'],
  ['pt', 'uma xícara de leite', 1, 'cup', 'leite'],
  ['pt', 'meio abacate', 0.5, undefined, 'abacate'],
  ['fr', "une demi-douzaine d'œufs", 6, undefined, 'œufs'],
  ['fr', 'une dizaine de noix', 10, undefined, 'noix'],
  ['fr', 'quatre-vingts grammes de riz', 80, 'g', 'riz'],
  ['fr', '1/4 de botte de persil', 0.25, 'bunch', 'persil'],
  ['fr', '2 filets de saumon', 2, 'fillet', 'saumon'],
  ['fr', "4 unités d'œuf", 4, 'piece', 'œuf'],
  ['de', '0.5 Bd. Petersilie', 0.5, 'bunch', 'Petersilie'],
  ['de', '1 kl. Zwiebel', 1, 'small', 'Zwiebel'],
  ['de', '3 dünne Stangen Lauch', 3, 'stalk', 'Lauch'],
  ['de', 'zweieinhalb Tassen Milch', 2.5, 'cup', 'Milch'],
  ['de', 'zweihundert Gramm Reis', 200, 'g', 'Reis'],
  ['es', 'un par de huevos', 2, undefined, 'huevos'],
  ['es', 'ciento cincuenta gramos de arroz', 150, 'g', 'arroz'],
  ['it', 'acqua 200 ml + q.b.', 200, 'ml', 'acqua'],
  ['it', '2 etti di riso', 2, 'hg', 'riso'],
  ['it', 'un paio di uova', 2, undefined, 'uova'],
  ['pt', 'dois terços de xícara de leite', 2 / 3, 'cup', 'leite'],
  ['pt', 'duzentos gramas de arroz', 200, 'g', 'arroz'],
  ['pt', '2 colheres de sopa de azeite', 2, 'tbsp', 'azeite'],
  ['pt', '2 colheres (sopa) de azeite', 2, 'tbsp', 'azeite'],
  ['pt', 'duas fatias de pão', 2, 'slice', 'pão'],
])('in %s, %j is %j of %j, %j', (language, text, amount, unit, food) => {
  expect(readAmount(text, language)).toMatchObject({ amount, unit, food });
});

test.each(LANGUAGES)(
  'in %s, every word of every unit is read, before and after a food',
  (language) => {
    const { units, of } = VOCABULARIES[language];
    for (const [unit, words] of Object.entries(units)) {
      for (const word of words) {
        const expected = { amount: 2.5, unit, food: 'xyz' };
        expect(readAmount(`2.5 ${word} xyz`, language), word).toMatchObject(expected);
        const asWritten = word.length > 1 ? word.toUpperCase() : word;
        const text = `2½ ${asWritten} ${of[0]} xyz`;
        expect(readAmount(text, language), word).toMatchObject(expected);
        expect(readAmount(`xyz, 2.5 ${word}`, language), word).toMatchObject(expected);
      }
    }
  },
);

test.each(LANGUAGES)('in %s, the units of recipes have words', (language) => {
  const recipes = ['g', 'kg', 'ml', 'l', 'oz', 'lb', 'cup', 'tbsp', 'tsp', 'piece', 'scoop'];
  const shops = ['can', 'bottle', 'glass', 'bowl', 'package', 'packet', 'bar'];
  const parts = ['slice', 'clove', 'leaf', 'bunch', 'handful', 'pinch', 'dash', 'drop', 'sprig'];
  const sizes = ['serving', 'small', 'medium', 'large', 'head', 'stalk'];
  expect(Object.keys(VOCABULARIES[language].units)).toEqual(
    expect.arrayContaining([...recipes, ...shops, ...parts, ...sizes]),
  );
});

test.each(LANGUAGES)('in %s, no word means two units', (language) => {
  const words = Object.values(VOCABULARIES[language].units).flat();
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
});

test.each([
  ['cup', 'cup', 1],
  ['cup, sliced', 'cup', 1],
  ['cup slices', 'slice', 1],
  ['medium (7" to 7-7/8" long)', 'medium', 1],
  ['extra large (9" or longer)', 'large', undefined],
  ['extra large (9" or longer)', 'extra large', 1],
  ['slice, large (1/4" thick)', 'slice', 1],
  ['fl oz', 'fl oz', 1],
  ['fl oz', 'oz', undefined],
  ['NLEA serving', 'serving', 1],
  ['package (10 oz)', 'oz', undefined],
  ['cupcake', 'cup', undefined],
  ['serving 1/2 cup', 'cup', 0.5],
  ['serving .25 cup', 'cup', 0.25],
  ['serving about 1/4 cup', 'cup', 0.25],
  ['package 1.6 oz 2 cups', 'cup', 2],
  ['serving 8 fl oz', 'serving', 1],
  ['serving 8 fl oz', 'fl oz', 8],
  ['cup 12 fl oz 12 fl oz', 'fl oz', 12],
  ['cup 8 fl oz', 'cup', 1],
  ['tsp or 1 packet', 'packet', 1],
  ['unit 2 large or 5 small', 'large', 2],
] as const)('the measure %j, in the unit %j, is %j', (measure, unit, count) => {
  expect(unitsInMeasure(measure).get(unit)).toBe(count);
});
