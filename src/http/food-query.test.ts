import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFoodParameters, toFoodRequest } from './food-query.ts';

const requestOf = (query: string) => toFoodRequest(parseFoodParameters(query));

test('toFoodRequest takes whatever text a browser encodes as the text it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const query = { text, match: 'substring' };
      expect(requestOf(`q=${encodeURIComponent(text)}`)).toEqual({ query });
      expect(requestOf(String(new URLSearchParams({ q: text })))).toEqual({ query });
    }),
    { numRuns: 1_000 },
  );
});

test('parseFoodParameters never fails, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      expect(parseFoodParameters(query).q).toBeInstanceOf(Array);
    }),
    { numRuns: 1_000 },
  );
});
