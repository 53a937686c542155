import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { readConditions } from '../catalog/selection/selection.ts';
import { createFoodLookup, type FoodLookup } from '../index.ts';
import { createFoodClient, FoodHttpError } from './index.ts';
import { whereText } from './query.ts';
import type { Operator, WhereCondition } from './request-options.ts';

describe('whereText', () => {
  test('is read correctly by the service, whatever the names and values', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 });
    const operator = fc.constantFrom<Operator>('<', '<=', '>', '>=', '=', '!=');
    const condition = fc.oneof(
      fc.tuple(text, operator, fc.oneof(text, fc.double({ noNaN: true }), fc.bigInt())),
      fc.tuple(fc.constant('!' as const), text),
    );
    fc.assert(
      fc.property(fc.array<WhereCondition>(condition, { minLength: 1, maxLength: 5 }), (where) => {
        expect(readConditions(whereText(where))).toEqual(
          where.map((one) =>
            one.length === 2
              ? { column: one[1], operator: '!', value: '' }
              : { column: one[0], operator: one[1], value: String(one[2]) },
          ),
        );
      }),
    );
  });
});

describe('a client', () => {
  let service: FoodLookup;
  let baseUrl: string;
  beforeAll(async () => {
    service = await createFoodLookup({ port: 0, logLevel: 'silent', fields: ['*'] });
    baseUrl = await service.listen();
  });
  afterAll(() => service.close());
  const client = () => createFoodClient({ baseUrl });

  test('returns the foods that meet conditions, in the requested order', async () => {
    const { foods, total } = await client().answer('cheese', {
      where: [
        ['sodium_mg', '<', 140],
        ['food_group', '=', 'Dairy and Egg Products'],
      ],
      sort: 'sodium_mg',
      fields: ['sodium_mg', 'food_group'],
      count: true,
    });
    const amounts = foods.map((food) => Number(food.sodium_mg));
    expect(total).toBe(foods.length);
    expect(foods.length).toBeGreaterThan(5);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(amounts.at(-1)).toBeLessThan(140);
    expect(new Set(foods.map((food) => food.food_group))).toEqual(
      new Set(['Dairy and Egg Products']),
    );
  });

  test('follows the pages of a result', async () => {
    const names: unknown[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Awaited<ReturnType<ReturnType<typeof client>['answer']>> = await client().answer(
        'cheddar',
        { offset, limit: 7 },
      );
      names.push(...page.foods.map(({ description }) => description));
      offset = page.nextOffset;
    }
    const whole = await client().search('cheddar');
    expect(names).toEqual(whole.map(({ description }) => description));
    expect(names.length).toBeGreaterThan(7);
  });

  test('has neither a total nor a next page unless requested', async () => {
    const { total, nextOffset } = await client().answer('cheese');
    expect([total, nextOffset]).toEqual([undefined, undefined]);
  });

  test('lists foods without search text', async () => {
    const { foods, nextOffset } = await client().list({ sort: '-protein_g', limit: 3 });
    expect(foods.map(({ protein_g }) => protein_g)).toEqual([88.32, 88.32, 85.6]);
    expect(nextOffset).toBe(3);
  });

  test('finds many foods by their keys, and lists the missing keys', async () => {
    const { foods, missing } = await client().foods(['01077', 'a, b', '01001'], {
      fields: ['ndb_no'],
    });
    expect(foods.map(({ ndb_no }) => ndb_no)).toEqual(['01077', '01001']);
    expect(missing).toEqual(['a, b']);
    expect((await client().foods(['01001'])).missing).toEqual([]);
  });

  test('does not list the missing keys if they are too long for a header', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(60, 'x'));
    expect(await client().foods(ids)).toEqual({ foods: [], missing: undefined });
  });

  test('counts groups, of the table or of a search', async () => {
    const [first] = await client().groups('food_group');
    const groups = await client().groups('food_group', {
      query: 'cheese',
      match: 'words',
      where: [['sodium_mg', '<', 140]],
    });
    expect(first?.count).toBeGreaterThan(500);
    expect(groups.map(({ value }) => value)).toContain('Dairy and Egg Products');
    expect(groups[0]?.count).toBeLessThan(100);
  });

  test("passes on the service's message about an unknown column", async () => {
    const asked = client().search('egg', { where: [['iron', '<', 1]] });
    await expect(asked).rejects.toThrow(FoodHttpError);
    await expect(asked).rejects.toThrow('Unknown column "iron"');
  });
});

test('typos do not compile', () => {
  const client = createFoodClient({ baseUrl: 'http://localhost:1' });
  const never = async () => {
    // @ts-expect-error: there is no such option
    await client.search('egg', { limti: 3 });
    // @ts-expect-error: there is no such operator
    await client.search('egg', { where: [['kcal', '=<', 100]] });
    const [food] = await client.search('egg');
    // @ts-expect-error: there is no such field
    return food?.kcall;
  };
  expect(never).toBeTypeOf('function');
});
