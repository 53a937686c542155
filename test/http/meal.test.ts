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
    const [eggs, nothing] = found;
    expect(eggs).toEqual({
      line: '2 eggs',
      food: { id: '01123', description: 'Egg, whole, raw, fresh' },
      amount: 2,
      unit: 'large',
      grams: 100,
      how: 'measure of the food',
      certain: true,
      nutrients: { kcal: 143, protein_g: 12.56, carbohydrate_g: 0.72, fat_g: 8.7 },
      alternatives: expect.arrayContaining([
        { id: expect.any(String), description: expect.any(String) },
      ]),
    });
    expect(nothing).toEqual({
      line: 'asdf',
      food: null,
      why: 'no food matches "asdf"',
      ...{ amount: null, unit: null, grams: null, how: 'unknown', certain: false },
      ...{ nutrients: null, alternatives: [] },
    });
    const names = (line: object = {}) => Object.keys(line).filter((name) => name !== 'why');
    expect(names(nothing)).toEqual(names(eggs));
    const sums = { kcal: 143, protein_g: 12.56, carbohydrate_g: 0.72, fat_g: 8.7, grams: 100 };
    expect(totals).toEqual({ ...sums, known: 1, lines: 2 });
  });

  test('states no fat for a food whose fatty acids are not all known', async () => {
    const { lines: found } = await meal(lines('200 g gravy campbells beef microwavable'));
    expect(found[0]?.food?.description).toBe("Gravy, CAMPBELL'S, beef, microwavable");
    expect(found[0]?.nutrients).toMatchObject({ kcal: 84, fat_g: null });
  });

  test.each([
    ['200 g butter', 'weight', 200, true],
    ['1 cup milk', 'measure of the food', 244, true],
    ['butter', 'usual amount', 5, false],
    // The line states the weight itself.
    ['1 chicken (3 lb)', 'weight', 1360.78, true],
    ['2 salmon fillets (4 oz each)', 'weight', 226.796, true],
    ['4 chicken breasts (about 1 1/2 lbs)', 'weight', 680.389, true],
    ['2 tins tuna (150 g)', 'weight', 300, true],
    ['7 (3 ½ pounds) peaches', 'weight', 1587.57, true],
    ['1 onion, plus 50 g for dusting', 'measure of the food', 110, true],
    ['2 leeks', 'measure of the food', 178, true],
    ['2 large leeks', 'usual amount', 178, false],
    ['2 glasses milk', 'unknown', null, false],
    ['1 duck', 'measure of the food', 1268, true],
    // The table has the weight of a teaspoon of cardamom, not of a pod.
    ['8 cardamom pods', 'unknown', null, false],
    ['1 tbsp brown sugar', 'measure of the food', 9, true],
    // The table lists flour by the cup.
    ['1 tbsp flour', 'measure of the food', 7.8125, true],
    // The table lists "serving 1/4 cup" before the cup.
    ['1/2 cup maple syrup', 'measure of the food', 157.5, true],
    // If there are several measures, the one that matches the line's wording counts.
    ['4 lettuce leaves', 'measure of the food', 19.2, true],
    ['24 cherry tomatoes', 'measure of the food', 408, true],
    ['1 cup sliced almonds', 'measure of the food', 92, true],
    ['1 medium onion, sliced', 'measure of the food', 110, true],
    ['8 strips red bell pepper, cooked', 'unknown', null, false],
    // A whole lettuce or melon, not a leaf or ten melon balls, which the table also lists.
    ['1 cos lettuce', 'measure of the food', 626, true],
    ['1/2 cantaloupe', 'measure of the food', 407, true],
    ['5 black peppers', 'unknown', null, false],
    ['1 coke', 'measure of the food', 370, true],
    ['20 strawberries', 'measure of the food', 240, true],
    ['1 jar air', 'unknown', null, false],
    // The table has the weight of a cauliflower, not of a floret, and of a lime, not of a leaf.
    ['4 cauliflower florets', 'unknown', null, false],
    ['8 lime leaves', 'unknown', null, false],
    // The table also has wrappers for eggrolls.
    ['12 wonton wrappers', 'measure of the food', 96, true],
    // The table lists whipped cream by the cup, and liquid cream by the tablespoon.
    ['1 cup heavy cream', 'measure of the food', 240, true],
    ['1 cup heavy cream, whipped', 'measure of the food', 120, true],
  ])('%s: %s', async (line, how, grams, certain) => {
    const [found] = (await meal(lines(line))).lines;
    expect(found).toMatchObject({ how, grams, certain });
    expect(found?.nutrients === null).toBe(grams === null);
  });

  test('says what was understood of a line without a food', async () => {
    const [line] = (await meal(lines('20 g samphire'))).lines;
    expect(line).toMatchObject({ food: null, amount: 20, unit: 'g', grams: null });
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

  test.each([
    ['fr', '4 filets de saumon (125 g chacun)', 500],
    ['de', '6 Kugeln Mozzarella à je 25 g', 150],
    ['de', '2 Äpfel (à 150 g)', 300],
    ['it', "4 mele di circa 200 g l'una", 800],
    ['it', '2 etti di riso', 200],
    // The table is in English, and so may be a line.
    ['de', '1 tbsp butter', 14.2],
    ['fr', '1 slice toast', 27],
  ])('in %s, %j weighs %j g', async (lang, line, grams) => {
    expect((await meal([...lines(line), ['lang', lang]])).lines[0]).toMatchObject({ grams });
  });

  test('reads lines in other languages', async () => {
    const [found] = (await meal([...lines('2 huevos'), ['lang', 'es']])).lines;
    expect(found?.food?.id).toBe('01123');
  });

  test.each([
    ['nothing', [], 'Missing required parameter `line` or `text`, such as `2 eggs`'],
    ['both', [...lines('2 eggs'), ['text', 'egg']], 'both given'],
    ['51 lines', lines(...Array<string>(51).fill('egg')), 'has 51 lines: ask for 50'],
    ['8 KiB', lines('e'.repeat(8_193)), 'more than 8192 bytes'],
    ['text of 8 KiB', [['text', 'é'.repeat(4_097)]], 'more than 8192 bytes'],
    ['a long sentence', [['text', 'e'.repeat(2_001)]], 'more than 2000 characters'],
    ['no language', [...lines('egg'), ['lang', 'xx']], 'Unknown value "xx" of parameter `lang`'],
    ['no field', [...lines('egg'), ['fields', 'none']], 'Unknown field "none"'],
    ['texts', [...lines('egg'), ['fields', 'sodium_mg,food_group']], 'Field "food_group" has text'],
    ['no servings', [...lines('egg'), ['servings', '0']], 'a whole number from 1 to 999'],
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
