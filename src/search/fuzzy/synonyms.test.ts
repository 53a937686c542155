import { expect, test } from 'vitest';
import { createSynonyms, parseSynonyms } from './synonyms.ts';

test('parseSynonyms reads names, and says which lines it cannot read', () => {
  const text =
    '# kitchen\n\nKetchup\t=\tcatsup\r\noj\t>\torange juice\noj orange\nx\t<\ty\n—\t>\ty\n';
  expect(parseSynonyms(text)).toEqual({
    entries: [
      { name: ['ketchup'], meaning: ['catsup'], isMutual: true },
      { name: ['oj'], meaning: ['orange', 'juice'], isMutual: false },
    ],
    faults: [
      { line: 5, message: expect.stringContaining('"oj orange"') },
      { line: 6, message: expect.stringContaining('Use a name, a tab, = or >, a tab') },
      { line: 7, message: 'The name "—" has no words. Use letters or digits.' },
    ],
  });
});

const entriesOf = (text: string) => parseSynonyms(text).entries;

test('createSynonyms maps both ways with =, and one way with >', () => {
  const { meanings } = createSynonyms([entriesOf('a\t=\tb c\nd\t>\te')]);
  expect([...meanings]).toEqual([
    ['a', [['b', 'c']]],
    ['bc', [['a']]],
    ['d', [['e']]],
  ]);
});

test('createSynonyms lets a later file replace the meanings of a name', () => {
  const { meanings } = createSynonyms([
    entriesOf('a\t>\tb\na\t>\tc\nd\t>\te'),
    entriesOf('a\t>\tf'),
  ]);
  expect([...meanings]).toEqual([
    ['a', [['f']]],
    ['d', [['e']]],
  ]);
});

test('createSynonyms ignores the words that a query ignores', () => {
  const { meanings } = createSynonyms([entriesOf('bicarbonate of soda\t>\tbaking soda')]);
  expect(meanings.get('bicarbonatesoda')).toEqual([['baking', 'soda']]);
  const { meanings: plain } = createSynonyms([entriesOf('pan de sal\t>\troll')], 'none');
  expect(plain.has('pandesal')).toBe(true);
});
