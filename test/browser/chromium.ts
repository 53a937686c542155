import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { test as vitestTest } from 'vitest';
import { whyNoChromium } from './why-no-chromium.ts';

/** A test that needs Chromium: skipped where the package has none. */
export const test = vitestTest.skipIf(whyNoChromium() !== undefined);

/**
 * A real Chromium with its web security on. The package's own launch arguments switch that off, and
 * are not used: what a page may read would mean nothing.
 */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
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
