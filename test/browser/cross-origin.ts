import { createServer } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { listening } from '../http/listening.ts';
import { freshPage } from './chromium.ts';

// Opens pages from other origins in Chromium, and starts servers with CORS headers for them to
// call.

/** Maps each browser to its page that no test is using. */
const idle = new WeakMap<Browser, Page>();

/**
 * Reuses the page of the previous test at its current location, since a new context starts a new
 * process. Its browser may have cached earlier responses, so call a new server or use a new origin.
 */
export async function usedPage(browser: Browser): Promise<Page> {
  const page = idle.get(browser) ?? (await freshPage(browser));
  idle.delete(browser);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' || idle.has(browser)) return page.close();
    page.removeAllListeners('console');
    idle.set(browser, page);
  });
  return page;
}

/** Opens a page with its own origin. */
export async function openPage(browser: Browser): Promise<{ page: Page; origin: string }> {
  const origin = await listening(
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
    }),
  );
  const page = await usedPage(browser);
  await page.goto(origin);
  return { page, origin };
}

/** Header values by name. A list is sent as repeated header lines. */
export type Headers = Record<string, string | string[]>;

/**
 * How a server responds to a page of `origin`. Preflights also get the headers in `preflight`. A
 * GET of `/` is redirected to `location`.
 */
export interface Answers {
  readonly all?: (origin: string) => Headers;
  readonly preflight?: Headers;
  readonly preflightStatus?: number;
  readonly location?: string;
}

/** Starts a server with these responses. */
export function serve({
  all,
  preflight,
  preflightStatus = 204,
  location,
}: Answers): Promise<string> {
  return listening(
    createServer((request, response) => {
      const isPreflight = request.method === 'OPTIONS';
      const isRedirect = location !== undefined && request.url === '/' && !isPreflight;
      const headers = {
        ...all?.(request.headers.origin ?? ''),
        ...(isPreflight ? preflight : {}),
        ...(isRedirect ? { location } : {}),
      };
      response.statusCode = isPreflight ? preflightStatus : isRedirect ? 302 : 200;
      response.setHeaders(new Map(Object.entries(headers))).end(isPreflight ? '' : '[]');
    }),
  );
}

/** Allows one value, whatever the origin. */
export const allow = (value: string, more: Headers = {}) => ({
  all: () => ({ 'access-control-allow-origin': value, ...more }),
});
/** Reflects the origin. */
export const reflect = (more: Headers = {}) => ({
  all: (origin: string) => ({ 'access-control-allow-origin': origin, ...more }),
});
/** Allows these request headers. */
export const names = (value: string) => ({ preflight: { 'access-control-allow-headers': value } });
/** Allows credentials. */
export const yes = { 'access-control-allow-credentials': 'true' };

/** The fetch options that are passed to the page: Node's own type differs from the browser's. */
export type FetchOptions = Pick<RequestInit, 'mode' | 'method' | 'credentials'> & {
  readonly headers?: Readonly<Record<string, string>>;
};
