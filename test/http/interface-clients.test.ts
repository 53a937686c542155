import { OpenFoodFacts, SearchApi } from '@openfoodfacts/openfoodfacts-nodejs';
import FoodDataCentral from 'fooddata-central';
import { afterAll, expect, test } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { brandedTable } from '../branded-table.ts';

// Tests the running service with client libraries from the registry.

const interfaces = ['openfoodfacts', 'fdc'];
const database = brandedTable();
const foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', interfaces, database });
const url = await foodLookup.listen();
afterAll(() => foodLookup.close());

test("Open Food Facts' own client finds products", async () => {
  const client = new OpenFoodFacts(fetch, { host: url });
  const product = await client.apiv2.getProductV2('041220576920');
  expect(product).toMatchObject({
    data: { status: 1, product: { product_name: 'Hazelnut spread', brands: 'Ferrero, Other' } },
  });
  const { data } = await client.apiv2.search({ page_size: 2, fields: 'code' });
  expect(data).toMatchObject({ count: 3, page_count: 2, page_size: 2 });
  const hits = await new SearchApi(fetch, { baseUrl: url }).searchGet({ q: 'spread' });
  expect(hits.data).toMatchObject({ count: 1, hits: [{ brands: ['Ferrero', 'Other'] }] });
});

test('a client of FoodData Central finds foods', async () => {
  const Client = 'default' in FoodDataCentral ? Object(FoodDataCentral).default : FoodDataCentral;
  const client = Object.assign(new Client({ api_key: 'x' }), { base_url: `${url}/fdc/v1` });
  const found = await client.search({ generalSearchInput: 'spread' });
  expect(found).toMatchObject({ success: true, data: { totalHits: 1 } });
  const details = await client.details(found.data.foods[0].fdcId);
  expect(details.data).toMatchObject({ description: 'Hazelnut spread', dataType: 'Branded' });
});
