import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { isOptionsObject, nearestNames, show, whyNoOptions } from './shown-value.ts';

const NAMES = ['kcal', 'protein_g', 'fat_g', 'fat_known', 'sodium_mg', 'iron_mg', 'zinc_mg'];

test.each([
  ['protein', ['protein_g']],
  ['PROTEIN_G', ['protein_g']],
  ['protien_g', ['protein_g']],
  ['sodium_g', ['sodium_mg']],
  ['fat', ['fat_g', 'fat_known']],
  ['iron_mgs', ['iron_mg']],
  ['calories', NAMES],
  ['irno', NAMES],
  ['', NAMES],
  ['protein'.repeat(10), NAMES],
])('nearestNames of %j: %j', (written, nearest) => {
  expect(nearestNames(written, NAMES)).toEqual(nearest);
});

test('nearestNames returns nothing if there are no names', () => {
  expect(nearestNames('kcal', [])).toEqual([]);
});

test.each([
  ['a', '"a"'],
  [`https://${'a'.repeat(200)}`, `"https://${'a'.repeat(111)}…"`],
  [new RegExp('a'.repeat(200)), `/${'a'.repeat(119)}…`],
])('show truncates a long value, and closes its quotes', (value, shown) => {
  expect(show(value)).toBe(shown);
});

class Options {
  origin = 'https://a.example';
}

describe('isOptionsObject', () => {
  test.each<[string, unknown]>([
    ['a plain object', {}],
    ['an object without a prototype', Object.create(null)],
    ['an object of another realm', runInNewContext('({})')],
    ['an instance with properties', new Options()],
    ['a frozen object', Object.freeze({ origin: true })],
  ])('accepts %s', (_, value) => {
    expect(isOptionsObject(value)).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'it is null'],
    ['undefined', undefined, 'it is undefined'],
    ['a string', '{}', 'it is a string'],
    ['a function', () => ({}), 'it is a function'],
    ['an array', [], 'it is an array'],
    ['an array of options', [{ origin: true }], 'it is an array'],
    ['a promise', Promise.resolve({}), 'it is a promise: await it'],
    [
      'an object with then()',
      Object.fromEntries([['then', () => undefined]]),
      'it is a promise: await it',
    ],
    ['a Map', new Map([['origin', true]]), 'it is a Map'],
    ['a Set', new Set(['origin']), 'it is a Set'],
    ['a Date', new Date(), 'it is a Date'],
    ['an expression', /^a$/, 'it is a RegExp'],
    ['an instance without properties', new (class Empty {})(), 'it has no properties of its own'],
  ])('refuses %s', (_, value, reason) => {
    expect(isOptionsObject(value)).toBe(false);
    expect(whyNoOptions(value)).toBe(reason);
  });
});
