import { expect, test } from 'vitest';
import { termsOfRows } from './table-terms.ts';

test('termsOfRows names at most eight licenses, with at most eight sources each, of 100 characters', () => {
  const numbers = Array.from({ length: 9 }, (_, i) => i);
  const sources = numbers.map((n) => `${n}${'x'.repeat(100)}`);
  const terms = termsOfRows(new Map(numbers.map((n) => [`https://${n}.example/`, sources])));
  expect(terms.map(({ license }) => license)).toEqual(
    numbers.slice(0, 8).map((n) => `https://${n}.example/`),
  );
  const named = numbers.slice(0, 8).map((n) => `${n}${'x'.repeat(99)}`);
  expect(new Set(terms.map(({ attribution }) => attribution))).toEqual(new Set([named.join(', ')]));
});
