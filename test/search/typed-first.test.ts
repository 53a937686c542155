import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numberForms, participleForms } from '../../src/search/fuzzy/english.ts';
import { foldWords, wordsOf } from '../../src/search/fuzzy/fold-words.ts';
import { parseSynonyms } from '../../src/search/fuzzy/synonyms.ts';
import { DESCRIPTIONS, FUZZY_SEARCHER } from '../bundled-foods.ts';
import { oneIn } from '../runs.ts';

const synonyms = readFileSync(new URL('../../data/synonyms.tsv', import.meta.url), 'utf8');
const foods = DESCRIPTIONS.map((description) => wordsOf(foldWords(description)));
const rowsWith = new Map<string, number[]>();
for (const [row, words] of foods.entries()) {
  for (const word of new Set(words)) {
    const rows = rowsWith.get(word);
    if (rows === undefined) rowsWith.set(word, [row]);
    else rows.push(row);
  }
}
const heads = DESCRIPTIONS.map((description) =>
  wordsOf(foldWords(description.replace(/,.*/s, ''))),
);

const known = new Map<string, ReadonlySet<string>>();
const formsOf = (word: string) => {
  const forms = known.get(word) ?? new Set([...numberForms(word), ...participleForms(word)]);
  known.set(word, forms);
  return forms;
};
/** Whether any form of a word is among other words. */
const isIn = (word: string, others: readonly string[] = []) => {
  const forms = formsOf(word);
  return others.some((other) => forms.has(other));
};
const firstOf = (text: string) => foods[FUZZY_SEARCHER.search(text).rows[0] ?? -1];

test('the first food has the typed words, even if they are also another name of a food', () => {
  const names = new Set(parseSynonyms(synonyms).entries.map(({ name }) => name.join(' ')));
  const literal = [...names].filter((name) => {
    const [first = '', ...others] = name.split(' ');
    const rows = [...formsOf(first)].flatMap((form) => rowsWith.get(form) ?? []);
    return rows.some(
      (row) =>
        others.every((word) => isIn(word, foods[row])) &&
        [first, ...others].some((word) => isIn(word, heads[row])),
    );
  });
  const buried = literal.filter((name) =>
    name.split(' ').some((word) => !isIn(word, firstOf(name))),
  );
  expect(literal.length).toBeGreaterThan(200);
  // In the exceptions, the words are read as one, or are found in a food with another head.
  expect(buried.length, buried.join(', ')).toBeLessThanOrEqual(10);
});

test('the first food has the word as typed, if the table has it', () => {
  const words = new Set(foods.flat().filter((word) => /^\p{L}{2,}$/u.test(word)));
  const tried = oneIn(8, [...words]);
  const missed = tried.filter((word) => !isIn(word, firstOf(word)));
  // Most missed words occur only in parentheses, and are prefixes of a word that is a head: tamari
  // is a prefix of tamarinds.
  expect(missed.length / tried.length, missed.join(', ')).toBeLessThan(0.04);
});
