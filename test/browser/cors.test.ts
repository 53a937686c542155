import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, ConsoleMessage, Page } from '@playwright/test';
import { afterAll, describe, onTestFinished } from 'vitest';
import { type CorsOptions, createFoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { freshPage } from './chromium.ts';
import { type FetchOptions, usedPage } from './cross-origin.ts';
import { expect, test, withChromium } from './with-chromium.ts';

let browser: Browser;
let pages: Server;
/** The port of a server that returns an empty page for every path. */
let pagePort: number;

withChromium.beforeAll(async ({ chromium }) => {
  browser = chromium;
  pages = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  await new Promise<void>((resolve) => pages.listen(0, resolve));
  pagePort = (pages.address() as AddressInfo).port;
});

afterAll(async () => {
  pages.close();
});

/** Starts the service and records every request it receives, including preflights. */
async function startService(origin: CorsOptions['origin']) {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    cors: { origin },
  });
  onTestFinished(() => foodLookup.close());
  const url = await foodLookup.listen();
  return `${url}/api/food?q=egg`;
}

async function openPage(path = '/', host = 'localhost'): Promise<Page> {
  const page = await usedPage(browser);
  await page.goto(`http://${host}:${pagePort}${path}`);
  return page;
}

/** The parts of a response that a script in the page sees. */
interface Seen {
  readonly type?: string;
  readonly status?: number;
  readonly body?: string;
  readonly error?: string;
}

function callFrom(page: Page, url: string, options: FetchOptions = {}): Promise<Seen> {
  return page.evaluate(
    async ([address, init]) => {
      try {
        const response = await fetch(address, init);
        return { type: response.type, status: response.status, body: await response.text() };
      } catch (error) {
        return { error: String(error) };
      }
    },
    [url, options] as const,
  );
}

/** Collects the console messages, which scripts cannot see. */
function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message: ConsoleMessage) => lines.push(message.text()));
  return lines;
}

const BLOCKED = { error: 'TypeError: Failed to fetch' };
const pageOrigin = () => `http://localhost:${pagePort}`;

describe('mode cors', () => {
  test('an allowed page reads the array', async () => {
    const seen = await callFrom(await openPage(), await startService(pageOrigin()));
    expect(seen).toMatchObject({ type: 'cors', status: 200 });
    const foods: unknown = JSON.parse(seen.body ?? '');
    expect(foods).toMatchObject([{ description: 'Egg, whole, raw, fresh', fat_g: '8.70' }, {}]);
  });

  test('another origin can read nothing, and the console names the missing header', async () => {
    const page = await openPage();
    const lines = watchConsole(page);
    const seen = await callFrom(page, await startService('https://app.example'));
    expect(seen).toEqual(BLOCKED);
    // The browser may report the failure after the script has received the error.
    await expect
      .poll(() => lines.join('\n'))
      .toContain("No 'Access-Control-Allow-Origin' header is present");
  });

  test.each([
    ['any page, by "*"', '*' as const],
    ['any page, by true', true],
    ['a page that an expression matches', /^http:\/\/localhost:\d+$/],
    [
      'a page that a function allows',
      async (origin: string | undefined) => origin === pageOrigin(),
    ],
  ])('lets in %s', async (_, origin) => {
    const seen = await callFrom(await openPage(), await startService(origin));
    expect(seen).toMatchObject({ type: 'cors', status: 200 });
  });

  test('with false, no other origin reads anything', async () => {
    expect(await callFrom(await openPage(), await startService(false))).toEqual(BLOCKED);
  });

  test('localhost and 127.0.0.1 are two origins', async () => {
    const service = await startService(pageOrigin());
    expect(await callFrom(await openPage('/', 'localhost'), service)).toMatchObject({
      status: 200,
    });
    expect(await callFrom(await openPage('/', '127.0.0.1'), service)).toEqual(BLOCKED);
  });

  test('two ports are two origins', async () => {
    const service = await startService(
      `http://localhost:${pagePort === 65_535 ? 1 : pagePort + 1}`,
    );
    expect(await callFrom(await openPage(), service)).toEqual(BLOCKED);
  });

  test('http and https are two origins', async () => {
    const service = await startService(`https://localhost:${pagePort}`);
    expect(await callFrom(await openPage(), service)).toEqual(BLOCKED);
  });

  test('an origin does not include path and query', async () => {
    const service = await startService(pageOrigin());
    expect(await callFrom(await openPage('/one?a=1'), service)).toMatchObject({ status: 200 });
    expect(await callFrom(await openPage('/two/three#b'), service)).toMatchObject({ status: 200 });
  });

  test('a sandboxed frame has the origin null, which is refused unless it is allowed on purpose', async () => {
    const page = await openPage();
    const callFromFrame = (url: string) =>
      page.evaluate(async (address) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        const call = `fetch(${JSON.stringify(address)}).then((r) => r.status, String)`;
        frame.srcdoc = `<script>${call}.then((seen) => parent.postMessage(seen, '*'))</script>`;
        const seen = new Promise<unknown>((resolve) => {
          addEventListener('message', ({ data }) => resolve(data), { once: true });
        });
        document.body.append(frame);
        return seen;
      }, url);
    expect(await callFromFrame(await startService(pageOrigin()))).toBe(BLOCKED.error);
    expect(await callFromFrame(await startService(['null']))).toBe(200);
  });

  test('an allowed page reads errors too', async () => {
    const service = await startService(pageOrigin());
    const page = await openPage();
    const seen = await callFrom(page, service.replace('/api/food', '/api/nothing-here'));
    expect(seen).toMatchObject({ type: 'cors', status: 404 });
    expect(await callFrom(page, `${service}&q=milk`)).toMatchObject({ type: 'cors', status: 400 });
  });

  test('a second call is answered from the browser’s cache after the service revalidates it', async () => {
    const service = await startService(pageOrigin());
    const page = await openPage();
    const first = await callFrom(page, service);
    const statuses: number[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    // The browser reports two statuses; this event has the status that came over the wire.
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
    expect(await callFrom(page, service)).toEqual(first);
    await expect.poll(() => statuses).toEqual([304]);
  });
});

test('mode no-cors gives an opaque response: status and body cannot be read', async () => {
  const seen = await callFrom(await openPage(), await startService(pageOrigin()), {
    mode: 'no-cors',
  });
  expect(seen).toEqual({ type: 'opaque', status: 0, body: '' });
});

test('mode same-origin causes an error, and nothing reaches the service', async () => {
  const asked: unknown[] = [];
  const service = await startService((origin: string | undefined) => {
    asked.push(origin);
    return true;
  });
  const page = await openPage();
  expect(await callFrom(page, service, { mode: 'same-origin' })).toEqual(BLOCKED);
  expect(asked).toEqual([]);
  await callFrom(page, service);
  expect(asked).toEqual([pageOrigin()]);
});

describe('a custom header', () => {
  async function methodsOf(origin: string): Promise<{ seen: Seen; methods: string[] }> {
    const service = await startService(origin);
    // A browser that has cached a preflight sends none, so this uses a fresh page.
    const page = await freshPage(browser);
    onTestFinished(() => page.close());
    await page.goto(pageOrigin());
    const methods: string[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const urls = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      urls.set(requestId, request.method);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      methods.push(`${urls.get(requestId)} ${response.status}`);
    });
    const seen = await callFrom(page, service, { headers: { 'X-Lab': '1' } });
    return { seen, methods };
  }

  test('causes a preflight, which gets 200, and then the response can be read', async () => {
    const { seen, methods } = await methodsOf(pageOrigin());
    expect(seen).toMatchObject({ type: 'cors', status: 200 });
    await expect.poll(() => methods).toEqual(['OPTIONS 200', 'GET 200']);
  });

  test('a custom header from a refused page stops at the preflight', async () => {
    const { seen, methods } = await methodsOf('https://app.example');
    expect(seen).toEqual(BLOCKED);
    expect(methods).not.toContain('GET 200');
  });
});
