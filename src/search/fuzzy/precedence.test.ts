import { expect, test } from 'vitest';
import { parseEverydayWords } from '../everyday-words.ts';
import type { SearchMode } from '../match.ts';
import { SearchEngine } from '../search-engine.ts';
import { buildSearchIndex } from '../search-index.ts';
import { createSynonyms, parseSynonyms } from './synonyms.ts';

/** In the order that docs/search.md prescribes, best first. */
const FOODS = [
  'Cheese, brie, milk, with a rind',
  'Milk',
  'Drink, plain, milk, with more of it',
  'Leche drink, cold',
  'Dulce, of the house, with leche and sugar',
];

function searchIn(foods: readonly string[], mode: SearchMode) {
  const engine = new SearchEngine(buildSearchIndex(foods), {
    language: 'english',
    synonyms: createSynonyms([parseSynonyms('sour cream\t=\tclabber\n').entries]),
    everyday: parseEverydayWords('milk\tCheese, brie, milk, with a rind\treason\n'),
    foreignNames: 'en\tes\nmilk\tleche',
  });
  return (text: string) => [...engine.search(text, mode).rows].map((row) => foods[row]);
}

test('with a language: everyday words, then names in it, then words as typed', () => {
  const shuffled = FOODS.toReversed();
  expect(searchIn(shuffled, 'fuzzy in es')('leche')).toEqual(FOODS);
  expect(searchIn([...shuffled, 'Leche'], 'fuzzy in es')('leche').slice(0, 2)).toEqual([
    'Leche',
    'Leche drink, cold',
  ]);
});

test('exclusion comes before everyday words', () => {
  expect(searchIn(FOODS.toReversed(), 'fuzzy in es')('leche -cheese')).toEqual(FOODS.slice(1));
});

test('the number of words comes before the language', () => {
  const foods = ['Milk', 'Leche with honey'];
  expect(searchIn(foods, 'fuzzy in es')('leche honey')).toEqual(foods.toReversed());
});

test('without a language: words as typed in a head, elsewhere or as another name, then typos', () => {
  const foods = [
    'Clabber, of the house',
    'Sour cream',
    'Soup, plain, of the house, with clabber',
    'Clubber',
  ];
  expect(searchIn(foods.toReversed(), 'fuzzy')('clabber')).toEqual(foods);
});
