import { expect, test } from 'vitest';
import type { AmountLanguage } from './languages/vocabulary.ts';
import { foodsInSentence, splitMeal } from './split-meal.ts';
import { VOCABULARIES } from './vocabularies.ts';

test.each([
  ['I had two eggs and a slice of toast with butter', 'two eggs|a slice of toast|butter'],
  ['For breakfast I ate oatmeal, a banana and coffee', 'oatmeal|a banana|coffee'],
  ['I drank a glass of milk and ate 2 pancakes', 'a glass of milk|2 pancakes'],
  ["I'm having 40g of rice, along with 120 g of fish for dinner", '40g of rice|120 g of fish'],
  ["At lunch, I'm having a refreshing can of ginger ale", 'a refreshing can of ginger ale'],
  ['I just made myself a snack with 51 grams of popcorn', '51 grams of popcorn'],
  ["We’ve had a muffin, and it's 130 grams", "a muffin, and it's 130 grams"],
  ['Lunch: 2 slices pizza, salad and a coke', '2 slices pizza|salad|a coke'],
  ['Ate a banana and some walnuts', 'a banana|some walnuts'],
  ['yogurt with berries for breakfast', 'yogurt|berries'],
  ['I had eggs and toast', 'eggs|toast'],
  ['I had mac and cheese and a salad', 'mac and cheese|a salad'],
  ['I had bread, and cheese', 'bread|cheese'],
  ['how many calories are in 2 cups of milk', '2 cups of milk'],
  ['brown rice calories', 'brown rice'],
  ["I'm starting my day with a cup of granola", 'a cup of granola'],
  ['ate pizza last night', 'pizza'],
  ['Log that I just ate 100g chicken', '100g chicken'],
  ['Breakfast was 40g of oats with milk', '40g of oats|milk'],
  ['Dinner tonight: chicken and rice', 'chicken|rice'],
  ['just finished a bowl of soup', 'a bowl of soup'],
  ['she ate 6 nuggets and a small shake', '6 nuggets|a small shake'],
  ['add 100 g rice to my lunch', '100 g rice'],
  ['what are the calories in a banana', 'a banana'],
  ['How much protein in 100g boiled chicken breast?', '100g boiled chicken breast'],
  ['how many grams of fat are there in an egg', 'an egg'],
  ['how many carbs does a potato have', 'a potato'],
  ['total calories in an apple', 'an apple'],
  ['what’s the fat content of whole milk', 'whole milk'],
  ['nutrition facts for oatmeal', 'oatmeal'],
  ['tell me about the nutrients in spinach', 'spinach'],
  ['umm I had 2 eggs and toast', '2 eggs|toast'],
  ['so I had like 2 rotis and some dal', '2 rotis|some dal'],
  ['3 idlis for breakfast and then I had a coffee', '3 idlis|a coffee'],
  ['Breakfast four ounces of asparagus, two eggs', 'four ounces of asparagus|two eggs'],
  ['had a coffee with cream at 10:30', 'a coffee|cream at 10:30'],
  [
    'For breakfast I ate 2 eggs. For lunch I had 3 Tbsp. Peanut butter',
    '2 eggs|3 Tbsp. Peanut butter',
  ],
  ['Log breakfast: oatmeal', 'oatmeal'],
  ['for lunch 2 eggs and a coffee', '2 eggs|a coffee'],
  ['I had toast for lunch, eggs for dinner', 'toast|eggs'],
  ['Dinner included rice', 'rice'],
  ['Hi, I just ate 7 cookies', '7 cookies'],
])('%j is a sentence about a meal or food', (text, lines) => {
  const expected = { lines: lines.split('|'), isSentence: true };
  expect(splitMeal(text, VOCABULARIES.en)).toEqual(expected);
});

test.each([
  ['2 eggs, 1 slice toast, coffee', '2 eggs|1 slice toast|coffee'],
  ['eggs; toast;', 'eggs|toast'],
  ['eggs\n2 cups milk', 'eggs|2 cups milk'],
  ['2 eggs; Butter, salted', '2 eggs|Butter, salted'],
  ['2 carrots, finely sliced, 2 eggs', '2 carrots, finely sliced|2 eggs'],
  ['2 (15 oz, drained) cans beans, 1 egg', '2 (15 oz, drained) cans beans|1 egg'],
  ['1,5 l milk, 2 eggs', '1,5 l milk|2 eggs'],
  ['Butter, salted', 'Butter, salted'],
  ['2 eggs, raw', '2 eggs, raw'],
  ['macaroni and cheese', 'macaroni and cheese'],
  ['tea with milk', 'tea with milk'],
  ['breakfast sausage', 'breakfast sausage'],
  ['sugar in the raw', 'sugar in the raw'],
  ['protein shake', 'protein shake'],
  ['', ''],
])('%j is not a sentence about a meal or food', (text, lines) => {
  const expected = { lines: lines.split('|').filter(Boolean), isSentence: false };
  expect(splitMeal(text, VOCABULARIES.en)).toEqual(expected);
});

test.each<[AmountLanguage, string, string]>([
  ['pt', 'No café da manhã comi dois ovos', 'dois ovos'],
  ['pt', 'Hoje de manhã comi um iogurte', 'um iogurte'],
  ['es', 'Para la merienda tomé un café', 'un café'],
  ['es', 'desayuné tostada y café con leche', 'tostada|café con leche'],
  ['de', 'Gestern Abend: Pizza und ein Bier', 'Pizza|ein Bier'],
  ['es', 'comí dos huevos y una manzana', 'dos huevos|una manzana'],
  ['fr', "j'ai mangé deux œufs et une pomme", 'deux œufs|une pomme'],
  ['de', 'Ich habe heute 2 Eier mit einer Scheibe Brot', '2 Eier|einer Scheibe Brot'],
  ['de', 'Gestern habe ich zwei Scheiben Brot gegessen', 'zwei Scheiben Brot'],
  ['fr', "Au petit-déjeuner j'ai mangé une pomme et 30 g de noix", 'une pomme|30 g de noix'],
  ['it', 'ho mangiato 80g di prosciutto ed un filo di olio', '80g di prosciutto|un filo di olio'],
  ['pt', 'almocei arroz e feijão', 'arroz|feijão'],
  ['es', 'Hoy comí pan con pollo', 'pan|pollo'],
  ['it', 'ho mangiato due uova e una mela', 'due uova|una mela'],
  ['pt', 'comi dois ovos e uma maçã', 'dois ovos|uma maçã'],
  ['es', 'Cuántas calorías tiene una manzana', 'una manzana'],
  ['fr', 'combien de protéines y a-t-il dans un œuf', 'un œuf'],
  ['fr', "calories d'une pomme", 'une pomme'],
  ['de', 'wie viel Eiweiß hat Quark', 'Quark'],
  ['de', 'Kalorien in Reis', 'Reis'],
  ['it', 'quante calorie ha una mela', 'una mela'],
  ['pt', 'quantas calorias tem uma maçã', 'uma maçã'],
])('in %s, %j is a sentence about a meal or food', (language, text, lines) => {
  expect(splitMeal(text, VOCABULARIES[language])).toEqual({
    lines: lines.split('|'),
    isSentence: true,
  });
});

test('a search splits only sentences about meals', () => {
  expect(foodsInSentence('I had 2 eggs and a coffee', [VOCABULARIES.en])).toEqual([
    '2 eggs',
    'a coffee',
  ]);
  expect(foodsInSentence('Desayuné 3 huevos y un café', [VOCABULARIES.es])).toEqual([
    '3 huevos',
    'un café',
  ]);
  expect(foodsInSentence('2 eggs, 1 coffee', [VOCABULARIES.en])).toEqual(['2 eggs, 1 coffee']);
});
