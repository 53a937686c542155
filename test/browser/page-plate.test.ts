import type { Page } from '@playwright/test';
import { type FoodSite, withSite } from './food-site.ts';
import { boundsOf } from './page-parts.ts';
import {
  addFood,
  addStarter,
  amountOf,
  drawnRing,
  energy,
  openMenu,
  plate,
  setAmount,
} from './plate-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const names = (page: Page) => plate(page).getByRole('listitem').locator('.description');
const shares = (page: Page) => plate(page).locator('tbody').getByRole('row');

test('the plate adds up its foods, whose amounts can be edited', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await addFood(page, 'Butter oil, anhydrous');
  await expect(energy(page)).toHaveText('Energy: 1,593 kcal');
  await setAmount(page, 'Butter, salted', '50');
  await setAmount(page, 'Butter oil, anhydrous', '0,5');
  await expect(energy(page)).toHaveText('Energy: 363 kcal');
  await expect(shares(page)).toHaveText(['Carbs 0.0 g 0%', 'Protein 0.4 g 0%', 'Fat 41.1 g 100%'], {
    useInnerText: true,
  });
});

test('a food added again has the sum of its amounts; an invalid amount stays as typed, is reported, and the last valid one counts', async () => {
  const page = await site.open();
  await addStarter(page);
  await page.getByRole('button', { name: 'Add Oats', exact: true }).click();
  await page.getByText('Added Oats: 200 g on the plate').waitFor({ state: 'attached' });
  await expect(amountOf(page, 'Oats')).toHaveValue('200');
  await expect.poll(() => drawnRing(page)).toMatch(/ 67%.* 84%/); // 17% is from protein.
  const grams = amountOf(page, 'Oats');
  await grams.fill('a lot');
  await grams.press('Enter');
  await expect(grams).toHaveAttribute('aria-invalid', 'true');
  await expect(plate(page).getByText('Use a number from 0 to 10,000,')).toHaveCount(1);
  await expect(grams).toHaveValue('a lot');
  await expect(energy(page)).toHaveText('Energy: 778 kcal');
  await grams.fill('1,000');
  await grams.press('Enter');
  await expect(energy(page)).toHaveText('Energy: 3,890 kcal');
});

test('a removed or cleared food is restored by keyboard alone', async () => {
  const page = await site.open();
  await addStarter(page);
  await addFood(page, 'Cheese, blue');
  await page.getByRole('button', { name: 'Remove Oats' }).press('Enter');
  await expect(amountOf(page, 'Oats')).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await amountOf(page, 'Oats').waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await plate(page).getByText('Nothing here yet.').waitFor();
  // An empty plate has no totals, and no notes about missing values.
  await expect(plate(page).getByText(/All nutrients|may be higher/)).toHaveCount(0);
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Oats', 'Cheese, blue']);
});

test('when a question or form of the plate closes, the focus stays on the plate', async () => {
  const page = await site.open('/#item=1_1_g__1_1_1_1_A');
  await page.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(plate(page).getByRole('heading', { name: 'Plate' })).toBeFocused();
  await openMenu(page);
  const rename = page.getByRole('button', { name: 'Rename' });
  for (const key of ['Escape', 'Enter']) {
    await rename.press('Enter');
    const name = page.getByRole('textbox', { name: 'Name of the plate' });
    // The day is not a name, or the plate would keep it on another day.
    await expect(name).toHaveValue('');
    await name.press(key);
    await expect(rename).toBeFocused();
  }
  await page.evaluate(() => {
    location.hash = 'item=1_1_g__1_1_1_1_B';
  });
  await page.getByRole('button', { name: 'Back to my plate' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
});

test('all buttons of a plate are in sight, however large its values are', async () => {
  const value = 1e9;
  const page = await site.open(`/#item=10000_1_g__${value}_${value}_${value}_${value}_A`);
  await amountOf(page, 'A').waitFor();
  const beyond = async (name: string) => {
    const button = await boundsOf(plate(page).getByRole('button', { name }));
    return button.right - (await boundsOf(plate(page))).right;
  };
  for (const name of ['Copy link', 'Remove A'])
    await expect.poll(() => beyond(name), name).toBeLessThan(0);
});

test('the focus goes to Undo, even if an answer was drawn before the toast', async () => {
  const page = await site.open('/', { isAlone: true });
  await addStarter(page);
  const answers: (() => void)[] = [];
  const toasts: (() => void)[] = [];
  await page.route(/toast-/, (route) => void toasts.push(() => void route.continue()));
  site.serve = (pass, { url = '' }) => (url.includes('q=egg&') ? void answers.push(pass) : pass());
  await page.getByRole('combobox', { name: 'Search foods' }).fill('egg');
  await expect.poll(() => answers.length).toBe(1);
  await page.getByRole('button', { name: 'Remove Oats' }).press('Enter');
  await expect.poll(() => toasts.length).toBe(1);
  for (const answer of answers) answer();
  await expect(page.locator('h1')).toBeFocused();
  for (const toast of toasts) toast();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
});

test('the plate adds up all nutrients, says what is missing, and accepts goals', async () => {
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

test('goals are read as people write them, and an invalid goal leaves the old one', async () => {
  const page = await site.open('/#item=1_244_cup_01077_61_3.15_3.25_4.8_Milk');
  await plate(page).getByText('All nutrients').click();
  for (const [nutrient, typed, shown, row] of [
    ['Energy', '2,000', '2000', 'Energy 149 kcal 7%'],
    ['Energy', '200 kcal', '200', 'Energy 149 kcal 74%'],
    ['Energy', '½', '0.5', 'Energy 149 kcal 29,768%'],
    ['Protein', '120 g', '120', 'Protein 7.7 g 6%'],
    ['Protein', 'a lot', 'a lot', 'Protein 7.7 g 6%'],
    ['Protein', '0', '0', 'Protein 7.7 g 6%'],
  ] as const) {
    await plate(page).getByRole('button', { name: 'Set goals' }).click();
    const goal = plate(page).getByRole('textbox', { name: `Goal for ${nutrient} per day` });
    await goal.fill(typed);
    await goal.press('Enter');
    await expect(goal, typed).toHaveValue(shown);
    await expect(plate(page).getByText('Use a number above 0')).toHaveCount(
      ['a lot', '0'].includes(typed) ? 1 : 0,
    );
    await plate(page).getByRole('button', { name: 'Done' }).click();
    await plate(page).getByRole('row', { name: row }).waitFor();
  }
});

test('the plate can be reordered by keyboard and by dragging', async () => {
  const page = await site.open(
    '/#item=1_1_g__1_1_1_1_A&item=1_1_g__1_1_1_1_B&item=1_1_g__1_1_1_1_C',
  );
  for (const name of ['A', 'B', 'C'])
    await page.getByRole('button', { name: `More about ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Move C', exact: true }).press('ArrowUp');
  await expect(names(page)).toHaveText(['A', 'C', 'B']);
  await page.getByRole('button', { name: 'Move A', exact: true }).hover();
  await page.mouse.down();
  // Rows may still be added, so each attempt finds the position of the last one.
  await expect(async () => {
    const last = await boundsOf(plate(page).getByRole('listitem').last());
    await page.mouse.move(last.x + 5, last.bottom - 2, { steps: 8 });
    expect(await names(page).allTextContents()).toEqual(['C', 'B', 'A']);
  }).toPass();
  await page.mouse.up();
  await expect(names(page)).toHaveText(['C', 'B', 'A']);
});

test('if a food lacks a value, the plate says that the total may be higher, and shows no energy shares', async () => {
  const page = await site.open('/#item=100_1_g__50__1_2_Mystery');
  await plate(page).getByText('the true totals may be higher').waitFor();
  await expect(plate(page).getByRole('row', { name: /^Fat/ })).toHaveText('Fat1.0 g');
});

test('on a phone, the plate is in a sheet, one tap away, and a tap outside closes it', async () => {
  const viewport = { width: 390, height: 844 };
  const page = await site.open('/#q=che', { viewport, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: /^Add / }).first().tap();
  // The amount can be set in the results.
  await page.locator('#results').getByRole('textbox').fill('50');
  await page.locator('#results').getByRole('textbox').press('Enter');
  await page.getByRole('button', { name: /^Plate 1 food/ }).tap();
  const amount = plate(page).getByRole('textbox', { name: /^Amount of/ });
  await expect(amount).toHaveValue('50');
  const lowerEdge = async () => (await boundsOf(page.getByRole('dialog'))).bottom;
  await expect.poll(lowerEdge).toBe(viewport.height);
  await page.touchscreen.tap(195, 20);
  await plate(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Plate 1 food/ }).tap();
  await plate(page).waitFor();
});

test('on touch screens, the plate is shared by the system’s share sheet', async () => {
  const viewport = { width: 390, height: 844 };
  const item = 'item=100_1_g__100_1_1_1_A';
  const page = await site.open(`/#${item}`, { viewport, hasTouch: true, isMobile: true });
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (shared: unknown) => void Object.assign(window, { shared }),
    });
  });
  // The sheet is redrawn, now that the browser can share.
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
  const { height } = await boundsOf(row);
  await row.tap({ position: { x: 150, y: height - 10 } });
  await page.getByRole('heading', { name: 'Cheese, cheddar', exact: true }).waitFor();
});

test('a plate of 300 foods opens', async () => {
  const items = Array.from({ length: 300 }, (_, i) => `item=100_1_g__1_1_1_1_Food+${i}`);
  const page = await site.open(`/#${items.join('&')}`);
  await page.getByText('Energy: 300 kcal').waitFor({ state: 'attached' });
  // The first foods are painted before the rest is created.
  await plate(page).getByRole('listitem').nth(299).waitFor({ state: 'attached' });
});
