import type { Page } from '@playwright/test';
import { type FoodSite, withSite } from './food-site.ts';
import { box, cells, firstIs, rows } from './page-parts.ts';
import { Person } from './person.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const nutrient = (page: Page, name: string) =>
  page.locator('.food-nutrients').getByRole('row', { name: new RegExp(`^${name} `) });
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });

/** Waits until the page's URL reflects what is shown. */
const addressIs = (page: Page, fragment: string) =>
  page.waitForFunction(
    (wanted) => decodeURIComponent(location.hash.replaceAll('+', ' ')) === wanted,
    `#${fragment}`,
  );

async function start(width: number, path = '/'): Promise<Person> {
  const viewport = { width, height: 844 };
  return new Person(await site.open(path, { viewport, hasTouch: true, isMobile: width < 1024 }));
}

test('on a phone, the potassium in a medium banana is two actions away, and the URL keeps the amount', async () => {
  const person = await start(390);
  const { page } = person;
  await person.type('medium banana');
  await firstIs(page, 'Bananas, raw');
  await person.tap(page.locator('#results-0'));
  await nutrient(page, 'Potassium').filter({ hasText: '422 mg' }).waitFor();
  expect(person.actions).toBe(2);
  const address = 'food=09040&amount=1 medium (7" to 7-7/8" long)';
  await addressIs(page, address);
  await page.reload();
  await nutrient(page, 'Potassium').filter({ hasText: '422 mg' }).waitFor();
  await page.goBack();
  await firstIs(page, 'Bananas, raw');
  await page.goForward();
  await nutrient(page, 'Potassium').filter({ hasText: '422 mg' }).waitFor();
  await addressIs(page, address);
});

test('at 1280 pixels, the iron in lentils is two actions away', async () => {
  const person = await start(1280);
  const { page } = person;
  await person.type('lentils');
  // Waits for the whole name, since results for its first letter may be shown before.
  await firstIs(page, 'lentils, raw');
  await person.tap(page.locator('#results-0'));
  await heading(page, /lentils/i).waitFor();
  // Values per 100 g, beside the usual measure, a cup.
  await page.getByRole('columnheader', { name: '100 g' }).first().waitFor();
  await page
    .getByText(/^1 cup/)
    .first()
    .waitFor();
  await nutrient(page, 'Iron').waitFor();
  expect(person.actions).toBe(2);
});

const permissions = ['clipboard-read', 'clipboard-write'];

const BREAKFAST_OF_FIVE = [
  '2 eggs',
  '1 slice white bread toasted',
  '1 tbsp butter',
  '1 cup orange juice',
  'coffee',
];
/** The energy of the breakfast: 438 kcal, ± 5. */
const BREAKFAST_ENERGY = /^Energy: 4(3[3-9]|4[0-3]) kcal$/;

const MEANT = [
  ['2 eggs', /^Egg, whole, raw, fresh/, '2 large, 100 g', '143'],
  ['whole milk 1 cup', /^Milk, whole/, '1 cup, 244 g', '149'],
  ['medium banana', /^Bananas, raw/, '1 medium (7" to 7-7/8" long), 118 g', '105'],
  ['1 slice white bread toasted', /^Bread, white.*toasted/, '1 slice, large, 27 g', '78'],
  ['2 lb ground beef', /^Beef, ground/, '2 lb, 907 g', undefined],
] as const;

test('typed lines become the right foods in the right amounts', async () => {
  const page = await site.open();
  for (const [query, name, amount, kcal] of MEANT) {
    await box(page).fill(query);
    await page.locator('#results-0.active').filter({ hasText: amount }).waitFor();
    await expect(cells(page).first()).toHaveText(name);
    if (kcal !== undefined) await expect(cells(page).nth(1)).toHaveText(kcal);
    await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
    await expect(page.getByRole('radio', { name: '100 g' })).toHaveCount(0);
  }
});

test('five breakfast foods, each typed and added with Enter, add up to the right energy', async () => {
  const person = new Person(await site.open());
  const { page } = person;
  for (const line of BREAKFAST_OF_FIVE) {
    await person.type(line);
    await person.press('Enter');
    // A person waits until the food is there, then types the next one.
    await page
      .locator('.plate')
      .getByRole('listitem')
      .nth(BREAKFAST_OF_FIVE.indexOf(line))
      .waitFor();
  }
  await expect(page.getByText(/^Energy: /)).toHaveText(BREAKFAST_ENERGY);
});

test('a breakfast of five foods is pasted and added at once', async () => {
  const page = await site.open('/', { permissions });
  await page.evaluate((text) => navigator.clipboard.writeText(text), BREAKFAST_OF_FIVE.join('\n'));
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: /^Add all 5 · 4(3[3-9]|4[0-3]) kcal$/ }).waitFor();
  await page.getByRole('combobox', { name: 'Food for “coffee”' }).waitFor();
  await page.getByText('1 cup (8 fl oz), 237 g').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText(BREAKFAST_ENERGY).waitFor({ state: 'attached' });
  await page.keyboard.type('oats');
  await expect(box(page)).toHaveValue('oats');
});

test('foods listed with commas are compared in three actions', async () => {
  const page = await site.open();
  await page.keyboard.type('cheddar, whole milk, oats');
  await page.getByRole('button', { name: 'cheddar; whole milk; oats' }).click();
  await page.getByRole('region', { name: 'A meal of 3 foods' }).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(/#compare=01009%2C01077%2C20038$/);
});

test('an amount typed before the amount reader has loaded is read later', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const prepare = (page: Page) =>
    page.route(/typed-amount-/, async (route) => {
      await isReleased;
      await route.continue();
    });
  const page = await site.open('/', { prepare });
  await page.keyboard.type('2 slices cheddar');
  await firstIs(page, 'Cheese, cheddar');
  await expect(rows(page).first()).not.toContainText('2 slice');
  release();
  await expect(rows(page).first()).toContainText('2 slice');
});
