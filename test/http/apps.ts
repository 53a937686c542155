import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { brandedTable } from '../branded-table.ts';

// Helpers for tests of what apps send, and how they read the responses. Each case names the app and
// its source file.

const interfaces = ['openfoodfacts', 'fdc'];

/** Starts the services for the tests of one file. */
export async function serveApps() {
  const options = { logLevel: 'silent', interfaces } as const;
  const bundled = await createFoodLookup({ ...options, foods: 'usda' });
  const branded = await createFoodLookup({ ...options, database: brandedTable() });
  afterAll(() => Promise.all([bundled.close(), branded.close()]));
  return { bundled, branded };
}

export async function ask(service: FoodLookup, url: string, status = 200) {
  const response = await service.inject({ method: 'GET', url });
  expect(response.statusCode, response.body).toBe(status);
  return response.json();
}

export const optionalText = z.string().nullish();
