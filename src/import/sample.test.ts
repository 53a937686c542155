import { expect, test } from 'vitest';
import { basisColumn, namesFirst, sampled } from './sample.ts';

test('a long name is quickly distinguished from a sentence', () => {
  const texts = ['a'.repeat(1_000_000), 'One two three four five.'];
  const sample = texts.map((text, place) => ({ place, values: ['Egg', text] }));
  const source = {
    header: ['a', 'b'],
    descriptionFields: ['b', 'a'],
    fieldsOf: () => [],
    batches: [],
  };
  expect(namesFirst({ ...source, keyFields: [] }, sample)).toHaveLength(2);
});

test.each([
  [['100 g', '100 g', '50 g'], 0],
  [['100 g', '100 g', ''], 0],
  [['100 g', '', '', ''], -1],
  [['', '', ''], -1],
])('the basis %j is in column %i', (texts, column) => {
  const sample = texts.map((text, place) => ({ place, values: [text] }));
  expect(basisColumn(['oats'], sample)).toBe(column);
});

const SENTENCE = 'One two three four five.';

test.each([
  ['sentences', [SENTENCE, `Not ${SENTENCE}`], ['Green egg of one', 'Blue milk'], 'ba'],
  ['sentences in half of the rows', [SENTENCE, 'x'], ['Green egg of one', 'Blue milk'], 'ab'],
  [
    'lists',
    ['One, two, three four five.', 'Two, one, three four five.'],
    ['Green egg of one', 'Blue milk'],
    'ab',
  ],
  ['a sentence of four words', ['One two three four.', 'x'], ['Green egg', 'Blue milk'], 'ab'],
  ['over three times as long', ['x'.repeat(11), 'x'.repeat(11)], ['Egg', 'Milk'], 'ba'],
  ['three times as long', ['x'.repeat(10), 'y'.repeat(11)], ['Egg', 'Milk'], 'ab'],
  ['all the same', ['Egg', 'Egg'], ['Egg', 'Milk'], 'ba'],
  ['numbers', ['1', '2'], ['Egg', 'Milk'], 'ba'],
])('a column whose texts are %s is compared with a column of names', (_, a, b, order) => {
  const sample = a.map((text, place) => ({ place, values: [text, b[place] ?? ''] }));
  const lists = { header: ['a', 'b'], descriptionFields: ['a', 'b'], keyFields: [] };
  const source = { ...lists, fieldsOf: () => [], batches: [] };
  expect(namesFirst(source, sample).join('')).toBe(order);
});

test.each([
  ['long', 20, (i: number) => [`${i}${'x'.repeat(2 ** 20)}`]],
  ['wide', 100, () => Array<number>(2_500).fill(1)],
])('sampled reads fewer records in advance if they are %s', async (_, expected, valuesOf) => {
  let read = 0;
  const batches = (function* () {
    for (; read < 1_000; read++) yield [{ place: read, values: valuesOf(read) }];
  })();
  const source = { header: [], fieldsOf: () => [], descriptionFields: [], keyFields: [], batches };
  const { sample, end } = await sampled(source);
  await end();
  expect(sample).toHaveLength(expected);
  expect(read).toBe(expected - 1);
});
