import { type FoodSite, NO_ANSWER, withSite } from './food-site.ts';
import { box, firstIs } from './page-parts.ts';
import { Person } from './person.ts';
import { addFood, addStarter, amountOf, openMenu, plate } from './plate-parts.ts';
import { expect, test } from './with-chromium.ts';

// Days, undo, other tabs, failing storage, a service that recovers: nothing is lost.

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

test('adding yesterday’s lunch of two foods takes four actions', async () => {
  const page = await site.open();
  const person = new Person(page);
  await plate(page).getByRole('button', { name: 'Previous day' }).click();
  await box(page).click();
  person.actions += 2;
  await person.type('2 eggs, 1 slice toast');
  await person.press('Enter');
  await page.getByText('Added 2 foods').waitFor();
  expect(person.actions).toBeLessThanOrEqual(4);
  await plate(page).getByRole('button', { name: 'Next day' }).click();
  await plate(page).getByText('Nothing here yet.').waitFor();
  await plate(page).getByRole('button', { name: 'Week' }).click();
  await page.locator('.week-view tbody button').nth(5).click();
  await expect(plate(page).locator('.portion').first()).toContainText('Egg');
});

test('on a phone, adding yesterday’s lunch of two foods takes two actions', async () => {
  const page = await site.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const person = new Person(page);
  await person.type('2 eggs, 1 slice toast');
  await person.tap(page.getByRole('button', { name: 'Add to yesterday' }));
  await page.getByText('Added 2 foods').waitFor();
  expect(person.actions).toBe(2);
  // The message names the day.
  await page.getByRole('button', { name: /^\w+day, .* 2 foods/ }).click();
  await plate(page).getByRole('button', { name: 'Next day' }).click();
  await plate(page).getByText('Nothing here yet.').waitFor();
});

test('adding a breakfast of four foods takes two actions, undoing it takes one, and comparing three foods takes two', async () => {
  const page = await site.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const person = new Person(page);
  await person.type('2 large eggs, 1 cup whole milk, 100 g banana and 40 g oats');
  await person.press('Enter');
  await page.getByText('Added 4 foods').waitFor();
  expect(person.actions).toBe(2);
  // The sum is compared with the daily value, since no goal is set.
  await expect(page.locator('.plate-bar')).toContainText('Energy536 of 2,000 kcal');
  await expect(page.locator('.plate-bar')).toContainText('Protein28.1 of 50 g');
  await person.tap(page.getByRole('button', { name: 'Undo' }));
  await page.getByRole('button', { name: 'Plate 0 foods' }).waitFor();
  expect(person.actions).toBe(3);
  await box(page).focus();
  await person.type('cheddar; whole milk; oats');
  await person.tap(page.getByRole('button', { name: 'Compare', exact: true }));
  await page.getByRole('heading', { name: '3 foods compared' }).waitFor();
  expect(person.actions).toBe(5);
});

test('a line of a meal is corrected in place, in two actions, and remembered; an emptied line disappears', async () => {
  const page = await site.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const person = new Person(page);
  await person.type('2 eggs, 1 cup milk, 40 g xyzzy');
  await page.getByText('No food found. This line is left out.').waitFor();
  await person.tap(page.getByRole('textbox', { name: 'Line “40 g xyzzy”' }));
  await person.type('40 g oats');
  await expect(page.locator('.meal li').nth(2).getByRole('combobox')).toHaveText(/^Oats/);
  expect(person.actions).toBe(3);
  await expect(page.locator('.meal li')).toHaveCount(3);
  const food = page.getByRole('combobox', { name: 'Food for “1 cup milk”' });
  const [meant = ''] = await food.selectOption({ index: 2 });
  await page.getByRole('button', { name: /^Add all 3/ }).click();
  await box(page).fill('1 cup milk, 2 eggs');
  await expect(food).toHaveValue(meant);
  const eggs = page.getByRole('textbox', { name: 'Line “2 eggs”' });
  await eggs.fill('');
  await expect(page.locator('.meal li')).toHaveCount(2);
  await eggs.blur();
  await expect(box(page)).toHaveValue(/^1 cup milk\W*$/);
});

test('a line without a known weight has no amount; one tap fills it in', async () => {
  const page = await site.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const person = new Person(page);
  await person.type('100 g oats, 1 handful spinach');
  await page.getByRole('button', { name: 'Add 1 · 389 kcal, 1 of 2 known' }).waitFor();
  await expect(page.locator('.meal li').nth(1)).toContainText('How much is that?');
  await person.tap(page.locator('.meal li').getByRole('button', { name: '1 cup, 30 g' }));
  await person.tap(page.getByRole('button', { name: 'Add all 2 · 396 kcal' }));
  await page.getByText('Added 2 foods').waitFor();
  expect(person.actions).toBe(3);
});

test('no line of a long meal is lost: lines that do not fit or have no food stay', async () => {
  const page = await site.open();
  await box(page).fill(`40 g xyzzy; ${'10 g oats; '.repeat(50)}7 g butter`);
  await page.getByText('2 more lines do not fit.').waitFor();
  await box(page).press('Enter');
  await page.getByText('Added 49 foods').waitFor();
  await expect(amountOf(page, 'Oats')).toHaveValue('490');
  await expect(box(page)).toHaveValue('40 g xyzzy; 10 g oats; 7 g butter');
});

test('a deleted plate can be restored by a visible button', async () => {
  const page = await site.open('/', { viewport: { width: 390, height: 844 } });
  await box(page).fill('Butter, salted');
  await firstIs(page, 'Butter, salted');
  await box(page).press('Enter');
  await page.locator('.plate-bar').click();
  await openMenu(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport();
  await page.getByRole('button', { name: 'Undo' }).click();
  await plate(page).getByText('Nothing here yet.').waitFor();
});

test('two tabs keep the foods that both add, even if one tab gets no events from the other', async () => {
  const page = await site.open();
  await addStarter(page);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.origin));
  const other = await opened;
  await amountOf(other, 'Oats').waitFor();
  // Like a frozen tab, it gets no `storage` events.
  await other.evaluate(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
  );
  await addFood(page, 'Butter, salted');
  await addFood(other, 'Cheese, blue');
  for (const tab of [page, other])
    for (const name of ['Oats', 'Butter, salted', 'Cheese, blue'])
      await amountOf(tab, name).waitFor();
  await other.close();
});

test('a plate that the browser does not store survives a reload', async () => {
  const page = await site.open('/', {
    prepare: (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }),
  });
  await addStarter(page);
  await page.getByRole('link', { name: 'Oats' }).first().click();
  await page.getByRole('heading', { name: 'Oats' }).waitFor();
  await page.reload();
  await page.locator('.plate-bar').click();
  await amountOf(page, 'Oats').waitFor();
  await page.getByText('Nothing is saved: this browser does not allow it.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('plates.json');
});

test('nutrients that failed to load are requested again', async () => {
  const page = await site.open('/', { expected: NO_ANSWER });
  await page.getByRole('button', { name: 'Add Oats', exact: true }).waitFor();
  site.serve = (pass, { url = '', socket }) =>
    url.startsWith('/api/foods?ids') ? void socket.destroy() : pass();
  await page.getByRole('button', { name: 'Add Oats', exact: true }).click();
  await plate(page).getByText('All nutrients').click();
  await plate(page).getByText('The service is not sending some foods’ nutrients').waitFor();
  site.serve = (pass) => pass();
  await plate(page)
    .getByRole('row', { name: /^Iron 4.72 mg/ })
    .waitFor();
});

test('a plate stays on the screen if its menu cannot be loaded, as while offline', async () => {
  // A reused page may have kept the menu's code.
  const page = await site.open('/', { isAlone: true, expected: NO_ANSWER });
  await addStarter(page);
  await page.context().setOffline(true);
  await openMenu(page);
  await plate(page).getByText('No answer').waitFor();
  await expect(amountOf(page, 'Oats')).toHaveValue('100');
});
