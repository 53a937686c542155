import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { numberForms, participleForms } from '../../src/search/fuzzy/english.ts';
import { foldWords, wordsOf } from '../../src/search/fuzzy/fold-words.ts';
import { FuzzySearcher } from '../../src/search/fuzzy/fuzzy-searcher.ts';
import { parseSynonyms } from '../../src/search/fuzzy/synonyms.ts';
import { buildSearchIndex } from '../../src/search/search-index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';

const read = (name: string) => readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
const rows: { description: string }[] = parse(read('usda-sr28.csv'), { columns: true });
const foods = rows.map(({ description }) => wordsOf(foldWords(description)));
const heads = rows.map(({ description }) => wordsOf(foldWords(description.split(',')[0] ?? '')));
const options = readFuzzyOptions({});
if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');
const index = buildSearchIndex(rows.map(({ description }) => description));
const searcher = new FuzzySearcher(index.fuzzy, options.fuzzy);

const known = new Map<string, ReadonlySet<string>>();
const formsOf = (word: string) => {
  const forms = known.get(word) ?? new Set([...numberForms(word), ...participleForms(word)]);
  known.set(word, forms);
  return forms;
};
/** Whether a word is among others in any form. */
const isIn = (word: string, others: readonly string[] = []) => {
  const forms = formsOf(word);
  return others.some((other) => forms.has(other));
};
const firstOf = (text: string) => foods[searcher.search(text).rows[0] ?? -1];

test('the first food has what was typed, though it is another name too', () => {
  const names = new Set(
    parseSynonyms(read('synonyms.tsv')).entries.map(({ name }) => name.join(' ')),
  );
  const literal = [...names].filter((name) => {
    const words = name.split(' ');
    const has = (row: number) => words.every((word) => isIn(word, foods[row]));
    return rows.some((_, row) => has(row) && words.some((word) => isIn(word, heads[row])));
  });
  const buried = literal.filter((name) =>
    name.split(' ').some((word) => !isIn(word, firstOf(name))),
  );
  expect(literal.length).toBeGreaterThan(200);
  // Those left are read as one word, or have the words in one that differs from the head asked for.
  expect(buried.length, buried.join(', ')).toBeLessThanOrEqual(10);
});

test('the first food has the word of the table that was typed', () => {
  const words = new Set(foods.flat().filter((word) => /^\p{L}{2,}$/u.test(word)));
  const missed = [...words].filter((word) => !isIn(word, firstOf(word)));
  // Most are in parentheses alone, and begin another word that is a head: tamari, tamarinds.
  expect(missed.length / words.size, missed.join(', ')).toBeLessThan(0.04);
});
