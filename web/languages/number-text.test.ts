import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTypedNumber } from '../foods/typed-amount.ts';
import { amountText, chooseLanguage, dayText, t, typedText } from './language.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(async () => {
  await chooseLanguage(['en-US']);
  vi.unstubAllGlobals();
});

test.each([
  ['150', 150],
  [' 1.5 ', 1.5],
  ['1,5', 1.5],
  ['.5', 0.5],
  [',5', 0.5],
  ['5.', 5],
  ['1,', 1],
  ['0', 0],
  ['0.0', 0],
  ['2,000', 2000],
  ['1,000.5', 1000.5],
  ['10,000', 10_000],
  ['2 000', 2000],
  ['0,125', 0.125],
  ['1.000', 1],
  ['1/2', 0.5],
  ['1 1/2', 1.5],
  ['½', 0.5],
  ['1½', 1.5],
  ['2 ¼', 2.25],
  ['-1', undefined],
  ['2-3', undefined],
  ['1e3', undefined],
  ['abc', undefined],
  ['120 g', undefined],
  ['1.2.3', undefined],
  ['1,00,0', undefined],
  ['2/0', undefined],
  ['1/2/3', undefined],
  ['', undefined],
])('in English, %j is %j', (text, number) => {
  expect(readTypedNumber(text)).toBe(number);
});

test.each([
  ['es-ES', '2.000', 2000],
  ['es-ES', '2,5', 2.5],
  ['es-ES', '1.000,5', 1000.5],
  ['es-MX', '2,000', 2000],
  ['es-MX', '2.5', 2.5],
  ['en-ZA', '2,125', 2.125],
])('in %s, %j is %d', async (locale, text, number) => {
  await chooseLanguage([locale]);
  expect(readTypedNumber(text)).toBe(number);
});

test.each([
  ['120 g', 'g', 120],
  ['2,000kcal', 'kcal', 2000],
  ['400 μg', 'µg', 400],
  ['120 G', 'g', 120],
  ['120 mg', 'g', undefined],
  ['g', 'g', undefined],
])('%j with the unit %s is %j', (text, unit, number) => {
  expect(readTypedNumber(text, unit)).toBe(number);
});

describe('the page reads the numbers it writes', () => {
  test.each(['en-US', 'en-ZA', 'es-ES', 'es-MX', 'es-419'])('in %s', async (locale) => {
    await chooseLanguage([locale]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (hundredths) => {
        const number = hundredths / 100;
        expect(readTypedNumber(typedText(number))).toBe(number);
        expect(readTypedNumber(amountText(number))).toBe(number);
      }),
    );
  });
});

test('a day of another year is shown with its year', () => {
  expect(dayText('2001-11-21')).toBe('Wednesday, Nov 21, 2001');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:59') });
  expect(dayText('2026-11-21')).toBe('Saturday, Nov 21');
});

test.each([
  ['en-US', 'cup, diced', 'cup, diced', 'cups, diced'],
  ['en-US', 'large', 'large', 'large'],
  ['en-US', 'oz', 'oz', 'oz'],
  ['en-US', 'cookies', 'cookies', 'cookies'],
  ['es-ES', 'cup, diced', 'taza, en dados', 'tazas, en dados'],
  ['es-ES', 'large', 'grande', 'grandes'],
  ['es-ES', 'serving', 'ración', 'raciones'],
  ['es-ES', 'unit', 'unidad', 'unidades'],
  ['es-ES', 'slices', 'rebanadas', 'rebanadas'],
  ['es-ES', 'constructor', 'constructor', 'constructor'],
])('in %s, one %s is %s, and several are %s', async (locale, name, one, several) => {
  await chooseLanguage([locale]);
  expect([0.5, 1, 1.5].map((count) => t().unit(name, count))).toEqual([one, one, several]);
});
