import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { createFoodLookup, type FoodLookupOptions } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { headerOf, send } from './send.ts';

async function links(options: FoodLookupOptions, path: string): Promise<string> {
  const foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', ...options });
  onTestFinished(() => foodLookup.close());
  return headerOf(await send(await foodLookup.listen(), { path }), 'link') ?? '';
}

test.each([
  ...['/api/food?q=egg', '/api/food/1077', '/api/foods?ids=1077', '/api/fields'],
  '/api/meal?line=egg',
])('responses name the license and the source that are set with %s', async (path) => {
  const options = { license: 'ODbL-1.0', attribution: 'Open Food Facts' };
  expect(await links(options, path)).toBe(
    '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"; ' +
      "title*=UTF-8''Open%20Food%20Facts%2C%20ODbL-1.0",
  );
});

test('responses name the license next to the link to the next page', async () => {
  const link = await links({ license: 'CC-BY-4.0' }, '/api/food?q=egg&limit=1&offset=0');
  expect(link).toMatch(/^<https:.*rel="license".*, <\?q=egg&limit=1&offset=1>; rel="next"$/);
});

test('responses name each license of their rows once, with its sources; only addresses become links', async () => {
  const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-license-')), 'foods.sqlite');
  const { columns } = tableOf([EGG]);
  const terms = [
    ...[
      ['off', 'ODbL-1.0'],
      ['own', 'https://a.example/ü>'],
      ['ciqual', 'ODbL-1.0'],
    ],
    ...[
      ['x', 'ask me'],
      [null, null],
      ['y', 'javascript:1'],
    ],
  ];
  const text = ['source', 'license'].map((name) => ({ name, type: 'text' as const }));
  const rows = terms.map((term) => [...term, ...columns.map(({ name }) => Reflect.get(EGG, name))]);
  await writeEntries(database, { columns: [...text, ...columns], batches: [rows] });
  const own =
    '<https://a.example/%C3%BC%3E>; rel="license"; title*=UTF-8\'\'own%2C%20https%3A%2F%2Fa.example%2F%C3%BC%3E';
  const odbl =
    '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"; title*=UTF-8\'\'off%2C%20ciqual%2C%20ODbL-1.0';
  for (const path of ['/api/food?q=egg', '/api/fields'])
    expect(await links({ database }, path)).toBe(`${own}, ${odbl}`);
  expect(await links({ database, license: 'CC0-1.0' }, '/api/fields')).not.toContain('odbl');
});

test('the license of the bundled foods, which requires no notice, is named only with the fields', async () => {
  expect(await links({}, '/api/fields')).toContain('publicdomain/zero/1.0/>; rel="license"');
  expect(await links({}, '/api/food?q=egg')).toBe('');
});
