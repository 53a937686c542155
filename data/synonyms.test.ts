import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { numberForms, participleForms } from '../src/search/fuzzy/english.ts';
import { foldWords, wordsOf } from '../src/search/fuzzy/fold-words.ts';
import { parseSynonyms } from '../src/search/fuzzy/synonyms.ts';
import { BUNDLED_DATABASES } from '../src/settings/bundled-foods.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const { entries, faults } = parseSynonyms(read('synonyms.tsv'));

test('synonyms.tsv can be read', () => {
  expect(faults).toEqual([]);
  expect(entries.length).toBeGreaterThan(1_000);
});

test('some bundled food has all words of each meaning in synonyms.tsv', () => {
  // This table includes the foods of the other bundled one.
  using table = new DatabaseSync(BUNDLED_DATABASES.usda, { readOnly: true });
  const foodsWith = new Map<string, number[]>();
  for (const [food, { description }] of table
    .prepare('SELECT description FROM entries')
    .all()
    .entries()) {
    for (const word of new Set(wordsOf(foldWords(String(description))))) {
      const foods = foodsWith.get(word) ?? [];
      foods.push(food);
      foodsWith.set(word, foods);
    }
  }
  const unknown = entries.filter(({ meaning }) => {
    const [first, ...others] = meaning.map((word) => {
      const forms = [...numberForms(word), ...participleForms(word)];
      return new Set(forms.flatMap((form) => foodsWith.get(form) ?? []));
    });
    return ![...(first ?? [])].some((food) => others.every((foods) => foods.has(food)));
  });
  expect(unknown).toEqual([]);
});

test('synonyms.tsv has no duplicates', () => {
  const lines = entries.map(({ name, meaning }) => `${name.join(' ')} > ${meaning.join(' ')}`);
  expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
});
