import { describe, expect, test } from 'vitest';
import { createFoodClient, FoodNetworkError } from './index.ts';

test.each<[string, ...unknown[]]>([
  ['Cannot use baseUrl undefined: it is not a string'],
  ['Cannot use a URL as `baseUrl`: use', { baseUrl: new URL('http://a.example') }],
  [
    `Cannot use baseUrl "http://a.example/api/food": it is more than the service's URL`,
    { baseUrl: 'http://a.example/api/food' },
  ],
  ['Cannot use baseUrl "http://a.example ": it is more', { baseUrl: 'http://a.example ' }],
  [
    'Cannot use "http://a.example" as options: use an object such as { baseUrl:',
    'http://a.example',
  ],
  ['Cannot use null as options', null],
  ['Unknown option "baseURL". Use fetch, baseUrl.', { baseURL: 'http://a.example' }],
  ['Cannot use 5 as `fetch`: use fetch.', { baseUrl: 'http://a.example', fetch: 5 }],
  ['createFoodClient() does not take 5: leave it out.', { baseUrl: 'http://a.example' }, 5],
])('createFoodClient says: %s', (message, ...given) => {
  const create = () => Reflect.apply(createFoodClient, null, given);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test.each([undefined, [], '[]', { text: '[]' }])(
  'a `fetch` that returns %j is not a network error',
  async (value) => {
    const options = { baseUrl: 'http://a.example', fetch: async () => value };
    const client = Reflect.apply(createFoodClient, null, [options]);
    await expect(client.search('egg')).rejects.toThrow('`fetch` must return a Response.');
  },
);

test('an error thrown by `fetch` is passed on; a rejection becomes a FoodNetworkError with its reason', async () => {
  const clientWith = (fetch: () => Promise<Response>) =>
    createFoodClient({ baseUrl: 'http://a.example', fetch });
  const broken = clientWith(() => {
    throw new RangeError('my mistake');
  });
  await expect(broken.search('egg')).rejects.toThrow(RangeError);
  const offline = clientWith(() => Promise.reject(new TypeError('no route')));
  await expect(offline.search('egg')).rejects.toThrow(
    new FoodNetworkError('http://a.example/api/food?q=egg', new TypeError('no route')),
  );
  await expect(offline.search('egg')).rejects.toThrow(
    'No readable response from http://a.example/api/food?q=egg: offline, down or blocked by CORS: ' +
      "TypeError: no route. Open the URL. If the service answers, allow this page's origin in its settings.",
  );
});

describe('wrong arguments are reported, and nothing is sent:', () => {
  const client = createFoodClient({
    baseUrl: 'http://a.example',
    fetch: () => Promise.reject(new Error('sent')),
  });
  const use = 'Cannot use';
  test.each<[string, keyof typeof client, ...unknown[]]>([
    [`${use} undefined as the query: use a string such as 'cheese'.`, 'search'],
    [`${use} a list as the query`, 'answer', [null, 5]],
    [`${use} an object as the key`, 'food', {}],
    [`${use} 1001 as the key: use a string such as '01077'.`, 'food', 1001],
    [`${use} undefined as the column`, 'groups'],
    [`${use} an object as \`query\``, 'groups', 'food_group', { query: {} }],
    [`${use} "01001" as the keys: use a list such as ['01077'].`, 'foods', '01001'],
    [`${use} [] as the lines: use ['2 eggs'].`, 'meal', []],
    [`${use} "fuzzy" as options`, 'search', 'egg', 'fuzzy'],
    [`${use} null as options`, 'list', null],
    [`${use} a list as options`, 'food', '01001', ['iron_mg']],
    ['Unknown option "limt". Use match, lang, where,', 'search', 'egg', { limt: 5 }],
    ['Unknown option "q". Use', 'list', { q: 'egg' }],
    ['Unknown option "q". Use query, match', 'groups', 'food_group', { q: 'egg' }],
    ['Unknown option "limit". Use signal, fields.', 'foods', ['01001'], { limit: 5 }],
    ['Unknown option "serving"', 'meal', '2 eggs', { serving: 2 }],
    [`${use} "kcal<9" as \`where\`: use a list such as`, 'search', 'egg', { where: 'kcal<9' }],
    ['search() does not take 5: leave it out.', 'search', 'egg', {}, 5],
    ['list() does not take "egg"', 'list', {}, 'egg'],
  ])('%s', async (message, method, ...given) => {
    const asked: Promise<unknown> = Reflect.apply(client[method], client, given);
    await expect(asked).rejects.toThrow(TypeError);
    await expect(asked).rejects.toThrow(message);
  });
});
