import { expect, test } from 'vitest';
import { termsOf, termsOfRows } from './table-terms.ts';

test('termsOfRows names at most eight licenses, each with at most eight sources of up to 100 characters', () => {
  const numbers = Array.from({ length: 9 }, (_, i) => i);
  const sources = numbers.map((n) => `${n}${'x'.repeat(100)}`);
  const terms = termsOfRows(new Map(numbers.map((n) => [`https://${n}.example/`, sources])));
  expect(terms.map(({ license }) => license)).toEqual(
    numbers.slice(0, 8).map((n) => `https://${n}.example/`),
  );
  const named = numbers.slice(0, 8).map((n) => `${n}${'x'.repeat(99)}`);
  expect(new Set(terms.map(({ attribution }) => attribution))).toEqual(new Set([named.join(', ')]));
});

test.each([
  ['https://example.com/terms', 'https://example.com/terms'],
  ['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  [`https://example.com/${'x'.repeat(80)}`, `https://example.com/${'x'.repeat(80)}`],
  [`https://example.com/${'x'.repeat(81)}`, undefined],
  ['http://example.com/', undefined],
  ['all rights reserved', undefined],
])('the license %s of a row is at %s', (license, licenseUrl) => {
  const terms = { license, licenseUrl, attribution: undefined };
  expect(termsOfRows(new Map([[license, []]]))).toEqual(licenseUrl === undefined ? [] : [terms]);
});

test('the license in the settings may be a known one, or a URL', () => {
  const licenseUrl = 'https://opendatacommons.org/licenses/odbl/1-0/';
  expect(termsOf('ODbL-1.0', 'Us')).toEqual({ license: 'ODbL-1.0', licenseUrl, attribution: 'Us' });
  const url = 'https://example.com/';
  expect(termsOf(url, undefined)).toEqual({
    license: url,
    licenseUrl: url,
    attribution: undefined,
  });
  expect(termsOf(undefined, 'Us')).toBeUndefined();
});
