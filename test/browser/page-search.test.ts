import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { test } from './chromium.ts';
import { FoodSite } from './food-site.ts';

let site: FoodSite;
beforeAll(async () => {
  site = await FoodSite.start();
});
afterAll(() => site.close());

const box = (page: Page) => page.getByRole('combobox', { name: 'Search foods' });
const rows = (page: Page) => page.getByRole('grid').locator('tbody').getByRole('row');
const status = (page: Page) => page.getByRole('search').getByRole('status');

/** Waits until an element holds a text, as someone would who looks at it. */
const shows = (locator: Locator, text: string) =>
  locator.filter({ hasText: text }).first().waitFor({ state: 'attached' });

async function cellsOf(row: Locator): Promise<string[]> {
  return (await row.getByRole('gridcell').allInnerTexts()).slice(0, 5);
}

describe('typing', () => {
  test('shows the foods that hold the text, their values, and how many there are', async () => {
    const page = await site.open();
    await box(page).pressSequentially('butter, salted');
    await shows(status(page), '1 food found');
    expect(await cellsOf(rows(page).first())).toEqual([
      'Butter, salted',
      '717',
      '0.9',
      '75.4',
      '0.1',
    ]);
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Food values per 100 g',
      'kcal',
      'Protein g',
      'Fat g',
      'Carbs g',
      'Plate',
    ]);
  });

  test('marks the match, whatever its case and accents', async () => {
    const page = await site.open();
    await box(page).fill('JALAPENO');
    await rows(page).first().waitFor();
    const marks = await page.locator('mark').allInnerTexts();
    expect(marks.length).toBeGreaterThan(0);
    expect(
      marks.map((mark) => mark.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()),
    ).toEqual(marks.map(() => 'jalapeno'));
  });

  test('sends one search for letters typed in one go, and shows the last', async () => {
    const page = await site.open();
    const asked: string[] = [];
    page.on('request', (sent) => {
      const query = new URL(sent.url()).searchParams.get('q');
      if (query !== null) asked.push(query);
    });
    await box(page).pressSequentially('cheddar');
    await shows(status(page), 'foods found');
    expect(asked.at(-1)).toBe('cheddar');
    expect(asked.length).toBeLessThan(3);
  });

  test('never shows an answer that comes after another question', async () => {
    const held: (() => void)[] = [];
    const page = await site.open();
    site.road = (pass, { url = '' }) => {
      if (url.includes('q=egg')) held.push(pass);
      else pass();
    };
    const first = page.waitForRequest(/q=egg/);
    const aborted = page.waitForEvent('requestfailed');
    await box(page).fill('egg');
    await first;
    await box(page).fill('butter, salted');
    await shows(status(page), '1 food found');
    expect((await aborted).url()).toContain('q=egg');
    for (const pass of held) pass();
    const echo = page.waitForResponse(/q=oats/);
    await page.evaluate(
      (url) => fetch(url).then((answer) => answer.text()),
      `${site.apiUrl}/api/food?q=oats`,
    );
    await echo;
    expect(await rows(page).count()).toBe(1);
  });

  test('says that 100 are the first 100', async () => {
    const page = await site.open();
    await box(page).fill('che');
    await shows(status(page), 'First 100 foods');
    expect(await rows(page).count()).toBe(100);
  });

  test('shows – for a value that is missing, never 0', async () => {
    const page = await site.open();
    site.road = (_pass, { headers }, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': headers.origin ?? '',
      });
      response.end(
        '[{"carbohydrate_g":null,"protein_g":"","kcal":null,"description":"Air","fat_g":"0.00"}]',
      );
    };
    await box(page).fill('air');
    await rows(page).first().waitFor();
    expect(await cellsOf(rows(page).first())).toEqual(['Air', '–', '–', '0.0', '–']);
  });

  test('moves nothing that is on the screen', async () => {
    for (const width of [390, 1280]) {
      const page = await site.open('/', { viewport: { width, height: 800 } });
      await page.evaluate(() => {
        Object.assign(window, { shifts: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const value = Reflect.get(entry, 'value');
            Object.assign(window, { shifts: Reflect.get(window, 'shifts') + value });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const letter of ['c', 'chedd', 'zzz']) {
        await box(page).fill(letter);
        await page.waitForResponse(/api\/food/);
      }
      await shows(status(page), 'No food found');
      expect([width, await page.evaluate(() => Reflect.get(window, 'shifts'))]).toEqual([width, 0]);
    }
  });
});

describe('finding nothing', () => {
  test('offers to search for each word, and marks each', async () => {
    const page = await site.open();
    await box(page).fill('cooked white rice');
    await page.getByRole('heading', { name: 'No food holds “cooked white rice”' }).waitFor();
    await page.getByRole('button', { name: 'Search for each word' }).click();
    await rows(page).first().waitFor();
    const marks = new Set(
      (await rows(page).first().locator('mark').allInnerTexts()).map((mark) => mark.toLowerCase()),
    );
    expect(marks).toEqual(new Set(['rice', 'white', 'cooked']));
    await page.getByRole('button', { name: /^Each word, in any order/ }).click();
    await page.getByRole('heading', { name: 'No food holds' }).waitFor();
  });

  test('offers nothing that cannot help', async () => {
    const page = await site.open();
    await box(page).fill('chedarr');
    await page.getByText('Look for a slip of the keys').waitFor();
    expect(await page.getByRole('button', { name: 'Search for each word' }).count()).toBe(0);
  });
});

describe('the keyboard', () => {
  test('chooses with arrows, adds with Enter, clears with Escape', async () => {
    const page = await site.open();
    await page.keyboard.type('cheddar');
    await rows(page).first().waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await page.keyboard.press(key);
    const active = page.getByRole('row', { selected: true });
    const id = await box(page).getAttribute('aria-activedescendant');
    expect(await active.getAttribute('id')).toBe(id);
    const [name = ''] = await cellsOf(active);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: `Grams of ${name}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'What is in your food?' }).waitFor();
    expect(await box(page).inputValue()).toBe('');
    expect(await rows(page).count()).toBe(0);
  });

  test('keeps the chosen row on the screen, and stops at the ends', async () => {
    const page = await site.open('/#q=cheddar', { viewport: { width: 800, height: 400 } });
    await rows(page).first().waitFor();
    await box(page).focus();
    await page.keyboard.press('ArrowUp');
    expect(await box(page).getAttribute('aria-activedescendant')).toBeNull();
    for (let i = 0; i < 40; i += 1) await page.keyboard.press('ArrowDown');
    expect(await rows(page).last().getAttribute('aria-selected')).toBe('true');
    const place = await rows(page).last().boundingBox();
    expect(place?.y).toBeGreaterThan(0);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(400);
  });

  test('gives the chosen row up once something else is typed', async () => {
    const page = await site.open();
    await page.keyboard.type('cheddar');
    await rows(page).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await box(page).selectText();
    const asked = page.waitForRequest(/q=butter/);
    await page.keyboard.insertText('butter');
    await page.keyboard.press('Enter');
    await asked;
    await page
      .locator('mark')
      .filter({ hasText: /^butter$/i })
      .first()
      .waitFor();
    expect(await page.getByText('Nothing yet.').count()).toBe(1);
  });

  test('asks at once with Enter, and adds nothing that was not chosen', async () => {
    const page = await site.open();
    await page.keyboard.type('oats');
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByText('Nothing yet.').count()).toBe(1);
  });
});

test('an example of the first screen searches for it', async () => {
  const page = await site.open();
  await page.getByRole('button', { name: 'jalapeño' }).click();
  await rows(page).first().waitFor();
  expect(await box(page).inputValue()).toBe('jalapeño');
});

test('the box takes no more than an address can carry, and that much is searched for', async () => {
  const page = await site.open();
  await box(page).focus();
  await page.keyboard.insertText('x'.repeat(9000));
  await shows(status(page), 'No food found');
  expect(await box(page).inputValue()).toHaveLength(8192);
});

test('the query of the page’s own address stays, whatever is typed', async () => {
  const page = await site.open('/?from=menu');
  await box(page).fill('oats');
  await page.waitForURL('**/?from=menu#q=oats');
  await box(page).fill('');
  await page.waitForURL(`${site.pageUrl}/?from=menu`);
});

test('an address with a search shows its foods', async () => {
  const page = await site.open('/#q=salted+butter&match=words');
  await shows(status(page), 'found');
  expect(await box(page).inputValue()).toBe('salted butter');
});
