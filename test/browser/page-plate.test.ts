import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './chromium.ts';
import { type FoodSite, withSite } from './food-site.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const plate = (page: Page) => page.getByRole('region', { name: 'Plate' });
const amountOf = (page: Page, name: string) =>
  plate(page).getByRole('textbox', { name: `Amount of ${name}`, exact: true });

async function setAmount(page: Page, name: string, text: string): Promise<void> {
  await amountOf(page, name).fill(text);
  await amountOf(page, name).press('Enter');
}

async function addFood(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search foods' }).fill(name);
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
  await amountOf(page, name).waitFor();
}

const openMenu = (page: Page) => plate(page).getByText('More', { exact: true }).click();

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
  await setAmount(page, 'Butter, salted', '50');
  await setAmount(page, 'Butter oil, anhydrous', '0,5');
  expect(await kcal(page)).toBe('Energy: 363 kcal');
  expect(await sharesOn(page)).toEqual(['Carbs 0.0 g 0%', 'Protein 0.4 g 0%', 'Fat 41.1 g 100%']);
});

test('adds more of what is on the plate', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await page.getByRole('button', { name: 'Add Butter, salted', exact: true }).click();
  await page.getByText('Added Butter, salted: 200 g on the plate').waitFor({ state: 'attached' });
  expect(await amountOf(page, 'Butter, salted').inputValue()).toBe('200');
});

test('keeps what is no amount as it was typed, says so, and counts the last amount', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  const grams = amountOf(page, 'Butter, salted');
  await grams.fill('a lot');
  await grams.press('Enter');
  expect(await grams.getAttribute('aria-invalid')).toBe('true');
  expect(await plate(page).getByText('Use a number from 0 to 10,000,').count()).toBe(1);
  expect([await grams.inputValue(), await kcal(page)]).toEqual(['a lot', 'Energy: 717 kcal']);
  await grams.fill('1,000');
  await grams.press('Enter');
  expect(await grams.getAttribute('aria-invalid')).toBe('true');
  expect(await kcal(page)).toBe('Energy: 717 kcal');
});

test('puts back what was removed or cleared, from the keyboard alone', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await addFood(page, 'Cheese, blue');
  await page.getByRole('button', { name: 'Remove Butter, salted' }).press('Enter');
  expect(await amountOf(page, 'Butter, salted').count()).toBe(0);
  await page.keyboard.press('Enter');
  await amountOf(page, 'Butter, salted').waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await plate(page).getByText('Nothing here yet.').waitFor();
  await page.keyboard.press('Enter');
  const names = await plate(page).getByRole('listitem').locator('.description').allInnerTexts();
  expect(names).toEqual(['Butter, salted', 'Cheese, blue']);
});

test('is found again by its link; a plate of one’s own is kept beside it', async () => {
  const page = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addFood(page, 'Butter, salted');
  await setAmount(page, 'Butter, salted', '30');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const friend = await site.open();
  await addFood(friend, 'Cheese, blue');
  await friend.evaluate((address) => {
    location.href = address;
  }, link);
  await amountOf(friend, 'Butter, salted').waitFor();
  expect(await amountOf(friend, 'Butter, salted').inputValue()).toBe('30');
  expect(await amountOf(friend, 'Cheese, blue').count()).toBe(0);
  await friend.evaluate(() => {
    location.hash = 'food=20_1_1_1_1_Air&item=broken';
  });
  await amountOf(friend, 'Air').waitFor();
  await friend.getByText('1 food could not be read').waitFor();
  await friend.getByRole('combobox', { name: 'Name of the plate' }).selectOption({ index: 1 });
  await amountOf(friend, 'Cheese, blue').waitFor();
});

test('stays in the browser, under a name, beside others', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await page.getByText('Saved in this browser.').waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name of the plate' }).fill('Breakfast');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New' }).click();
  await addFood(page, 'Cheese, blue');
  await page.goto(new URL('/', site.pageUrl).href);
  await amountOf(page, 'Cheese, blue').waitFor();
  const name = page.getByRole('combobox', { name: 'Name of the plate' });
  await name.selectOption({ label: 'Breakfast' });
  await amountOf(page, 'Butter, salted').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await amountOf(page, 'Cheese, blue').waitFor();
  // Foods added lately are offered while nothing is typed.
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: 'Search foods' }))
    .fill('');
  await page.getByRole('button', { name: 'Add Butter, salted', exact: true }).click();
  await amountOf(page, 'Butter, salted').waitFor();
});

test('says where it is when the browser keeps nothing', async () => {
  const page = await site.open();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await addFood(page, 'Butter, salted');
  await page.getByText('This browser does not save it').waitFor();
  await page.waitForURL(/item=100_1_g/);
});

test('sums up all nutrients, says what is missing, and takes goals', async () => {
  const page = await site.open(
    '/#item=1_244_cup_01077_61_3.15_3.25_4.8_Milk&item=100_1_g__50_1_1_2_Mystery',
  );
  await plate(page).getByText('All nutrients').click();
  const row = (name: RegExp) => plate(page).getByRole('row', { name });
  await row(/^Calcium 276 mg 1 of 2 foods known 21%/).waitFor();
  await row(/^Energy 199 kcal/).waitFor();
  await plate(page).getByRole('button', { name: 'Set goals' }).click();
  await plate(page).getByRole('textbox', { name: 'Goal for Calcium per day' }).fill('552');
  await plate(page).getByRole('button', { name: 'Done' }).click();
  await row(/^Calcium 276 mg 1 of 2 foods known 50%/).waitFor();
  await page.reload();
  await plate(page).getByText('All nutrients').click();
  await row(/^Calcium 276 mg 1 of 2 foods known 50%/).waitFor();
});

test('is put in another order by keys and by dragging', async () => {
  const page = await site.open(
    '/#item=1_1_g__1_1_1_1_A&item=1_1_g__1_1_1_1_B&item=1_1_g__1_1_1_1_C',
  );
  const names = () => plate(page).getByRole('listitem').locator('.description').allInnerTexts();
  await page.getByRole('button', { name: 'Move C', exact: true }).press('ArrowUp');
  expect(await names()).toEqual(['A', 'C', 'B']);
  const handle = await page.getByRole('button', { name: 'Move A', exact: true }).boundingBox();
  const last = await page.getByRole('button', { name: 'Move B', exact: true }).boundingBox();
  await page.mouse.move((handle?.x ?? 0) + 5, (handle?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((last?.x ?? 0) + 5, (last?.y ?? 0) + (last?.height ?? 0) - 2, { steps: 8 });
  await page.mouse.up();
  expect(await names()).toEqual(['C', 'B', 'A']);
});

test('is copied and downloaded as CSV', async () => {
  const page = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addFood(page, 'Butter, salted');
  const csv =
    /^description,grams,kcal,protein_g,fat_g,carbohydrate_g,count,unit,id,[^\r]*,iron_mg,[^\r]*\r\n"Butter, salted",100,717,0.85,\d+\.\d+,0.06,100,g,\d*,[^\r]*,0.02,[^\r]*\r\n$/;
  await openMenu(page);
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await page.getByText('CSV copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(csv);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\w+, \w+ \d+\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect([text[0], text.slice(1)]).toEqual(['\ufeff', expect.stringMatching(csv)]);
  await page
    .getByLabel('Open a file')
    .last()
    .setInputFiles({
      name: 'lunch.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text.replace('Butter, salted', 'Ghee')),
    });
  await amountOf(page, 'Ghee').waitFor();
  await page
    .getByLabel('Open a file')
    .last()
    .setInputFiles({
      name: 'cat.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('meow'),
    });
  await page.getByText('cat.csv does not contain a plate').waitFor();
});

test('all plates are saved to one file, and read back in another browser', async () => {
  const page = await site.open();
  await addFood(page, 'Oats');
  await plate(page).getByRole('button', { name: 'Rename' }).click();
  const name = plate(page).getByRole('textbox', { name: 'Name of the plate' });
  await name.fill('Breakfast');
  await name.press('Enter');
  await plate(page).getByRole('button', { name: 'New' }).click();
  await addFood(page, 'Butter, salted');
  await openMenu(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all plates' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('plates.json');
  const file = await download.path();

  const other = await site.open();
  await openMenu(other);
  const picker = other.getByLabel('Open a file').last();
  await picker.setInputFiles(file);
  await other.getByText('2 plates opened.').waitFor();
  await amountOf(other, 'Butter, salted').waitFor();
  await plate(other)
    .getByRole('combobox', { name: 'Name of the plate' })
    .selectOption({ label: 'Breakfast' });
  await amountOf(other, 'Oats').waitFor();
  await picker.setInputFiles(file);
  await other.getByText('0 plates opened. 2 already here.').waitFor();
});

test('marks values of a link that the service has otherwise as the sender’s', async () => {
  const cheddar = 'item=100_1_g_01009_40_22.87_33.31_3.09_Cheese%2C+cheddar';
  const oats = 'item=100_1_g_20038_389_16.89_6.9_66.27_Oats';
  const page = await site.open(`/#${cheddar}&${oats}`);
  await page.getByText('The sender’s values. Here, 100 g have 404 kcal.').waitFor();
  expect(await plate(page).getByText('sender’s values').count()).toBe(1);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('Values as they were added. Now, 100 g have 404 kcal.').waitFor();
});

test('says that a total may be higher where a food lacks a value', async () => {
  const page = await site.open('/#item=100_1_g__50__1_2_Mystery');
  await plate(page).getByText('the true totals may be higher').waitFor();
});

test('on a phone is in a sheet, one tap away, that a tap beside it closes', async () => {
  const viewport = { width: 390, height: 844 };
  const page = await site.open('/#q=che', { viewport, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: /^Add / }).first().tap();
  // The amount can be set where the food was found.
  await page.locator('#results').getByRole('textbox').fill('50');
  await page.locator('#results').getByRole('textbox').press('Enter');
  await page.getByRole('button', { name: /^Plate 1 food/ }).tap();
  const amount = plate(page).getByRole('textbox');
  await amount.waitFor();
  expect(await amount.inputValue()).toBe('50');
  const lowerEdge = async () => {
    const sheet = await page.getByRole('dialog').boundingBox();
    return (sheet?.y ?? 0) + (sheet?.height ?? 0);
  };
  await expect.poll(lowerEdge).toBe(viewport.height);
  await page.touchscreen.tap(195, 20);
  await plate(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Plate 1 food/ }).tap();
  await plate(page).waitFor();
});

test('is shared by the system where a finger asks for it', async () => {
  const viewport = { width: 390, height: 844 };
  const item = 'item=100_1_g__100_1_1_1_A';
  const page = await site.open(`/#${item}`, { viewport, hasTouch: true, isMobile: true });
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (shared: unknown) => void Object.assign(window, { shared }),
    });
  });
  // The sheet is drawn anew, now that the browser can share.
  await plate(page).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.plate-bar').tap();
  await plate(page).getByRole('button', { name: 'Share' }).tap();
  await page.waitForFunction(() => 'shared' in window);
  const { url } = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(new URL(url).hash).toBe(`#${item}`);
});

test('the whole row opens its food', async () => {
  const viewport = { width: 390, height: 844 };
  const page = await site.open('/#q=cheddar', { viewport, hasTouch: true, isMobile: true });
  const row = page.locator('#results-0');
  const { height = 0 } = (await row.boundingBox()) ?? {};
  await row.tap({ position: { x: 150, y: height - 10 } });
  await page.getByRole('heading', { name: 'Cheese, cheddar', exact: true }).waitFor();
});

test('opens with 300 foods', async () => {
  const items = Array.from({ length: 300 }, (_, i) => `item=100_1_g__1_1_1_1_Food+${i}`);
  const page = await site.open(`/#${items.join('&')}`);
  await page.getByText('Energy: 300 kcal').waitFor({ state: 'attached' });
  // The first are painted before the others are made.
  await plate(page).getByRole('listitem').nth(299).waitFor({ state: 'attached' });
});
