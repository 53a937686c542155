import type { Page } from '@playwright/test';
import { randomOf } from '../../web/page/random.case.ts';
import { type FoodSite, NO_ANSWER, withSite } from './food-site.ts';
import { expect, test } from './with-chromium.ts';

/** `npm run soak -- page` walks further. */
const STEPS = Number(process.env.PAGE_STEPS ?? 30);
const SEED = Number(process.env.PAGE_SEED ?? 25);

/** Longer than any page takes to show what its address says. */
const PATIENCE_MS = 2 * 60_000;

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Search foods' });
interface StoredPlate {
  readonly id: string;
  readonly portions: readonly {
    readonly food: { readonly description: string };
    readonly count: number;
    readonly unit: { readonly name: string };
  }[];
}

const itemsOn = (page: Page) =>
  page.evaluate(() => {
    const { plates } = JSON.parse(localStorage.getItem('food-lookup') ?? '{"plates":[]}');
    const lines = plates.flatMap(({ id, portions }: StoredPlate) =>
      portions.map(({ food, count, unit }) => `${id} ${count} ${unit.name} ${food.description}`),
    );
    return lines.join('\n');
  });

interface Step {
  readonly name: string;
  readonly changesPlate?: boolean;
  readonly take: (page: Page, pick: <Value>(values: readonly Value[]) => Value) => Promise<unknown>;
}

/** Taps the first of what is there, if any. */
const tap = async (page: Page, selector: string) => {
  const isThere = await page.evaluate((it) => document.querySelector(it) !== null, selector);
  const target = page.locator(selector).first();
  if (isThere) await target.click({ timeout: 5000 }).catch(() => {});
};

/** Whether the page shows what its address says. */
const agrees = () => {
  const fields = new URLSearchParams(location.hash.slice(1));
  const isSearch = !['food', 'compare', 'week'].some((name) => fields.has(name));
  const hasSearch = document.querySelector('h1.unseen') !== null;
  const { value } = document.querySelector<HTMLInputElement>('#search-box') ?? {};
  return isSearch === hasSearch && (!isSearch || value === (fields.get('q') ?? ''));
};

const STEPS_TO_TAKE: readonly Step[] = [
  {
    name: 'type',
    take: async (page, pick) => {
      await box(page).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(
        pick(['milk', '2 eggs', 'zzzz', 'lentils', '1 tbsp butter', 'sp', 'oats; 2 eggs']),
      );
    },
  },
  { name: 'Escape', take: (page) => box(page).press('Escape') },
  { name: 'Enter', changesPlate: true, take: (page) => box(page).press('Enter') },
  { name: 'add', changesPlate: true, take: (page) => tap(page, '.results .add') },
  { name: 'open', take: (page) => tap(page, '.results a') },
  { name: 'browse a group', take: (page) => tap(page, '.groups a') },
  { name: 'sort', take: (page) => tap(page, '.results th:nth-child(2) button') },
  { name: 'choose to compare', take: (page) => tap(page, '.results button[aria-pressed]') },
  { name: 'compare', take: (page) => tap(page, '.compare-tray .primary') },
  { name: 'week', take: (page) => tap(page, '.plate-head .link') },
  { name: 'back', take: (page) => page.evaluate(() => history.back()) },
  { name: 'forward', take: (page) => page.evaluate(() => history.forward()) },
  { name: 'reload', take: (page) => page.reload() },
  {
    name: 'paste a link',
    take: (page, pick) =>
      page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        pick([
          'food=01009',
          'compare=01009,01077',
          'q=oats',
          'q=oats&sort=-iron_mg&until=2&group=Snacks',
          'group=Snacks',
          'week=fiber_td_g',
        ]),
      ),
  },
  { name: 'remove', changesPlate: true, take: (page) => tap(page, '.portion .remove') },
  {
    name: 'another tab adds',
    changesPlate: true,
    take: async (page) => {
      if (page.context().pages().length === 1) {
        const opened = page.waitForEvent('popup');
        await page.evaluate(() => void window.open(location.origin));
        await (await opened).locator('main').waitFor();
      }
      const [other = page] = page.context().pages().slice(1);
      await tap(other, '.results .add');
    },
  },
  { name: 'undo', changesPlate: true, take: (page) => tap(page, '.toast button') },
  {
    name: 'the service goes down or comes up',
    take: async () => {
      site.road = isDown ? (pass) => pass() : (_pass, { socket }) => void socket.destroy();
      isDown = !isDown;
    },
  },
];

let isDown = false;

test(`${STEPS} random steps leave the page whole, and change the plate only when asked`, async () => {
  const random = randomOf(SEED);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  const expected = [...NO_ANSWER, /status of 404/];
  const page = await site.open('/', { expected, isAlone: true });
  await page.locator('.results .add').first().waitFor();
  const taken: string[] = [];
  let mayAdd = false;
  for (let i = 0; i < STEPS; i += 1) {
    const step = pick(STEPS_TO_TAKE);
    taken.push(step.name);
    const before = await itemsOn(page);
    // Back from the first entry leaves the page.
    const canGoBack = () => Reflect.get(window, 'navigation').canGoBack;
    if (step.name === 'back' && !(await page.evaluate(canGoBack))) continue;
    await step.take(page, pick);
    const where = `seed ${SEED}, step ${i}: ${taken.slice(-12).join(', ')}`;
    await page.locator('h1, h2').first().waitFor({ state: 'attached' });
    await expect(page.getByText('Something on this page broke'), where).toHaveCount(0);
    const disagrees = () => {
      throw new Error(`The page and its address disagree: ${where}`);
    };
    await page.waitForFunction(agrees, undefined, { timeout: PATIENCE_MS }).catch(disagrees);
    // Enter may wait for an answer; whatever comes next then may find it added.
    if (step.name === 'Enter') mayAdd = true;
    if (step.changesPlate !== true && !mayAdd)
      await expect.poll(() => itemsOn(page), where).toBe(before);
    if (step.name === 'type' || step.name === 'Escape') mayAdd = false;
  }
  site.road = (pass) => pass();
  await page.goto(new URL('/#q=oats', site.pageUrl).href);
  await page.getByRole('grid').waitFor();
});
