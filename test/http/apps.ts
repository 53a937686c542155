import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { brandedTable } from '../branded-table.ts';

// For tests of what apps send, and how they read the answers. Each case names the app and its file.

const interfaces = ['openfoodfacts', 'fdc'];
export const bundled = await createFoodLookup({ logLevel: 'silent', interfaces, foods: 'usda' });
export const branded = await createFoodLookup({
  logLevel: 'silent',
  interfaces,
  database: brandedTable(),
});
afterAll(() => Promise.all([bundled.close(), branded.close()]));

export async function ask(service: FoodLookup, url: string, status = 200) {
  const response = await service.inject({ method: 'GET', url });
  expect(response.statusCode, response.body).toBe(status);
  return response.json();
}

export const optionalText = z.string().nullish();
