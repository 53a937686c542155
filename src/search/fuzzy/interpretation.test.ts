import { expect, test } from 'vitest';
import { buildSearchIndex } from '../search-index.ts';
import { FuzzySearcher } from './fuzzy-searcher.ts';
import { amountFields } from './interpretation.ts';
import type { ForeignLanguage } from './language.ts';
import { createSynonyms, parseSynonyms } from './synonyms.ts';

function readingsIn(foods: readonly string[], text: string, lang?: ForeignLanguage) {
  const searcher = new FuzzySearcher(buildSearchIndex(foods).fuzzy, {
    language: 'english',
    synonyms: createSynonyms([parseSynonyms('prawn\t>\tshrimp\nprawn\t>\tscampi\n').entries]),
    foreignNames: 'en\tes\nskim milk\tleche desnatada\nmilk\tleche',
  });
  return searcher.search(text, lang).interpretation.readings;
}

test('words found as typed have no reading; each other word has a reading with the words found instead', () => {
  const foods = ['Eggs, raw', 'Eggplant', 'Soymilk'];
  expect(readingsIn(foods, 'eggs raw')).toEqual([]);
  expect(readingsIn(foods, 'egg')).toEqual([
    { typed: 'egg', manner: 'word', marks: ['eggs'] },
    { typed: 'egg', manner: 'beginning' },
  ]);
  expect(readingsIn(foods, 'soy milk')).toEqual([
    { typed: 'soy milk', manner: 'word', marks: ['soymilk'] },
  ]);
  expect(readingsIn(['Eggs, raw', 'Soymilk'], 'egg')).toEqual([
    { typed: 'egg', manner: 'word', marks: ['eggs'] },
  ]);
  expect(readingsIn(foods, 'soy the milk')).toEqual(readingsIn(foods, 'soy milk'));
  expect(readingsIn(['Shrimp'], 'prawn the')).toEqual(readingsIn(['Shrimp'], 'prawn '));
});

test('each name has one reading, with its words in the first foods', () => {
  const shrimps = Array.from({ length: 10 }, (_, i) => `Shrimp, kind${i}`);
  const shrimp = { typed: 'prawn', manner: 'name', taken: 'shrimp', marks: ['shrimp'] };
  const scampi = { typed: 'prawn', manner: 'name', taken: 'scampi', marks: ['scampi'] };
  expect(readingsIn([...shrimps, 'Scampi'], 'prawn')).toEqual([shrimp]);
  expect(readingsIn([...shrimps.slice(1), 'Scampi'], 'prawn')).toEqual([shrimp, scampi]);
  expect(readingsIn(['Prawn', 'Scampi'], 'prawn')).toEqual([]);
});

test('a word that is only in later foods counts as missing from the first foods', () => {
  const foods = [...Array.from({ length: 10 }, () => 'Apple pie, warm'), 'Pear pie'];
  expect(readingsIn(foods, 'apple warm pear')).toEqual([{ typed: 'pear', manner: 'none' }]);
});

test('a name in another language has two readings: its English name, and the word as typed', () => {
  const milk = { typed: 'leche desnatada', manner: 'name', taken: 'skim milk', lang: 'es' };
  const foods = ['Milk, skim', 'Bread'];
  expect(readingsIn(foods, 'pan leche desnatada', 'es')).toEqual([
    { typed: 'pan', manner: 'none' },
    { ...milk, marks: ['skim', 'milk'] },
  ]);
  expect(readingsIn(['Dulce de leche'], 'leche', 'es')).toEqual([]);
  expect(readingsIn(['Rice'], 'leche', 'es')).toEqual([{ typed: 'leche', manner: 'none' }]);
});

test('an amount has a range and a unit only if they were typed', () => {
  const text = { food: 'milk', note: '' };
  expect(amountFields({ ...text, amount: 2, unit: undefined })).toStrictEqual({ amount: 2 });
  const whole = { amount: 2.5, range: [2, 3], unit: 'cup' } as const;
  expect(amountFields({ ...text, ...whole })).toStrictEqual(whole);
});
