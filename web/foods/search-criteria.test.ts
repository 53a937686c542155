import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { GRAM } from '../../src/meal/measures.ts';
import { chooseLanguage } from '../languages/language.ts';
import { foodOf } from './sample-foods.case.ts';
import {
  isEmptySearch,
  isSameSearch,
  loadAmountReader,
  MATCH_MODES,
  mealIn,
  pastedLines,
  readQuantity,
  sentCriteria,
} from './search-criteria.ts';
import { readAmount, readShortText } from './typed-amount.ts';
import { servingOf } from './usual-amount.ts';

beforeAll(loadAmountReader);

test('the amount reader is loaded only once', async () => {
  expect(await loadAmountReader()).toBe(false);
});

describe('readQuantity', () => {
  test.each([
    ['2 cups whole milk', 'whole milk', 2, 'cup'],
    ['whole milk 1 cup', 'whole milk', 1, 'cup'],
    ['100g oats', 'oats', 100, 'g'],
    ['2 eggs', 'eggs', 2, undefined],
    ['medium banana', 'banana', 1, 'medium'],
  ])('splits %j', (query, text, count, unit) => {
    expect(readQuantity(query)).toMatchObject({ text, quantity: { count, unit, food: text } });
  });

  test.each([
    ['1 taza de leche', 'leche', 'cup'],
    ['200 g de leche', 'leche', 'g'],
    ['2 huevos', 'huevos', undefined],
    ['1 tbsp butter', 'butter', 'tbsp'],
  ])('splits %j on a page in Spanish', async (query, text, unit) => {
    vi.stubGlobal('document', { documentElement: {} });
    onTestFinished(async () => {
      await chooseLanguage(['en-US']);
      vi.unstubAllGlobals();
    });
    await chooseLanguage(['es-ES']);
    expect(readQuantity(query)).toMatchObject({ text, quantity: { unit } });
  });

  test.each(['7 up', '2% milk', ' eggs ', '1 cup'])('does not split %j', (query) => {
    expect(readQuantity(query)).toEqual({ text: query.trim(), quantity: undefined });
  });

  test('an exact search is sent as typed', () => {
    expect(sentCriteria({ query: '2 eggs', match: 'fuzzy' }).query).toBe('eggs');
    expect(sentCriteria({ query: '2 eggs ', match: 'substring' }).query).toBe('2 eggs ');
  });

  test.each([
    ['2 (15 oz) cans diced tomatoes', 'tomatoes'],
    ['1 oz cheese, cheddar', 'cheese'],
    ['1 cup lettuce (romaine)', 'lettuce'],
  ])('only a fuzzy search sends the note of %j', (query, food) => {
    expect(sentCriteria({ query, match: 'fuzzy' }).query).toBe(query);
    expect(sentCriteria({ query, match: 'words' }).query).toBe(food);
  });
});

test.each([
  ['2 eggs\r\n\r\n  1 slice toast\n', ['2 eggs', '1 slice toast']],
  ['2 eggs\v1 slice toast\u2028coffee', ['2 eggs', '1 slice toast', 'coffee']],
  ['1. 2 eggs\n2)\t100 g oats\n3. 1 cup milk', ['2 eggs', '100 g oats', '1 cup milk']],
  ['1. 2 eggs\n3. 100 g oats', ['1. 2 eggs', '3. 100 g oats']],
  ['1.5 cups milk\n2. 100 g oats', ['1.5 cups milk', '2. 100 g oats']],
  ['[ ] 2 eggs\n- [x] toast\n[] tea', ['2 eggs', 'toast', 'tea']],
  ['2 eggs', ['2 eggs']],
  ['\n', []],
])('pastedLines of %j are %j', (text, lines) => {
  expect(pastedLines(text)).toEqual(lines);
});

test.each([
  ['2 eggs, 1 slice toast, coffee', ['2 eggs', '1 slice toast', 'coffee']],
  ['eggs; toast;', ['eggs', 'toast']],
  ['2 eggs; Butter, salted', ['2 eggs', 'Butter, salted']],
  ['1,5 l milk, 2 eggs', ['1,5 l milk', '2 eggs']],
  ['Butter, salted', undefined],
  ['2 eggs, raw', undefined],
  ['2 eggs', undefined],
  ['', undefined],
])('mealIn of %j is %j', (query, lines) => {
  expect(mealIn({ query, match: 'fuzzy' })).toEqual(lines);
  expect(mealIn({ query, match: 'substring' })).toBeUndefined();
  if (lines !== undefined) expect(sentCriteria({ query, match: 'fuzzy' }).query).toBe('');
});

const measure = (name: string, grams: number, count = 1) => ({ count, name, grams });
const nothing = { basis: '100g', quantity: undefined, unitName: undefined } as const;
const milk = foodOf('Milk', { measures: [measure('cup', 244), measure('fl oz', 240, 8)] });

const ounce = measure('fl oz', 29.6);

describe('servingOf', () => {
  test.each([
    ['coffee', [ounce, measure('fl oz', 178, 6), measure('cup (8 fl oz)', 237)], '1 cup (8 fl oz)'],
    ['wine', [ounce, measure('serving (5 fl oz)', 148)], '1 serving (5 fl oz)'],
    ['rum', [ounce, measure('fl oz', 42, 1.5)], '1.5 fl oz'],
    ['formula', [ounce], '1 fl oz'],
    ['condensed milk', [measure('fl oz', 38.2), measure('cup', 306)], '1 fl oz'],
    ['juice', [measure('fl oz', 240, 8), measure('cup', 240)], '8 fl oz'],
    ['oil', [measure('tbsp', 13.6), measure('cup', 218)], '1 tbsp'],
  ])('for %s, returns the usual amount', (name, measures, usual) => {
    const food = foodOf(name, { measures });
    const { count, unit } = servingOf(food, { ...nothing, basis: 'portion' });
    expect(`${count} ${unit.name}`).toBe(usual);
  });

  const words = (choice: Partial<Parameters<typeof servingOf>[1]>, food = milk) => {
    const { count, unit } = servingOf(food, { ...nothing, ...choice });
    return `${count} ${unit.name} ${Math.round(unit.grams * 10) / 10}`;
  };
  const typed = (query: string, food = milk) =>
    words({ basis: 'portion', quantity: readQuantity(query).quantity }, food);

  test('is 100 g, or the first measure, or the measure chosen last', () => {
    expect(words({})).toBe('100 g 1');
    expect(words({ basis: 'portion' })).toBe('1 cup 244');
    expect(words({ basis: 'portion', unitName: 'fl oz' })).toBe('8 fl oz 30');
    expect(words({ basis: 'portion', unitName: 'slice' })).toBe('1 cup 244');
    expect(words({ basis: 'portion' }, foodOf('Salt'))).toBe('100 g 1');
  });

  test.each([
    ['2 cups milk', '2 cup 244'],
    ['50 g milk', '50 g 1'],
    ['2 lb milk', '2 lb 453.6'],
    ['1 tbsp milk', '1 tbsp 15.2'],
    ['1 l milk', '1 l 1031.3'],
    // Unknown units, and amounts too large for a plate, become 100 g, as the row shows.
    ['1 slice milk', '100 g 1'],
    ['41 cups milk', '100 g 1'],
    ['10 kg milk', '10 kg 1000'],
    ['11 kg milk', '100 g 1'],
    // Liquids have no pieces.
    ['2 sodas', '100 g 1'],
  ])('of %j is %s', (query, expected) => {
    expect(typed(query)).toBe(expected);
  });

  test('uses the first measure that names the unit', () => {
    const diced = foodOf('Cheese', { measures: [measure('cup, diced', 132)] });
    expect(typed('2 cups cheese', diced)).toBe('2 cup, diced 132');
    const cake = foodOf('Cake', { measures: [measure('cupcake', 40)] });
    expect(typed('2 cups cake', cake)).toBe('100 g 1');
    const bread = foodOf('Bread', {
      measures: [measure('slice, large', 27), measure('slice', 22)],
    });
    expect(typed('1 slice bread', bread)).toBe('1 slice, large 27');
  });

  test('is the usual size if foods are counted', () => {
    const egg = foodOf('Egg', { measures: [measure('large', 50), measure('medium', 44)] });
    expect(typed('2 eggs', egg)).toBe('2 large 50');
    const banana = foodOf('Bananas', {
      measures: [
        measure('cup, mashed', 225),
        measure('extra small (less than 6" long)', 81),
        measure('medium (7" long)', 118),
        measure('NLEA serving', 126),
      ],
    });
    expect(typed('one banana', banana)).toBe('1 medium (7" long) 118');
    const cookie = foodOf('Cookies', { measures: [measure('oz', 28.35), measure('cookie', 15)] });
    expect(typed('3 cookies', cookie)).toBe('3 cookie 15');
    expect(typed('3 cookies', foodOf('Cookies'))).toBe('100 g 1');
  });
});

test.each([
  ['50', '50 g'],
  ['1/2', '0.5 g'],
  ['2 cups', '2 cup'],
  ['100g', '100 g'],
  ['2 oz', '2 oz'],
  ['2 fl oz', '2 fl oz'],
  ['1.5 ml', '1.5 ml'],
  ['butter', undefined],
  ['-2 cups', undefined],
  ['– 2 cups', undefined],
  ['2 cups butter', undefined],
  ['3 slices', undefined],
  ['99999', undefined],
])('readAmount of %j is %s', (text, expected) => {
  const read = readAmount(text, GRAM, milk.measures);
  expect(read && `${read.count} ${read.unit.name}`).toBe(expected);
});

test.each(['en-US', 'es-ES'])('in %s, amounts in URLs mean the same', async (language) => {
  vi.stubGlobal('document', { documentElement: {} });
  onTestFinished(async () => {
    await chooseLanguage(['en-US']);
    vi.unstubAllGlobals();
  });
  await chooseLanguage([language]);
  const read = (text: string) => readShortText(text, milk.measures);
  expect(read('1.125 cup')).toEqual({ count: 1.125, unit: { name: 'cup', grams: 244 } });
  expect([read('½ cup')?.count, read('99999 g'), read('a lot')]).toEqual([
    0.5,
    undefined,
    undefined,
  ]);
});

test('a search without text or group is empty', () => {
  expect(isEmptySearch({ query: ' ', match: 'fuzzy' })).toBe(true);
  expect(isEmptySearch({ query: 'egg', match: 'fuzzy' })).toBe(false);
  expect(isEmptySearch({ query: '', match: 'fuzzy', group: 'Snacks' })).toBe(false);
});

test('two searches are the same if all of their criteria are', () => {
  const [fuzzy, words] = MATCH_MODES;
  const criteria = { query: 'egg', match: fuzzy, sort: 'kcal', until: 2, group: 'Snacks' };
  expect(isSameSearch(criteria, { ...criteria })).toBe(true);
  for (const other of [
    { query: 'eggs' },
    { match: words },
    { sort: '-kcal' },
    { until: 3 },
    { group: 'Beef' },
  ])
    expect(isSameSearch(criteria, { ...criteria, ...other })).toBe(false);
});
