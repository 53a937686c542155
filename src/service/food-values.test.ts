import { describe, expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import { RequestError, UserError } from '../errors/user-error.ts';
import { createFoodLookup } from './create-food-lookup.ts';
import type { FoodLookup } from './food-lookup.ts';
import { searchFoods } from './food-values.ts';

const { data } = await loadCatalog(snapshotOf([EGG]), {});
const catalog = createMemoryCatalog(data);
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

test('searchFoods returns the foods and the interpretation', async () => {
  const { foods, interpretation } = await searchFoods(catalog, 'eggg', {
    match: 'fuzzy',
    fields: [],
  });
  expect(foods.map(({ description }) => description)).toEqual([EGG.description]);
  expect(interpretation?.readings).toMatchObject([{ typed: 'eggg', manner: 'slip', taken: 'egg' }]);
});

test.each([
  ['', {}, 'Missing required parameter `q`'],
  ['egg', { limit: 101 }, 'Invalid value "101" for parameter `limit`'],
  [words(17), { match: 'words' }, '17'],
] as const)('searchFoods(%j, %j) throws a RequestError', async (q, options, message) => {
  const failure = await searchFoods(catalog, q, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestError);
  expect(failure).toMatchObject({
    message: expect.stringContaining(message),
    retryAfterSeconds: undefined,
  });
});

test('searchFoods throws a RequestError that says when to try again if the queue is full', async () => {
  const full = createMemoryCatalog(data, undefined, { maxWork: 0, slowLane: { maxWaiting: 0 } });
  const failure = await searchFoods(full, 'egg').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('Too many long searches are waiting'),
    retryAfterSeconds: 5,
  });
});

test('searchFoods selects foods, and returns their number', async () => {
  const { foods, total } = await searchFoods(catalog, 'e', {
    where: [
      ['kcal', '>=', 0],
      ['description', '!=', 'x'],
    ],
    sort: 'description',
    offset: 0,
    limit: 1,
    count: true,
  });
  expect(foods).toHaveLength(1);
  expect(total).toBeGreaterThan(0);
  const asText: object = { count: 'true' };
  expect((await searchFoods(catalog, 'e', asText)).total).toBe(total);
  expect((await searchFoods(catalog, 'e', { where: [['!', 'kcal']] })).foods).toEqual([]);
  // @ts-expect-error A food has no such field.
  expect(foods[0]?.kcall).toBeUndefined();
  // @ts-expect-error There is no such operator.
  const wrong = searchFoods(catalog, 'e', { where: [['kcal', '~', 1]] });
  await expect(wrong).rejects.toThrow('Unknown operator "~" in `where`: use < <= > >= = !=');
});

test('an unknown option of a search throws', async () => {
  const options: object = { limit: 1, limt: 2 };
  await expect(searchFoods(catalog, 'egg', options)).rejects.toThrow(
    new RequestError(
      'Unknown option "limt". Use match, lang, where, sort, offset, count, limit, fields.',
    ),
  );
});

describe('arguments of the wrong type', () => {
  const called = async (call: (service: FoodLookup) => unknown): Promise<unknown> => {
    await using service = await createFoodLookup({ database: SMALL_DATABASE, logLevel: 'silent' });
    try {
      // Calls it like a JavaScript program, without types.
      await call(service);
      return 'no error';
    } catch (error) {
      return error instanceof UserError ? error.message : error;
    }
  };
  test.each<readonly [string, string, (service: FoodLookup) => unknown]>([
    ['search()', 'Cannot use undefined as the query', (one) => Reflect.apply(one.search, one, [])],
    [
      'answer(null)',
      'Cannot use null as the query',
      (one) => Reflect.apply(one.answer, one, [null]),
    ],
    ['search(q, 5)', 'Cannot use 5 as options', (one) => Reflect.apply(one.search, one, ['a', 5])],
    [
      'one argument too many',
      'A search does not take 7',
      (one) => Reflect.apply(one.search, one, ['a', {}, 7]),
    ],
    ['food(1001)', 'Cannot use 1001 as the key', (one) => Reflect.apply(one.food, one, [1001])],
    [
      'a string as the fields of a food',
      'as fields',
      (one) => Reflect.apply(one.food, one, ['1', 'kcal']),
    ],
    [
      'food() with a third argument',
      'food() does not take',
      (one) => Reflect.apply(one.food, one, ['1', [], {}]),
    ],
    ['meal(5)', 'Cannot use 5 as the lines', (one) => Reflect.apply(one.meal, one, [5])],
    ['meal([])', "Cannot use [] as the lines: use ['2 eggs'].", (one) => one.meal([])],
    [
      'an unknown option of a meal',
      'Unknown option "serving". Use lang, fields, servings.',
      (one) => Reflect.apply(one.meal, one, ['2 eggs', { serving: 2 }]),
    ],
    [
      'meal() with a third argument',
      'does not take',
      (one) => Reflect.apply(one.meal, one, ['1', {}, 1]),
    ],
    ['nothing about search() without its service', 'no error', ({ search }) => search('a')],
    ['sort: 5', 'Unknown column "5"', (one) => one.search('a', Object({ sort: 5 }))],
    [
      'listen(3001)',
      'listen() does not take 3001',
      (one) => Reflect.apply(one.listen, one, [3001]),
    ],
    [
      'close(callback)',
      'close() takes no callback',
      (one) => Reflect.apply(one.close, one, [test]),
    ],
    ['reload(callback)', 'does not take f', (one) => Reflect.apply(one.reload, one, [test])],
    ['stop(callback)', 'stop() takes no callback', (one) => Reflect.apply(one.stop, one, [test])],
    [
      "nothing about a signal's arguments",
      'no error',
      (one) => Reflect.apply(one.stop, one, ['SIGTERM', 15]),
    ],
    ['setCors()', 'undefined as CORS options', (one) => Reflect.apply(one.setCors, one, [])],
    ['inject(5)', 'Cannot use 5 as a request', (one) => Reflect.apply(one.inject, one, [5])],
    ['no slash', `Cannot use "api/food" as a request: use '/api`, (one) => one.inject('api/food')],
    ['no slash in an option', 'Cannot use "api/food" as', (one) => one.inject({ url: 'api/food' })],
    [
      'another library’s name for the query',
      'Cannot use "params" as a request',
      (one) => one.inject(Object({ url: '/api/food', params: { q: 'egg' } })),
    ],
    [
      'the options of a request after its path',
      'inject() does not take an object',
      (one) => Reflect.apply(one.inject, one, ['/api/food', { headers: {} }]),
    ],
    [
      'nothing about a whole URL',
      'no error',
      (one) => one.inject('http://localhost:3001/api/food?q=egg'),
    ],
    [
      'a URL for fetch',
      'use new Request(url)',
      (one) => Reflect.apply(one.fetch, one, [new URL('http://a/')]),
    ],
    [
      'nothing for handler',
      'Cannot use undefined as a response',
      (one) => Reflect.apply(one.handler, one, []),
    ],
    ['nothing for plugin', 'use app.register', (one) => Reflect.apply(one.plugin, one, [])],
    ['nothing for fetch', 'use new Request(url)', (one) => Reflect.apply(one.fetch, one, [])],
    [
      'a second for createFoodLookup',
      'does not take',
      () => Reflect.apply(createFoodLookup, null, [{}, 1]),
    ],
  ])('%s is reported', async (_, message, call) => {
    expect(await called(call)).toContain(message);
  });
});
