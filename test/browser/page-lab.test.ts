import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { BLOCKED, FoodSite, NO_ANSWER, NOT_SENT, withSite } from './food-site.ts';
import { test } from './with-chromium.ts';

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

/** What a card says: the verdict, what the script saw, what was on the wire, the rules by name. */
async function read(page: Page, title: string) {
  const found = card(page, title);
  return {
    verdict: await found.locator('.verdict').textContent(),
    seen: await found.locator('.seen').locator('dt, dd').allTextContents(),
    wire: await found.locator('.wire').allTextContents(),
    rules: await found.locator('.rules b').allTextContents(),
  };
}

describe('from an allowed origin', () => {
  test('mode cors: the script reads type, status, some headers and the body', async () => {
    const page = await openLab('/lab.html#q=cheddar');
    const { verdict, seen, wire, rules } = await read(page, 'Mode cors, the default');
    expect(verdict).toBe('Read');
    expect(seen.slice(0, 4)).toEqual(['type', 'cors', 'status', '200']);
    expect(seen.join(' ')).toMatch(/content-type.* of \d+ headers sent/);
    expect(seen.at(-1)).toMatch(/^\[\{"carbohydrate_g":/);
    expect(wire).toEqual([expect.stringContaining(`access-control-allow-origin: ${site.pageUrl}`)]);
    expect(rules).toEqual(['Rule 3', 'Rule 4', 'Rule 5']);
  });

  test('a header of one’s own: the preflight comes first, and is shown', async () => {
    const methods: string[] = [];
    site.road = (pass, { method = '', headers }) => {
      if (headers['x-food-lab'] || headers['access-control-request-headers']) methods.push(method);
      pass();
    };
    // A browser keeps what a preflight said, and then sends none: this one was never here.
    const page = await site.open('/lab.html', { expected: [NOT_SENT], isAlone: true });
    await page.getByText('Answers are in').waitFor();
    const { verdict, wire } = await read(page, 'A custom header');
    expect(verdict).toBe('Read');
    expect(methods).toEqual(['OPTIONS', 'GET']);
    expect(wire[0]).toContain('Access-Control-Request-Headers: x-food-lab');
    expect(wire[0]).toContain('access-control-allow-headers: x-food-lab');
    expect(wire[1]).toContain('x-food-lab: 1');
  });

  test('mode no-cors: the answer is opaque; mode same-origin: nothing is sent', async () => {
    const page = await openLab('/lab.html');
    const { verdict, seen, rules } = await read(page, 'Mode no-cors');
    expect(verdict).toBe('Opaque');
    expect(seen).toEqual([
      'type',
      'opaque',
      'status',
      '0, though 200 was sent',
      'headers',
      expect.stringMatching(/^none, of \d+ headers sent$/),
      'body',
      'nothing',
    ]);
    expect(rules).toEqual(['Mode', 'Rule 2']);
    expect(await read(page, 'Mode same-origin')).toMatchObject({
      verdict: 'Not sent',
      seen: expect.arrayContaining(['TypeError: Failed to fetch']),
      wire: [],
    });
  });

  test('another search is sent in all four ways, and kept in the address', async () => {
    const page = await openLab('/lab.html');
    await page.getByRole('textbox', { name: 'Search' }).fill('oats');
    await page.getByRole('button', { name: 'Send all four' }).click();
    await card(page, 'Mode cors, the default').getByText('GET /api/food?q=oats').waitFor();
    expect(new URL(page.url()).hash).toBe('#q=oats');
  });
});

test('the switch loads the lab from an origin that is not allowed, where it fails', async () => {
  const page = await openLab('/lab.html#q=cheddar', BLOCKED);
  await page.getByRole('link', { name: site.otherPageUrl }).click();
  await page.waitForURL(`${site.otherPageUrl}/lab.html#q=cheddar`);
  await page.getByText('Answers are in').waitFor();
  const plain = await read(page, 'Mode cors, the default');
  expect(plain.verdict).toBe('Blocked');
  expect(plain.seen).toContain('TypeError: Failed to fetch');
  expect(plain.wire.join()).toContain(`Origin: ${site.otherPageUrl}`);
  expect(plain.wire.join()).not.toContain('access-control-allow-origin');
  expect(plain.rules).toEqual(['Rule 3', 'Rule 4', 'Rule 5', 'Rule 6']);
  const preflighted = await read(page, 'A custom header');
  expect([preflighted.verdict, preflighted.wire.length]).toEqual(['Blocked', 1]);
  expect((await read(page, 'Mode no-cors')).verdict).toBe('Opaque');
  expect((await read(page, 'Mode same-origin')).verdict).toBe('Not sent');
  const fix = card(page, 'Mode cors, the default').locator('.fix');
  expect(await fix.innerText()).toContain(`--origin '${site.pageUrl}, ${site.otherPageUrl}'`);
});

test('the switch takes along what was searched for last', async () => {
  const page = await openLab('/lab.html#q=cheddar', BLOCKED);
  await page.getByRole('textbox', { name: 'Search' }).fill('oats');
  await page.getByRole('button', { name: 'Send all four' }).click();
  await page.getByRole('link', { name: site.otherPageUrl }).click();
  await page.waitForURL(`${site.otherPageUrl}/lab.html#q=oats`);
});

test('the code of a card can be copied and run', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.open('/lab.html', { expected: [NOT_SENT], permissions });
  await page.getByText('Answers are in').waitFor();
  await card(page, 'A custom header').getByRole('button', { name: 'Copy' }).click();
  await page.getByText('fetch copied').waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const run = `(async () => { const answer = ${code}; return answer.status; })()`;
  expect(await page.evaluate(run)).toBe(200);
});

test('a service that is down is not called blocked', async () => {
  const opening = site.open('/lab.html', { expected: [NOT_SENT, ...BLOCKED, ...NO_ANSWER] });
  site.road = (_pass, { socket }) => void socket.destroy();
  const page = await opening;
  await page.getByText('Answers are in').waitFor();
  expect((await read(page, 'Mode cors, the default')).verdict).toBe('No answer');
  expect((await read(page, 'Mode no-cors')).verdict).toBe('No answer');
});

test('a header that the service does not list: on the wire is the preflight alone', async () => {
  const strict = await FoodSite.start(site.browser, ['x-other']);
  onTestFinished(() => strict.close());
  const page = await strict.open('/lab.html', { expected: [NOT_SENT, ...BLOCKED] });
  await page.getByText('Answers are in').waitFor();
  const { verdict, wire } = await read(page, 'A custom header');
  expect([verdict, wire.length]).toEqual(['Blocked', 1]);
  expect(wire[0]).toContain('access-control-allow-headers: x-other');
  await card(page, 'A custom header').getByText('Never sent the search itself.').waitFor();
});

test('the lab speaks Spanish to those who ask for it', async () => {
  const page = await site.open('/lab.html', { expected: [NOT_SENT], locale: 'es-ES' });
  await page.getByRole('heading', { name: '¿Qué puede leer un script?' }).waitFor();
  await page.getByText('Han llegado las respuestas').waitFor();
  expect(await page.locator('.verdict').allTextContents()).toEqual([
    'Leída',
    'Leída',
    'Opaca',
    'No enviada',
  ]);
});

test('on a phone, all four ways take three screens at the most, allowed or not', async () => {
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
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(3 * viewport.height);
  }
});
