import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { freshPage } from './chromium.ts';
import { expect, test, withChromium } from './with-chromium.ts';

let browser: Browser;
withChromium.beforeAll(({ chromium }) => {
  browser = chromium;
});

/** A page like the first clients of such a service: it knows only its own URL. */
const PAGE = `<!doctype html><title>Foods</title>
<input aria-label="Food"><table><tbody></tbody></table>
<script>
  const body = document.querySelector('tbody');
  document.querySelector('input').addEventListener('change', async (event) => {
    const answer = await fetch('api/food?q=' + event.target.value, { accept: 'application/json' });
    const foods = await answer.json();
    body.replaceChildren(...foods.slice(0, 25).map((food) => {
      const row = document.createElement('tr');
      for (const name of ['description', 'kcal', 'protein_g', 'fat_g', 'carbohydrate_g'])
        row.insertCell().textContent = food[name];
      return row;
    }));
  });
</script>`;

/** Starts a page server that forwards /api, as development servers and reverse proxies do. */
async function startPages(apiUrl: string): Promise<string> {
  const { hostname, port } = new URL(apiUrl);
  const server = createServer((incoming, response) => {
    const { method, url = '/', headers } = incoming;
    if (!url.startsWith('/api/')) {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

test.each([{ origin: 'http://localhost:3000' }, { origin: false }])(
  'a client that calls its own origin works behind a proxy, with $origin',
  async (cors) => {
    const service = await createFoodLookup({ port: 0, logLevel: 'silent', cors });
    onTestFinished(() => service.close());
    const page = await freshPage(browser);
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(await startPages(await service.listen()));
    await page.getByLabel('Food').fill('butter, salted');
    await page.getByLabel('Food').press('Enter');
    await expect(page.getByRole('row').first().getByRole('cell')).toHaveText([
      'Butter, salted',
      '717',
      '0.85',
      '75.43',
      '0.06',
    ]);
    await page.getByLabel('Food').fill('che');
    await page.getByLabel('Food').press('Enter');
    await page.getByRole('row').nth(24).waitFor();
    expect(complaints.filter((line) => !line.includes('favicon'))).toEqual([]);
  },
);
