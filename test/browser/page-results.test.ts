import { describe } from 'vitest';
import { type FoodSite, withSite } from './food-site.ts';
import { boundsOf, box, foundFor, rows, shown } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

describe('the keyboard', () => {
  test('chooses with arrows until something else is typed, adds with Enter, clears with Escape', async () => {
    const page = await site.open();
    await page.keyboard.type('cheddar');
    // Waits for the last answer, since an answer that came later would select its best match.
    await foundFor(page, 'cheddar').waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    const active = page.getByRole('row', { selected: true });
    await expect(box(page)).toHaveAttribute('aria-activedescendant', 'results-1');
    await expect(active).toHaveAttribute('id', 'results-1');
    await box(page).selectText();
    await page.keyboard.insertText('butter');
    await foundFor(page, 'butter').waitFor();
    await expect(active).toHaveAttribute('id', 'results-0');
    await expect(page.getByText('Nothing here yet.')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await active.getByRole('textbox', { name: /^Amount of / }).waitFor();
    await expect(page.locator('.portion')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Favorite and recent foods' }).waitFor();
    await expect(box(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(1);
  });

  test('↑ leads to the added amount; typing replaces it, and Enter leads back', async () => {
    const page = await site.open();
    await page.keyboard.type('oats');
    await page.keyboard.press('Enter');
    const amount = rows(page).first().getByRole('textbox');
    await amount.waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('0.5 cups');
    await page.keyboard.press('Enter');
    await page.getByText('Energy: 303 kcal').waitFor({ state: 'attached' });
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('butter');
    await page.keyboard.press('Enter');
    await expect(amount).toHaveValue('butter');
  });

  test('keeps the chosen row on the screen, and stops at the ends', async () => {
    const page = await site.open('/#q=cheddar', { viewport: { width: 800, height: 400 } });
    await rows(page).first().waitFor();
    await box(page).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
    for (let i = 0; i < 40; i += 1) await page.keyboard.press('ArrowDown');
    await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  });

  test('keeps the chosen row on the screen, even if it was chosen before it was drawn', async () => {
    const pressAtOnce = () => {
      new MutationObserver((_changes, observer) => {
        if (document.getElementById('results-0') === null) return;
        observer.disconnect();
        const down = { key: 'ArrowDown', bubbles: true };
        for (let i = 0; i < 40; i++)
          document.getElementById('search-box')?.dispatchEvent(new KeyboardEvent('keydown', down));
      }).observe(document, { childList: true, subtree: true });
    };
    const page = await site.open('/#q=cheddar', {
      viewport: { width: 800, height: 400 },
      prepare: (opened) => opened.addInitScript(pressAtOnce),
    });
    await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  });
});

describe('looking at the results', () => {
  test('column names stay visible', async () => {
    const page = await site.open('/#q=che', { viewport: { width: 390, height: 700 } });
    await rows(page).nth(30).scrollIntoViewIfNeeded();
    await expect(async () => {
      const head = await boundsOf(page.getByRole('columnheader', { name: /^kcal/ }));
      const input = await boundsOf(box(page));
      expect(head.top).toBeGreaterThanOrEqual(input.bottom);
      expect(head.top).toBeLessThan(150);
    }).toPass();
  });
});

test('the cheeses of a food group below a sodium limit are those that the service finds', async () => {
  const page = await site.open();
  const { promise: filtered, resolve: answerGroups } = Promise.withResolvers<void>();
  await page.route(/food_group.*q=cheese/, async (route) => {
    await filtered;
    await route.continue();
  });
  await page.goto(`${site.pageUrl}/#q=cheese&sort=sodium_mg`);
  await rows(page).first().waitFor();
  await page.getByRole('textbox', { name: 'at most' }).fill('140');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140');
  const narrow = page.getByRole('combobox', { name: 'Show only' });
  await narrow.focus();
  // No kind of food can be filtered by below the limit, and the groups are not known yet.
  await shown(page, /^\d{2} foods$/);
  answerGroups();
  await narrow
    .getByRole('option', { name: /^Dairy & eggs \(\d+\)$/ })
    .waitFor({ state: 'attached' });
  await narrow.selectOption('group:Dairy and Egg Products');
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140&group=Dairy+and+Egg+Products');
  await shown(page, /^8 foods$/);
  await expect(async () => {
    const sodium = await page.locator('#results td.extra').allTextContents();
    expect(sodium).toHaveLength(8);
    expect(Math.max(...sodium.map(Number))).toBeLessThanOrEqual(140);
  }).toPass();
  // The focus has stayed on the control; going back undoes the choice.
  await expect(narrow).toBeFocused();
  await page.goBack();
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140');
  await page.getByRole('textbox', { name: 'at most' }).fill('0.5');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show all foods' }).click();
  await page.waitForURL('**/#q=cheese&sort=sodium_mg');
});

test('by keyboard, a food group is browsed, a food is added, and Back returns to the same place', async () => {
  const page = await site.open();
  const groups = page.getByRole('navigation', { name: 'Browse by food group' });
  await groups.getByRole('link', { name: /^Nuts & seeds \d+$/ }).focus();
  const length = await page.evaluate(() => history.length);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nuts & seeds' }).waitFor();
  await page.waitForURL('**/#group=Nut+and+Seed+Products');
  await expect(page).toHaveTitle('Nuts & seeds · Food Lookup');
  await shown(page, /^First 100 of 137$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await rows(page).first().getByText('On the plate').waitFor();
  await expect(page.locator('.portion')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(length + 1);
  // Holds the groups back, since this must work however late they arrive.
  const held: (() => void)[] = [];
  site.serve = (pass) => void held.push(pass);
  await page.goBack();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.evaluate(async () => {
    for (let i = 0; i < 100; i += 1) await new Promise(requestAnimationFrame);
  });
  for (const pass of held) pass();
  site.serve = (pass) => pass();
  await expect(groups.getByRole('link', { name: /^Nuts & seeds \d+$/ })).toBeFocused();
  await page.goForward();
  await page.getByRole('heading', { name: 'Nuts & seeds' }).waitFor();
  await page.getByRole('button', { name: 'All food groups' }).click();
  await groups.waitFor();
});
