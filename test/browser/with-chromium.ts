import { expect as playwrightExpect } from '@playwright/test';
import { test as vitestTest } from 'vitest';
import { launchChromium, TIMEOUT_MS } from './chromium.ts';
import { whyNoChromium } from './why-no-chromium.ts';

// Tests that need Chromium. Each worker starts one. If there is none for this machine, the tests
// are skipped.
// Expectations about a page are retried: `look-again.grit` rejects checks that look only once.

/** Vitest's `test` with a `chromium`, which all test files of a worker share. */
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

/** A test that needs Chromium; skipped if the package has none. */
export const test = vitestTest.skipIf(whyNoChromium() !== undefined);

/** Playwright's `expect`, which waits until a page or locator meets the expectation. */
export const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS });
