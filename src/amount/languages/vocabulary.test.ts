import { expect, test } from 'vitest';
import { readCases } from '../../../test/cases/read-cases.ts';
import { VOCABULARIES } from '../read-amount.ts';
import { QUALIFIERS } from './english.ts';

/** Returns the words of a list, or of a unit; of numbers, each with its value. */
function wordsOf(language: keyof typeof VOCABULARIES, list: string): readonly string[] {
  const { units, numbers, ...lists } = { ...VOCABULARIES[language], QUALIFIERS };
  if (list === 'numbers')
    return Object.entries(numbers).map(([word, value]) => `${word} = ${+value.toFixed(3)}`);
  const unit = Object.entries(units).find(([name]) => `units.${name}` === list);
  const [, found] = unit ?? Object.entries(lists).find(([name]) => name === list) ?? [];
  return Array.isArray(found) || found instanceof Set ? [...found] : [];
}

test.each(['en', 'es', 'fr', 'de', 'it', 'pt'] as const)('no word of %s is lost', (language) => {
  const lists = readCases('vocabularies.tsv').split('\n');
  const cases = lists.map((line) => line.split('\t')).filter(([of]) => of === language);
  expect(cases.length).toBeGreaterThan(40);
  for (const [, list = '', words = ''] of cases)
    expect(wordsOf(language, list), list).toEqual(expect.arrayContaining(words.split(' | ')));
});
