import { expect, test } from 'vitest';
import { areForms, baseForms, withoutElisions } from './foreign-languages.ts';

test.each([
  ['pan', 'panes', 'es', true],
  ['nuez', 'nueces', 'es', true],
  ['pan', 'pano', 'es', false],
  ['kuche', 'kuchen', 'de', true],
  // Their shared base form "ei" is too short.
  ['eier', 'eien', 'de', false],
  ['gateau', 'gateaux', 'fr', true],
  ['cheval', 'chevaux', 'fr', true],
  ['pomme', 'pommes', 'fr', true],
] as const)('%s and %s in %s are forms of a word: %s', (one, other, language, areSame) => {
  expect(areForms(one, other, language)).toBe(areSame);
  expect(areForms(other, one, language)).toBe(areSame);
});

test('words of four letters or more have base forms, starting with themselves', () => {
  expect(baseForms('ajos', 'es')).toEqual(['ajos', 'ajo']);
  expect(baseForms('ajo', 'es')).toEqual(['ajo']);
  expect(baseForms('res', 'es')).toEqual(['res']);
});

test('elided words are separate', () => {
  expect(withoutElisions("jus d'orange, l’eau all'olio aujourd'hui")).toBe(
    "jus d orange, l eau all olio aujourd'hui",
  );
});
