import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'http://localhost:3000';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent' });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const get = (path: string, headers = {}) => send(url, { path, headers });

describe('GET /api/food/{id}', () => {
  test.each(['01077', '1077', '001077', '%31077', '1077/'])('finds %s', async (id) => {
    const response = await get(`/api/food/${id}`);
    expect(response.status).toBe(200);
    expect(headerOf(response, 'content-type')).toBe('application/json; charset=utf-8');
    expect(response.body).toBe(
      '{"carbohydrate_g":4.8,"protein_g":3.15,"kcal":61,' +
        '"description":"Milk, whole, 3.25% milkfat, with added vitamin D","fat_g":"2.87"}',
    );
  });

  test('appends fields in the requested order', async () => {
    const fields = 'gmwt_desc1,gmwt_1,ndb_no,lipid_total_g,folic_acid_ug,fat_known';
    const { body } = await get(`/api/food/1077?fields=${fields}`);
    expect(body).toMatch(
      /"fat_g":"2\.87","gmwt_desc1":"1 cup","gmwt_1":244,"ndb_no":"01077","lipid_total_g":3\.25,"folic_acid_ug":0,"fat_known":3\}$/,
    );
  });

  test.each([
    ['99999', 'There is no food with ndb_no "99999"'],
    ['1077a', 'There is no food with ndb_no "1077a"'],
    ['%00', 'There is no food with ndb_no "\\u0000"'],
    ['x'.repeat(5_000), `There is no food with ndb_no "${'x'.repeat(5_000)}"`],
  ])('answers with 404 for %s', async (id, error) => {
    const response = await get(`/api/food/${id}`, { origin: ORIGIN });
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body).error).toBe(error.replace('\\u0000', '\\u0000'));
    expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
  });

  test('has CORS headers, an ETag, HEAD and OPTIONS like the search', async () => {
    const response = await get('/api/food/1077', { origin: ORIGIN });
    expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
    const etag = headerOf(response, 'etag');
    expect(etag).toBe(headerOf(await get('/api/food?q=egg'), 'etag'));
    expect((await get('/api/food/1077', { 'if-none-match': etag })).status).toBe(304);
    const head = await send(url, { method: 'HEAD', path: '/api/food/1077' });
    expect([head.status, head.body]).toEqual([200, '']);
    const options = await send(url, { method: 'OPTIONS', path: '/api/food/1077' });
    expect([options.status, headerOf(options, 'allow')]).toEqual([200, 'GET, HEAD, OPTIONS']);
  });
});

describe('fields of a search', () => {
  test('are all values of the bundled table, NULL included', async () => {
    const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');
    // Parsing all of it would take most of the time.
    const lines = csv.split('\n').filter((line, place) => place === 0 || /cheese/i.test(line));
    const table: Record<string, string>[] = parse(lines.join('\n'), { columns: true });
    const names = JSON.parse((await get('/api/fields')).body).map(
      ({ name }: { name: string }) => name,
    );
    const { body } = await get(`/api/food?q=cheese&fields=${names.join()}`);
    const foods: Record<string, unknown>[] = JSON.parse(body);
    expect(foods).toHaveLength(100);
    for (const food of foods) {
      const row = table.find(({ ndb_no }) => ndb_no === food.ndb_no);
      expect(row).toBeDefined();
      for (const [name, text] of Object.entries(row ?? {})) {
        const value = food[name];
        const shown = Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
        expect([name, shown]).toEqual([name, text]);
      }
    }
  });

  test('have every household measure of a food as JSON', async () => {
    const { body } = await get('/api/food/1123?fields=portions,food_group,common_names');
    expect(JSON.parse(body)).toMatchObject({
      portions: [
        { amount: 1, unit: 'large', grams: 50 },
        { amount: 1, unit: 'extra large', grams: 56 },
        { amount: 1, unit: 'jumbo', grams: 63 },
        { amount: 1, unit: 'cup (4.86 large eggs)', grams: 243 },
        { amount: 1, unit: 'medium', grams: 44 },
        { amount: 1, unit: 'small', grams: 38 },
      ],
      food_group: 'Dairy and Egg Products',
      common_names: null,
    });
  });

  test('fields and a limit keep the order of the search', async () => {
    const all: { description: string }[] = JSON.parse((await get('/api/food?q=egg')).body);
    const { body } = await get('/api/food?q=egg&limit=7&fields=water_g');
    const few: { description: string }[] = JSON.parse(body);
    expect(few.map((food) => food.description)).toEqual(
      all.slice(0, 7).map((food) => food.description),
    );
  });

  test.each([
    ['fields=kcal', /^Unknown field "kcal" in `fields`: use ndb_no, water_g, /],
    ['limit=0', /^Invalid value "0" for parameter `limit`/],
  ])('with %s get 400', async (query, message) => {
    const response = await get(`/api/food?q=egg&${query}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body).error).toMatch(message);
  });
});

describe('GET /api/fields', () => {
  test('lists the fields with title, unit, tagname and daily value', async () => {
    const response = await get('/api/fields', { origin: ORIGIN });
    expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
    const fields = JSON.parse(response.body);
    expect(fields).toHaveLength(56);
    expect(fields.at(0)).toEqual({
      name: 'ndb_no',
      title: 'NDB number',
      unit: null,
      infoods: null,
      daily_value: null,
      key: true,
    });
    expect(fields).toContainEqual({
      name: 'iron_mg',
      title: 'Iron',
      unit: 'mg',
      infoods: 'FE',
      daily_value: 18,
      key: false,
    });
    const title = 'Known fatty acid fractions, out of 3';
    expect(fields.at(-1)).toMatchObject({ name: 'fat_known', title });
  });
});

describe('another table', () => {
  async function withService<T>(
    options: Parameters<typeof createFoodLookup>[0],
    ask: (service: FoodLookup) => Promise<T>,
  ): Promise<T> {
    const service = await createFoodLookup({ port: 0, logLevel: 'silent', ...options });
    try {
      return await ask(service);
    } finally {
      await service.close();
    }
  }

  test('offers no fields, and no lookup if it has no key', async () => {
    await withService({ database: SMALL_DATABASE }, async (service) => {
      expect((await service.inject('/api/fields')).body).toBe('[]');
      const { statusCode, body } = await service.inject('/api/food/1');
      expect([statusCode, body]).toEqual([
        404,
        '{"error":"There is nothing at /api/food/1: search with /api/food?q=cheese"}',
      ]);
    });
  });

  test('a table with the schema of the original service has lookups, and all fields if configured', async () => {
    const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-')), 'entries.sqlite');
    const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');
    const [header = [], ...rows]: string[][] = parse(csv, { to: 100 });
    const writer = new DatabaseSync(database);
    const types = header.map((name) => `${name} ${name === 'ndb_no' ? 'INTEGER' : 'NUMERIC'}`);
    writer.exec(`CREATE TABLE entries (${types.join()})`);
    const insert = writer.prepare(`INSERT INTO entries VALUES (${header.map(() => '?').join()})`);
    for (const row of rows) insert.run(...row.map((text) => (text === '' ? null : text)));
    writer.close();
    await withService({ database }, async (service) => {
      expect((await service.inject('/api/food/01077?fields=ndb_no')).json()).toMatchObject({
        description: 'Milk, whole, 3.25% milkfat, with added vitamin D',
        ndb_no: 1077,
      });
      expect((await service.inject('/api/food/1077?fields=water_g')).statusCode).toBe(400);
    });
    await withService({ database, fields: ['*'] }, async (service) => {
      const path = '/api/food?q=milk,%20whole&limit=1&fields=gmwt_1,gmwt_desc1,vit_d_iu';
      expect((await service.inject(path)).json()).toMatchObject([
        { gmwt_1: 244, gmwt_desc1: '1 cup', vit_d_iu: 51 },
      ]);
    });
  });

  test('is refused if it lacks a configured field, with a list of the table’s columns', async () => {
    const options = { database: SMALL_DATABASE, fields: ['iron_mg'] };
    await expect(createFoodLookup(options)).rejects.toThrow(
      'Cannot offer field "iron_mg": the table does not have it. Use * or any of fa_sat_g, fa_mono_g, fa_poly_g, fat_known.',
    );
  });
});
