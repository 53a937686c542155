import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'https://page.example';
const BUTTER = 'Butter, salted';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  const interfaces = ['openfoodfacts', 'fdc'];
  const cors = { origin: [ORIGIN] };
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', interfaces, cors });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

async function get(path: string, status = 200) {
  const response = await send(url, { path, headers: { origin: ORIGIN } });
  expect(response.status, response.body).toBe(status);
  expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
  expect(headerOf(response, 'cross-origin-resource-policy')).toBe('cross-origin');
  return JSON.parse(response.body);
}

test('without the setting, the paths of interfaces do not exist', async () => {
  await using plain = await createFoodLookup({ port: 0, logLevel: 'silent' });
  const address = await plain.listen();
  for (const path of ['/fdc/v1/food/173410', '/cgi/search.pl?search_terms=egg', '/search?q=egg']) {
    expect((await send(address, { path })).status).toBe(404);
  }
});

test('on the paths of interfaces, other methods get 405, and preflights are answered', async () => {
  const path = '/fdc/v1/food/173410';
  const post = await send(url, { path, method: 'DELETE' });
  expect(post.status).toBe(405);
  expect(headerOf(post, 'allow')).toBe('GET, HEAD, OPTIONS');
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const preflight = await send(url, { path, method: 'OPTIONS', headers });
  expect(preflight.status).toBe(200);
  expect(headerOf(preflight, 'access-control-allow-methods')).toBe('GET, HEAD');
});

test('rate limits are reported in the form that callers of each interface expect', async () => {
  const interfaces = ['fdc', 'openfoodfacts'];
  await using limited = await createFoodLookup({ logLevel: 'silent', interfaces, rateLimit: 1 });
  const ask = (path: string) => limited.inject({ method: 'GET', url: path });
  await ask('/fdc/v1/food/173410');
  const fdc = await ask('/fdc/v1/food/173410');
  expect(fdc.statusCode).toBe(429);
  expect(fdc.json().error).toMatchObject({ code: 'OVER_RATE_LIMIT', message: expect.any(String) });
  expect((await ask('/search?q=egg')).json()).toEqual({ error: expect.any(String) });
});

test.each([
  '/api/meal?line=egg&line=milk&line=bread',
  '/api/v2/search?code=2000000010014,2000000010021,2000000010038',
  '/fdc/v1/foods?fdcIds=173410,173411,173412',
])('the rate limit counts every item of %s', async (path) => {
  const interfaces = ['fdc', 'openfoodfacts'];
  await using limited = await createFoodLookup({ logLevel: 'silent', interfaces, rateLimit: 4 });
  const statuses = [];
  for (const url of [path, '/api/food?q=egg', path])
    statuses.push((await limited.inject(url)).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
});

test('paths that cannot be decoded have CORS headers as well', async () => {
  for (const path of ['/fdc/v1/food/%zz', '/cgi/%zz', '/cgi/session.pl', '/fdc/v2']) {
    await get(path, 404);
  }
});

test.each([
  ['/cgi/session.pl', 'for Open Food Facts, only products by barcode and searches are served'],
  ['/images/products/1.jpg', 'not images, facets, taxonomies, logins or writes'],
  ['/category/cheeses.json', 'for Open Food Facts'],
  ['/fdc/v1/foods/x/y', 'for FoodData Central, only searches, foods and lists are served'],
])('%s is not found, and the error lists the paths', async (path, part) => {
  const { status, body } = await send(url, { path });
  expect(status).toBe(404);
  expect(JSON.parse(body).error).toContain(part);
});

test('HEAD has the headers of GET', async () => {
  for (const path of ['/search?q=egg', '/search/?q=egg', '/fdc/v1/food/173410']) {
    const [head, full] = [await send(url, { path, method: 'HEAD' }), await send(url, { path })];
    expect([head.status, head.body]).toEqual([200, '']);
    expect(headerOf(head, 'etag')).toBe(headerOf(full, 'etag'));
  }
});

test('a product is found by a code made from the key of the food', async () => {
  const { products } = await get('/cgi/search.pl?search_terms=salted+butter&json=1');
  const { code } = products.find((each: Record<string, unknown>) => each.product_name === BUTTER);
  const { product } = await get(`/api/v0/product/${code}.json`);
  expect(product).toMatchObject({ code, product_name: BUTTER, serving_quantity: 5 });
  expect(await get('/api/v2/product/abc', 404)).toMatchObject({ code: 'abc', status: 0 });
});

test('requests that cannot be answered get an error in JSON', async () => {
  const { error } = await get('/fdc/v1/food/173410?format=x', 400);
  expect(error).toBe('Invalid value "x" for parameter `format`: use full or abridged');
  await get('/fdc/v1/food/1', 404);
});

// cookbook/views/api.py: FdcFoodPropertyViewSet, which indexes without a check
test('Tandoor reads every nutrient of a food, including energy', async () => {
  const { foods } = await get('/fdc/v1/foods/search?query=hummus');
  const { foodNutrients, foodPortions } = await get(`/fdc/v1/food/${foods[0].fdcId}`);
  const nutrient = z.object({
    nutrient: z.object({
      id: z.int(),
      number: z.string(),
      unitName: z.enum(['g', 'mg', 'µg', 'IU', 'kcal']),
    }),
    amount: z.number(),
  });
  const ids = z
    .array(nutrient)
    .parse(foodNutrients)
    .map((one) => one.nutrient.id);
  expect(ids).toContain(1008);
  expect(new Set(ids).size).toBe(ids.length);
  expect(foodPortions[0]).toMatchObject({
    amount: expect.any(Number),
    gramWeight: expect.any(Number),
  });
});
