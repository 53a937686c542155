import type { Page } from '@playwright/test';
import { firstMatch, start } from '../cli/run.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { BLOCKED, type FoodSite, NO_ANSWER, NOT_SENT, withSite } from './food-site.ts';
import { boundsOf, box, foundFor } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

/** Returns which of the origins the program allows with these flags. */
async function originsAllowedBy(flags: string[], origins: string[]): Promise<string[]> {
  const child = start(['serve', '--port', '0', '--database', SMALL_DATABASE, ...flags]);
  const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
  const answers = origins.map(async (origin) => {
    const { headers } = await fetch(`${url}/api/food?q=egg`, { headers: { origin } });
    return headers.get('access-control-allow-origin') === origin;
  });
  const allowed = await Promise.all(answers);
  return origins.filter((_, i) => allowed[i]);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

test('if the service is slow, the page says so, offers a retry, and shows the answer when it arrives', async () => {
  const held: string[] = [];
  const page = await site.open('/', { isAlone: true });
  site.serve = (_pass, { url = '' }) => void held.push(url);
  await page.clock.install();
  await box(page).fill('egg');
  await page.clock.runFor(200);
  await heading(page, 'Searching…').waitFor();
  await page.clock.runFor(3000);
  await heading(page, 'Still searching…').waitFor();
  // Waits until the search is held. A search sent later would be answered, and need no retry.
  await expect.poll(() => held.some((url) => url.includes('q=egg&'))).toBe(true);
  site.serve = (pass) => pass();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await foundFor(page, 'egg').waitFor();
});

test('if the service is down, the page says how to start it, moves no row of an earlier search, and recovers', async () => {
  const page = await site.open('/', { expected: NO_ANSWER });
  site.serve = (_pass, { socket }) => void socket.destroy();
  await box(page).fill('egg');
  await heading(page, 'The service does not answer').waitFor();
  await page.getByText(`Nothing answers at ${site.apiUrl}`).waitFor();
  site.serve = (pass) => pass();
  await retry(page);
  // Rows below are drawn after a pause.
  const last = foundFor(page, 'egg').getByRole('row').nth(5);
  const { top } = await boundsOf(last);
  site.serve = (_pass, { socket }) => void socket.destroy();
  await box(page).fill('egg white');
  await heading(page, 'The service does not answer').waitFor();
  await expect.poll(async () => (await boundsOf(last)).top).toBe(top);
  site.serve = (pass) => pass();
  await retry(page);
  await foundFor(page, 'egg white').waitFor();
  await expect(heading(page, 'The service does not answer')).toHaveCount(0);
});

test('if an answer does not contain foods, the page shows its status or message and what to do, and recovers', async () => {
  const page = await site.open('/', { expected: [/status of (429|500)/] });
  for (const [query, code, body, title, text] of [
    [
      ...(['egg', 500, '{"error":"Internal server error"}'] as const),
      ...(['The service answered with status 500', 'Internal server error'] as const),
    ],
    [
      ...(['egg white', 200, '{"error":"Missing required parameter `q`"}'] as const),
      ...(['The service cannot search for this', 'Missing required parameter `q`'] as const),
    ],
    ['soup', 429, '<h1>Too many</h1>', 'The service answered with status 429', 'then try again'],
    ['milk', 200, '<!doctype html>', 'The service answered with status 200', 'not a food service'],
    ['oats', 200, '[null,1]', 'This page cannot read the response', 'but not of foods'],
  ] as const) {
    site.serve = (_pass, { headers }, response) => {
      response.writeHead(code, { 'access-control-allow-origin': headers.origin ?? '' }).end(body);
    };
    await box(page).fill(query);
    await heading(page, title).waitFor();
    await page.getByText(text).waitFor();
    // Only a JSON message is quoted.
    await expect(page.getByText('It says')).toHaveCount(body.startsWith('{') ? 1 : 0);
  }
  site.serve = (pass) => pass();
  await retry(page);
  await foundFor(page, 'oats').waitFor();
});

/** Blocks a file of the page, the first time or always. */
const losing =
  (file: RegExp, isAlways = false) =>
  (page: Page) => {
    let isLost = false;
    // The route stays, since removing it during a reload can leave a request waiting forever.
    return page.route(file, (route) => {
      if (isLost && !isAlways) return route.continue();
      isLost = true;
      return route.abort();
    });
  };

test('a page with a missing script is reloaded, and loses nothing', async () => {
  const expected = [/status of 500/, ...NO_ANSWER];
  const page = await site.open('/', { expected, prepare: losing(/answered-fault-/) });
  site.serve = (_pass, { headers }, response) => {
    response.writeHead(500, { 'access-control-allow-origin': headers.origin ?? '' }).end();
  };
  await box(page).fill('egg');
  await heading(page, 'The service answered with status 500').waitFor();
  await page.waitForFunction(() => location.hash === '#q=egg');
});

test('scripts that never load do not affect the rest of the page', async () => {
  // The results’ tools import the groups, and the foods of the plate import the amount editor.
  const optional = /\/(groups|interpretation|amount-editor|compare-tray|toast|narrow-plate)-.*js$/;
  const prepare = async (page: Page) => {
    await losing(optional, true)(page);
    // A busy machine may take more than a minute, after which the page would be reloaded again.
    return page.addInitScript(() => {
      performance.now = () => 0;
    });
  };
  const page = await site.open('/', { expected: NO_ANSWER, prepare });
  // Anything typed before the reload would be lost.
  await page.waitForFunction(
    () => Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'type') === 'reload',
  );
  await page.evaluate(() => Object.assign(window, { isReloadedOnce: true }));
  await box(page).fill('egg');
  await foundFor(page, 'egg').waitFor();
  await page.getByRole('button', { name: 'Compare Egg, whole, raw, fresh' }).click();
  await box(page).press('Enter');
  await expect(foundFor(page, 'egg').locator('.on-plate')).toHaveText(/100 g$/);
  const broken = 'Something on this page broke';
  await page.locator('.plate-column').getByText(broken).waitFor();
  await page.getByRole('link', { name: 'Egg, whole, raw, fresh' }).click();
  await page.getByRole('search').getByText(broken).waitFor();
  await page.getByRole('button', { name: 'Keep searching' }).click();
  await box(page).fill('oats');
  await foundFor(page, 'oats').waitFor();
  await expect(page.getByText(broken)).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => 'isReloadedOnce' in window)).toBe(true);
});

test.each([
  ['a part', /answered-fault-.*js$/, {}, 'The browser withheld the response'],
  ['its configuration', /config\.json$/, {}, 'The browser withheld the response'],
  ['its texts', /\/es-.*js$/, { locale: 'es-ES' }, 'El navegador retuvo la respuesta'],
])('the page retries loading %s', async (...given) => {
  const [, file, options, title] = given;
  const expected = [...BLOCKED, ...NO_ANSWER];
  const opened = { expected, prepare: losing(file), ...options };
  const page = await site.open(`${site.otherPageUrl}/#q=egg`, opened);
  await heading(page, title).waitFor();
});

test('if the translation does not load, the page is in English', async () => {
  const expected = [...NO_ANSWER, NOT_SENT];
  const options = { locale: 'es-ES', expected, prepare: losing(/es-.*js/, true) };
  await heading(await site.open('/#q=egg', options), 'Search foods').waitFor();
  await heading(await site.open('/lab.html', options), 'What may a script read?').waitFor();
});

test('foods do not wait for the explanation of the search, and do not move when it appears', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const page = await site.open('/', {
    prepare: async (page) => {
      // The amount reader is late too. Once the reader has loaded, the text is not searched for
      // again.
      await page.route(/(?:interpretation|typed-amount)-/, async (route) => {
        await isReleased;
        await route.continue();
      });
      return page.addInitScript(() => {
        const said = new Set<string | undefined>();
        Object.assign(window, { said });
        const listen = () =>
          said.add(/instead for “.*?”/.exec(document.body?.textContent ?? '')?.[0]);
        new MutationObserver(listen).observe(document, { childList: true, subtree: true });
      });
    },
  });
  await box(page).fill('brocoli');
  await foundFor(page, 'brocoli').waitFor();
  release();
  // The code of the explanation has loaded once names are highlighted.
  await foundFor(page, 'brocoli').locator('mark').first().waitFor();
  await box(page).fill('brocolli');
  await page.getByText('Showing results for').waitFor();
  const said = () => page.evaluate(() => [...Reflect.get(window, 'said')].filter(Boolean));
  await expect.poll(said).toEqual(['instead for “brocolli”']);
});

test('a message about an answer is not shown for a later query', async () => {
  const held: (() => void)[] = [];
  site.serve = (pass, { url = '' }) => (url.includes('soup') ? void held.push(pass) : pass());
  const page = await site.open();
  await box(page).fill('brocoli');
  const instead = page.getByRole('button', { name: 'Search instead for' });
  await instead.waitFor();
  await box(page).fill('brocoli soup');
  await expect(foundFor(page, 'brocoli')).toHaveAttribute('aria-busy', 'true');
  await expect(instead).toHaveText('Search instead for “brocoli”');
  await expect.poll(() => held.length).toBe(1);
  for (const pass of held) pass();
  await page.getByRole('button', { name: '“brocoli soup”' }).waitFor();
});

test('if its origin is not allowed, the page says how to allow it, and not that the service is down', async () => {
  // The link leads to the lab, which fails on purpose.
  const expected = [...BLOCKED, NOT_SENT];
  const page = await site.open(`${site.otherPageUrl}/#q=egg`, { expected });
  await heading(page, 'The browser withheld the response').waitFor();
  // A service started with the flag as shown allows both pages, and no other.
  const origins = `${site.pageUrl}, ${site.otherPageUrl}`;
  await expect(page.locator('pre', { hasText: '--origin' })).toHaveText(`--origin '${origins}'`);
  const asked = [site.pageUrl, site.otherPageUrl, 'https://other.example'];
  const allowed = await originsAllowedBy(['--origin', origins], asked);
  expect(allowed).toEqual([site.pageUrl, site.otherPageUrl]);
  const guide = page.getByRole('link', { name: 'The guide to blocked calls' });
  await expect(guide).toHaveAttribute('href', 'cors-guide.txt');
  const text = await page.request.get(`${site.otherPageUrl}/cors-guide.txt`);
  expect(await text.text()).toMatch(/^# /);
  await page.getByRole('link', { name: 'See why in the CORS lab' }).click();
  await heading(page, 'What may a script read?').waitFor();
  await expect(page).toHaveURL(`${site.otherPageUrl}/lab.html#q=egg`);
});

test('if the browser is offline, the page says so, and continues once it is online', async () => {
  const page = await site.open('/', { expected: NO_ANSWER });
  const food = page.getByRole('link', { name: 'Oats' });
  await food.waitFor();
  await page.context().setOffline(true);
  await food.click();
  await heading(page, 'You are offline').waitFor();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toHaveCount(0);
  await box(page).fill('egg');
  await page.getByText('The search continues once you are online').waitFor();
  await page.context().setOffline(false);
  await foundFor(page, 'egg').waitFor();
});
