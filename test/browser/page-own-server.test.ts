import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { PAGE_FOLDER, readPageFiles } from '../../src/http/page/page-files.ts';
import { createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { freshPage } from './chromium.ts';
import { expect, test, withChromium } from './with-chromium.ts';

let browser: Browser;
withChromium.beforeAll(({ chromium }) => {
  browser = chromium;
});

const PREFIX = '/foods';

/**
 * Starts a plain web server: the built page under a path, its configuration, and /api forwarded.
 */
async function startServer(apiUrl: string): Promise<string> {
  const files = new Map(readPageFiles(PAGE_FOLDER).map((file) => [PREFIX + file.path, file]));
  const { hostname, port } = new URL(apiUrl);
  const forward = ({ method, headers, url = '' }: IncomingMessage, response: ServerResponse) => {
    const path = url.slice(PREFIX.length);
    request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  };
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://page');
    const file = files.get(pathname);
    if (pathname.startsWith(`${PREFIX}/api/`)) forward(incoming, response);
    else if (pathname === `${PREFIX}/config.json`) response.end('{"apiUrl": "."}');
    else if (file !== undefined) response.setHeader('content-type', file.type).end(file.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}${PREFIX}/`;
}

test('the built page works on any server, under any path, on the same origin as the service', async () => {
  const service = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    cors: { origin: false },
  });
  onTestFinished(() => service.close());
  const page = await freshPage(browser);
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(await startServer(await service.listen()));
  await page.getByRole('combobox', { name: 'Search foods' }).fill('bread');
  await page.getByRole('button', { name: 'Add Bread, egg', exact: true }).click();
  await page.getByText('Nothing here yet.').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'CORS lab' }).click();
  await page.getByText('Answers are in').waitFor();
  await expect(page.locator('.verdict')).toHaveText(['Read', 'Read', 'Read', 'Read']);
  await expect(page.locator('.seen').first().locator('dd').first()).toHaveText('basic');

  await page.getByRole('link', { name: 'Foods' }).click();
  await page.getByRole('textbox', { name: 'Amount of Bread, egg' }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('a table with a key gets a view of each food; its license and source are at the foot of the page', async () => {
  const database = join(mkdtempSync(join(tmpdir(), 'food-lookup-')), 'entries.sqlite');
  const table = new DatabaseSync(database);
  table.exec(`CREATE TABLE entries (sku TEXT UNIQUE, description TEXT, kcal REAL, protein_g REAL,
    carbohydrate_g REAL, fa_sat_g REAL, fa_mono_g REAL, fa_poly_g REAL, source TEXT, license TEXT)`);
  // The source and license are as `import --license ODbL-1.0` writes them.
  table.exec(`INSERT INTO entries
    VALUES ('A/1', 'House bread', 250, 9, 48, 1, 1, 1, 'House table', 'ODbL-1.0')`);
  table.close();
  let pageUrl = '';
  const service = await createFoodLookup({
    port: 0,
    page: 0,
    logLevel: 'silent',
    database,
    key: 'sku',
    cors: { origin: (origin: string | undefined) => origin === pageUrl },
  });
  onTestFinished(() => service.close());
  await service.listen();
  pageUrl = service.pageUrl ?? '';
  const page = await freshPage(browser);
  onTestFinished(() => page.close());
  await page.goto(`${pageUrl}/#q=bread`);
  await expect(page.getByRole('link', { name: 'House table, ODbL-1.0' })).toHaveAttribute(
    'href',
    'https://opendatacommons.org/licenses/odbl/1-0/',
  );
  await page.getByRole('link', { name: 'House bread' }).click();
  await page.getByText('Source: the table of this service, food A/1.').waitFor();
  await expect(page).toHaveURL(/#food=A%2F1$/);
});
