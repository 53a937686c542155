import type { Locator, Page } from '@playwright/test';
import { type FoodSite, withSite } from './food-site.ts';
import { boundsOf } from './page-parts.ts';
import { addFood, addStarter, amountOf, drawnRing, openMenu, plate } from './plate-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const names = (page: Page) => plate(page).getByRole('listitem').locator('.description');

test('adding a food again sums its amounts, and the ring shows the sum', async () => {
  const page = await site.open();
  await addStarter(page);
  await page.getByRole('button', { name: 'Add Oats', exact: true }).click();
  await page.getByText('Added Oats: 200 g on the plate').waitFor({ state: 'attached' });
  await expect(amountOf(page, 'Oats')).toHaveValue('200');
  await expect.poll(() => drawnRing(page)).toMatch(/ 67%.* 84%/); // 17% is from protein.
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

test('when a prompt or form of the plate closes, the focus stays on the plate', async () => {
  const page = await site.open('/#item=1_1_g__1_1_1_1_A');
  await page.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(plate(page).getByRole('heading', { name: 'Plate' })).toBeFocused();
  await openMenu(page);
  const rename = page.getByRole('button', { name: 'Rename' });
  for (const key of ['Escape', 'Enter']) {
    await rename.press('Enter');
    const name = page.getByRole('textbox', { name: 'Plate name' });
    // The day must not become the name, which would stay when the plate moves to another day.
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
  const page = await site.open();
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
  await row(/^Calcium 276 mg known for 1 of 2 foods 21%/).waitFor();
  await row(/^Energy 199 kcal/).waitFor();
  await plate(page).getByRole('button', { name: 'Set goals' }).click();
  await plate(page).getByRole('textbox', { name: 'Daily goal: Calcium' }).fill('552');
  await plate(page).getByRole('button', { name: 'Done' }).click();
  await row(/^Calcium 276 mg known for 1 of 2 foods 50%/).waitFor();
  await page.reload();
  await plate(page).getByText('All nutrients').click();
  await row(/^Calcium 276 mg known for 1 of 2 foods 50%/).waitFor();
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

test.each([
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
])('the toast covers nothing permanently, at $width pixels', async (viewport) => {
  const page = await site.open('/#q=cheddar', { viewport });
  const isClear = (control: Locator) => control.click({ trial: true });
  const compare = page.locator('#results').getByRole('button', { name: /^Compare / });
  for (let i = 0; i < 5; i += 1) await compare.nth(i).click();
  await page.getByText('At most 4 foods').waitFor();
  const tray = page.getByRole('region', { name: 'Compare' }).getByRole('button');
  await expect(tray).toHaveCount(5);
  for (const button of await tray.all()) await isClear(button);
  for (const button of (await tray.all()).slice(0, -1).reverse()) await button.click();
  await isClear(page.getByRole('combobox', { name: 'Language' }));
  await page.locator('#results-0').getByRole('button', { name: /^Add / }).click();
  const bar = page.getByRole('button', { name: /^Plate 1 food/ });
  if (viewport.width < 1024) await bar.click();
  await plate(page)
    .getByRole('button', { name: /^Remove / })
    .click();
  await page.getByText('Removed Cheese').waitFor();
  await isClear(plate(page).getByText('Saved in this browser.'));
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
