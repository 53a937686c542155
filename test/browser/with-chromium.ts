import { test as vitestTest } from 'vitest';
import { launchChromium } from './chromium.ts';
import { whyNoChromium } from './why-no-chromium.ts';

// Tests that need Chromium: one of a worker, none where the package has none.

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
