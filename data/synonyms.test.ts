import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numberForms, participleForms } from '../src/search/fuzzy/english.ts';
import { foldWords, wordsOf } from '../src/search/fuzzy/fold-words.ts';
import { parseSynonyms } from '../src/search/fuzzy/synonyms.ts';
import { DESCRIPTIONS } from '../test/bundled-foods.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const { entries, faults } = parseSynonyms(read('synonyms.tsv'));

test('synonyms.tsv can be read', () => {
  expect(faults).toEqual([]);
  expect(entries.length).toBeGreaterThan(1_000);
});

test('every meaning in synonyms.tsv has words of the bundled foods', () => {
  const foods = DESCRIPTIONS.map((description) => new Set(wordsOf(foldWords(description))));
  const unknown = entries.filter(({ meaning }) => {
    const forms = meaning.map((word) => [...numberForms(word), ...participleForms(word)]);
    return !foods.some((words) => forms.every((some) => some.some((form) => words.has(form))));
  });
  expect(unknown).toEqual([]);
});

test('synonyms.tsv has no duplicates', () => {
  const lines = entries.map(({ name, meaning }) => `${name.join(' ')} > ${meaning.join(' ')}`);
  expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
});
