import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { test as vitestTest } from 'vitest';
import { whyNoChromium } from './why-no-chromium.ts';

/** A test that needs Chromium: skipped where the package has none. */
export const test = vitestTest.skipIf(whyNoChromium() !== undefined);

/** Longer than any wait on a busy machine, and less than a test has, so that it says what is missing. */
const TIMEOUT_MS = 4 * 60_000;

/**
 * A real Chromium with its web security on. The package's own launch arguments switch that off, and
 * are not used: what a page may read would mean nothing.
 */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    timeout: TIMEOUT_MS,
    args: [
      '--no-sandbox', // The sandbox refuses to start as root, as which containers run.
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page in a context of its own, which sees nothing of other pages and closes with it. */
export async function freshPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  page.context().setDefaultTimeout(TIMEOUT_MS);
  return page;
}
