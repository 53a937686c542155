import { expect, test } from 'vitest';
import { namesFirst, sampled } from './sample.ts';

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

test('sampled reads fewer records in advance if they are long', async () => {
  let read = 0;
  const batches = (function* () {
    for (; read < 1_000; read++) yield [{ place: read, values: [`${read}${'x'.repeat(2 ** 20)}`] }];
  })();
  const source = { header: [], fieldsOf: () => [], descriptionFields: [], keyFields: [], batches };
  const { sample, end } = await sampled(source);
  await end();
  expect(sample).toHaveLength(20);
  expect(read).toBe(19);
});
