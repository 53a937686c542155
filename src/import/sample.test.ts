import { expect, test } from 'vitest';
import { namesFirst } from './sample.ts';

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
