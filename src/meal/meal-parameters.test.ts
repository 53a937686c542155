import { expect, test } from 'vitest';
import { catalogOf } from '../../test/catalog-of.ts';
import { type MealValues, toMealQuery } from './meal-parameters.ts';

const catalog = await catalogOf([{ description: 'Egg', sodium_mg: 142, food_group: 'Eggs' }]);
const ask = (values: MealValues) => toMealQuery(values, catalog);

test('a meal is made of trimmed lines, or of text that is split', () => {
  const none = { lang: undefined, fields: [], servings: undefined };
  expect(ask({ lines: [' 2 eggs ', ' ', 'milk'] })).toEqual({ ...none, lines: ['2 eggs', 'milk'] });
  expect(ask({ text: 'two eggs and a cup of milk\n\nbread' })).toEqual({
    ...{ ...none, lines: ['two eggs', 'a cup of milk', 'bread'] },
  });
  const values = { lang: 'es', fields: ['sodium_mg'], servings: '999' };
  expect(ask({ ...values, text: 'un huevo y un vaso de leche' })).toEqual({
    lines: ['un huevo', 'un vaso de leche'],
    ...{ lang: 'es', fields: ['sodium_mg'], servings: 999 },
  });
  expect(ask({ lines: ['egg'], servings: 1 }).servings).toBe(1);
});

test('a meal may have 50 lines, 8 KiB and 2000 characters in a sentence', () => {
  const long = 'é'.repeat(4_096);
  expect(ask({ lines: Array(50).fill('egg') }).lines).toHaveLength(50);
  expect(ask({ lines: [long.slice(1), 'é'] }).lines).toHaveLength(2);
  expect(ask({ text: `${'e '.repeat(1_000)}\negg` }).lines).toContain('egg');
  expect(() => ask({ text: long })).toThrow('A line has more than 2000 characters');
});

test.each([
  [{}, 'Missing required parameter `line` or `text`, such as `2 eggs`'],
  [{ lines: [' '] }, 'Missing required parameter `line` or `text`, such as `2 eggs`'],
  [{ lines: ['egg'], text: '' }, 'Parameters `line` and `text` are both given: use one of them'],
  [{ lines: Array(51).fill('e') }, 'The meal has 51 lines: ask for 50 at a time'],
  [{ lines: ['é'.repeat(4_096), 'e'] }, 'The meal has more than 8192 bytes: send it in parts'],
  [{ text: `${'é'.repeat(4_096)}e` }, 'The meal has more than 8192 bytes: send it in parts'],
  [
    { text: 'e'.repeat(2_001) },
    'A line has more than 2000 characters: put each food on its own line',
  ],
  [{ lines: ['egg'], lang: 'xx' }, 'Invalid value "xx" for parameter `lang`'],
  [{ lines: ['egg'], fields: ['none'] }, 'Unknown field "none"'],
  [
    { lines: ['egg'], fields: ['sodium_mg', 'food_group'] },
    'Field "food_group" has text, which a meal cannot add up: use nutrients',
  ],
  ...['0', '', '1000', '1.5', -1].map((servings) => [
    { lines: ['egg'], servings },
    `Invalid value "${servings}" for parameter \`servings\`: use a whole number from 1 to 999`,
  ]),
] as [MealValues, string][])('%j is refused', (values, message) => {
  expect(() => ask(values)).toThrow(message);
});
