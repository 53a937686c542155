import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { Work } from '../work.ts';
import { Dictionary } from './dictionary.ts';

/** Returns the words in the order of their bytes, and their dictionary. */
function dictionaryOf(texts: readonly string[]) {
  const parts = [...new Set(texts)].map((text) => Buffer.from(text)).sort(Buffer.compare);
  const wordStarts = new Uint32Array(parts.length + 1);
  for (const [i, { length }] of parts.entries()) wordStarts[i + 1] = (wordStarts[i] ?? 0) + length;
  const words = new Uint8Array(Buffer.concat(parts));
  const work = new Work();
  return {
    sorted: parts.map(String),
    dictionary: new Dictionary({ words, wordStarts }, work),
    work,
  };
}

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '酪', '😀'),
  minLength: 1,
  maxLength: 5,
});

test('the dictionary finds the same words as a plain list', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), text, (texts, other) => {
      const { sorted, dictionary } = dictionaryOf(texts);
      expect(dictionary.size).toBe(sorted.length);
      for (const wanted of [other, ...sorted]) {
        expect(dictionary.find(wanted)).toBe(sorted.indexOf(wanted));
        const { first, end } = dictionary.startingWith(wanted);
        const range = sorted.flatMap((word, i) => (word.startsWith(wanted) ? [i] : []));
        expect(Array.from({ length: end - first }, (_, i) => first + i)).toEqual(range);
        const endings = sorted.flatMap((word, i) => (word.endsWith(wanted) ? [i] : []));
        expect([...dictionary.endingWith(wanted)]).toEqual(endings);
        const beginnings = sorted.filter(
          (word) => word.length > 1 && word !== wanted && wanted.startsWith(word),
        );
        expect(dictionary.lengthsOfBeginnings(wanted)).toEqual(
          beginnings.map(({ length }) => length),
        );
      }
      expect(sorted.map((_, i) => dictionary.wordAt(i))).toEqual(sorted);
    }),
    { numRuns: runs(40) },
  );
});

test('long words are found too, and each lookup counts as work', () => {
  const long = '酪'.repeat(200);
  const { dictionary, work } = dictionaryOf(['a', long, `${long}b`]);
  expect(dictionary.find(long)).toBe(1);
  const { spent } = work;
  expect(spent).toBeGreaterThan(0);
  expect(dictionary.find(`${long}b`)).toBe(2);
  expect(work.spent).toBeGreaterThan(spent);
});
