import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send, type WireResponse } from './send.ts';

const ORIGIN = 'https://page.example';
const DOCUMENT = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', cors: { origin: [ORIGIN] } });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const get = (path: string, headers = {}, method = 'GET') =>
  send(url, { method, path: encodeURI(path), headers });

const foodsIn = ({ body }: WireResponse): Record<string, string | number | null>[] =>
  JSON.parse(body);
const NEW_HEADERS = ['x-total-count', 'link', 'x-missing-ids'];

describe('docs/api.md', () => {
  const cells = (heading: string) => {
    expect(DOCUMENT).toContain(heading);
    return DOCUMENT.slice(DOCUMENT.indexOf(heading))
      .replace(/\n\n.*/s, '')
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
  };

  test.each(cells('| to get | request |'))(
    '%s%s: the documented request works',
    async (_, __, address = '') => {
      const response = await get(address.replaceAll('`', ''));
      expect(response.status).toBe(200);
      const lines = headerOf(response, 'content-type')?.startsWith('text/csv');
      expect(lines ? response.body.split('\r\n').length : foodsIn(response).length).toBeGreaterThan(
        0,
      );
    },
  );
});

test.each([
  ['offset=x', 'Invalid value "x" for parameter `offset`: use a whole number from 0 to 10000'],
  ['count=1', 'Invalid value "1" for parameter `count`: use `true` or `false`'],
  ['format=xml', 'Invalid value "xml" for parameter `format`: use `json` or `csv`'],
  ['where=iron<1', 'Unknown column "iron" in `where`: use iron_mg'],
  ['where=calories<1', 'Unknown column "calories" in `where`: use carbohydrate_g, '],
  ['where=kcal', 'Cannot read "kcal" in `where`: use a comparison (< <= > >= = !=), such as '],
  ['where=kcal<low', 'Invalid value "low" for column "kcal" in `where`: use a number'],
  ['sort=Protein', 'Unknown column "Protein" in `sort`: use protein_g'],
  ['sort=a/b/c', 'Cannot read "a/b/c" in `sort`: use a column, such as kcal, or -protein_g'],
  ['sort=kcal/description', 'Column "description" in `sort` is not numeric: use columns of '],
  ['ids=', 'Invalid value "" for parameter `ids`: use 1 to 100 keys, separated by commas'],
  ['ids=1&where=kcal<1', 'Parameter `where` cannot be used with `ids`: leave one out'],
  ['/api/groups?column=kcal', 'Invalid value "kcal" for parameter `column`: use food_group, '],
])('%s: the error names the value and the possible values', async (given, error) => {
  const path = given.startsWith('ids') ? '/api/foods?' : '/api/food?q=a&';
  const response = await get(given.startsWith('/') ? given : path + given);
  expect(response.status).toBe(400);
  expect(JSON.parse(response.body).error.startsWith(error), response.body).toBe(true);
});

describe('headers', () => {
  const path = '/api/food?q=cheese&limit=3&count=true';

  test.each(['GET', 'HEAD'])('%s: a page of an allowed origin can read them', async (method) => {
    const response = await get(path, { origin: ORIGIN }, method);
    expect(Number(headerOf(response, 'x-total-count'))).toBeGreaterThan(100);
    expect(headerOf(response, 'link')).toBe('<?q=cheese&limit=3&count=true&offset=3>; rel="next"');
    expect(headerOf(response, 'access-control-expose-headers')).toBe('x-total-count, link');
  });

  test('a 304 has the headers that are known before foods are selected', async () => {
    const etag = headerOf(await get(path), 'etag');
    for (const target of [path, '/api/foods?ids=01001,none&count=true']) {
      const whole = await get(target, { origin: ORIGIN });
      const held = await get(target, { origin: ORIGIN, 'if-none-match': etag });
      expect(held.status).toBe(304);
      for (const name of ['vary', 'etag', 'access-control-allow-origin']) {
        expect(headerOf(held, name), name).toBe(headerOf(whole, name));
      }
    }
    expect(headerOf(await get(path, { 'if-none-match': etag }), 'x-total-count')).toBeUndefined();
  });

  test('are not exposed to pages of refused origins', async () => {
    const response = await get(path, { origin: 'https://other.example' });
    expect(headerOf(response, 'x-total-count')).toBeDefined();
    expect(headerOf(response, 'access-control-expose-headers')).toBeUndefined();
  });

  test.each([
    '/api/food?q=cheese&limit=3',
    '/api/food?q=cheese&format=csv',
    '/api/food?q=xyzzy&where=kcal<1',
    '/api/food?q=cheese&where=nonsense',
    '/api/groups?column=food_group',
    '/api/foods?ids=01001',
  ])('%s gets no headers about results', async (target) => {
    const response = await get(target, { origin: ORIGIN });
    for (const name of NEW_HEADERS) expect(headerOf(response, name)).toBeUndefined();
    expect(headerOf(response, 'access-control-expose-headers')).toBeUndefined();
  });

  test('a Link that would be too long is left out', async () => {
    const where = `food_group!=${'x'.repeat(2_000)}`;
    const long = await get(`/api/foods?where=${where}&sort="${'é'.repeat(10)}"`);
    expect(long.status).toBe(400);
    const encoded = await get(`/api/foods?where=description!="${'é'.repeat(1_000)}"&count=true`);
    expect(encoded.status).toBe(200);
    expect(headerOf(encoded, 'x-total-count')).toBe('8790');
    expect(headerOf(encoded, 'link')).toBeUndefined();
  });
});

test.each(['substring', 'words', 'fuzzy'])(
  '%s: the pages, joined, are the complete list in order',
  async (match) => {
    const whole: unknown[] = [];
    let next: string | undefined = `/api/food?q=raw&match=${match}&count=true&offset=0`;
    let total: string | undefined;
    while (next !== undefined) {
      const response: WireResponse = await send(url, { path: next });
      whole.push(...foodsIn(response).map((food) => JSON.stringify(food)));
      total = headerOf(response, 'x-total-count');
      const [, target] = /^<(.*)>; rel="next"$/.exec(headerOf(response, 'link') ?? '') ?? [];
      const base: URL = new URL(next, url);
      next = target && `${new URL(target, base).pathname}${new URL(target, base).search}`;
    }
    expect([whole.length > 1_000, whole.length]).toEqual([true, Number(total)]);
    // `count` must not change the first foods, even in searches for everyday words or amounts.
    for (const text of ['raw', 'cheese', '2 cups milk']) {
      const path = `/api/food?q=${text}&match=${match}&limit=100`;
      expect((await get(`${path}&count=true`)).body).toBe((await get(path)).body);
    }
  },
);

test('every parameter changes the answer, and the cache distinguishes answers by all parameters', async () => {
  const values: Readonly<Record<(typeof ROUTES.search.parameters)[number], readonly string[]>> = {
    q: ['cheese', 'milk'],
    match: ['words', 'fuzzy'],
    lang: ['es', 'fr'],
    limit: ['2', '3'],
    fields: ['ndb_no', 'water_g'],
    where: ['kcal<100', 'kcal>100'],
    sort: ['kcal', '-kcal'],
    offset: ['1', '2'],
    count: ['true', 'false'],
    format: ['json', 'csv'],
  };
  const targets = ROUTES.search.parameters.flatMap((name) =>
    values[name].map((value) => {
      const query = new URLSearchParams({ q: 'cheese egg', match: 'fuzzy', [name]: value });
      return `/api/food?${query}`;
    }),
  );
  const shownBy = async (service: FoodLookup, target: string) => {
    const { headers, body } = await service.inject(target);
    return [target, body, ...NEW_HEADERS.map((name) => headers[name])];
  };
  // If two requests had the same cache key, both would get the first response.
  await using other = await createFoodLookup({ logLevel: 'silent' });
  const inOrder = new Map<string, unknown>();
  for (const target of targets) inOrder.set(target, await shownBy(foodLookup, target));
  for (const target of targets.toReversed()) {
    expect(await shownBy(other, target)).toEqual(inOrder.get(target));
  }
  expect(new Set([...inOrder.values()].map(String)).size).toBe(targets.length);
});

describe('GET /api/foods?ids=', () => {
  const idsIn = (response: WireResponse) => foodsIn(response).map(({ ndb_no }) => ndb_no);

  test('returns foods in the requested order, as often as requested', async () => {
    const response = await get('/api/foods?ids=01123,1077,01123&fields=ndb_no');
    expect(idsIn(response)).toEqual(['01123', '01077', '01123']);
    expect(headerOf(response, 'x-missing-ids')).toBeUndefined();
  });

  test('lists the keys that no food has', async () => {
    const response = await get('/api/foods?ids="a,b",01123,é,0&fields=ndb_no&count=true&limit=1', {
      origin: ORIGIN,
    });
    expect(idsIn(response)).toEqual(['01123']);
    expect(headerOf(response, 'x-missing-ids')).toBe('a%2Cb,%C3%A9,0');
    expect(headerOf(response, 'x-total-count')).toBe('1');
    expect(headerOf(response, 'access-control-expose-headers')).toBe(
      'x-total-count, x-missing-ids',
    );
  });

  test('reports the number of unknown keys if their list would be too long', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `${'é'.repeat(7)}${n}`).join();
    expect(headerOf(await get(`/api/foods?ids=${ids}`), 'x-missing-ids')).toBe('count=100');
  });

  test.each(['', ',', '1,', `1${',1'.repeat(100)}`, '"1', 'x'.repeat(16_385)])(
    'refuses %s',
    async (ids) => {
      const response = await get(`/api/foods?ids=${ids}`);
      expect(response.status).toBe(400);
      expect(response.body.length).toBeLessThan(300);
    },
  );

  test.each(['where=kcal<1', 'sort=kcal', 'offset=0', 'offset='])(
    'refuses %s as well',
    async (one) => {
      const response = await get(`/api/foods?ids=01001&${one}`);
      expect(JSON.parse(response.body).error).toMatch(/cannot be used with `ids`/);
    },
  );
});

describe('format=csv', () => {
  test('has the same values as JSON', async () => {
    const fields = ['ndb_no', 'portions', 'food_group', 'manufacturer', 'sodium_mg'];
    const target = `/api/food?q=a&fields=${fields.join()}`;
    const foods = foodsIn(await get(target));
    const response = await get(`${target}&format=csv`);
    expect(headerOf(response, 'content-type')).toBe('text/csv; charset=utf-8');
    expect(response.body.endsWith('\r\n')).toBe(true);
    const rows: string[][] = parse(response.body, { relaxQuotes: false });
    expect(rows[0]).toEqual(Object.keys(foods[0] ?? {}));
    const shown = (value: unknown) =>
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    expect(rows.slice(1)).toEqual(foods.map((food) => Object.values(food).map(shown)));
  });
});

test('/api/groups without search text counts all foods', async () => {
  const groups: { value: string; count: number }[] = JSON.parse(
    (await get('/api/groups?column=food_group')).body,
  );
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const unknown = await get('/api/foods?where=!food_group&count=true&limit=1');
  expect(total + Number(headerOf(unknown, 'x-total-count'))).toBe(8_790);
  const [{ value = '', count = 0 } = {}] = groups;
  const found = await get(`/api/foods?where=food_group="${value.toUpperCase()}"&count=true`);
  expect(headerOf(found, 'x-total-count')).toBe(String(count));
});
