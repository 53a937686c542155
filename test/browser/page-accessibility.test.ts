import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { BLOCKED, type FoodSite, NO_ANSWER, NOT_SENT, withSite } from './food-site.ts';
import { foundFor } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Rows that axe skips: they resemble the first six, and would take most of its time. */
const FURTHER_ROWS = '.results tbody tr:nth-child(n + 7)';

/**
 * Returns axe's violations on the current page, in light and dark mode, as lines that name the
 * elements.
 */
async function violationsOn(page: Page): Promise<string[]> {
  // This evaluates axe through the debugger, since the page's CSP blocks injected scripts.
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Dark mode differs only in colors.
    const scope = colorScheme === 'dark' ? { runOnly: ['cat.color'] } : {};
    const violations: readonly Violation[] = await page.evaluate(
      async ([exclude, options]) => {
        // `finished` rejects if the animation is canceled.
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        const axe = Reflect.get(window, 'axe');
        return (await axe.run({ exclude }, { resultTypes: ['violations'], ...options })).violations;
      },
      [FURTHER_ROWS, scope] as const,
    );
    for (const { id, nodes } of violations)
      for (const { target } of nodes) found.push(`${colorScheme}: ${id} at ${target}`);
  }
  return found;
}

/** Returns by how many pixels the page overflows a screen 320 pixels wide. */
async function overflowOf(page: Page): Promise<number> {
  const width = 320;
  await page.setViewportSize({ width, height: 700 });
  const needed = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return document.documentElement.scrollWidth;
  });
  return needed - width;
}

const PLATE =
  'item=150_1_g__403_22.87_31.33_3.37_Cheese%2C+cheddar&item=60_1_g__389__6.9_66.27_Oats';

interface State {
  readonly name: string;
  readonly path: string;
  /** The text to wait for before checking the page. */
  readonly text: string | RegExp;
  readonly act?: (page: Page) => Promise<void>;
  readonly serve?: FoodSite['serve'];
  readonly expected?: readonly RegExp[];
}

const STATES: readonly State[] = [
  { name: 'nothing typed', path: '/', text: 'Browse by food group' },
  {
    name: 'loading',
    path: '/#q=egg',
    text: 'Searching…',
    serve: () => {},
  },
  {
    name: 'results, one chosen and one to be compared, per portion, a plate',
    path: `/#q=parmesan&${PLATE}`,
    text: /^\d+ foods$/,
    act: async (page) => {
      await foundFor(page, 'parmesan').waitFor();
      const first = 'Cheese, parmesan, grated';
      await page.getByRole('button', { name: `Compare ${first}`, exact: true }).click();
      await page.getByRole('radio', { name: 'Portion' }).click();
      await page.getByRole('button', { name: `Add ${first}`, exact: true }).click();
      await page.getByRole('combobox', { name: 'Search foods' }).press('ArrowDown');
      await page.getByRole('combobox', { name: 'Search foods' }).press('ArrowDown');
    },
  },
  {
    name: 'a food group, sorted',
    path: '/#group=Snacks&sort=-iron_mg&until=0.2',
    text: 'All food groups',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'at least' }).fill('x');
    },
  },
  {
    name: 'nothing left',
    path: '/#q=cheese&sort=sodium_mg&until=0.5',
    text: 'No foods left',
  },
  {
    name: 'nothing found',
    path: '/#q=white+rice+cooked&match=substring',
    text: 'No food matches',
  },
  {
    name: 'a search by words, an invalid amount, a removal',
    path: `/#q=wild+rice&match=words&${PLATE}`,
    text: /^\d+ foods$/,
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove Oats' }).click();
      await page
        .getByRole('textbox', { name: 'Amount of Cheese, cheddar', exact: true })
        .fill('abc');
    },
  },
  {
    name: 'down',
    path: '/#q=egg',
    text: 'The service does not answer',
    serve: (_pass, { socket }) => void socket.destroy(),
    expected: NO_ANSWER,
  },
  {
    name: 'one food',
    path: '/#food=01009',
    text: 'Nutrition Facts',
  },
  {
    name: 'foods side by side',
    path: '/#compare=01009,01077,01123',
    text: '3 foods compared',
  },
  {
    name: 'a whole meal',
    path: '/#q=2+eggs,+1+slice+toast,+1+cup+milk',
    text: 'Add all 3',
  },
  {
    name: 'a week, and the nutrients of a plate',
    path: `/#week=fiber_td_g&${PLATE}`,
    text: 'Seven days',
    act: async (page) => {
      await page.getByText('All nutrients').click();
      await page.getByRole('row', { name: /^Calcium/ }).waitFor();
    },
  },
  { name: 'the lab', path: '/lab.html', text: 'Answers are in', expected: [NOT_SENT] },
];

describe('axe finds nothing in light and dark mode, and 320 pixels are wide enough,', () => {
  test.each(STATES)('with $name', async ({ path, text, act, serve, expected = [] }) => {
    if (serve !== undefined) site.serve = serve;
    const page = await site.open(path, { expected });
    await page.getByText(text).first().waitFor();
    await act?.(page);
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await expect.poll(() => overflowOf(page)).toBe(0);
  });

  test('from an origin that is not allowed', async () => {
    const expected = [NOT_SENT, ...BLOCKED];
    const page = await site.open(`${site.otherPageUrl}/#q=egg`, { expected });
    await page.getByText('The browser withheld the response').waitFor();
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'See why in the CORS lab' }).click();
    await page.getByText('Answers are in').waitFor();
    await expect.poll(() => violationsOn(page)).toEqual([]);
  });

  test('on a phone, with the plate closed and open', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await site.open(`/#q=parmesan&${PLATE}`, { viewport });
    // Opening the link shows its plate.
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await foundFor(page, 'parmesan').waitFor();
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await expect.poll(() => overflowOf(page)).toBe(0);
    await page.locator('.plate-bar').click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => overflowOf(page)).toBe(0);
  });
});

test('text that is too faint in dark mode, and content wider than 320 pixels, are found', async () => {
  const page = await site.open();
  await page.evaluate(() => {
    document.documentElement.style.setProperty('--soft', '#707070');
  });
  const found = async () => (await violationsOn(page)).join('\n');
  await expect.poll(found).toMatch(/^dark: color-contrast at /);
  await page.evaluate(() => Object.assign(document.body.style, { minWidth: '321px' }));
  await expect.poll(() => overflowOf(page)).toBe(1);
});
