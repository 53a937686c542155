import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOptionsObject, nearestNames, show, whyNotOptions } from './shown-value.ts';

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

/** Counts the fewest edits between two short texts. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return edits(restA, restB);
  return 1 + Math.min(edits(restA, b), edits(a, restB), edits(restA, restB));
}

test('nearestNames returns the names with a prefix that is the fewest edits away, or all if none is near', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 3 }), (written, names) => {
      const counts = names.map((name) =>
        Math.min(...[...name, ''].map((_, end) => edits(written, name.slice(0, end)))),
      );
      const least = Math.min(...counts);
      const isNear = least < written.length / 4;
      const nearest = isNear ? names.filter((_, i) => counts[i] === least) : names;
      expect(nearestNames(written, names)).toEqual(nearest);
    }),
  );
});

test.each([
  [64, ['a'.repeat(64)]],
  [65, ['a'.repeat(64), 'b']],
])('nearestNames of %d characters: up to 64 are compared', (length, nearest) => {
  expect(nearestNames('a'.repeat(length), ['a'.repeat(64), 'b'])).toEqual(nearest);
});

test.each([
  ['a', '"a"'],
  ['a'.repeat(118), `"${'a'.repeat(118)}"`],
  ['a'.repeat(119), `"${'a'.repeat(119)}…"`],
  [`https://${'a'.repeat(200)}`, `"https://${'a'.repeat(111)}…"`],
  [new RegExp('a'.repeat(200)), `/${'a'.repeat(119)}…`],
  [edits, 'function edits'],
  [() => undefined, 'function (no name)'],
])('show truncates a long value, closes its quotes, and names a function', (value, shown) => {
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
    expect(whyNotOptions(value)).toBe(reason);
  });
});
