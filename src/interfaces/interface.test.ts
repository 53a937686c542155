import { expect, test } from 'vitest';
import { findPage, isInterfaceName, languageOf, measuresOf } from './interface.ts';
import { writeFoods } from './json-writer.ts';
import { sourceOf } from './small-source.case.ts';

const EGGS = Array.from({ length: 230 }, (_, i) => ({ description: 'Egg', id: String(i + 1) }));
const { source, counted } = await sourceOf(EGGS);

test.each([
  [1, 200, [1, 200], 3],
  [2, 200, [201, 230], 3],
  [2, 101, [102, 202], 2],
  [2, 51, [52, 102], 1],
  [4, 50, [151, 200], 0],
  [231, 1, [231, 230], 0],
] as const)(
  'page %d, of %d foods, is read; every fifty foods count as a request',
  async (page, pageSize, ids, more) => {
    counted.length = 0;
    const { foods, total } = await findPage(source, { text: 'egg', page, pageSize });
    const [first, last] = ids;
    const expected = Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
    expect(foods.map((food) => food.get('id'))).toEqual(expected);
    expect(total).toBe(230);
    expect(counted).toEqual([more]);
  },
);

test('foods are read in hundreds, and only as far as an offset may go', async () => {
  const asked: unknown[] = [];
  const endless = {
    ...source,
    find: async ({ limit, selection }: Parameters<typeof source.find>[0]) => {
      asked.push([selection?.offset, limit]);
      return { foods: [], total: 50_000 };
    },
  };
  for (const [page, pageSize] of [
    [1, 201],
    [51, 200],
    [101, 100],
    [102, 100],
  ] as const)
    expect(await findPage(endless, { page, pageSize })).toEqual({ foods: [], total: 50_000 });
  expect(asked).toEqual([
    ...[
      [0, 100],
      [100, 100],
      [200, 1],
    ],
    ...[[10_000, 100]],
    ...[[10_000, 100]],
    ...[[0, 1]],
  ]);
});

test('while many foods are written, other events are handled', async () => {
  let turn = 0;
  let timer = setImmediate(function count() {
    turn++;
    timer = setImmediate(count);
  });
  const turns: number[] = [];
  const json = await writeFoods(EGGS.slice(0, 100), (food, to) => {
    turns.push(turn);
    to.add(JSON.stringify(food));
  });
  clearImmediate(timer);
  expect(JSON.parse(Buffer.from(json).toString())).toEqual(EGGS.slice(0, 100));
  const together = [...Map.groupBy(turns, (each) => each).values()].map(({ length }) => length);
  expect(together.length).toBeLessThan(5);
  expect(Math.max(...together)).toBeLessThan(50);
});

test.each([
  ['de-AT', { lang: 'de' }],
  ['FR', { lang: 'fr' }],
  ['en', {}],
  ['', {}],
  [null, {}],
])('callers with %j search in %j', (text, language) => {
  expect(languageOf(text)).toEqual(language);
});

test('a row has the measures of its list, or else the two of the Standard Reference', async () => {
  const pair = { gmwt_desc1: '1 cup', gmwt_1: 244, gmwt_desc2: '2 tbsp', gmwt_2: 30 };
  const { source: own } = await sourceOf([
    { description: 'Egg', ...pair, portions: '[{"amount":1,"unit":"large","grams":50}]' },
    { description: 'Egg', ...pair, portions: '[]' },
  ]);
  const { foods } = await findPage(own, { page: 1, pageSize: 2 });
  expect(foods.map(measuresOf)).toEqual([
    [{ count: 1, name: 'large', grams: 50 }],
    [
      { count: 1, name: 'cup', grams: 244 },
      { count: 2, name: 'tbsp', grams: 30 },
    ],
  ]);
});

test('three interfaces are known', () => {
  expect(['openfoodfacts', 'fdc', 'mcp', 'usda'].map(isInterfaceName)).toEqual([
    ...[true, true, true, false],
  ]);
});
