import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { createFoodLookup } from '../src/index.ts';
import { launchChromium } from '../test/browser/chromium.ts';

// `npm run pictures` takes the screenshots of the page and the lab for the documents.

const [PAGE_PORT, API_PORT] = [3000, 3001];
const PLATE = [
  '40_1_g_20038_389_16.89_6.9_66.27_Oats',
  '1_244_cup_01077_61_3.15_3.25_4.8_Milk, whole, 3.25% milkfat, with added vitamin D',
  '2_50_large_01123_143_12.56_9.51_0.72_Egg, whole, raw, fresh',
];

async function takePage(page: Page): Promise<void> {
  const plate = new URLSearchParams(PLATE.map((item): [string, string] => ['item', item]));
  await page.goto(`http://localhost:${PAGE_PORT}/#${plate}`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('combobox', { name: 'Search foods' }).fill('strawbery');
  await page.getByRole('radio', { name: 'Portion' }).click();
  await page.getByText('Showing results for').waitFor();
  await page.getByRole('radio', { name: 'Portion' }).blur();
}

async function takeLab(page: Page): Promise<void> {
  await page.goto(`http://127.0.0.1:${PAGE_PORT}/lab.html`);
  await page.getByText('Answers are in').waitFor();
  await page.getByText('To fix it').first().waitFor();
}

async function take(
  browser: Browser,
  name: string,
  [width, height]: readonly [number, number],
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'en-US' });
  await prepare(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: fileURLToPath(new URL(`../docs/${name}.png`, import.meta.url)) });
  await page.close();
}

const foodLookup = await createFoodLookup({ port: API_PORT, page: PAGE_PORT, logLevel: 'silent' });
await foodLookup.listen();
const browser = await launchChromium();
try {
  await take(browser, 'page', [1280, 800], takePage);
  await take(browser, 'cors-lab', [1100, 900], takeLab);
} finally {
  await browser.close();
  await foodLookup.close();
}
