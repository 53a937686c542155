import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFoodQuery } from './food-query.ts';

const queryOf = (query: string) => toFoodQuery(new URLSearchParams(query));

test('toFoodQuery takes any text a browser encodes as the text it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const query = { text, match: 'substring' };
      expect(queryOf(`q=${encodeURIComponent(text)}`)).toEqual(query);
      expect(queryOf(String(new URLSearchParams({ q: text })))).toEqual(query);
    }),
    { numRuns: 1_000 },
  );
});

test('toFoodQuery never throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      expect(queryOf(query)).toBeTypeOf('object');
    }),
    { numRuns: 1_000 },
  );
});
