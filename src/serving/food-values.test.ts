import { expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import { RequestError, searchFoods } from './food-values.ts';

const { data } = await loadCatalog(snapshotOf([EGG]), {});
const catalog = createMemoryCatalog(data);
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

test('searchFoods gives the foods, and what was understood', async () => {
  const { foods, interpretation } = await searchFoods(catalog, 'eggg', { match: 'fuzzy' });
  expect(foods.map(({ description }) => description)).toEqual([EGG.description]);
  expect(interpretation?.readings).toMatchObject([{ typed: 'eggg', manner: 'slip', taken: 'egg' }]);
});

test.each([
  ['', {}, 'Missing required parameter `q`'],
  ['egg', { limit: 101 }, 'Unknown value "101" of parameter `limit`'],
  [words(17), { match: 'words' }, '17'],
] as const)('searchFoods(%j, %j) throws a RequestError', async (q, options, message) => {
  const failure = await searchFoods(catalog, q, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestError);
  expect(failure).toMatchObject({
    message: expect.stringContaining(message),
    retryAfterSeconds: undefined,
  });
});

test('searchFoods throws a RequestError that says when to try again where there is no room', async () => {
  const full = createMemoryCatalog(data, undefined, { maxWork: 0, slowLane: { maxWaiting: 0 } });
  const failure = await searchFoods(full, 'egg').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('Too many long searches are waiting'),
    retryAfterSeconds: 5,
  });
});

test('searchFoods selects foods, and says how many there are', async () => {
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
  expect((await searchFoods(catalog, 'e', { where: [['!', 'kcal']] })).foods).toEqual([]);
  // @ts-expect-error A food has no such field.
  expect(foods[0]?.kcall).toBeUndefined();
  // @ts-expect-error There is no such operator.
  const wrong = searchFoods(catalog, 'e', { where: [['kcal', '~', 1]] });
  await expect(wrong).rejects.toThrow('Unknown operator "~" in `where`: use < <= > >= = !=');
});

test('an option of a search that there is not throws', async () => {
  const options: object = { limit: 1, limt: 2 };
  await expect(searchFoods(catalog, 'egg', options)).rejects.toThrow(
    new RequestError(
      'Unknown search option "limt". Use match, lang, where, sort, offset, count, limit, fields.',
    ),
  );
});
