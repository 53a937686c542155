import { expect, test } from 'vitest';
import type { AmountLanguage } from './languages/vocabulary.ts';
import { readAmount } from './vocabularies.ts';

// Every way to write a number, with every kind of unit, at every position in a line: the amount is
// the number, or there is none.

const DIGITS: readonly (readonly [string, number])[] = [
  ['2', 2],
  ['½', 1 / 2],
  ['1/2', 1 / 2],
  ['1⁄2', 1 / 2],
  ['1 1/2', 3 / 2],
  ['1-1/2', 3 / 2],
  ['1½', 3 / 2],
  ['1.5', 3 / 2],
  ['1,5', 3 / 2],
  ['.5', 1 / 2],
  ['250', 250],
  ['１／２', 1 / 2],
  ['１½', 3 / 2],
  ['١٫٥', 3 / 2],
  ['۲۵۰', 250],
  ['२५०', 250],
];

const LANGUAGES: readonly (readonly [AmountLanguage, string, readonly string[], object])[] = [
  ['en', 'about', ['g', 'cups'], { 'half a': 1 / 2, 'two-thirds': 2 / 3, 'one and a half': 3 / 2 }],
  ['en', 'about', ['ml', 'oz'], { 'three quarters of a': 3 / 4, 'a couple of': 2, sixty: 60 }],
  ['de', 'ca.', ['g', 'EL'], { 'ein halber': 1 / 2, anderthalb: 3 / 2, fünfzig: 50 }],
  [
    'fr',
    'environ',
    ['g', 'c. à soupe'],
    { 'un demi': 1 / 2, 'une dizaine de': 10, 'deux cents': 200 },
  ],
  ['es', 'unos', ['g', 'cucharadas'], { medio: 1 / 2, 'uno y medio': 3 / 2, 'un par de': 2 }],
  ['it', 'circa', ['g', 'etti'], { mezzo: 1 / 2, due: 2, 'tre quarti di': 3 / 4 }],
  ['pt', 'cerca de', ['g', 'xícaras'], { meia: 1 / 2, 'uma e meia': 3 / 2, 'um quarto de': 1 / 4 }],
];

test.each(LANGUAGES)(
  'in %s, all forms of numbers are read, with %j before them or without',
  (language, about, units, words) => {
    const unitOf = (text: string) => readAmount(`2 ${text} xyz`, language)?.unit;
    const amounts = (number: string, unit: string) => [
      `${number} ${unit} xyz`,
      `${about} ${number} ${unit} xyz`,
    ];
    for (const unit of units) {
      expect(unitOf(unit)).toBeDefined();
      for (const [number, value] of [...DIGITS, ...Object.entries(words)]) {
        const texts = amounts(number, unit);
        if (/\d|½/.test(number)) texts.push(`xyz, ${number} ${unit}`, `xyz (${number} ${unit})`);
        for (const text of texts) {
          const expected = { amount: expect.closeTo(value), unit: unitOf(unit), food: 'xyz' };
          expect(readAmount(text, language), text).toMatchObject(expected);
        }
      }
      for (const none of ['0', '0.0', '0,0', '00', '1/0', '2%'])
        expect(readAmount(`${none} ${unit} xyz`, language), none).toBeUndefined();
    }
  },
);

test('many repeated numbers or measures are read quickly', () => {
  // If the second number could have any length, each number would double the time.
  for (const unit of ['3 1 1 x ', '1 cup and ', '1/2 + a half and ', 'a hundred x '])
    expect(() => readAmount(unit.repeat(300 / unit.length), 'en')).not.toThrow();
});

test.each(['½ ½ cup milk', '1/2 1/4 cup milk', '1 ½ ½ cup milk', '½ ½ cup', 'milk 2 ½ ½ cup'])(
  'two fractions in a row are a mistake: %s',
  (text) => expect(readAmount(text, 'en')).toBeUndefined(),
);

test.each([
  ['1/2 2-inch piece ginger', 1, 'inch', 'ginger'],
  ['½ ½-pound steak', 0.25, 'lb', 'steak'],
  ['½ 80/20 ground beef', 0.5, undefined, '80/20 ground beef'],
])('a length, a weight or a fat ratio after a fraction is not a second fraction: %s', (...row) => {
  const [text, amount, unit, food] = row;
  expect(readAmount(text, 'en')).toMatchObject({ amount, food, ...(unit && { unit }) });
});
