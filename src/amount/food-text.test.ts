import { expect, test } from 'vitest';
import { alternativesIn, foodsIn } from './food-text.ts';
import { METRIC_ONLY } from './languages/metric.ts';
import type { AmountLanguage } from './languages/vocabulary.ts';
import { VOCABULARIES } from './vocabularies.ts';

test('in a vocabulary without a word for "or", only a slash separates alternatives', () => {
  expect(alternativesIn('beef undefined lamb', METRIC_ONLY)).toEqual([]);
  expect(alternativesIn('kip/rund gehakt', METRIC_ONLY)).toEqual(['kip', 'rund gehakt']);
});

test.each<[AmountLanguage, string, readonly string[]]>([
  ['en', 'red or white wine', ['red wine', 'white wine']],
  ['en', 'lamb or beef stock', ['lamb stock', 'beef stock', 'lamb']],
  ['en', 'butter or olive oil', ['butter', 'olive oil']],
  ['en', 'minced beef/pork', ['minced beef', 'pork']],
  ['en', 'smoked beef or pork sausage', ['smoked beef sausage', 'smoked beef', 'pork sausage']],
  ['en', 'butter or margarine', ['butter', 'margarine']],
  ['en', 'olive oil or butter', ['olive oil', 'butter']],
  ['en', 'beef or lamb or pork', ['beef', 'pork']],
  ['en', 'fresh cranberries or frozen', ['fresh cranberries', 'frozen']],
  ['en', 'rice without salt or butter', []],
  ['en', '"red or white" wine', []],
  ['en', 'butter to fry', []],
  ['de', 'Butter oder Margarine', ['Butter', 'Margarine']],
  ['de', 'Weizen- oder Reismehl', ['Reismehl', 'Weizen-']],
  ['de', 'Huhn oder Rind Brühe', ['Huhn Brühe', 'Huhn', 'Rind Brühe']],
  ['es', 'pollo o carne de cerdo', ['pollo', 'carne de cerdo']],
  ['fr', 'poulet ou viande de porc', ['poulet', 'viande de porc']],
  ['it', 'pollo o carne di maiale', ['pollo', 'carne di maiale']],
  ['pt', 'frango ou carne de porco', ['frango', 'carne de porco']],
])('in %s, %j may mean %j', (language, text, foods) => {
  expect(alternativesIn(text, VOCABULARIES[language])).toEqual(foods);
});

test.each([
  ['en', 'pancakes with syrup', ['pancakes', 'syrup']],
  ['en', 'eggs, toast, and coffee', ['eggs', 'toast', 'coffee']],
  ['en', 'apples with skin raw', ['apples with skin raw']],
  ['en', 'with skin', ['with skin']],
  ['en', 'with milk', ['milk']],
  ['de', 'Brot, Butter und Käse', ['Brot', 'Butter', 'Käse']],
] as const)('in %s, the foods in %j are %j', (language, text, foods) => {
  expect(foodsIn(text, VOCABULARIES[language])).toEqual(foods);
});
