import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from '@playwright/test';
import { afterAll } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { freshPage } from './chromium.ts';
import { expect, test, withChromium } from './with-chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let foodLookup: FoodLookup;
withChromium.beforeAll(async ({ chromium }) => {
  browser = chromium;
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', database: SMALL_DATABASE });
});
afterAll(() => foodLookup.close());

test('/docs runs an example in place, logs nothing to the console, and axe finds nothing', async () => {
  const page = await freshPage(browser);
  const said: string[] = [];
  page.on('console', (line) => said.push(line.text()));
  await page.goto(`${await foodLookup.listen()}/docs`);
  const search = page.locator('#search');
  await search.getByRole('textbox', { name: 'q' }).fill('bread');
  await search.getByRole('button', { name: 'Try it' }).click();
  const answer = page.frameLocator('iframe[name=answer-search]').locator('body');
  await answer.getByText('"description":"Bread, egg"').waitFor();
  // This evaluates axe through the debugger, since the page's CSP blocks injected scripts.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await Reflect.get(window, 'axe').run({ iframes: false });
    return violations.map(({ id }: { readonly id: string }) => id);
  });
  expect(violations).toEqual([]);
  expect(said).toEqual([]);
});
