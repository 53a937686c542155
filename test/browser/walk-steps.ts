import type { Page } from '@playwright/test';
import type { FoodSite } from './food-site.ts';
import { box } from './page-parts.ts';

// The steps of the random walk in Chromium; page-walk.test.ts checks the page after each.

/** The state of a walk in Chromium. */
export interface StepContext {
  readonly site: FoodSite;
  /** The visible tab. At most one other tab is open; it may be frozen. */
  page: Page;
  isOtherFrozen: boolean;
  /** Whether the service is unreachable. */
  isDown: boolean;
  readonly pick: <Value>(values: readonly Value[]) => Value;
}

/** Something that a person does on the page, or that happens to it. */
export interface Step {
  readonly name: string;
  /** How the step may change the foods on plates. Default: not at all. */
  readonly effect?: 'adds' | 'changes';
  readonly take: (world: StepContext) => Promise<unknown>;
}

/** Taps the first matching element, if any. */
const tap = async ({ page }: StepContext, selector: string) => {
  const isThere = await page.evaluate((it) => document.querySelector(it) !== null, selector);
  const target = page.locator(selector).first();
  if (isThere) await target.click({ timeout: 1000 }).catch(() => {});
};

const otherThan = (page: Page) =>
  page
    .context()
    .pages()
    .find((other) => other !== page);

/** Freezes a tab, as browsers do in the background, or resumes it. */
async function setLife(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state });
  await session.detach();
}

export const WALK_STEPS: readonly Step[] = [
  {
    name: 'type',
    take: async ({ page, pick }) => {
      // An open dialog would keep the focus.
      await page.keyboard.press('Escape');
      await box(page).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(
        pick(['milk', '2 eggs', 'zzzz', 'lentils', '1 tbsp butter', 'sp', 'oats; 2 eggs']),
      );
    },
  },
  { name: 'Escape', take: ({ page }) => box(page).press('Escape') },
  { name: 'Enter', effect: 'adds', take: ({ page }) => box(page).press('Enter') },
  { name: 'add', effect: 'adds', take: (world) => tap(world, '.results .add') },
  { name: 'open', take: (world) => tap(world, '.results a') },
  { name: 'browse a group', take: (world) => tap(world, '.groups a') },
  { name: 'sort', take: (world) => tap(world, '.results th:nth-child(2) button') },
  { name: 'choose to compare', take: (world) => tap(world, '.results button[aria-pressed]') },
  { name: 'compare', take: (world) => tap(world, '.compare-tray .primary') },
  { name: 'week', take: (world) => tap(world, '.plate-head .link') },
  { name: 'the day before', take: (world) => tap(world, '.plate-day button') },
  { name: 'the day after', take: (world) => tap(world, '.plate-day button:last-child') },
  { name: 'open the plate', take: (world) => tap(world, '.plate-bar') },
  { name: 'close the plate', take: (world) => tap(world, '.sheet-handle') },
  {
    name: 'another width',
    take: async ({ page, pick }) => {
      await page.setViewportSize({ width: pick([320, 390, 768, 1280]), height: 720 });
      // Elements that no longer fit are removed in the next frame.
      await page.evaluate(
        () => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))),
      );
    },
  },
  {
    name: 'back',
    take: async ({ page }) => {
      // Going back from the first entry would leave the page.
      const canGoBack = () => Reflect.get(window, 'navigation').canGoBack;
      if (await page.evaluate(canGoBack)) await page.evaluate(() => history.back());
    },
  },
  { name: 'forward', take: ({ page }) => page.evaluate(() => history.forward()) },
  { name: 'reload', take: ({ page }) => page.reload() },
  {
    name: 'paste a link',
    take: ({ page, pick }) =>
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
  { name: 'remove', effect: 'changes', take: (world) => tap(world, '.portion .remove') },
  { name: 'undo', effect: 'changes', take: (world) => tap(world, '.toast button') },
  {
    name: 'the other tab',
    take: async (world) => {
      const { page } = world;
      const other = otherThan(page);
      if (other === undefined) {
        const opened = page.waitForEvent('popup');
        await page.evaluate(() => void window.open(location.origin));
        world.page = await opened;
        await world.page.locator('main').waitFor();
        return;
      }
      if (world.isOtherFrozen) await setLife(other, 'active');
      world.isOtherFrozen = false;
      world.page = other;
      // An automated browser gives every tab the focus.
      await other.evaluate(() => window.dispatchEvent(new Event('focus')));
    },
  },
  {
    name: 'the other tab is frozen',
    take: async (world) => {
      const other = otherThan(world.page);
      if (other === undefined || world.isOtherFrozen) return;
      await setLife(other, 'frozen');
      world.isOtherFrozen = true;
    },
  },
  {
    name: 'the storage is full, or no longer',
    take: async ({ page, site }) => {
      const full = { name: 'full', value: '1', url: site.pageUrl };
      const context = page.context();
      const { length } = await context.cookies();
      await (length > 0 ? context.clearCookies() : context.addCookies([full]));
    },
  },
  {
    name: 'the service goes down or comes up',
    take: async (world) => {
      world.isDown = !world.isDown;
      world.site.serve = world.isDown
        ? (_pass, { socket }) => void socket.destroy()
        : (pass) => pass();
    },
  },
];
