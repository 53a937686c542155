import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { NO_SCHEMA, type Schema } from '../foods/columns.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import { chooseLanguage } from '../languages/language.ts';
import { createFoodService, type FoodService } from './food-service.ts';

const COLUMNS = [
  { name: 'ndb_no', title: 'NDB number', unit: null, infoods: null, daily_value: null, key: true },
  { name: 'water_g', title: 'Water', unit: 'g', infoods: 'WATER', daily_value: null, key: false },
];
const ALL_COLUMNS = [200, JSON.stringify(COLUMNS)] as const;
const LINK = `<https://a.example/cc-by>; rel="license"; title*=UTF-8''Ciqual%2C%20CC-BY-4.0, <https://b.example/>; rel="license"; title*=UTF-8''100%`;
const LICENSES = [
  { url: 'https://a.example/cc-by', title: 'Ciqual, CC-BY-4.0' },
  { url: 'https://b.example/', title: '100%' },
];
const SAID: Schema = { columns: COLUMNS, key: 'ndb_no', licenses: LICENSES };
const EGG = { description: 'Egg', kcal: 1, protein_g: 1, carbohydrate_g: 1, fat_g: 1 };

/**
 * Status and body for `GET /api/fields`, or a promise of them; `undefined` closes the connection.
 */
type Answer = readonly [number, string] | Promise<readonly [number, string]> | undefined;

/**
 * Starts a service that answers `GET /api/fields` with these in turn, and then with its columns.
 */
async function serve(...answers: readonly Answer[]) {
  const left = [...answers];
  const asked: string[] = [];
  const server = createServer(async ({ url = '', socket }, response) => {
    asked.push(url.replace(/\?.*&fields=/, ' ').replace(/\?.*/, ''));
    if (!url.startsWith('/api/fields')) return void response.end(JSON.stringify([EGG]));
    const answer = await (left.length === 0 ? ALL_COLUMNS : left.shift());
    if (answer === undefined) return void socket.destroy();
    response.writeHead(answer[0], answer[0] === 200 ? { link: LINK } : {}).end(answer[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const received: Schema[] = [];
  const service = createFoodService(`http://127.0.0.1:${port}`, (schema) => received.push(schema));
  const search = () =>
    service.search({ query: 'egg', match: 'words' }, new AbortController().signal);
  return { ...service, asked, received, search, best: () => service.best('egg') };
}

test.each<[string, Answer]>([
  ['is starting', [503, '{"error":"The service is starting"}']],
  ['fails', [500, '{"error":"Internal server error"}']],
  ['has had too many calls', [429, '{"error":"Too many requests"}']],
  ['does not answer', undefined],
])(
  'createFoodService requests the fields again at the next search if the service %s',
  async (_, answer) => {
    const { asked, received, search } = await serve(answer);
    await search();
    expect(received).toEqual([]);
    await search();
    await search();
    expect(received).toEqual([SAID]);
    const withKey = '/api/food ndb_no';
    expect(asked).toEqual(['/api/fields', '/api/food', '/api/fields', withKey, withKey]);
  },
);

test.each<[string, Answer]>([
  ['has no such path', [404, '{"error":"Not found"}']],
  ['has columns in an error', [404, JSON.stringify(COLUMNS)]],
  ['answers with a page', [200, '<!doctype html>']],
])('createFoodService requests the fields only once if the service %s', async (_, answer) => {
  const { asked, received, search } = await serve(answer);
  await search();
  await search();
  expect(received).toMatchObject([{ columns: [], key: undefined }]);
  expect(asked).toEqual(['/api/fields', '/api/food', '/api/food']);
});

test('createFoodService requests the fields again before it uses an everyday food', async () => {
  const { asked, best } = await serve([503, '{"error":"The service is starting"}']);
  await best();
  expect(asked).toEqual(['/api/fields', '/api/fields', '/api/food ndb_no&limit=1']);
});

test('createFoodService searches without the columns if they are late, and then with them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let sendFields: (fields: typeof ALL_COLUMNS) => void = () => {};
  const fields = new Promise<typeof ALL_COLUMNS>((resolve) => {
    sendFields = resolve;
  });
  const { asked, received, search, best, foods } = await serve(fields);
  const found = search();
  const looked = foods(['01123']);
  const example = best();
  while (asked.length === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(3_000);
  expect((await found).foods).toHaveLength(1);
  // Later searches do not wait again.
  await search();
  sendFields(ALL_COLUMNS);
  expect([...(await looked).keys()]).toContain('01123');
  await example;
  await search();
  expect(received).toEqual([SAID]);
  expect(asked.slice(0, 3)).toEqual(['/api/fields', '/api/food', '/api/food']);
  expect(asked.slice(3).toSorted()).toEqual([
    '/api/food ndb_no',
    '/api/food ndb_no&limit=1',
    '/api/foods ndb_no%2Cwater_g',
  ]);
});

test('createFoodService does not look up foods without the columns, and says why', async () => {
  const { foods } = await serve([503, '{"error":"The service is starting"}'], undefined);
  const wanted = ['01123'];
  await expect(foods(wanted)).rejects.toMatchObject({ name: 'FoodHttpError', status: 503 });
  await expect(foods(wanted)).rejects.toMatchObject({ name: 'FoodNetworkError' });
  expect((await foods(wanted)).size).toBeGreaterThan(0);
});

/** Returns the requests to a service that has these columns and a food of each group. */
async function asks(columns: readonly unknown[], use: (service: FoodService) => Promise<unknown>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(decodeURIComponent(String(url)).replace('http://api.example/api/', ''));
    return Response.json(asked.length === 1 ? columns : [EGG]);
  });
  const service = createFoodService('http://api.example', () => {});
  // The columns are asked for before anything else.
  expect(asked).toEqual(['fields']);
  await use(service);
  return asked.slice(1);
}

const column = (name: string) => ({ ...COLUMNS[1], name });
const OFFERED = [
  COLUMNS[0],
  ...['lipid_total_g', 'fat_known', 'portions', 'food_group', 'sodium_mg'].map(column),
];
const FULL = {
  query: 'egg',
  match: 'fuzzy',
  sort: '-sodium_mg',
  until: 5,
  group: 'Snacks',
} as const;

test('createFoodService sends what the service offers, and nothing else', async () => {
  const { signal } = new AbortController();
  const search = (criteria: SearchCriteria, offset?: number) => (service: FoodService) =>
    service.search(criteria, signal, offset);
  expect([
    ...(await asks(OFFERED, search(FULL))),
    ...(await asks(OFFERED, search({ ...FULL, query: '', sort: 'kcal' }, 100))),
    ...(await asks([], search({ ...FULL, sort: 'kcal' }))),
    ...(await asks([], search({ query: 'egg', match: 'words', sort: 'iron_mg' }))),
    ...(await asks(OFFERED, (service) => service.groups({ query: 'egg', match: 'fuzzy' }))),
    ...(await asks(OFFERED, (service) => service.groups({ query: '', match: 'fuzzy' }))),
    ...(await asks([], (service) => service.groups({ query: 'egg', match: 'fuzzy' }))),
  ]).toMatchInlineSnapshot(`
    [
      "food?q=egg&match=fuzzy&count=true&sort=-sodium_mg&fields=ndb_no,lipid_total_g,fat_known,portions,sodium_mg&where=food_group=Snacks,sodium_mg>=5",
      "foods?count=true&offset=100&sort=kcal&fields=ndb_no,lipid_total_g,fat_known,portions&where=food_group=Snacks,kcal<=5",
      "food?q=egg&match=fuzzy&count=true&sort=kcal&where=food_group=Snacks,kcal<=5",
      "food?q=egg&match=words&count=true",
      "groups?column=food_group&q=egg&match=fuzzy",
      "groups?column=food_group",
    ]
  `);
});

test('createFoodService looks up many foods in requests of at most 100', async () => {
  const ids = Array.from({ length: 2 * MAX_FOODS }, (_, id) => String(id));
  const asked = await asks(OFFERED, ({ foods }) => foods(ids));
  const idsIn = (url: string) => /ids=([\d,]+)/.exec(url)?.[1]?.split(',');
  expect(asked.map(idsIn)).toEqual([ids.slice(0, MAX_FOODS), ids.slice(MAX_FOODS)]);
});

test('on a page in Spanish, only fuzzy searches find Spanish names', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  onTestFinished(() => chooseLanguage(['en-US']));
  await chooseLanguage(['es-ES']);
  const { signal } = new AbortController();
  for (const [match, lang] of [
    ['fuzzy', '&lang=es'],
    ['words', ''],
  ] as const) {
    const [asked] = await asks([], (service) => service.search({ query: 'pan', match }, signal));
    expect(asked).toBe(`food?q=pan&match=${match}${lang}&count=true`);
  }
});

test('createFoodService returns a food’s URL with all columns', async () => {
  await asks([], async ({ foodUrl }) => {
    expect(foodUrl('a/b', NO_SCHEMA)).toBe('http://api.example/api/food/a%2Fb');
    expect(foodUrl('1', SAID)).toBe('http://api.example/api/food/1?fields=ndb_no,water_g');
  });
});
