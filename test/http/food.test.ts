import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send, tokensOf, type WireResponse } from './send.ts';

const MISSING = '{"error":"Missing required parameter `q`"}';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent' });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const get = (path: string) => send(url, { path });

async function descriptions(path: string): Promise<string[]> {
  const foods: unknown = JSON.parse((await get(path)).body);
  if (!Array.isArray(foods)) throw new Error(`not an array: ${JSON.stringify(foods)}`);
  return foods.map((food: { description: string }) => food.description);
}

describe('GET /api/food', () => {
  test('returns a JSON array of foods with the five fields', async () => {
    const response = await get('/api/food?q=butter%20oil');
    expect(response.status).toBe(200);
    expect(headerOf(response, 'content-type')).toBe('application/json; charset=utf-8');
    expect(response.body).toBe(
      '[{"carbohydrate_g":0,"protein_g":0.28,"kcal":876,' +
        '"description":"Butter oil, anhydrous","fat_g":"94.35"}]',
    );
  });

  test('returns at most 100 foods', async () => {
    expect(await descriptions('/api/food?q=a')).toHaveLength(100);
  });

  test('returns an empty array if nothing matches', async () => {
    const response = await get('/api/food?q=no%20such%20food');
    expect([response.status, response.body]).toEqual([200, '[]']);
  });

  test.each([
    ['/api/food', 'no query'],
    ['/api/food?', 'an empty query'],
    ['/api/food?q', 'no value'],
    ['/api/food?q=', 'an empty value'],
    ['/api/food?Q=egg', 'another name'],
    ['/api/food?q[]=egg', 'the name q[]'],
    ['/api/food?q[a]=egg', 'the name q[a]'],
    ['/api/food?match=words', 'only match'],
    ['/api/food?match=nonsense', 'a missing q is reported before a wrong match'],
    ['/api/food?match=words&match=words', 'and before a repeated one'],
  ])('%s reports that q is missing: %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.body]).toEqual([200, MISSING]);
    expect(headerOf(response, 'content-type')).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['/api/food?q=egg&q=milk', 'Parameter `q` is given 2 times: give it once'],
    ['/api/food?q=&q=', 'Parameter `q` is given 2 times: give it once'],
    [
      '/api/food?q=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q&match=words',
      'q has 17 different words, and match=words takes at most 16: leave some out',
    ],
    ['/api/food?q=egg&match=words&match=words', 'Parameter `match` is given 2 times: give it once'],
    [
      '/api/food?q=egg&match=near',
      'Invalid value "near" for parameter `match`: use `substring`, `words`, `fuzzy`',
    ],
    [
      '/api/food?q=egg&match=',
      'Invalid value "" for parameter `match`: use `substring`, `words`, `fuzzy`',
    ],
    [
      '/api/food?q=egg&lang=es',
      'Parameter `lang` needs `match=fuzzy`: add it, or leave `lang` out',
    ],
  ])('%s: 400, %s', async (path, error) => {
    const response = await get(path);
    expect([response.status, JSON.parse(response.body)]).toEqual([400, { error }]);
    expect(tokensOf(response, 'vary')).toContain('origin');
  });

  test('reads names of foods in the language of lang', async () => {
    const response = await get('/api/food?q=2+huevos&match=fuzzy&lang=es');
    const [first]: { description: string }[] = JSON.parse(response.body);
    expect(first?.description).toMatch(/^Egg, /);
    expect(JSON.parse(headerOf(response, 'x-food-lookup-interpretation') ?? '')).toMatchObject({
      readings: [{ typed: 'huevos', manner: 'name', taken: 'egg', lang: 'es' }],
      amount: 2,
    });
  });

  test('with match=fuzzy, finds what was meant, and says how it understood the words', async () => {
    const response = await get('/api/food?q=chese&match=fuzzy');
    const [first]: { description: string }[] = JSON.parse(response.body);
    expect(first?.description).toMatch(/^Cheese, /);
    expect(JSON.parse(headerOf(response, 'x-food-lookup-interpretation') ?? '')).toEqual({
      readings: expect.arrayContaining([
        { typed: 'chese', manner: 'slip', taken: 'cheese', marks: ['cheese'] },
      ]),
      droppedCount: 0,
      isComplete: true,
    });
  });

  test('lets only scripts of allowed origins read the interpretation', async () => {
    const exposed = async (origin: string, more = {}) =>
      tokensOf(
        await send(url, { path: '/api/food?q=egg&match=fuzzy', headers: { origin, ...more } }),
        'access-control-expose-headers',
      );
    expect(await exposed('http://localhost:3000')).toEqual(['x-food-lookup-interpretation']);
    expect(await exposed('http://localhost:3002')).toEqual([]);
    // The headers of a 304 replace those of the response that the browser has cached.
    expect(await exposed('http://localhost:3000', { 'If-None-Match': '*' })).toEqual([
      'x-food-lookup-interpretation',
    ]);
  });

  test('finds 100% literally', async () => {
    const found = await descriptions('/api/food?q=100%25');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((description) => description.includes('100%'))).toBe(true);
    expect(await descriptions('/api/food?q=100%')).toEqual(found);
  });

  test('finds an apostrophe literally', async () => {
    const found = await descriptions("/api/food?q='");
    expect(found).toHaveLength(100);
    expect(found.every((description) => description.includes("'"))).toBe(true);
  });

  test.each([
    ['_', 'an underscore'],
    ['%22;%20drop%20table%20entries;%20--', 'an SQL statement'],
    ['%00', 'NUL'],
    ['egg%00', 'text with NUL'],
    ['%FF', 'invalid UTF-8'],
    ['%zz', 'a broken encoding'],
    ['%ED%A0%80', 'a lone surrogate'],
    ['%CC%81', 'a lone combining mark'],
    ['%F0%9F%8D%B3%F0%9F', 'a truncated emoji'],
    ['a'.repeat(8192), '8 KiB of a'],
    ['%E5%A5%B6'.repeat(2730), '8 KiB of encoded ideographs'],
    ['*', 'an asterisk'],
    ['%5C', 'a backslash'],
  ])('q=%.20s… (%s) is data: 200, nothing found, and the service continues', async (q) => {
    const response = await get(`/api/food?q=${q}`);
    expect([response.status, response.body]).toEqual([200, '[]']);
    expect(await descriptions('/api/food?q=butter%20oil')).toHaveLength(1);
  });

  test('reads + as a space, as forms send it, and %2B as a plus', async () => {
    expect(await descriptions('/api/food?q=butter+oil')).toHaveLength(1);
    expect(await descriptions('/api/food?q=butter%2Boil')).toHaveLength(0);
  });

  test('does not trim: a space counts', async () => {
    const bare = await descriptions('/api/food?q=butter%20oil');
    expect(await descriptions('/api/food?q=%20butter%20oil')).toHaveLength(0);
    expect(bare).toHaveLength(1);
  });

  test('folds case and accents on both sides', async () => {
    const found = await descriptions('/api/food?q=jalapeno');
    expect(found.length).toBeGreaterThan(0);
    expect(await descriptions('/api/food?q=JALAPE%C3%91O')).toEqual(found);
  });

  test('matches words in any order only on request', async () => {
    expect(await descriptions('/api/food?q=white%20rice&match=substring')).toEqual(
      await descriptions('/api/food?q=white%20rice'),
    );
    const [first] = await descriptions('/api/food?q=white%20rice&match=words');
    expect(first).toMatch(/^Rice, white/);
  });

  test('/api/food/ is the same route', async () => {
    expect((await get('/api/food/?q=butter%20oil')).body).toBe(
      (await get('/api/food?q=butter%20oil')).body,
    );
  });

  test('may be cached, but must be revalidated every time', async () => {
    expect(headerOf(await get('/api/food?q=egg'), 'cache-control')).toBe('no-cache');
  });

  test('answers with 304 if the caller has the current response', async () => {
    const etag = headerOf(await get('/api/food?q=egg'), 'etag');
    expect(etag).toMatch(/^"[\w.-]+"$/);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const headers = { 'If-None-Match': held };
      const response = await send(url, { path: '/api/food?q=egg', headers });
      expect([held, response.status, response.body]).toEqual([held, 304, '']);
      expect(headerOf(response, 'etag')).toBe(etag);
    }
    const headers = { 'If-None-Match': '"other"' };
    expect((await send(url, { path: '/api/food?q=egg', headers })).status).toBe(200);
  });
});

test.each([
  '/api/food?q=egg',
  '/api/food?q=egg&count=true',
  '/api/food/1077',
  '/api/fields',
  '/api/foods',
])('%s gets 412 if If-Match names another response', async (path) => {
  const answer = await get(path);
  const etag = headerOf(answer, 'etag');
  const statusFor = async (held: string) =>
    (await send(url, { path, headers: { 'If-Match': held } })).status;
  expect(await statusFor(`"other", ${etag}`)).toBe(answer.status);
  expect(await statusFor('*')).toBe(answer.status);
  const held = etag === undefined ? '"other"' : `W/${etag}`;
  expect(await statusFor(held)).toBe(etag === undefined ? answer.status : 412);
  expect(await statusFor('"other"')).toBe(etag === undefined ? answer.status : 412);
  // A cache that ignores preconditions must not keep a 412.
  const refused = await send(url, { path, headers: { 'If-Match': '"other"' } });
  expect(headerOf(refused, 'cache-control')).toBe(etag === undefined ? 'no-cache' : undefined);
});

test('HEAD /api/food answers like GET, without the body', async () => {
  const whole = await get('/api/food?q=egg');
  const head = await send(url, { method: 'HEAD', path: '/api/food?q=egg' });
  expect([head.status, head.body]).toEqual([200, '']);
  const compared = (response: WireResponse) =>
    ['content-type', 'content-length', 'etag', 'vary'].map((name) => headerOf(response, name));
  expect(compared(head)).toEqual(compared(whole));
});

test('HEAD /api/food answers with 304 like GET, without Content-Length', async () => {
  const headers = { 'If-None-Match': '*' };
  for (const method of ['GET', 'HEAD']) {
    const held = await send(url, { method, path: '/api/food?q=egg', headers });
    expect([method, held.status]).toEqual([method, 304]);
    expect(headerOf(held, 'content-length')).toBeUndefined();
  }
});

test('GET / names the service and the path of the search', async () => {
  const { status, body } = await get('/');
  const index = { name: 'Food Lookup', foods: 8790, search: '/api/food?q=cheese' };
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject(index);
});
