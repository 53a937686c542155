import type { Page } from '@playwright/test';
import { type FoodSite, withSite } from './food-site.ts';
import { boundsOf, box, cells, firstIs, rows } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const permissions = ['clipboard-read', 'clipboard-write'];

test('a link to a food shows its values, a command that requests them, and a button that makes it a favorite', async () => {
  const page = await site.open('/#food=01009', { permissions });
  await page.getByRole('heading', { name: 'Cheese, cheddar', exact: true }).waitFor();
  await expect(page).toHaveTitle('Cheese, cheddar · Food Lookup');
  const label = page.getByRole('complementary', { name: 'Nutrition Facts' });
  await expect(label).toContainText('1 cup, diced, 132 g');
  await expect(label.getByRole('row', { name: /^Calcium/ })).toContainText(/940 mg\s*70%/);
  const calcium = page.getByRole('row', { name: /^Calcium 937 mg 710 mg/ });
  await expect(calcium).toContainText('72%');
  await page.getByText('NDB number 01009').waitFor();

  // A command copied from a food runs.
  await page.getByRole('button', { name: 'fetch', exact: true }).click();
  await page.getByText('fetch copied').waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const food: unknown = await page.evaluate(`(async () => { ${code}; return food; })()`);
  expect(food).toMatchObject({ description: 'Cheese, cheddar', ndb_no: '01009', calcium_mg: 710 });

  // Favorites are offered before anything is typed.
  await page.getByRole('button', { name: 'Favorite' }).click();
  await page.getByRole('button', { name: 'Back to the search' }).click();
  await page.getByRole('heading', { name: 'Favorite and recent foods' }).waitFor();
  await expect(cells(page).first()).toHaveText('Cheese, cheddar');
});

test('the styles of the page keep their order, whichever part was loaded last', async () => {
  const page = await site.open();
  await box(page).fill('lentils');
  await page
    .getByRole('button', { name: /^Compare Lentils/ })
    .first()
    .click();
  await box(page).fill('spinach');
  await firstIs(page, 'Spinach');
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('heading', { name: /^Spinach/ }).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Compare 2 foods' }).click();
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
  // Here, the button has no shortcut, since the shortcut is for the plate.
  const copy = page.getByRole('button', { name: 'Copy link' });
  await expect(copy).not.toHaveAttribute('aria-keyshortcuts');
  await page.getByRole('link', { name: /^Spinach/ }).click();
  await page.getByRole('heading', { name: /^Spinach/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
  await page.evaluate(() => {
    location.hash = 'food=01009';
  });
  await page.getByRole('heading', { name: 'Cheese, cheddar' }).waitFor();
  await page.evaluate(() => {
    location.hash = 'compare=01009,01077';
  });
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
});

test('everyday foods are offered before anything is typed, and an unknown amount is shown as 100 g', async () => {
  const page = await site.open();
  await expect(rows(page).locator('td:first-child')).toHaveText([
    'Egg, whole, raw, fresh',
    'Bananas, raw',
    'Cheese, cheddar',
    'Oats',
  ]);
  await box(page).fill('1 slice whole milk');
  await rows(page).filter({ hasText: 'weight of one slice unknown: 100 g' }).first().waitFor();
});

const PLATE_PATH =
  '/#item=1_244_cup_01077_61_3.15_3.25_4.8_Milk&item=1_50_large_01123_143_12_9_1_Egg';

test.each([
  ['a plate', PLATE_PATH, 390],
  ['a food', '/#food=01077', 1280],
])('%s is printed on one page', async (_, path, width) => {
  const page = await site.open(path, { viewport: { width, height: 844 } });
  await page
    .getByText(/Milk|2 foods/)
    .first()
    .waitFor();
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // Paper cannot be inspected, but the page can while it is printed.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.locator('.plate, .food').filter({ hasText: 'Milk' }).waitFor();
  await page.locator('.plate-bar').waitFor({ state: 'hidden' });
});

test('a group and a meal are printed without an empty plate, and a week without any plate', async () => {
  const page = await site.open('/#group=Beverages');
  const foods = page.getByRole('grid');
  await foods.waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Beverages' }).waitFor();
  await foods.getByRole('columnheader', { name: 'kcal' }).getByText('kcal').waitFor();
  await expect(page.locator('.plate')).toBeHidden();
  await page.evaluate(() => Object.assign(location, { hash: 'q=2+eggs;+toast' }));
  const meal = page.getByRole('heading', { name: 'A meal of 2 foods' });
  const header = page.locator('.page-header');
  const gap = async () => (await boundsOf(meal)).top - (await boundsOf(header)).bottom;
  await expect.poll(gap).toBeGreaterThanOrEqual(0);

  await page.emulateMedia({ media: null });
  await page.evaluate((hash) => Object.assign(location, { hash }), PLATE_PATH.slice(2));
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.evaluate(() => Object.assign(location, { hash: 'week=fiber_td_g' }));
  await page.locator('.week-view table').waitFor();
  await page.locator('.plate .portion').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.plate-column')).toBeHidden();
  await expect(page.locator('.week-view h1')).toBeVisible();
  await expect(page.locator('.week-view th button')).toHaveCount(7);
  for (const day of await page.locator('.week-view th button').all())
    await expect(day).toBeVisible();
  // Fields look like text.
  await expect(page.locator('.week-view select')).toHaveCSS('border-top-width', '0px');
});

test('a plate of ten foods prints on one page, with a header, sums and all nutrients', async () => {
  const items = Array.from(
    { length: 10 },
    (_, i) => `item=1_244_cup_01077_61_3.15_3.25_4.8_A+food+with+a+name+of+usual+length,+${i}`,
  );
  const page = await site.open(`/#${items.join('&')}`);
  await page.getByText('Energy: 1,488 kcal').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const nutrients = page.locator('.nutrient-sums');
  await nutrients.getByText('All nutrients').click();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.plate-paper');
  await paper.waitFor();
  await expect(page.getByLabel('Plate date')).toHaveCSS('border-top-width', '0px');
  await page.locator('.plate-bar').waitFor({ state: 'hidden' });
  await expect(paper.getByRole('columnheader')).toHaveText([
    'Food',
    'Amount',
    'kcal',
    'Carbs g',
    'Protein g',
    'Fat g',
  ]);
  await expect(paper.getByRole('row').last().getByRole('cell')).toHaveText([
    '1,488',
    '117.1',
    '76.9',
    '79.3',
  ]);
  await paper.getByText('Calcium').waitFor();
  await expect(nutrients).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await nutrients.getByText('Calcium').waitFor();
});

test('the page is in Spanish for those who ask for it, with numbers in Spanish format', async () => {
  const page = await site.open('/#food=01009', { locale: 'es-ES' });
  await page.getByRole('button', { name: 'Añadir al plato' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('row', { name: /^Grasa total 44,0 g 33,3 g/ }).waitFor();
  await page.getByText('1 taza, en dados, 132 g').waitFor();
  await page.goto(new URL('/#q=leche', page.url()).href);
  await page
    .getByRole('row', { name: /^Milk, whole.* leche / })
    .first()
    .waitFor();
});

test('another language is chosen at the bottom of the page, and kept', async () => {
  const page = await site.open();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await page.getByRole('combobox', { name: 'Buscar alimentos' }).waitFor();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('where the browser stores nothing, the tab keeps the chosen language', async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, { get });
    });
  const page = await site.open('/', { prepare });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await page.getByRole('combobox', { name: 'Buscar alimentos' }).waitFor();
});

test('the page follows a URL that changes right after the page has loaded', async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      const leave = (_: unknown, observer: MutationObserver) => {
        if (document.querySelector('main.foods') === null) return;
        observer.disconnect();
        location.hash = 'food=01009';
      };
      new MutationObserver(leave).observe(document, { childList: true, subtree: true });
    });
  const page = await site.open('/#q=oats', { prepare });
  await page.getByRole('heading', { name: 'Cheese, cheddar', level: 1 }).waitFor();
});
