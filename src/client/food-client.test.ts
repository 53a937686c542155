import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../index.ts';
import { createFoodClient, FoodHttpError, FoodNetworkError, FoodQueryError } from './index.ts';

let service: FoodLookup;
let baseUrl: string;
beforeAll(async () => {
  service = await createFoodLookup({ port: 0, logLevel: 'silent' });
  baseUrl = await service.listen();
});
afterAll(() => service.close());

const stops: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** Starts a service with responses that no proper service sends. */
async function serve(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://localhost:${address.port}`;
}

describe('search', () => {
  test('returns the foods of the service, unchanged', async () => {
    const [first] = await createFoodClient({ baseUrl }).search('butter, salted');
    expect(first).toEqual({
      carbohydrate_g: 0.06,
      protein_g: 0.85,
      kcal: 717,
      description: 'Butter, salted',
      fat_g: '75.43',
    });
  });

  test.each(['%', 'a&match=words', '#', '+', ' ', 'jalapeño', '"', '\\', '日本'])(
    'sends %j unchanged',
    async (query) => {
      const asked: string[] = [];
      const client = createFoodClient({
        baseUrl,
        fetch: (url, init) => {
          asked.push(url);
          return fetch(url, init);
        },
      });
      await client.search(query);
      expect(new URL(asked[0] ?? '').searchParams.getAll('q')).toEqual([query]);
    },
  );

  test('with match "words", finds the words in any order', async () => {
    const client = createFoodClient({ baseUrl });
    expect(await client.search('salted butter')).toEqual([]);
    const found = await client.search('salted butter', { match: 'words' });
    expect(found.map(({ description }) => description)).toContain('Butter, salted');
  });

  test('with match "fuzzy", also returns the interpretation', async () => {
    const client = createFoodClient({ baseUrl });
    const { foods, interpretation } = await client.answer('brocoli', { match: 'fuzzy' });
    expect(foods[0]?.description).toMatch(/^Broccoli/);
    expect(interpretation?.readings).toEqual([
      { typed: 'brocoli', manner: 'slip', taken: 'broccoli', marks: ['broccoli'] },
    ]);
    expect(await client.answer('broccoli')).toMatchObject({ interpretation: undefined });
  });

  test('has no interpretation if the header cannot be read', async () => {
    const base = await serve((_, response) => {
      response.setHeader('x-food-lookup-interpretation', '{"readings":');
      response.end('[]');
    });
    const { interpretation } = await createFoodClient({ baseUrl: base }).answer('egg');
    expect(interpretation).toBeUndefined();
  });

  test('accepts a base URL with a path and trailing slashes', async () => {
    const base = await serve(({ url }, response) => response.end(JSON.stringify([url])));
    expect(await createFoodClient({ baseUrl: `${base}/foods//` }).search('a b')).toEqual([
      '/foods/api/food?q=a+b',
    ]);
  });

  test('returns an empty list if nothing matches', async () => {
    expect(await createFoodClient({ baseUrl }).search('no such food')).toEqual([]);
  });
});

describe('fields and limit', () => {
  test('return fewer foods with more fields', async () => {
    const client = createFoodClient({ baseUrl });
    const foods = await client.search('butter, salted', { limit: 1, fields: ['ndb_no'] });
    expect(foods.map(({ ndb_no }) => ndb_no)).toEqual(['01001']);
    const all = await client.search('butter');
    const few = await client.search('butter', { limit: 2 });
    expect(few).toEqual(all.slice(0, 2));
  });

  test('fail with FoodHttpError if the service does not offer a field', async () => {
    const failure = createFoodClient({ baseUrl }).search('butter', { fields: ['color'] });
    await expect(failure).rejects.toBeInstanceOf(FoodHttpError);
    await expect(failure).rejects.toMatchObject({ status: 400 });
  });
});

test('an empty key finds no food, and an empty list of fields adds none', async () => {
  expect(await createFoodClient({ baseUrl }).food('')).toBeUndefined();
  expect(await createFoodClient({ baseUrl }).search('butter oil', { fields: [] })).toHaveLength(1);
});

test('an empty list of conditions keeps all foods', async () => {
  const { foods } = await createFoodClient({ baseUrl }).list({ where: [], limit: 2 });
  expect(foods).toHaveLength(2);
});

describe('food', () => {
  test('returns the food with a key, and the requested fields', async () => {
    const food = await createFoodClient({ baseUrl }).food('1001', { fields: ['gmwt_desc2'] });
    expect(food).toMatchObject({ description: 'Butter, salted', gmwt_desc2: '1 tbsp' });
  });

  test('returns undefined if no food has the key, however odd the key is', async () => {
    const client = createFoodClient({ baseUrl });
    expect(await client.food('99999')).toBeUndefined();
    expect(await client.food('a/b?c#d')).toBeUndefined();
    expect(await client.food('\ud800')).toBeUndefined();
  });

  test('looks up the keys . and .., which cannot be segments of a URL', async () => {
    const asked: unknown[] = [];
    const dots = await serve(({ url }, response) => {
      asked.push(url);
      response.end(asked.length === 1 ? '[{"fat_g":"1.00"}]' : '[]');
    });
    const client = createFoodClient({ baseUrl: dots });
    expect(await client.food('.', { fields: ['unit'] })).toEqual({ fat_g: '1.00' });
    expect(await client.food('..')).toBeUndefined();
    const ids = ['%22.%22&fields=unit', '%22..%22'];
    expect(asked).toEqual(ids.map((id) => `/api/foods?ids=${id}`));
  });

  test('fails with FoodHttpError if the service has no lookup, or the body is not a food', async () => {
    const none = await serve((_, response) => {
      response.writeHead(404).end('{"error":"There is nothing at /api/food/1"}');
    });
    await expect(createFoodClient({ baseUrl: none }).food('1')).rejects.toMatchObject({
      name: 'FoodHttpError',
      status: 404,
    });
    const odd = await serve((_, response) => response.end('[]'));
    await expect(createFoodClient({ baseUrl: odd }).food('1')).rejects.toBeInstanceOf(
      FoodHttpError,
    );
  });
});

describe('search fails', () => {
  test('rejects with FoodQueryError if the query is empty', async () => {
    const failure = createFoodClient({ baseUrl }).search('');
    await expect(failure).rejects.toBeInstanceOf(FoodQueryError);
    await expect(failure).rejects.toThrow('Missing required parameter `q`');
  });

  test("rejects with FoodHttpError and the service's message for an error status", async () => {
    const base = await serve((_, response) => {
      response.writeHead(500).end('{"error":"Internal server error"}');
    });
    const failure = createFoodClient({ baseUrl: base }).search('egg');
    await expect(failure).rejects.toBeInstanceOf(FoodHttpError);
    await expect(failure).rejects.toMatchObject({
      status: 500,
      message: 'Internal server error',
      reason: 'Internal server error',
    });
  });

  test.each([
    ['a page', 200, '<!doctype html>'],
    ['nothing', 204, ''],
    ['null', 200, 'null'],
    ['a number', 200, '7'],
    ['a page with a status', 502, '<h1>Bad Gateway</h1>'],
    ['an error that is not text', 200, '{"error":{"code":7}}'],
    ['an error that is not text, with a status', 500, '{"error":{"code":7}}'],
  ])('rejects with FoodHttpError if the body is %s instead of a list', async (_, status, body) => {
    const base = await serve((_request, response) => response.writeHead(status).end(body));
    const failure = createFoodClient({ baseUrl: base }).search('egg');
    await expect(failure).rejects.toBeInstanceOf(FoodHttpError);
    await expect(failure).rejects.toMatchObject({
      status,
      message: `Status ${status} and no foods from ${base}/api/food?q=egg`,
      reason: undefined,
    });
  });

  test('rejects with FoodNetworkError and its cause if nothing responds', async () => {
    const base = await serve(({ socket }) => socket.destroy());
    const failure = createFoodClient({ baseUrl: base }).search('egg');
    await expect(failure).rejects.toBeInstanceOf(FoodNetworkError);
    await expect(failure).rejects.toThrow(`No readable response from ${base}/api/food?q=egg`);
    await expect(failure).rejects.toMatchObject({ cause: expect.any(TypeError) });
  });

  test('rejects with FoodNetworkError if the connection drops during the response', async () => {
    const base = await serve(({ socket }, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('[', () => socket.destroy());
    });
    await expect(createFoodClient({ baseUrl: base }).search('egg')).rejects.toBeInstanceOf(
      FoodNetworkError,
    );
  });

  test('rejects with the reason of the signal once it is aborted', async () => {
    const client = createFoodClient({ baseUrl: await serve(() => abort.abort()) });
    const abort = new AbortController();
    await expect(client.search('egg', { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const reason = new Error('no longer wanted');
    await expect(client.search('egg', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('createFoodClient', () => {
  test.each([
    ['http://localhost:3001?v=1', "it is more than the service's URL"],
    ['http://localhost:3001/#/foods', "it is more than the service's URL"],
    ['localhost:3001', 'it is not a complete http or https URL'],
    ['ftp://localhost:3001', 'it is not a complete http or https URL'],
    ['http://', 'it is not a complete http or https URL'],
    // A relative URL, and Node has no page to resolve it against.
    ['', 'it is not a complete http or https URL'],
    ['/foods', 'it is not a complete http or https URL'],
  ])('refuses the base URL %j', (given, reason) => {
    expect(() => createFoodClient({ baseUrl: given })).toThrow(
      new TypeError(`Cannot use baseUrl "${given}": ${reason}. Use 'http://localhost:3001'.`),
    );
  });
});
