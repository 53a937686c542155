import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../test/refusal-of.ts';
import { MissingTextError, type QueryValues, toFoodQuery } from './food-query.ts';

const CATALOG = {
  fields: ['id', 'iron_mg'],
  columns: [
    { name: 'kcal', holdsNumbers: true, hasGroups: false },
    { name: 'description', holdsNumbers: false, hasGroups: true },
  ],
};
const NO_SELECTION = { conditions: [], order: undefined, offset: 0, wantsTotal: false };
const ALL = { text: undefined, match: 'substring', lang: undefined, selection: undefined };
const LISTED = { ...ALL, limit: 100, fields: [], format: undefined };

describe('toFoodQuery', () => {
  test.each<[values: QueryValues, query: object]>([
    [{}, ALL],
    [{ text: ' ' }, { ...ALL, text: ' ' }],
    [
      { text: 'egg', match: 'fuzzy', lang: 'de' },
      { ...ALL, text: 'egg', match: 'fuzzy', lang: 'de' },
    ],
    [{ limit: 1 }, { ...LISTED, limit: 1 }],
    [{ limit: '100' }, LISTED],
    [{ limit: '007' }, { ...LISTED, limit: 7 }],
    [{ fields: ['iron_mg', 'id'] }, { ...LISTED, fields: ['iron_mg', 'id'] }],
    [{ format: 'csv' }, { ...LISTED, format: 'csv' }],
    [{ offset: 0 }, { ...ALL, selection: NO_SELECTION }],
    [{ offset: '10000' }, { ...ALL, selection: { ...NO_SELECTION, offset: 10_000 } }],
    [{ count: 'true' }, { ...ALL, selection: { ...NO_SELECTION, wantsTotal: true } }],
    [{ count: true }, { ...ALL, selection: { ...NO_SELECTION, wantsTotal: true } }],
    [{ count: 'false' }, { ...ALL, selection: NO_SELECTION }],
    [
      { sort: '-kcal' },
      { ...ALL, selection: { ...NO_SELECTION, order: { column: 'kcal', isDescending: true } } },
    ],
    ...['kcal<1', [{ column: 'kcal', operator: '<', value: '1' } as const]].map(
      (where): [QueryValues, object] => [
        { where },
        {
          ...ALL,
          selection: {
            ...NO_SELECTION,
            conditions: [{ column: 'kcal', operator: '<', value: '1' }],
          },
        },
      ],
    ),
  ])('reads %j', (values, query) => {
    expect(toFoodQuery(values, CATALOG)).toEqual(query);
  });

  test.each<[values: QueryValues, message: string]>([
    [{ text: '' }, 'Missing required parameter `q`'],
    [
      { match: 'Words' },
      'Invalid value "Words" for parameter `match`: use `substring`, `words`, `fuzzy`',
    ],
    [
      { text: 'egg', lang: 'de' },
      'Parameter `lang` needs `match=fuzzy`: add it, or leave `lang` out',
    ],
    [
      { match: 'fuzzy', lang: 'en' },
      'Invalid value "en" for parameter `lang`: use `es`, `fr`, `de`, `it`, `pt`, or leave it out for English',
    ],
    ...[0, 101, '', '+1', '1.0', '0100', -1].map((limit): [QueryValues, string] => [
      { limit },
      `Invalid value "${limit}" for parameter \`limit\`: use a whole number from 1 to 100`,
    ]),
    ...[-1, '10001', '1e3', '000001'].map((offset): [QueryValues, string] => [
      { offset },
      `Invalid value "${offset}" for parameter \`offset\`: use a whole number from 0 to 10000`,
    ]),
    [{ count: '' }, 'Invalid value "" for parameter `count`: use `true` or `false`'],
    [{ format: 'xml' }, 'Invalid value "xml" for parameter `format`: use `json` or `csv`'],
    [{ fields: ['id', 'irn'] }, 'Unknown field "irn" in `fields`: use id, iron_mg'],
    [{ fields: ['id', 'id'] }, 'Field "id" is in `fields` twice: list it once'],
    [{ where: 'cal<1' }, 'Unknown column "cal" in `where`: use kcal, description'],
    [{ sort: 'cal' }, 'Unknown column "cal" in `sort`: use kcal, description'],
  ])('refuses %j', (values, message) => {
    expect(refusalOf(() => toFoodQuery(values, CATALOG))).toBe(message);
  });

  test('refuses fields if the catalog has none', () => {
    expect(refusalOf(() => toFoodQuery({ fields: ['id'] }, { fields: [], columns: [] }))).toBe(
      'Unknown field "id" in `fields`: this service offers none',
    );
  });

  test('distinguishes empty search text from other errors', () => {
    expect(() => toFoodQuery({ text: '' }, CATALOG)).toThrow(MissingTextError);
  });
});
