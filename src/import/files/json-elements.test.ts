import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TABLE_NAME } from '../record-source.ts';
import { JsonElements } from './json-elements.ts';

/** Reads text in chunks of `chunkBytes` and returns its values. Collects the other strings. */
function elementsOf(text: string, chunkBytes: number, texts: string[] = []): unknown[] {
  const values: unknown[] = [];
  const elements = new JsonElements(
    (value) => values.push(value),
    (other) => texts.push(other),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    elements.write(bytes.subarray(at, at + chunkBytes));
  }
  elements.end();
  return values;
}

const spaces = fc.constantFrom(undefined, 1, '\t');
const value = fc.jsonValue();

test('JsonElements returns the values of any list, in chunks of any size', () => {
  fc.assert(
    fc.property(fc.array(value), spaces, fc.integer({ min: 1, max: 50 }), (list, space, size) => {
      const text = JSON.stringify(list, null, space);
      expect(elementsOf(text, size)).toEqual(JSON.parse(text));
      const inObject = JSON.stringify({ version: 'a,]}"', list, more: 1 }, null, space);
      expect(elementsOf(inObject, size)).toEqual(JSON.parse(text));
    }),
  );
});

test('in an object that maps names to foods, JsonElements keeps the tags of a food in the food', () => {
  const pizza = { per_100g: { kcal: 266 }, tags: ['fast_food', 'salty'] };
  const burger = { per_100g: { kcal: 254 }, tags: ['fast_food'] };
  const foods = elementsOf(JSON.stringify({ pizza, burger }), 7);
  expect(foods).toEqual([
    { name: 'pizza', ...pizza },
    { name: 'burger', ...burger },
  ]);
});

test('JsonElements names foods by their keys if the foods have the same members and no names', () => {
  const egg = { kcal: 143, protein: 12.6 };
  const yolk = { kcal: 322, protein: 15.9 };
  const foodsOf = (foods: object) => elementsOf(JSON.stringify({ foods }), 7);
  expect(foodsOf({ Egg: egg, Yolk: yolk })).toEqual([
    { name: 'Egg', ...egg },
    { name: 'Yolk', ...yolk },
  ]);
  const unnamed = [
    { 1: egg, 2: yolk },
    { a: { kcal: 143, name: 'Egg' }, b: { kcal: 322, name: 'Yolk' } },
    { Egg: egg, about: { version: 1 } },
  ];
  for (const foods of unnamed) expect(foodsOf(foods)).toEqual(Object.values(foods));
});

test('JsonElements returns the foods in the lists of an object, but not the portions of a food', () => {
  const egg = {
    kcal: 143,
    protein: 12.6,
    portions: [{ name: '1 large', grams: 50, kcal: 72 }],
    nutrients: [{ name: 'Iron', amount: 1.2, id: 3 }],
  };
  expect(elementsOf(JSON.stringify({ egg }), 7)).toEqual([{ name: 'egg', ...egg }]);
  const page = { count: 1, total: 2, hits: [{ name: 'Yolk', kcal: 322 }], units: [{ unit: 'g' }] };
  expect(elementsOf(JSON.stringify({ page }), 7)).toEqual([
    { name: 'page', ...page },
    { page: 'hits', name: 'Yolk', kcal: 322 },
  ]);
});

test('JsonElements returns the values of all lists in an object, and of objects keyed by name', () => {
  const text = JSON.stringify({
    about: { version: 1 },
    a: [{ n: 1 }, 7],
    chains: { A: [{ n: 2 }, 'x'], B: [] },
    foods: { 8: { n: 3 } },
    b: [null],
  });
  expect(elementsOf(text, 3)).toEqual([{ n: 1 }, 7, { chain: 'A', n: 2 }, 'x', { n: 3 }, null]);
});

test('JsonElements returns the strings outside of lists, and names a list of dishes', () => {
  const text = JSON.stringify({
    ...{ per: '100 g', version: 1, about: { source: 'us', year: 2_026 } },
    ...{ foods: [{ n: 'a' }, 'b'], my_recipes: [{ n: 1 }, 2], end: 'c', more: [{ n: 3 }] },
  });
  for (const size of [1, 9, 999]) {
    const texts: string[] = [];
    // The name of the list is found only if it is in the same chunk as the bracket.
    const table = size === 999 ? { [TABLE_NAME]: 'my_recipes' } : {};
    const foods = elementsOf(text, size, texts);
    expect(foods).toEqual([{ n: 'a' }, 'b', { ...table, n: 1 }, 2, { n: 3 }]);
    expect(texts).toEqual(['per: 100 g', 'source: us', 'end: c']);
  }
});

const zeros = (count: number) => `[[${Array(count).fill(0).join()}]]`;
const nested = (count: number) => '['.repeat(count) + ']'.repeat(count);

test.each([
  ['too many open brackets', nested(100_000), nested(100_001)],
  ['more than 200,000 parts', zeros(200_001), zeros(200_002)],
])('JsonElements refuses a value with %s', (reason, valid, refused) => {
  expect(elementsOf(valid, 2 ** 16)).toHaveLength(1);
  expect(() => elementsOf(refused, 2 ** 16)).toThrow(reason);
});

test('the limit on the members of a value does not count earlier values', () => {
  const list = zeros(150_000).slice(1, -1);
  expect(elementsOf(`[${list},${list}]`, 2 ** 16)).toHaveLength(2);
});

test('JsonElements refuses invalid JSON, wherever it is split', () => {
  const text = '{"foods": [{"a": "x\\"]}"}, {"b": [1, {}]}]}';
  for (let length = 1; length < text.length; length++) {
    expect(() => elementsOf(text.slice(0, length), 4)).toThrow(SyntaxError);
  }
  expect(elementsOf(text, 4)).toHaveLength(2);
  const broken = [
    '[1 2]',
    '[,]',
    '[1,,2]',
    '[{"a":1}, }]',
    '[1]]',
    '[1] x',
    '{"a": [1}',
    '7',
    '{"a" [}',
  ];
  for (const one of broken) expect(() => elementsOf(one, 2)).toThrow(SyntaxError);
});
