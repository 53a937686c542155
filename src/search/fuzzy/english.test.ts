import { expect, test } from 'vitest';
import { numberForms, participleForms, singulars } from './english.ts';

test.each([
  ['egg', 'eggs'],
  ['berry', 'berries'],
  ['cookie', 'cookies'],
  ['pie', 'pies'],
  ['leaf', 'leaves'],
  ['loaf', 'loaves'],
  ['olive', 'olives'],
  ['tomato', 'tomatoes'],
  ['tomato', 'tomatos'],
  ['peach', 'peaches'],
  ['radish', 'radishes'],
  ['quiche', 'quiches'],
  ['box', 'boxes'],
  ['cheese', 'cheeses'],
  ['kiwi', 'kiwis'],
  ['goose', 'geese'],
  ['half', 'halves'],
  ['calf', 'calves'],
  ['shelf', 'shelves'],
  ['foot', 'feet'],
  ['child', 'children'],
  ['chilli', 'chillies'],
  ['fungus', 'fungi'],
  ['cactus', 'cacti'],
  ['octopus', 'octopi'],
])('numberForms maps %s and %s to each other', (singular, plural) => {
  expect(numberForms(singular)).toContain(plural);
  expect(numberForms(plural)).toContain(singular);
});

test.each([
  ['mash', 'mashed'],
  ['bake', 'baked'],
  ['fry', 'fried'],
  ['chop', 'chopped'],
  ['grill', 'grilled'],
])('participleForms maps %s and %s to each other', (verb, participle) => {
  expect(participleForms(verb)).toContain(participle);
  expect(participleForms(participle)).toContain(verb);
});

// Expects the exact forms: a rule that strips too much finds foods that nobody meant.
test.each([
  ['fries', ['friesed', 'friessed', 'fry', 'fried']],
  ['pies', ['piesed', 'piessed']],
  ['dried', ['driedded', 'drieded', 'dry']],
  ['tied', ['tieded', 'tiedded']],
  ['baked', ['bakeded', 'bakedded', 'bake', 'bak', 'bakked']],
])('participleForms of %s is exactly %j', (word, forms) => {
  expect([...participleForms(word)].sort()).toEqual(forms.sort());
});

test('words that are too short have no other forms', () => {
  expect([...numberForms('as')]).toEqual(['as']);
  expect(singulars('gas')).toEqual(['gas']);
  expect(singulars('fries')).toContain('fry');
  expect(singulars('pies')).not.toContain('py');
  expect(participleForms('red').has('r')).toBe(false);
});

test.each(['seed', 'bread', 'weed'])('participleForms removes no ending from %s', (word) => {
  expect([...participleForms(word)].every((form) => form.startsWith(word))).toBe(true);
});
