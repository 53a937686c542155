import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { BLOCKED, type FoodSite, NO_ANSWER, NOT_SENT, withSite } from './food-site.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const card = (page: Page, title: string) => page.getByRole('article', { name: title });

async function openLab(path: string, expected: readonly RegExp[] = []): Promise<Page> {
  const page = await site.open(path, { expected: [NOT_SENT, ...expected] });
  await page.getByText('Answers are in').waitFor();
  return page;
}

/**
 * Reads a card: the verdict, what the script saw, what went over the wire, and the rules by name.
 */
function partsOf(page: Page, title: string) {
  const found = card(page, title);
  return {
    verdict: found.locator('.verdict'),
    seen: found.locator('.seen').locator('dt, dd'),
    wire: found.locator('.wire'),
    rules: found.locator('.rules b'),
  };
}

describe('from an allowed origin', () => {
  test('each mode shows what the script reads, and a new search is sent in all modes', async () => {
    const page = await openLab('/lab.html#q=cheddar');
    // Mode cors: the script reads type, status, some headers and the body.
    const { verdict, seen, wire, rules } = partsOf(page, 'Mode cors, the default');
    await expect(verdict).toHaveText('Read');
    await expect(seen).toHaveText([
      'type',
      'cors',
      'status',
      '200',
      'headers',
      /content-type.* of \d+ headers sent/,
      'body',
      /^\[\{"carbohydrate_g":/,
    ]);
    await expect(wire).toContainText([`access-control-allow-origin: ${site.pageUrl}`]);
    await expect(wire).toHaveCount(1);
    await expect(rules).toHaveText(['Rule 3', 'Rule 4', 'Rule 5']);

    // Mode no-cors: the answer is opaque.
    const opaque = partsOf(page, 'Mode no-cors');
    await expect(opaque.verdict).toHaveText('Opaque');
    await expect(opaque.seen).toHaveText([
      'type',
      'opaque',
      'status',
      '0, though 200 was sent',
      'headers',
      /^none, of \d+ headers sent$/,
      'body',
      'nothing',
    ]);
    await expect(opaque.rules).toHaveText(['Mode', 'Rule 2']);

    // Mode same-origin: nothing is sent.
    const unsent = partsOf(page, 'Mode same-origin');
    await expect(unsent.verdict).toHaveText('Not sent');
    await expect(unsent.seen.filter({ hasText: 'TypeError: Failed to fetch' })).toHaveCount(1);
    await expect(unsent.wire).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Search' }).fill('oats');
    await page.getByRole('button', { name: 'Send all four' }).click();
    await card(page, 'Mode cors, the default').getByText('GET /api/food?q=oats').waitFor();
    await expect(page).toHaveURL(/#q=oats$/);
  });

  test('a custom header: the preflight comes first, and is shown; the code of the card can be copied and run', async () => {
    const methods: string[] = [];
    site.serve = (pass, { method = '', headers }) => {
      if (headers['x-food-lab'] || headers['access-control-request-headers']) methods.push(method);
      pass();
    };
    // A browser that has cached a preflight sends none, so this uses a fresh page.
    const permissions = ['clipboard-read', 'clipboard-write'];
    const options = { expected: [NOT_SENT], permissions, isAlone: true };
    const page = await site.open('/lab.html', options);
    await page.getByText('Answers are in').waitFor();
    const { verdict, wire } = partsOf(page, 'A custom header');
    await expect(verdict).toHaveText('Read');
    expect(methods).toEqual(['OPTIONS', 'GET']);
    await expect(wire.first()).toContainText('Access-Control-Request-Headers: x-food-lab');
    await expect(wire.first()).toContainText('access-control-allow-headers: x-food-lab');
    await expect(wire.nth(1)).toContainText('x-food-lab: 1');
    await card(page, 'A custom header').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('fetch copied').waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const run = `(async () => { const answer = ${code}; return answer.status; })()`;
    const status: unknown = await page.evaluate(run);
    expect(status).toBe(200);
  });
});

test('the switch reloads the lab from an origin that is not allowed, with the latest search, and the calls fail', async () => {
  const page = await openLab('/lab.html#q=cheddar', BLOCKED);
  await page.getByRole('textbox', { name: 'Search' }).fill('oats');
  await page.getByRole('button', { name: 'Send all four' }).click();
  await page.getByRole('link', { name: site.otherPageUrl }).click();
  await page.waitForURL(`${site.otherPageUrl}/lab.html#q=oats`);
  await page.getByText('Answers are in').waitFor();
  const plain = partsOf(page, 'Mode cors, the default');
  await expect(plain.verdict).toHaveText('Blocked');
  await expect(plain.seen.filter({ hasText: 'TypeError: Failed to fetch' })).toHaveCount(1);
  await expect(plain.wire).toContainText(`Origin: ${site.otherPageUrl}`);
  await expect(plain.wire).not.toContainText('access-control-allow-origin');
  await expect(plain.rules).toHaveText(['Rule 3', 'Rule 4', 'Rule 5', 'Rule 6']);
  const preflighted = partsOf(page, 'A custom header');
  await expect(preflighted.verdict).toHaveText('Blocked');
  await expect(preflighted.wire).toHaveCount(1);
  await expect(partsOf(page, 'Mode no-cors').verdict).toHaveText('Opaque');
  await expect(partsOf(page, 'Mode same-origin').verdict).toHaveText('Not sent');
  const fix = card(page, 'Mode cors, the default').locator('.fix');
  await expect(fix).toContainText(`--origin '${site.pageUrl}, ${site.otherPageUrl}'`);
});

test('a service that is down is not reported as blocked', async () => {
  const opening = site.open('/lab.html', { expected: [NOT_SENT, ...BLOCKED, ...NO_ANSWER] });
  site.serve = (_pass, { socket }) => void socket.destroy();
  const page = await opening;
  await page.getByText('Answers are in').waitFor();
  await expect(partsOf(page, 'Mode cors, the default').verdict).toHaveText('No answer');
  await expect(partsOf(page, 'Mode no-cors').verdict).toHaveText('No answer');
});

test('on a phone, all four modes fit on three screens, whether the origin is allowed or not', async () => {
  const viewport = { width: 390, height: 844 };
  for (const origin of [site.pageUrl, site.otherPageUrl]) {
    const expected = [NOT_SENT, ...BLOCKED];
    const page = await site.open(`${origin}/lab.html`, {
      viewport,
      hasTouch: true,
      isMobile: true,
      expected,
    });
    await page.getByText('Answers are in').waitFor();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height).toBeLessThanOrEqual(3 * viewport.height);
  }
});
