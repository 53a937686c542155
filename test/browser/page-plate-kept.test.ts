import { readFile } from 'node:fs/promises';
import { type FoodSite, withSite } from './food-site.ts';
import { addFood, addStarter, amountOf, openMenu, plate, setAmount } from './plate-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

test('a link opens its plate, and the reader’s own plate is kept', async () => {
  const page = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addStarter(page);
  await setAmount(page, 'Oats', '30');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const friend = await site.open();
  await addStarter(friend, 'Bananas, raw');
  await friend.evaluate((address) => {
    location.href = address;
  }, link);
  await expect(amountOf(friend, 'Oats')).toHaveValue('30');
  await expect(amountOf(friend, 'Bananas, raw')).toHaveCount(0);
  await friend.evaluate(() => {
    location.hash = 'item=20_1_g__1_1_1_1_Air&item=broken';
  });
  await amountOf(friend, 'Air').waitFor();
  await friend.getByText('1 item could not be read').waitFor();
  await friend.getByRole('combobox', { name: 'Plate name' }).selectOption({ index: 1 });
  await amountOf(friend, 'Bananas, raw').waitFor();
  // On a phone, a link opens the sheet, which would contain the undo button.
  await friend.getByRole('button', { name: 'Remove Bananas, raw' }).click();
  await friend.getByRole('button', { name: 'Undo' }).click();
  await amountOf(friend, 'Bananas, raw').waitFor();
});

test('the browser keeps several plates, each under its name, saves all to one file, and another browser reads them back', async () => {
  const page = await site.open();
  await addFood(page, 'Butter, salted');
  await page.getByText('Saved in this browser.').waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Plate name' });
  await expect(field).toBeFocused();
  await field.fill('Breakfast');
  await field.press('Enter');
  await page.getByRole('button', { name: 'New' }).click();
  await addFood(page, 'Cheese, blue');
  await page.goto(new URL('/', site.pageUrl).href);
  await amountOf(page, 'Cheese, blue').waitFor();
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
  await amountOf(other, 'Cheese, blue').waitFor();
  await plate(other)
    .getByRole('combobox', { name: 'Plate name' })
    .selectOption({ label: 'Breakfast' });
  await amountOf(other, 'Butter, salted').waitFor();
  await picker.setInputFiles(file);
  await other.getByText('0 plates opened. 2 already here.').waitFor();

  // There are three plates here, so 364 more are one too many for the 366 that a browser keeps.
  const saved: { plates: readonly object[] } = JSON.parse(await readFile(file, 'utf8'));
  const plates = Array.from({ length: 364 }, (_, i) => ({
    ...saved.plates[0],
    name: `Breakfast ${i}`,
  }));
  const buffer = Buffer.from(JSON.stringify({ plates }));
  await picker.setInputFiles({ name: 'plates.json', mimeType: 'application/json', buffer });
  await other.getByText('No room for 1: delete old plates first.').waitFor();

  const name = page.getByRole('combobox', { name: 'Plate name' });
  await name.selectOption({ label: 'Breakfast' });
  await amountOf(page, 'Butter, salted').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await amountOf(page, 'Cheese, blue').waitFor();
  // Recently added foods are offered while the box is empty.
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: 'Search foods' }))
    .fill('');
  await page.getByRole('button', { name: 'Add Butter, salted', exact: true }).click();
  await amountOf(page, 'Butter, salted').waitFor();
  const day = plate(page).getByLabel('Plate date');
  await day.pressSequentially('0101202612');
  // The year has four of the six digits. Which four depends on when the page redraws the field.
  await expect(day).toHaveValue(/^\d{4}-01-01$/);
});
