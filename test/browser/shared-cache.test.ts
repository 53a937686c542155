import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { beforeEach, describe, onTestFinished } from 'vitest';
import { createFoodLookup } from '../../src/index.ts';
import { type CachingProxy, createCachingProxy } from '../http/caching-proxy.ts';
import { listening } from '../http/listening.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { usedPage } from './cross-origin.ts';
import { expect, test, withChromium } from './with-chromium.ts';

const FORCED_AGE_S = 600;
const PATH = '/api/food?q=egg';

let browser: Browser;
withChromium.beforeAll(({ chromium }) => {
  browser = chromium;
});
let page: Page;
beforeEach(async () => {
  page = await usedPage(browser);
});

/** Serves pages of two origins, which are the same server by its name and by its IP address. */
async function servePages(): Promise<{ allowed: string; refused: string }> {
  const pages = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  const refused = await listening(pages);
  return { refused, allowed: refused.replace('127.0.0.1', 'localhost') };
}

async function startService(origin: string): Promise<string> {
  const foodLookup = await createFoodLookup({
    port: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    cors: { origin },
  });
  onTestFinished(() => foodLookup.close());
  return foodLookup.listen();
}

async function startCache(
  upstream: string,
  forcedAgeS?: number,
): Promise<CachingProxy & { url: string }> {
  const cache = createCachingProxy({
    upstream,
    ...(forcedAgeS === undefined ? {} : { forcedAgeS }),
  });
  return { ...cache, url: `${await listening(cache.server)}${PATH}` };
}

/**
 * Returns the status that a script in a page of `origin` reads, or the error it gets instead. The
 * browser forgets earlier responses, so that only the shared cache remembers anything.
 */
async function callFrom(origin: string, url: string): Promise<number | string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await page.goto(origin);
  return page.evaluate(
    (address) =>
      fetch(address).then(
        async (response) => (Array.isArray(await response.json()) ? response.status : 'no array'),
        String,
      ),
    url,
  );
}

const BLOCKED = 'TypeError: Failed to fetch';

describe('behind a shared cache', () => {
  test('an allowed page can read a response that a refused page requested first', async () => {
    const { allowed, refused } = await servePages();
    const { url, results } = await startCache(await startService(allowed));
    expect(await callFrom(refused, url)).toBe(BLOCKED);
    expect(await callFrom(allowed, url)).toBe(200);
    expect(await callFrom(refused, url)).toBe(BLOCKED);
    expect(await callFrom(allowed, url)).toBe(200);
    // Each origin got its own response, which the service then revalidated.
    expect(results).toEqual(['miss', 'miss', 'revalidated', 'revalidated']);
  });

  test('an allowed page can also read it from a cache that does not revalidate', async () => {
    const { allowed, refused } = await servePages();
    const { url, results } = await startCache(await startService(allowed), FORCED_AGE_S);
    // A caller without an Origin header, such as a health check.
    expect((await fetch(url)).headers.has('access-control-allow-origin')).toBe(false);
    expect(await callFrom(refused, url)).toBe(BLOCKED);
    expect(await callFrom(allowed, url)).toBe(200);
    expect(await callFrom(refused, url)).toBe(BLOCKED);
    expect(await callFrom(allowed, url)).toBe(200);
    expect(results).toEqual(['miss', 'miss', 'miss', 'hit', 'hit']);
  });

  test('with "*", one response serves every origin', async () => {
    const { allowed, refused } = await servePages();
    const { url, results } = await startCache(await startService('*'), FORCED_AGE_S);
    expect(await callFrom(refused, url)).toBe(200);
    expect(await callFrom(allowed, url)).toBe(200);
    expect(results).toEqual(['miss', 'hit']);
  });

  test('without Vary, the allowed page would get the response to the refused page', async () => {
    const { allowed, refused } = await servePages();
    const withoutVary = (request: IncomingMessage, response: ServerResponse) => {
      const { origin } = request.headers;
      if (origin === allowed) response.setHeader('access-control-allow-origin', origin);
      response.end('[]');
    };
    const upstream = await listening(createServer(withoutVary));
    expect(await callFrom(allowed, `${upstream}${PATH}`)).toBe(200);
    const { url, results } = await startCache(upstream, FORCED_AGE_S);
    expect(await callFrom(refused, url)).toBe(BLOCKED);
    expect(await callFrom(allowed, url)).toBe(BLOCKED);
    expect(results).toEqual(['miss', 'hit']);
  });
});
