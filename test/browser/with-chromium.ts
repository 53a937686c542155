import { expect as playwrightExpect } from '@playwright/test';
import { test as vitestTest } from 'vitest';
import { launchChromium, TIMEOUT_MS } from './chromium.ts';
import { whyNoChromium } from './why-no-chromium.ts';

// Tests that need Chromium: one of a worker, none where the package has none. What is expected of a
// page is looked at until it is so: `look-again.grit` refuses what looks once.

/** Hooks and tests with the Chromium of their worker, which all its files share. */
export const withChromium = vitestTest.extend(
  'chromium',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs.
  async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  },
);

/** A test that needs Chromium: skipped where the package has none. */
export const test = vitestTest.skipIf(whyNoChromium() !== undefined);

/** Playwright's: what it expects of a page or a locator, it waits for. */
export const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS });
