import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Meal } from '../../src/client/food.ts';
import { createFoodClient } from '../../src/client/index.ts';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'https://page.example';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', cors: { origin: [ORIGIN] } });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const get = (parameters: readonly (readonly [string, string])[], headers = {}, method = 'GET') =>
  send(url, {
    ...{ method, headers },
    path: `/api/meal?${new URLSearchParams([...parameters.map(([name, value]): [string, string] => [name, value])])}`,
  });
const lines = (...texts: string[]) => texts.map((text) => ['line', text] as const);
const meal = async (parameters: readonly (readonly [string, string])[]): Promise<Meal> =>
  JSON.parse((await get(parameters)).body);

describe('GET /api/meal', () => {
  test('returns the food, weight and nutrients of each line, and the sums of the known values', async () => {
    const { lines: found, totals } = await meal(lines(' 2 eggs ', ' ', 'asdf'));
    expect(found).toMatchObject([
      { line: '2 eggs', food: { id: '01123' }, grams: 100, how: 'measure of the food' },
      { line: 'asdf', food: null, why: 'no food matches "asdf"', grams: null },
    ]);
    const sums = { kcal: 143, protein_g: 12.56, carbohydrate_g: 0.72, fat_g: 8.7, grams: 100 };
    expect(totals).toEqual({ ...sums, known: 1, lines: 2 });
  });

  test('splits text, adds fields, and divides by the servings', async () => {
    const text = 'I had two eggs and a slice of toast with butter';
    const {
      lines: found,
      totals,
      per_serving,
    } = await meal([
      ['text', text],
      ['fields', 'sodium_mg'],
      ['servings', '2'],
    ]);
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]?.line).toBe('two eggs');
    expect(found[0]?.nutrients).toHaveProperty('sodium_mg', 142);
    expect(per_serving?.kcal).toBeCloseTo(Number(totals.kcal) / 2, 2);
    expect(per_serving).not.toHaveProperty('known');
  });

  test('reads lines in other languages', async () => {
    const [found] = (await meal([...lines('2 huevos'), ['lang', 'es']])).lines;
    expect(found?.food?.id).toBe('01123');
  });

  test.each([
    ['nothing', [], 'Missing required parameter `line` or `text`, such as `2 eggs`'],
    ['no field', [...lines('egg'), ['fields', 'none']], 'Unknown field "none"'],
    [
      'two texts',
      [
        ['text', 'egg'],
        ['text', 'milk'],
      ],
      '`text` is given 2 times',
    ],
  ] as const)('refuses %s', async (_, parameters, message) => {
    const response = await get(parameters, { origin: ORIGIN });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body).error).toContain(message);
    expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
  });

  test('is cached like any search, and HEAD returns its length', async () => {
    const first = await get(lines('2 eggs'));
    const etag = headerOf(first, 'etag');
    expect((await get(lines('2 eggs'), { 'if-none-match': etag })).status).toBe(304);
    const head = await get(lines('2 eggs'), {}, 'HEAD');
    expect(headerOf(head, 'content-length')).toBe(String(Buffer.byteLength(first.body)));
  });

  test('equals the result of the client and the library', async () => {
    const expected = await meal(lines('2 eggs', '1 cup milk'));
    const client = createFoodClient({ baseUrl: url });
    expect(await client.meal(['2 eggs', '1 cup milk'])).toEqual(expected);
    expect(await client.meal('2 eggs\n1 cup milk')).toEqual(expected);
    expect(await foodLookup.meal(['2 eggs', '1 cup milk'])).toEqual(expected);
    await expect(foodLookup.meal([])).rejects.toThrow('Cannot use [] as the lines');
  });
});

test('no log contains the lines of a meal', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  onTestFinished(() => written.mockRestore());
  await using logged = await createFoodLookup({ logLevel: 'debug', accessLog: true });
  await logged.inject('/api/meal?line=2%20eggs');
  await logged.inject('/api/food?q=butter');
  const text = () => written.mock.calls.join('');
  await expect.poll(text).toContain('q=butter');
  expect(text()).not.toContain('eggs');
});

test('each line counts for the rate limit', async () => {
  await using limited = await createFoodLookup({ port: 0, logLevel: 'silent', rateLimit: 10 });
  const path = `/api/meal?${'line=egg&'.repeat(9)}`;
  const address = await limited.listen();
  const statusOf = async (target: string) => (await send(address, { path: target })).status;
  expect(await statusOf(path)).toBe(200);
  expect(await statusOf('/api/food?q=egg')).toBe(200);
  expect(await statusOf('/api/food?q=egg')).toBe(429);
});
