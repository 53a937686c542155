import { expect, test } from 'vitest';
import { get, sourceOf } from '../small-source.case.ts';
import { OPEN_FOOD_FACTS } from './routes.ts';

const BUTTER = {
  ...{ id: '01', description: 'Butter, salted', kcal: 717, food_group: 'Dairy' },
  ...{ portions: '[{"amount":1,"unit":"tbsp","grams":14.2}]', gtin: null, brands: null },
};
const SPREAD = {
  ...{ id: 'é', description: 'Peanut butter', kcal: null, quantity: '1,5 kg' },
  ...{ gtin: '00041220576920', brands: 'Acme,Own, Other' },
};
const { source, counted } = await sourceOf([BUTTER, SPREAD]);
const ask = (url: string) => get(OPEN_FOOD_FACTS, source, url);
const search = async (query: string) => (await ask(`/api/v2/search?${query}`)).body;

const BUTTER_CODE = '2000000000015';
const SPREAD_CODE = '0041220576920';
const tags = { allergens_tags: [], traces_tags: [] };
const BUTTER_PRODUCT = {
  ...{ code: BUTTER_CODE, product_name: 'Butter, salted', categories: 'Dairy', ...tags },
  ...{ serving_size: '1 tbsp (14.2 g)', serving_quantity: 14.2, serving_quantity_unit: 'g' },
  nutriments: {
    ...{ 'energy-kcal_100g': 717, 'energy-kcal_unit': 'kcal' },
    ...{ 'energy-kj_100g': 2999.93, 'energy-kj_unit': 'kJ' },
    ...{ energy_100g: 2999.93, energy_unit: 'kJ' },
  },
};
const SPREAD_PRODUCT = {
  ...{ code: SPREAD_CODE, product_name: 'Peanut butter', brands: 'Acme,Own, Other', ...tags },
  ...{ quantity: '1,5 kg', product_quantity: 1500, product_quantity_unit: 'g', nutriments: {} },
};

test('a search returns a page of products', async () => {
  for (const path of ['/api/v2/search?', '/cgi/search.pl?json=1&', '/cgi/search.pl?json=true&'])
    expect((await ask(`${path}search_terms=butter`)).body).toEqual({
      ...{ count: 2, page: 1, page_count: 1, page_size: 24, skip: 0 },
      products: [BUTTER_PRODUCT, SPREAD_PRODUCT],
    });
  expect(await search('search_terms2=butter&page_size=1&page=2&fields=+code,product_name')).toEqual(
    {
      ...{ count: 2, page: 2, page_count: 2, page_size: 1, skip: 1 },
      products: [{ code: SPREAD_CODE, product_name: 'Peanut butter' }],
    },
  );
  expect((await search('fields=all')).products).toEqual([BUTTER_PRODUCT, SPREAD_PRODUCT]);
  expect((await search('fields=none')).products).toEqual([{}, {}]);
  expect(await search('page_size=101')).toMatchObject({ count: 2, page_size: 100 });
});

test('the newer search returns hits, with brands as a list', async () => {
  const { took, ...found } = (await ask('/search?q=butter')).body;
  expect(Number.isInteger(took)).toBe(true);
  expect(found).toEqual({
    ...{ is_count_exact: true, timed_out: false },
    ...{ count: 2, page: 1, page_count: 1, page_size: 24 },
    hits: [BUTTER_PRODUCT, { ...SPREAD_PRODUCT, brands: ['Acme', 'Own', 'Other'] }],
  });
});

test.each([
  ['salted', 1],
  ['+salted', 1],
  ['salt\\ed', 1],
  ['salted categories_tags:"en:cheese and more"', 1],
  ['+labels_tags:x salted -brands:y', 1],
  ['salted 1:', 0],
  ['', 2],
])('for %j, the newer search finds %d products', async (q, count) => {
  expect((await ask(`/search?${new URLSearchParams({ q })}`)).body.count).toBe(count);
});

test.each([
  ['/api/v2/search?search_terms=cacahuete&lc=es', 1],
  ['/api/v2/search?search_terms=cacahuete&lang=es-MX', 1],
  ['/search?q=cacahuete&langs=ES', 1],
  ['/api/v2/search?search_terms=cacahuete&lc=xx&lang=es', 0],
])('%s finds %d products by their names in another language', async (url, count) => {
  expect((await ask(url)).body.count).toBe(count);
});

test('several products are found by their codes, and each further code counts as a request', async () => {
  counted.length = 0;
  const codes = `41220576920,4000417025005,x,${BUTTER_CODE},+${SPREAD_CODE}`;
  const none = { count: 2, page: 3, page_count: 2, page_size: 1, skip: 2, products: [] };
  expect(await search(`code=${codes}&page_size=1&page=3`)).toEqual(none);
  expect(counted[0]).toBe(3);
  const first = await search(`code=${codes}&fields=code`);
  expect(first.products).toEqual([{ code: SPREAD_CODE }, { code: BUTTER_CODE }]);
  const fifty = Array.from({ length: 50 }, (_, i) => i + 1);
  expect((await search(`code=${fifty}`)).count).toBe(0);
  await expect(search(`code=${fifty},51`)).rejects.toThrow('has 51 barcodes: send 50 at a time');
});

test('a product is found by its barcode or by a code made from its key', async () => {
  const missing = { code: '123', status: 0, status_verbose: 'product not found' };
  for (const version of ['v0', 'v2']) {
    const path = `/api/${version}/product/`;
    for (const code of [BUTTER_CODE, `${BUTTER_CODE}.json`, '2-000 000 000 015'])
      expect(await ask(`${path}${code}`)).toEqual({
        status: 200,
        body: {
          ...{ code: BUTTER_CODE, status: 1, status_verbose: 'product found' },
          product: BUTTER_PRODUCT,
        },
      });
    expect(await ask(`${path}123.json`)).toEqual({ status: 404, body: missing });
  }
  expect((await ask('/api/v2/product/041220576920?fields=code')).body).toEqual({
    ...{ code: SPREAD_CODE, status: 1, status_verbose: 'product found' },
    product: { code: SPREAD_CODE },
  });
});

test.each([
  ['', 'There are no pages here: add `json=1`'],
  ['?json=0', 'There are no pages here: add `json=1`'],
  ['?json=1&action=display', 'There is no action "display" here: searches have `action=process`'],
])('the older search refuses %j', async (query, error) => {
  expect(await ask(`/cgi/search.pl${query}`)).toEqual({ status: 404, body: { error } });
});

test.each([
  ['/api/v2/search?categories_tags=x', 'There are no facets here: send `search_terms`'],
  ['/api/v2/search?labels_tags_en=x', 'There are no facets here: send `search_terms`'],
  ['/cgi/search.pl?json=1&tag_0=x', 'There are no facets here: send `search_terms`'],
  ['/search?q=labels_tags:x', 'There are no facets here: name a food in `q`'],
  [`/search?q=${'e'.repeat(8_193)}`, 'The text has more than 8192 characters: shorten it'],
])('%s is refused', async (url, message) => {
  await expect(ask(url)).rejects.toThrow(message);
});

test('other parameters are not facets, and search terms may be long', async () => {
  const tagged = 'stage_tags=x&tag_x=1';
  expect(await search(`search_terms=butter&${tagged}`)).toMatchObject({ count: 2 });
  expect(await search(`code=${BUTTER_CODE}&${tagged}`)).toMatchObject({ count: 1 });
  expect(await search('vintage_1=1')).toMatchObject({ count: 2 });
  expect(await search(`search_terms=${'e'.repeat(8_192)}`)).toMatchObject({ count: 0 });
});

test.each([
  ['3017620422003', '3017620422003', true],
  ['03017620422003', '3017620422003', true],
  ['96385074', '0000096385074', true],
  ['96385074', '96385074', true],
  ['6385074', '06385074', true],
  ['3017620422003', '3017620422004', false],
  ['3017620422003x', '3017620422003x', false],
])('with codes as keys, %s finds %s: %j', async (code, stored, expected) => {
  const { source: keyed } = await sourceOf([{ description: 'Egg', code: stored }]);
  const { status } = await get(OPEN_FOOD_FACTS, keyed, `/api/v2/product/${code}`);
  expect(status === 200).toBe(expected);
});
