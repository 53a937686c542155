import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { headerOf, send } from './send.ts';

async function links(options: FoodLookupOptions, path: string): Promise<string> {
  const foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', ...options });
  onTestFinished(() => foodLookup.close());
  return headerOf(await send(await foodLookup.listen(), { path }), 'link') ?? '';
}

test.each([
  ...['/api/food?q=egg', '/api/food/1077', '/api/foods?ids=1077', '/api/fields'],
  '/api/meal?line=egg',
])('names the license and the source that are set with %s', async (path) => {
  const options = { license: 'ODbL-1.0', attribution: 'Open Food Facts' };
  expect(await links(options, path)).toBe(
    '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"; ' +
      "title*=UTF-8''Open%20Food%20Facts%2C%20ODbL-1.0",
  );
});

test('names the license beside the next page', async () => {
  const link = await links({ license: 'CC-BY-4.0' }, '/api/food?q=egg&limit=1&offset=0');
  expect(link).toMatch(/^<https:.*rel="license".*, <\?q=egg&limit=1&offset=1>; rel="next"$/);
});

test('names that of the bundled foods, which asks for nothing, with the fields alone', async () => {
  expect(await links({}, '/api/fields')).toContain('publicdomain/zero/1.0/>; rel="license"');
  expect(await links({}, '/api/food?q=egg')).toBe('');
});
