import type { ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { describe } from 'vitest';
import { type FoodSite, withSite } from './food-site.ts';
import { box, cells, cellsOf, firstIs, foundFor, rows } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const status = (page: Page) => page.getByRole('search').getByRole('status');

/** Waits until an element shows the text. */
const shows = (locator: Locator, text: string) =>
  locator.filter({ hasText: text }).first().waitFor({ state: 'attached' });

describe('typing', () => {
  test('shows the foods that contain the text, their values, and their number', async () => {
    const page = await site.open();
    await box(page).pressSequentially('butter, salted');
    await shows(status(page), 'foods');
    await expect(cells(page)).toHaveText(['Butter, salted', '717', '0.1', '0.9', '81.1']);
    await expect(page.getByRole('columnheader')).toHaveText(
      ['Food', 'kcal', 'Carbs g', 'Protein g', 'Fat g', 'Plate'],
      { useInnerText: true },
    );
  });

  test('typing after a tap on the box adds to its text, and keeps the query string of the URL', async () => {
    const page = await site.open('/?from=menu');
    await box(page).fill('butter');
    await foundFor(page, 'butter').waitFor();
    await page.waitForURL('**/?from=menu#q=butter');
    await box(page).blur();
    // The text is short, so its end is nearest to the middle of the box.
    await box(page).click();
    await page.keyboard.type('milk');
    await expect(box(page)).toHaveValue('buttermilk');
    await box(page).fill('');
    await page.waitForURL(`${site.pageUrl}/?from=menu`);
  });

  test('sends few searches for a word typed in one go, and shows the foods of the last one', async () => {
    const page = await site.open();
    const asked: string[] = [];
    page.on('request', (sent) => {
      const { searchParams } = new URL(sent.url());
      // Requests with a limit are for the everyday foods.
      const query = searchParams.has('limit') ? null : searchParams.get('q');
      if (query !== null) asked.push(query);
    });
    // Real key presses arrive late on a busy machine.
    await box(page).evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) throw new TypeError('The box is not an input.');
      for (const letter of 'cheddar') {
        input.value += letter;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect.poll(() => asked.at(-1)).toBe('cheddar');
    await shows(status(page), 'foods');
    expect(asked.length).toBeLessThan('cheddar'.length);
  });

  test('never shows the answer to an earlier query', async () => {
    const held: { pass: () => void; response: ServerResponse }[] = [];
    const page = await site.open();
    site.serve = (pass, { url = '' }, response) => {
      if (url.includes('q=egg&')) held.push({ pass, response });
      else pass();
    };
    await box(page).fill('egg');
    await expect.poll(() => held.length).toBe(1);
    await box(page).fill('butter, salted');
    await foundFor(page, 'butter, salted').waitFor();
    // The browser has given up the request.
    await expect.poll(() => held.every(({ response }) => response.closed)).toBe(true);
    for (const { pass } of held) pass();
    await page.evaluate(
      (url) => fetch(url).then((answer) => answer.text()),
      `${site.apiUrl}/api/food?q=oats`,
    );
    await expect(cells(page).first()).toHaveText('Butter, salted');
    await expect(rows(page).filter({ hasText: 'Egg' })).toHaveCount(0);
  });

  test('shows how many foods match, more of them on request, and – for a missing value', async () => {
    const page = await site.open();
    await box(page).fill('che');
    await expect(status(page)).toHaveText(/^First 100 of \d+$/);
    await expect(status(page)).toHaveClass('note');
    // Uses the keyboard, since rows get their heights only near the screen, which would move the
    // button away from the mouse.
    await page.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter');
    await expect(status(page)).toHaveText(/^First 200 of \d+$/);
    await expect(async () => {
      const names = await rows(page).locator('td:first-child').allTextContents();
      expect(new Set(names).size).toBeGreaterThan(100);
    }).toPass();
    site.serve = (_pass, { headers }, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': headers.origin ?? '',
      });
      response.end(
        '[{"carbohydrate_g":null,"protein_g":"","kcal":null,"description":"Air","fat_g":"0.00"}]',
      );
    };
    await box(page).fill('air');
    const found = foundFor(page, 'air').getByRole('row').last();
    await expect(cellsOf(found)).toHaveText(['Air', '–', '–', '–', '0.0']);
  });

  test('moves nothing on the screen', async () => {
    const page = await site.open();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Each width gets a new document, which page-shifts.test.ts watches from its start.
      await page.goto(new URL(`/?width=${width}`, site.pageUrl).href);
      await box(page).fill('c');
      await foundFor(page, 'c').waitFor();
      // On a busy machine, the explanation of the first foods may load after them.
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        Object.assign(window, { shifts: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const value = Reflect.get(entry, 'value');
            Object.assign(window, { shifts: Reflect.get(window, 'shifts') + value });
          }
        }).observe({ type: 'layout-shift' });
      });
      await box(page).fill('chedd');
      await foundFor(page, 'chedd').waitFor();
      await box(page).fill('zzz');
      await page.getByRole('heading', { name: 'No food matches “zzz”' }).waitFor();
      const shifts: unknown = await page.evaluate(() => Reflect.get(window, 'shifts'));
      expect(shifts, `${width} pixels wide`).toBe(0);
    }
  });
});

describe('a fuzzy search', () => {
  test('lists the intended food first', async () => {
    const page = await site.open();
    const meant = [
      ['eggs', 'Egg, whole, raw, fresh'],
      ['strawberry', 'Strawberries, raw'],
      ['whole milk', 'Milk, whole, 3.25% milkfat, with added vitamin D'],
      [' chese ', 'Cheese, '],
    ] as const;
    for (const [query, first] of meant) {
      await box(page).fill(query);
      await firstIs(page, first);
      await expect(cells(page).first(), query).toHaveText(new RegExp(`^${first}`));
    }
  });

  test('marks the understood words, says so, and links to the exact search and back', async () => {
    const page = await site.open();
    await box(page).fill('chese');
    await page.getByText('Showing results for cheese.').waitFor();
    await expect(rows(page).first().locator('mark').first()).toHaveText('Cheese');
    await page.getByRole('button', { name: 'Search instead for “chese”' }).click();
    await page.getByRole('heading', { name: 'No food matches “chese”' }).waitFor();
    await page.waitForURL('**/#q=chese&match=substring');
    await page.getByRole('button', { name: 'Broaden the search' }).last().click();
    await page.getByText('Showing results for cheese.').waitFor();
  });

  test('marks exact matches whatever their case and accents; in fuzzy searches, only other names and corrected words', async () => {
    const page = await site.open('/#q=JALAPENO&match=substring');
    await page.locator('mark').first().waitFor();
    await expect(page.locator('mark', { hasNotText: /^jalape(n|ñ|n\u0303)os?$/i })).toHaveCount(0);
    await page.evaluate(() => Object.assign(location, { hash: 'q=ketchup' }));
    // A URL with a search shows its foods.
    await expect(box(page)).toHaveValue('ketchup');
    await shows(page.locator('mark'), 'Catsup');
    await expect(page.locator('mark', { hasNotText: /^catsup$/i })).toHaveCount(0);
    await box(page).fill('egg');
    await rows(page).filter({ hasText: 'Egg, whole, raw, fresh' }).waitFor();
    await expect(page.locator('mark')).toHaveCount(0);
  });

  test('says that nothing matches, and keeps the query, up to the maximum length of a URL', async () => {
    const page = await site.open();
    await box(page).fill('qqqq');
    await page.getByRole('heading', { name: 'No food matches “qqqq”' }).waitFor();
    // Sighted users read the heading, screen readers the status.
    await expect(status(page)).toHaveClass('unseen');
    await expect(page.getByRole('button', { name: 'Broaden the search' })).toHaveCount(0);
    await page.getByRole('button', { name: 'cheddar' }).click();
    await rows(page).filter({ hasText: 'Cheese, cheddar' }).first().waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(box(page)).toHaveValue('');
    await expect(box(page)).toBeFocused();

    // The box accepts only as much text as a URL can hold, and all of it is searched for.
    await page.keyboard.insertText('x'.repeat(9000));
    await shows(status(page), 'No foods');
    await expect(box(page)).toHaveValue('x'.repeat(8192));
  });
});

test('the first screen shows everything the page can do, one tap away', async () => {
  const page = await site.open();
  const tapExample = (shows: string) => page.getByRole('button', { name: shows }).click();
  await tapExample('an amount');
  await rows(page).first().filter({ hasText: '2 large, 100 g' }).waitFor();
  await box(page).fill('');
  await tapExample('a whole meal');
  await page.getByRole('heading', { name: 'A meal of 3 foods' }).waitFor();
  await box(page).fill('');
  await tapExample('a typo');
  await page.getByText('Showing results for').waitFor();
});
