import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPortion, type Portion } from '../foods/plate.ts';
import { MATCH_MODES } from '../foods/search-criteria.ts';
import { readFragment, toFragment, type View } from './address.ts';

const cheddar: Portion = {
  food: {
    description: 'Cheese, cheddar',
    kcal: 404,
    protein: 22.87,
    fat: 33.31,
    carbohydrate: 3.09,
    id: '01009',
    measures: [],
  },
  count: 1.5,
  unit: { name: 'cup, diced', grams: 132 },
};
const NOWHERE: View = { kind: 'search', query: '', match: 'fuzzy' };
const SEARCH = '1.5_132_cup, diced_01009_404_22.87_33.31_3.09_Cheese, cheddar';

/** The part of a link that holds a portion; it leaves out the food's measures. */
const item = (text: string) => new URLSearchParams([['item', text]]).toString();

describe('toFragment and readFragment', () => {
  test('write and read the documented form', () => {
    const view: View = { kind: 'search', query: 'cheddar', match: 'fuzzy' };
    const fragment = toFragment(view, [cheddar]);
    expect(fragment).toBe(`q=cheddar&${item(SEARCH)}`);
    expect(readFragment(`#${fragment}`)).toEqual({ view, portions: [cheddar], unreadable: 0 });
  });

  test.each<[View, string]>([
    [NOWHERE, ''],
    [{ kind: 'search', query: 'a b', match: 'words' }, 'q=a+b&match=words'],
    [{ kind: 'search', query: 'a', match: 'substring' }, 'q=a&match=substring'],
    [{ kind: 'search', query: '', match: 'fuzzy', group: 'Nut & Seed' }, 'group=Nut+%26+Seed'],
    [
      { kind: 'search', query: 'a', match: 'fuzzy', sort: '-iron_mg', until: 0.5, group: 'b' },
      'q=a&sort=-iron_mg&until=0.5&group=b',
    ],
    [{ kind: 'food', id: '01009' }, 'food=01009'],
    [{ kind: 'food', id: 'a/b&c' }, 'food=a%2Fb%26c'],
    [{ kind: 'food', id: '01123', amount: '2 large' }, 'food=01123&amount=2+large'],
    [
      { kind: 'food', id: '1', amount: `2 ${'cups'.repeat(57)}` },
      `food=1&amount=2+${'cups'.repeat(57)}`,
    ],
    [{ kind: 'compare', ids: ['01009', 'a,b'] }, 'compare=01009%2Ca%252Cb'],
    [{ kind: 'week', column: 'iron_mg' }, 'week=iron_mg'],
    [
      { kind: 'search', query: '', match: 'fuzzy', sort: 'iron_mg', until: 1.5e-7 },
      'sort=iron_mg&until=0.00000015',
    ],
    [{ ...NOWHERE, group: 'g'.repeat(200) }, `group=${'g'.repeat(200)}`],
  ])('write and read %j', (view, fragment) => {
    expect(toFragment(view)).toBe(fragment);
    expect(readFragment(fragment).view).toEqual(view);
  });

  test.each(['q=a&until=5', 'q=a&sort=b&until=x', 'q=a&group='])(
    'leave out the limit or group of %j',
    (fragment) => {
      const { view } = readFragment(fragment);
      expect(view).not.toHaveProperty('until');
      expect(view).not.toHaveProperty('group');
    },
  );

  test('leave out an amount or group that is too long instead of truncating it', () => {
    const amount = `2 ${'cup'.repeat(76)}`;
    const food = { kind: 'food', id: '1' };
    expect(readFragment(`food=1&amount=${amount}`).view).toEqual({ ...food, amount });
    expect(readFragment(`food=1&amount=${amount}s`).view).toEqual(food);
    expect(readFragment(`q=egg&group=${'g'.repeat(201)}`).view).not.toHaveProperty('group');
  });

  test('compare different foods', () => {
    const ids = ['1', '2', '3'];
    expect(readFragment('compare=1,1,2,3,2').view).toEqual({ kind: 'compare', ids });
    // A percent sign that encodes nothing stands for itself.
    expect(readFragment('compare=1%25,2').view).toEqual({ kind: 'compare', ids: ['1%', '2'] });
  });

  test.each([
    '1_132_cup_01009_404_22.87_33.31_3.09_',
    '_132_cup_01009_404_22.87_33.31_3.09_Cheese',
    '1__cup_01009_404_22.87_33.31_3.09_Cheese',
    '1_0_cup_01009_404_22.87_33.31_3.09_Cheese',
    '1_132__01009_404_22.87_33.31_3.09_Cheese',
    '-1_132_cup_01009_404_22.87_33.31_3.09_Cheese',
    '1e3_132_cup_01009_404_22.87_33.31_3.09_Cheese',
    `10000_2_cup_01009_404_22.87_33.31_3.09_Cheese`,
    '1_132_cup_01009_1e9_22.87_33.31_3.09_Cheese',
    '1_132_cup_01009_1000000001_22.87_33.31_3.09_Cheese',
    '1_132_cup_01009_404_x_33.31_3.09_Cheese',
    '1_132_cup_01009_404_1_NaN_3.09_Cheese',
    '1_132_cup_01009_404_1_2_0x3_Cheese',
    'broken',
  ])('count %j as unreadable', (text) => {
    const read = readFragment(item(text));
    expect([read.portions, read.unreadable]).toEqual([[], 1]);
  });

  test('write units readably, and read the largest accepted values', () => {
    const food = { ...cheddar.food, id: 'a_b' };
    const portion = { ...cheddar, food, unit: { name: 'cup_diced', grams: 132 } };
    const [read] = readFragment(toFragment(NOWHERE, [portion])).portions;
    // Without its key, the food is known by its name.
    expect(read).toEqual({
      ...{ ...cheddar, food: { ...food, id: null }, unit: { name: 'cup diced', grams: 132 } },
    });
    const most = `10000_1_g__1000000000_1_1_1_Lead`;
    expect(readFragment(item(most)).portions[0]).toMatchObject({ count: 10_000 });
  });

  test('read at most a thousand foods', () => {
    const items = Array.from({ length: 1_001 }, (_, i) => item(`1_1_g__1_1_1_1_Food ${i}`));
    const { portions, unreadable } = readFragment(items.join('&'));
    expect([portions.length, unreadable]).toEqual([1_000, 1]);
  });

  test('merge repeated foods', () => {
    const { portions } = readFragment(`${item(SEARCH)}&${item(SEARCH)}`);
    expect(portions.map(({ count }) => count)).toEqual([3]);
  });

  test('read back any plate that they wrote', () => {
    const value = fc.option(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((number) => !/e/.test(String(number))),
    );
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    const portion = fc.record({
      food: fc.record({
        description: name,
        kcal: value,
        protein: value,
        fat: value,
        carbohydrate: value,
        id: fc.option(name.filter((text) => !text.includes('_'))),
        measures: fc.constant([]),
      }),
      count: fc.integer({ min: 0, max: 100 }),
      unit: fc.record({
        name: name.filter((text) => !text.includes('_')),
        grams: fc.integer({ min: 1, max: 100 }),
      }),
    });
    const state = fc.tuple(fc.string(), fc.constantFrom(...MATCH_MODES), fc.array(portion));
    fc.assert(
      fc.property(state, ([query, match, given]) => {
        const none: readonly Portion[] = [];
        const portions = given.reduce(addPortion, none);
        const view: View = {
          kind: 'search',
          query: String(new URLSearchParams({ q: query }).get('q')),
          match,
        };
        const read = readFragment(toFragment(view, portions));
        expect(read.view).toEqual(view);
        // -0 is written as 0.
        expect(JSON.stringify(read.portions)).toBe(JSON.stringify(portions));
      }),
    );
  });
});
