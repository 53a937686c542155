import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFragment, toFragment } from './address.ts';
import { isSameFood } from './food.ts';

const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 1e-7, -1.5),
  fc.double({ min: 1e-6, max: 1000, noNaN: true }),
);
const food = fc.record({
  description: fc.string({ unit: 'binary', minLength: 1 }),
  kcal: value,
  protein: value,
  fat: value,
  carbohydrate: value,
});
const portion = fc.record({
  food,
  grams: fc.double({ min: 0, max: 10_000, noNaN: true }).map((grams) => Math.round(grams) / 4),
});

describe('toFragment and readFragment', () => {
  test('keep question and plate', () => {
    const state = fc.record({
      query: fc.string({ unit: 'grapheme' }),
      match: fc.constantFrom('substring', 'words'),
      portions: fc.uniqueArray(portion, { comparator: (a, b) => isSameFood(a.food, b.food) }),
    });
    fc.assert(
      fc.property(state, (kept) => {
        expect(readFragment(`#${toFragment(kept)}`)).toEqual({ ...kept, unreadable: 0 });
      }),
    );
  });

  test('write a link that people can read', () => {
    const oats = {
      description: 'Oats, raw',
      kcal: 389,
      protein: 16.9,
      fat: null,
      carbohydrate: 66,
    };
    const portions = [{ food: oats, grams: 60 }];
    expect(toFragment({ query: 'oats', match: 'substring', portions })).toBe(
      'q=oats&food=60_389_16.9__66_Oats%2C+raw',
    );
    expect(toFragment({ query: '', match: 'substring', portions: [] })).toBe('');
  });

  test('read any text, and count the foods that are none', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readFragment(text)));
    expect(
      readFragment('#food=x_1_1_1_1_Egg&food=5&food=-3_1_1_1_1_Egg&food=&food=1_1_1_1_1_Egg'),
    ).toEqual({
      query: '',
      match: 'substring',
      portions: [
        {
          grams: 1,
          food: { description: 'Egg', kcal: 1, protein: 1, fat: 1, carbohydrate: 1 },
        },
      ],
      unreadable: 4,
    });
  });

  test.each([
    '10000_1e308_1e308_1e308_1e308_x',
    '1_1e1_1_1_1_x',
    '1_0x10_1_1_1_x',
    '1_1_Infinity_1_1_x',
    '1_1_1_-Infinity_1_x',
    '1_1_1_1_NaN_x',
    '1_1_1_ _1_x',
    '1_1_1_1,5_1_x',
    '1_1_1_1._1_x',
    '1_9999999999_1_1_1_x',
    `1_${'9'.repeat(400)}_1_1_1_x`,
    '10001_1_1_1_1_x',
    '-1_1_1_1_1_x',
    '1,5_1_1_1_1_x',
    '_1_1_1_1_x',
    '1_1_1_1_1_',
    '1_1_1_1',
  ])('count the food %j as unreadable', (food) => {
    expect(readFragment(`#food=${food}`)).toMatchObject({ portions: [], unreadable: 1 });
  });

  test('read one food given twice as more of it', () => {
    const { portions } = readFragment('food=10_1_1_1_1_Egg&food=15_1_1_1_1_Egg');
    expect(portions.map(({ grams }) => grams)).toEqual([25]);
  });
});
