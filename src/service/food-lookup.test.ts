import { expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { createFoodLookup } from './food-lookup.ts';

const options = { port: 0, database: SMALL_DATABASE, logLevel: 'silent' } as const;

test('listen, asked again, gives the same address', async () => {
  const foodLookup = await createFoodLookup(options);
  const [first, second] = await Promise.all([foodLookup.listen(), foodLookup.listen()]);
  expect(second).toBe(first);
  expect((await fetch(`${first}/api/food?q=egg`)).status).toBe(200);
  await foodLookup.close();
});

test('listen throws once the service is closed, listening before or not', async () => {
  const foodLookup = await createFoodLookup(options);
  await foodLookup.close();
  await expect(foodLookup.listen()).rejects.toThrow('Cannot listen: the service is closed.');
});

test('close ends what listens, and may be called twice', async () => {
  const foodLookup = await createFoodLookup(options);
  const url = await foodLookup.listen();
  await foodLookup.close();
  await foodLookup.close();
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('close while listen is under way leaves nothing that listens', async () => {
  for (const threads of [1, 2]) {
    const foodLookup = await createFoodLookup({ ...options, threads, page: 0 });
    const listened = foodLookup.listen();
    const outcome = expect(listened).rejects.toThrow();
    await foodLookup.close();
    await outcome;
    expect(foodLookup.pageUrl).toBe(undefined);
  }
});
