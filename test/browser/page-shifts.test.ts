import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { BLOCKED, type FoodSite, NO_ANSWER, NOT_SENT, type Serve, withSite } from './food-site.ts';
import { FRAMES_OF_INPUT, moved, watchShifts } from './layout-shifts.ts';
import { expect, test } from './with-chromium.ts';

/** Whether to test all states at all widths. */
const ARE_ALL = process.env.PAGE_STATES === 'all';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const PLATE = new URLSearchParams([
  ['item', '40_1_g_20038_389_16.89_6.9_66.27_Oats'],
  ['item', '1_244_cup_01077_61_3.15_3.25_4.8_Milk, whole, 3.25% milkfat, with added vitamin D'],
  ['item', '3_250_cup__1000_9_9_90_A drink of somebody, not of this table'],
]);

/**
 * The delay of responses: longer than the frames after an input, so that no response arrives
 * between them.
 */
const LATE_MS = 600;

const DOWN: Serve = (_pass, { socket }) => void socket.destroy();
/** The service's fields arrive only after the user has started. */
const LATE_FIELDS: Serve = (pass, { url }) =>
  void setTimeout(pass, url?.startsWith('/api/fields') ? 4 * LATE_MS : LATE_MS);
const FAILING: Serve = (_pass, { headers }, response) => {
  const allowed = { 'access-control-allow-origin': headers.origin ?? '' };
  setTimeout(() => response.writeHead(500, allowed).end('{"error":"Broken"}'), LATE_MS);
};

const OTHER_VALUES = new URLSearchParams([
  ['item', '1_132_cup, diced_01009_404_22.87_33.31_3.09_Cheese, cheddar'],
  ['item', '2_50_large_01123_250_12.56_9.51_7_Egg, whole, raw, fresh'],
]);

interface State {
  readonly name: string;
  readonly path: string;
  readonly serve?: Serve;
  /** Whether to open the page's URL whose origin the service does not allow. */
  readonly isBlocked?: boolean;
  /** The width at which the suite tests this state. */
  readonly inSuiteAt?: 390 | 1280;
  /** The text that is shown once everything has loaded. */
  readonly seen: string;
  readonly go?: (page: Page) => Promise<unknown>;
}

const type = async (page: Page, text: string) => {
  await page.locator('#search-box').fill(text);
  await page.locator('#results-0.active').waitFor();
};

const STATES: readonly State[] = [
  { name: 'the first screen', path: '/', seen: '.groups li', inSuiteAt: 390 },
  {
    name: 'a search, another, and nothing found',
    path: '/',
    seen: '.groups li',
    inSuiteAt: 1280,
    go: async (page) => {
      await type(page, 'milk');
      await page.locator('select.narrow').waitFor({ state: 'attached' });
      await type(page, 'brocoli');
      await page.getByText('Showing results for').waitFor();
      await page.locator('#search-box').fill('qwxzzj');
      await page.getByText('No food matches').waitFor();
    },
  },
  { name: 'a search for an amount', path: '/#q=medium+banana', seen: 'select.narrow' },
  { name: 'a search as typed', path: '/#q=cheese&match=substring', seen: '.reading' },
  {
    name: 'a search that is sorted and narrowed',
    path: '/#q=cheese&sort=sodium_mg&until=140&group=Dairy+and+Egg+Products',
    seen: 'td.extra',
    inSuiteAt: 390,
    go: async (page) => {
      if ((page.viewportSize()?.width ?? 0) < 640) await page.locator('.open-choices').click();
      // Uses the keyboard, since the browser does not count `selectOption` as an input of the user.
      await page.locator('.results-tools select').first().focus();
      await page.keyboard.type('Calcium');
      await page.getByRole('columnheader', { name: /^Calcium/ }).waitFor();
    },
  },
  { name: 'a group', path: '/#group=Beverages', seen: 'select.narrow' },
  { name: 'a food', path: '/#food=01009', seen: '.food .label', inSuiteAt: 1280 },
  { name: 'an unknown food', path: '/#food=99999', seen: '.message' },
  {
    name: 'a food and back',
    path: '/#q=cheddar',
    seen: 'select.narrow',
    go: async (page) => {
      await page.locator('#search-box').press('Shift+Enter');
      await page.locator('.food .label').waitFor();
      await page.goBack();
      await page.locator('#results-0').waitFor();
    },
  },
  {
    name: 'a comparison',
    path: '/#compare=01009,01077,01123,20038',
    seen: '.compare-table th',
    inSuiteAt: 390,
  },
  {
    name: 'a food chosen to be compared',
    path: '/#q=lentils',
    seen: 'select.narrow',
    go: async (page) => {
      await page.locator('.results button[aria-pressed]').first().click();
      await page.locator('.compare-tray').waitFor();
    },
  },
  {
    name: 'the plate from a link, kept, all its nutrients and its menu',
    path: `/#${PLATE}`,
    serve: LATE_FIELDS,
    seen: '.portion:nth-child(3)',
    inSuiteAt: 1280,
    go: async (page) => {
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.getByText('All nutrients').click();
      await page.locator('.plate').getByText('Calcium').waitFor();
      await page.locator('.plate-menu summary').click();
      await page.getByRole('button', { name: 'Print' }).waitFor();
    },
  },
  {
    name: 'the plate from a link with other values',
    path: `/#${OTHER_VALUES}`,
    seen: '.plate .remark',
    inSuiteAt: 390,
  },
  {
    name: 'a food that is added',
    path: '/#q=oats',
    seen: 'select.narrow',
    go: async (page) => {
      await page.locator('#search-box').press('Enter');
      await page.locator('.on-plate input').waitFor();
    },
  },
  {
    name: 'a week with a plate',
    path: `/#${PLATE}`,
    seen: '.portion:nth-child(3)',
    inSuiteAt: 390,
    go: async (page) => {
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.evaluate(() => Object.assign(location, { hash: 'week=fiber_td_g' }));
      await page.locator('.week-view table').waitFor();
      await page.reload();
      await page.locator('.week-view table').waitFor();
    },
  },
  {
    name: 'a meal',
    path: '/#q=2+eggs,+1+slice+toast,+coffee',
    seen: '.meal li:nth-child(3) select',
    inSuiteAt: 1280,
  },
  {
    name: 'a service that is down, and up again',
    path: '/#q=egg',
    serve: DOWN,
    seen: '#results-0',
  },
  { name: 'a service that fails', path: '/#q=egg', serve: FAILING, seen: '.fault', inSuiteAt: 390 },
  { name: 'a food of a service that fails', path: '/#food=01009', serve: FAILING, seen: '.fault' },
  {
    name: 'a blocked origin',
    path: '/#q=egg',
    isBlocked: true,
    seen: '.fault pre',
    inSuiteAt: 1280,
  },
  { name: 'the lab', path: '/lab.html', seen: 'text=Answers are in', inSuiteAt: 390 },
  {
    name: 'the lab of a blocked origin',
    path: '/lab.html',
    isBlocked: true,
    seen: 'text=Answers are in',
  },
];

const widths = ARE_ALL ? [320, 390, 768, 1280] : [390, 1280];
describe.each(widths)('at %i pixels, nothing moves without input:', (width) => {
  const states = STATES.filter(({ inSuiteAt }) => ARE_ALL || inSuiteAt === width);
  test.each(states)('$name', async ({ path, serve, isBlocked, seen, go }) => {
    const late: Serve = (pass) => void setTimeout(pass, LATE_MS);
    site.serve = serve ?? late;
    const page = await site.open(isBlocked ? site.otherPageUrl + path : path, {
      viewport: { width, height: 844 },
      expected: [...NO_ANSWER, ...BLOCKED, NOT_SENT, /status of (404|500)/],
      prepare: async (opened) => {
        await opened.route('**/assets/*.js', async (file) => {
          await sleep(LATE_MS);
          await file.continue();
        });
        return watchShifts(opened);
      },
      // With PAGE_DELAY_MS, elements would move after the frames in which an input may move them.
      isPrompt: true,
    });
    if (serve === DOWN) {
      await page.locator('.fault').waitFor();
      site.serve = late;
    }
    await page.locator(seen).first().waitFor({ state: 'attached' });
    await go?.(page);
    expect(await moved(page)).toEqual([]);
  });
});

test('elements that move without input are found, even before a reload', async () => {
  const page = await site.open('/#q=milk', { prepare: watchShifts, isPrompt: true });
  await page.locator('#results-0.active').waitFor();
  // Moves caused by an input are allowed for as many frames as they may take.
  await page.evaluate(() => {
    dispatchEvent(new Event('keydown'));
    document.querySelector('main')?.before(document.createElement('hr'));
  });
  expect(await moved(page)).toEqual([]);
  await page.evaluate(async (frames) => {
    for (let i = 0; i <= frames; i += 1) await new Promise(requestAnimationFrame);
    document.querySelector('main')?.before(document.createElement('hr'));
  }, FRAMES_OF_INPUT);
  const found = await moved(page);
  expect(found).not.toEqual([]);
  await page.reload();
  await page.locator('#results-0.active').waitFor();
  expect(await moved(page)).toEqual(expect.arrayContaining(found));
});
