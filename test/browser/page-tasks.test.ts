import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { type FoodSite, withSite } from './food-site.ts';
import { box, cells, firstIs, foundFor, rows } from './page-parts.ts';
import { Person, tapToReplace } from './person.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});
const MILK = 'Milk, whole, 3.25% milkfat, with added vitamin D';

/** Returns the first four fields of each food in a plate's link: count, weight, unit, and key. */
function itemsIn(link: string): string[] {
  const items = new URLSearchParams(new URL(link).hash.slice(1)).getAll('item');
  return items.map((item) => item.split('_').slice(0, 4).join(' '));
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const permissions = ['clipboard-read', 'clipboard-write'];

const BREAKFAST = [
  ['2 large eggs', 'Egg, whole, raw, fresh'],
  ['1 cup whole milk', MILK],
  ['100 g banana', 'Bananas, raw'],
  ['40 g oats', 'Oats'],
] as const;
const BREAKFAST_ITEMS = ['2 50 large 01123', '1 244 cup 01077', '100 1 g 09040', '40 1 g 20038'];

describe('by keyboard alone,', () => {
  async function start(width = 1280): Promise<Person> {
    return new Person(await site.open('/', { viewport: { width, height: 844 }, permissions }));
  }

  test('protein in a cup of whole milk is shown after typing the cup, or after two more actions', async () => {
    const person = await start();
    const { page } = person;
    await person.type('1 cup whole milk');
    await firstIs(page, MILK);
    await expect(cells(page).first()).toContainText('1 cup, 244 g');
    await expect(cells(page).nth(1)).toHaveText('149');
    await expect(cells(page).nth(3)).toHaveText('7.7');
    expect(person.actions).toBe(1);

    await person.press('Escape');
    await person.type('whole milk');
    // The same food was already first. This is its protein per 100 g.
    await expect(cells(page).nth(3)).toHaveText('3.2');
    // Starter foods show the same value, but other controls: this waits for those in the answer.
    await foundFor(page, 'whole milk').waitFor();
    await page.locator('select.narrow').waitFor({ state: 'attached' });
    const before = person.actions;
    await person.press('Tab');
    await person.press('ArrowRight');
    await expect(cells(page).nth(3)).toHaveText('7.7');
    expect(person.actions - before).toBeLessThanOrEqual(3);
  });

  test('a breakfast of four foods with portions is shared in nine actions', async () => {
    const person = await start();
    const { page } = person;
    for (const [query, first] of BREAKFAST) {
      await person.type(query);
      await firstIs(page, first);
      await person.press('Enter');
    }
    await person.press('Control+Enter');
    await page.getByText('Link copied').first().waitFor({ state: 'attached' });
    await expect.poll(async () => itemsIn(await copied(page))).toEqual(BREAKFAST_ITEMS);
    expect(person.actions).toBe(9);
  });

  test.each([1280, 390])(
    'at %i pixels, each choice between the search and the plate is one tab stop, and a key shares the plate',
    async (width) => {
      const person = await start(width);
      const { page } = person;
      await person.type('2 large eggs');
      await firstIs(page, 'Egg, whole, raw, fresh');
      // Wait for the controls that Tab can reach.
      await page.locator('select.narrow').waitFor({ state: 'attached' });
      await person.press('Enter');
      const isNarrow = width <= 1024;
      const plate = isNarrow ? page.locator('.plate-bar') : page.getByText('Copy link');
      // The stops are the sort order and the food group, or one button that opens both.
      expect(await person.tabTo(plate)).toHaveLength(width === 390 ? 1 : 2);
      await person.press('Control+Enter');
      await page.getByText('Link copied').first().waitFor({ state: 'attached' });
      await expect.poll(async () => itemsIn(await copied(page))).toEqual(['2 50 large 01123']);
    },
  );

  test('two foods are compared in four actions', async () => {
    const person = await start();
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    await person.press('Alt+Enter');
    await person.type('whole milk');
    await firstIs(page, MILK);
    await person.press('Alt+Enter');
    await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
    await expect(page).toHaveURL(/#compare=01009%2C01077$/);
    expect(person.actions).toBe(4);
  });

  test('a food is opened and added, and Back leads to the search', async () => {
    const person = await start();
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    await person.press('Shift+Enter');
    await page.getByRole('heading', { name: 'Cheese, cheddar' }).waitFor();
    await expect(page).toHaveURL(/#food=01009$/);
    await person.tabTo(page.getByRole('button', { name: 'Add to plate' }));
    await person.press('Enter');
    // A person does not go back before the next frame.
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
    await page.goBack();
    await firstIs(page, 'Cheese, cheddar');
    await expect(box(page)).toHaveValue('cheddar');
    await page.waitForURL(/#q=cheddar&item=1_132_cup/);
  });
});

describe('by touch alone,', () => {
  /** @param width - with no room for the plate beside the search */
  async function start(width = 390): Promise<Person> {
    const viewport = { width, height: 844 };
    const options = { viewport, hasTouch: true, isMobile: true, permissions };
    return new Person(await site.open('/', options));
  }

  test('per portion, protein in a cup of milk is one tap away', async () => {
    const person = await start();
    const { page } = person;
    await person.tap(box(page));
    await person.type('whole milk');
    // The same food was already first. This is its protein per 100 g.
    await expect(cells(page).nth(3)).toHaveText('3.2');
    // Starter foods show the same value, but other controls: this waits for those in the answer.
    await foundFor(page, 'whole milk').waitFor();
    await page.locator('select.narrow').waitFor({ state: 'attached' });
    const before = person.actions;
    await person.tap(page.getByRole('radio', { name: 'Portion' }));
    await expect(cells(page).nth(3)).toHaveText('7.7');
    expect(person.actions - before).toBe(1);
    // The choice persists.
    await page.reload();
    await firstIs(page, '1 cup, 244 g');
  });

  test('a breakfast of four foods with portions is shared in thirteen actions', async () => {
    const person = await start();
    const { page } = person;
    for (const [query, first] of BREAKFAST) {
      // The box has the focus when the page opens; a later tap selects its text.
      if (person.actions > 0) await tapToReplace(person);
      await person.type(query);
      await firstIs(page, first);
      await person.tap(page.getByRole('button', { name: `Add ${first}`, exact: true }));
      await rows(page).first().getByText('On the plate').waitFor();
    }
    await person.tap(page.locator('.plate-bar'));
    await person.tap(page.getByRole('button', { name: 'Copy link' }));
    await page.getByText('Link copied').first().waitFor({ state: 'attached' });
    await expect.poll(async () => itemsIn(await copied(page))).toEqual(BREAKFAST_ITEMS);
    expect(person.actions).toBeLessThanOrEqual(13);
  });

  test.each([768, 390])('at %i pixels, two foods are compared in four taps', async (width) => {
    const person = await start(width);
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    const cheddar = { name: 'Compare Cheese, cheddar', exact: true };
    await person.tap(page.getByRole('button', cheddar));
    await tapToReplace(person);
    await person.type('whole milk');
    await firstIs(page, MILK);
    await person.tap(page.getByRole('button', { name: `Compare ${MILK}` }));
    await person.tap(page.getByRole('button', { name: 'Compare 2 foods' }));
    const protein = page.getByRole('table').getByRole('row', { name: /^Protein/ });
    await expect(protein.getByRole('cell')).toHaveText(['22.9 g 46%', '3.2 g 6%'], {
      useInnerText: true,
    });
    expect(person.actions - person.texts).toBe(4);
  });

  test.each([768, 390])(
    'at %i pixels, a food is found and added, its amount set, and the sums shown, without scrolling',
    async (width) => {
      const person = await start(width);
      const { page } = person;
      await person.type('whole milk');
      await firstIs(page, MILK);
      await person.tap(page.getByRole('button', { name: `Add ${MILK}` }));
      await person.choose(rows(page).first().getByRole('combobox'), 'cup');
      await page.locator('.plate-bar').filter({ hasText: '149 of 2,000 kcal' }).waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      expect(person.actions).toBeLessThanOrEqual(4);
    },
  );
});

test('the fiber of this week is three actions away', async () => {
  const page = await site.open('/#item=100_1_g_20038_389_16.89_6.9_66.27_Oats');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('combobox', { name: 'Nutrient' }).selectOption('iron_mg');
  await page.getByText('4.72 mg a day on average').waitFor();
  await page.getByRole('button', { name: 'Dietary fiber' }).click();
  await page.getByText('10.6 g a day on average').waitFor();
  await page.getByRole('row', { name: /^Total 10.6 g/ }).waitFor();
  await expect(page).toHaveTitle('Dietary fiber · Food Lookup');
  await expect(page).toHaveURL(/#week=fiber_td_g$/);
});

test('the fiber of this week is three taps away on a phone', async () => {
  const plate = '/#item=100_1_g_20038_389_16.89_6.9_66.27_Oats';
  const page = await site.open(plate, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  const person = new Person(page);
  await person.tap(page.locator('.plate-bar'));
  await person.tap(page.getByRole('button', { name: 'Week', exact: true }));
  await expect(page.getByRole('heading', { name: 'Seven days' })).toBeFocused();
  await person.tap(page.getByRole('button', { name: 'Dietary fiber' }));
  await page.getByText('10.6 g a day on average').waitFor();
  expect(person.actions).toBe(3);
});

test('finding a cheese with little sodium takes two actions, and its sodium is shown', async () => {
  const page = await site.open();
  await page.keyboard.type('cheese');
  await firstIs(page, 'Cheese');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Sodium ↑' });
  await page.waitForURL('**/#q=cheese&sort=sodium_mg');
  await page.getByRole('columnheader', { name: /^Sodium mg/ }).waitFor();
  await expect(async () => {
    const sodium = await page.locator('#results td.extra').allTextContents();
    const known = sodium.map((text) => Number(text.replace(',', ''))).filter(Number.isFinite);
    expect(known.length).toBeGreaterThan(10);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
  }).toPass();
  await page.reload();
  await page.getByRole('columnheader', { name: /^Sodium mg/ }).waitFor();
});
