import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { test } from './chromium.ts';
import { FoodSite } from './food-site.ts';

let site: FoodSite;
beforeAll(async () => {
  site = await FoodSite.start();
});
afterAll(() => site.close());

const plate = (page: Page) => page.getByRole('region', { name: 'Plate' });
const gramsOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Grams of ${name}`, exact: true });

async function addFood(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox').fill(name);
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
  await gramsOf(page, name).waitFor();
}

const kcal = (page: Page) =>
  plate(page)
    .getByText(/^Energy: /)
    .textContent();

async function sharesOn(page: Page): Promise<string[]> {
  const rows = await plate(page).getByRole('row').allInnerTexts();
  return rows.slice(1).map((row) => row.replace(/\s+/g, ' '));
}

test('sums up what is added, by amounts that can be edited', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await addFood(page, 'Butter oil, anhydrous');
  expect(await kcal(page)).toBe('Energy: 1,593 kcal');
  await gramsOf(page, 'Butter, salted').fill('50');
  await gramsOf(page, 'Butter oil, anhydrous').fill('0,5');
  expect(await kcal(page)).toBe('Energy: 363 kcal');
  expect(await sharesOn(page)).toEqual(['Carbs 0.0 g 0 %', 'Protein 0.4 g 1 %', 'Fat 38.2 g 99 %']);
});

test('adds more of what is on the plate', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await page.getByRole('button', { name: 'Add Butter, salted' }).click();
  await page.getByText('Added Butter, salted: 200 g on the plate').waitFor({ state: 'attached' });
  expect(await gramsOf(page, 'Butter, salted').inputValue()).toBe('200');
});

test('keeps what is no amount as it was typed, says so, and counts the last amount', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  const grams = gramsOf(page, 'Butter, salted');
  await grams.fill('a lot');
  expect(await grams.getAttribute('aria-invalid')).toBe('true');
  expect(await plate(page).getByText('Use a number from 0 to 10000,').count()).toBe(1);
  expect([await grams.inputValue(), await kcal(page)]).toEqual(['a lot', 'Energy: 717 kcal']);
  await grams.fill('1,000');
  expect(await grams.getAttribute('aria-invalid')).toBe('true');
  expect(await kcal(page)).toBe('Energy: 717 kcal');
});

test('puts back what was removed or cleared, from the keyboard alone', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await addFood(page, 'Cheese, blue');
  await page.getByRole('button', { name: 'Remove Butter, salted' }).press('Enter');
  expect(await gramsOf(page, 'Butter, salted').count()).toBe(0);
  await page.keyboard.press('Enter');
  await gramsOf(page, 'Butter, salted').waitFor();
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await plate(page).getByText('Nothing yet.').waitFor();
  await page.keyboard.press('Enter');
  const names = await plate(page).getByRole('listitem').locator('.description').allInnerTexts();
  expect(names).toEqual(['Butter, salted', 'Cheese, blue']);
});

test('is found again by its link, and another link replaces it', async () => {
  const page = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addFood(page, 'Butter, salted');
  await gramsOf(page, 'Butter, salted').fill('30');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.waitForURL(link);

  const friend = await site.open(link);
  expect(await gramsOf(friend, 'Butter, salted').inputValue()).toBe('30');
  expect(await friend.getByRole('combobox').inputValue()).toBe('Butter, salted');
  await friend.evaluate(() => {
    location.hash = 'food=20_1_1_1_1_Air&food=broken';
  });
  await gramsOf(friend, 'Air').waitFor();
  expect(await gramsOf(friend, 'Butter, salted').count()).toBe(0);
  await friend.getByText('1 food of this link could not be read').waitFor();
});

test('is copied and downloaded as CSV', async () => {
  const page = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addFood(page, 'Butter, salted');
  const csv =
    'description,grams,kcal,protein_g,fat_g,carbohydrate_g\r\n"Butter, salted",100,717,0.85,75.43,0.06\r\n';
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await page.getByText('CSV copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(csv);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('plate.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(`\ufeff${csv}`);
});

test('says that a total may be higher where a food lacks a value', async () => {
  const page = await site.open('/#food=100_50__1_2_Mystery');
  await plate(page).getByText('the true totals may be higher').waitFor();
});

test('is one tap away on a phone', async () => {
  const page = await site.open('/#q=che', { viewport: { width: 390, height: 800 } });
  const add = page.getByRole('button', { name: /^Add / }).first();
  await add.click();
  await page.getByRole('button', { name: /^Plate 1 food/ }).click();
  await page.waitForFunction(() => {
    const top = document.querySelector('.plate')?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  });
});
