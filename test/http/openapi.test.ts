import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Food } from '../../src/client/index.ts';
import { USDA_TERMS } from '../../src/food/table-terms.ts';
import { createOpenApiDocument, templateOf } from '../../src/http/openapi/document.ts';
import { SCHEMAS } from '../../src/http/openapi/schemas.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { FDC } from '../../src/interfaces/fdc/routes.ts';
import { OPEN_FOOD_FACTS } from '../../src/interfaces/openfoodfacts/routes.ts';
import { disagreements } from './openapi-check.ts';

const document = createOpenApiDocument('1.2.3');
let foodLookup: FoodLookup;
beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent' });
});
afterAll(() => foodLookup.close());

/** What linters find wrong with a document. */
async function problemsOf(made: object) {
  const problems = await lintFromString({
    source: JSON.stringify(made),
    absoluteRef: 'openapi.json',
    // With what Spectral recommends besides.
    config: await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'info-contact': 'error',
        'operation-description': 'error',
        'operation-singular-tag': 'error',
        'operation-tag-defined': 'error',
        'tag-description': 'error',
      },
    }),
  });
  return problems.map(({ message, location: [at] }) => [message, at?.pointer]);
}

test('createOpenApiDocument makes an OpenAPI 3.1 document of every route, as linters recommend', async () => {
  expect(await problemsOf(document)).toEqual([]);
  const paths = Object.values(ROUTES).map(({ path }) => templateOf(path));
  expect(Object.keys(document.paths).toSorted()).toEqual(paths.toSorted());
});

test('/openapi.json is that document', async () => {
  const { version } = (await foodLookup.inject('/')).json();
  const response = await foodLookup.inject('/openapi.json');
  expect(response.json()).toEqual(
    JSON.parse(JSON.stringify(createOpenApiDocument(version, [USDA_TERMS]))),
  );
});

test('paths of other services are in it where they are served', async () => {
  const interfaces = ['openfoodfacts', 'fdc', 'mcp'];
  await using others = await createFoodLookup({ logLevel: 'silent', interfaces });
  const made = (await others.inject('/openapi.json')).json();
  expect(await problemsOf(made)).toEqual([]);
  // What Spectral asks for besides: a list says of what. Clients of Orval do not compile with ranges.
  expect(JSON.stringify(made)).not.toMatch(/"array"\]?}|"\dXX"/);
  const added = Object.keys(made.paths).filter((path) => !(path in document.paths));
  const routes = [...OPEN_FOOD_FACTS, ...FDC].filter(({ summary }) => summary !== undefined);
  expect(added.toSorted()).toEqual(
    ['/mcp', ...routes.map(({ path }) => templateOf(path))].toSorted(),
  );
  for (const path of added) {
    const { headers } = await others.inject({ method: 'OPTIONS', url: path });
    expect(Object.keys(made.paths[path]).join(', ').toUpperCase()).toBe(headers.allow);
  }
  for (const { path, parameters, takesBody } of routes) {
    const { get, post } = made.paths[templateOf(path)];
    const inPath = path.match(/(?<=:)\w+/g) ?? [];
    expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual([
      ...inPath,
      ...parameters,
    ]);
    const { properties } = post?.requestBody.content['application/json'].schema ?? {};
    expect(Object.keys(properties ?? {})).toEqual(takesBody ? parameters : []);
  }
});

describe.each(Object.entries(document.paths))('%s', (path, { get }) => {
  test('answers its own example with 200, as it is described', async () => {
    let url = path;
    const query = new URLSearchParams();
    for (const { name, in: place, example } of get.parameters) {
      if (example === undefined) continue;
      if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(example)));
      else query.set(name, String(example));
    }
    const target = query.size > 0 ? `${url}?${query}` : url;
    const { statusCode, headers, body } = await foodLookup.inject(target);
    const type = headers['content-type'];
    expect(statusCode).toBe(200);
    expect(
      disagreements({ method: 'GET', path: target, status: 200, type: String(type), body }),
    ).toEqual([]);
  });
});

test("the client's Food has the fields that are described", () => {
  // Its keys are all of Food and no other, or this does not compile.
  const fields: Readonly<Record<keyof Food, true>> = {
    carbohydrate_g: true,
    protein_g: true,
    kcal: true,
    description: true,
    fat_g: true,
  };
  expect(Object.keys(SCHEMAS.Food.properties)).toEqual(Object.keys(fields));
  expect(SCHEMAS.Food.required).toEqual(Object.keys(fields));
});

test('disagreements finds an answer that is not as described', () => {
  const answer = { method: 'GET', path: '/api/food?q=a', status: 200, type: 'application/json' };
  expect(disagreements({ ...answer, body: '[{"kcal":1}]' })).not.toEqual([]);
  expect(disagreements({ ...answer, body: '{"error":"x"}' })).toEqual([]);
  expect(disagreements({ ...answer, type: 'text/html', body: '[]' })).not.toEqual([]);
  expect(disagreements({ ...answer, status: 400, body: '[]' })).not.toEqual([]);
});

test.each(Object.entries(document.paths))(
  '%s: HEAD and OPTIONS as they are described',
  async (path, operations) => {
    const url = path.replace('{id}', '01009');
    const { statusCode, headers } = await foodLookup.inject({ method: 'OPTIONS', url });
    expect(statusCode).toBe(operations.options === undefined ? 405 : 200);
    expect(headers.allow?.split(', ').map((method) => method.toLowerCase())).toEqual(
      Object.keys(operations),
    );
    const get = Object.keys(operations.get.responses);
    expect(Object.keys(operations.head.responses)).toEqual(get);
  },
);

describe('/docs', () => {
  test('has a table of parameters where a path has some, and only there', async () => {
    const { body } = await foodLookup.inject('/docs');
    const sections = body.split('<section ').slice(1);
    const hasTable = (path: string) =>
      sections.find((one) => one.includes(`GET ${path}<`))?.includes('<th>Parameter</th>');
    for (const [path, { get }] of Object.entries(document.paths)) {
      expect([path, hasTable(path)]).toEqual([path, get.parameters.length > 0]);
    }
    expect([hasTable('/'), hasTable('/api/food')]).toEqual([false, true]);
  });

  test('describes every path and runs no script', async () => {
    const { headers, body } = await foodLookup.inject('/docs');
    for (const path of Object.keys(document.paths)) expect(body).toContain(`GET ${path}`);
    expect(body).not.toMatch(/<script|https?:\/\/(?!localhost)/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
