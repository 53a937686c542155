import { createServer } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { listening } from '../http/listening.ts';
import { freshPage } from './chromium.ts';

// Opens pages of other origins in Chromium, and servers with CORS headers to call.

/** The pages that no test has now. */
const idle = new WeakMap<Browser, Page>();

/**
 * The page that the test before had, where it is now, since a new context starts a new process. Its
 * browser may remember earlier answers: for calls to a server that is new, or from a new origin.
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

/** A page of an origin of its own. */
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

/** A list is a repeated line. */
export type Headers = Record<string, string | string[]>;

/** What a server answers a page of `origin`; on a preflight, with `status` and more headers. */
export interface Answers {
  readonly all?: (origin: string) => Headers;
  readonly preflight?: Headers;
  readonly preflightStatus?: number;
  readonly location?: string;
}

/** Starts a server that answers so. */
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

/** Allows one value, whoever asks. */
export const allow = (value: string, more: Headers = {}) => ({
  all: () => ({ 'access-control-allow-origin': value, ...more }),
});
/** Allows whoever asks. */
export const reflect = (more: Headers = {}) => ({
  all: (origin: string) => ({ 'access-control-allow-origin': origin, ...more }),
});
/** Lists the headers that may be sent. */
export const names = (value: string) => ({ preflight: { 'access-control-allow-headers': value } });
/** Allows cookies. */
export const yes = { 'access-control-allow-credentials': 'true' };

/** The options of a call that reach the page: Node's own type of them is not the browser's. */
export type FetchOptions = Pick<RequestInit, 'mode' | 'method' | 'credentials'> & {
  readonly headers?: Readonly<Record<string, string>>;
};
