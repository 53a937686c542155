import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from '@playwright/test';
import chromium from '@sparticuz/chromium';
import manifest from '../../package.json' with { type: 'json' };

// Launches Chromium for tests, benchmarks, and screenshots: its flags and time limit.

/**
 * The time limit of a wait: longer than any takes on a busy machine, but shorter than that of a
 * test, so that the error says what is missing.
 */
export const TIMEOUT_MS = 4 * 60_000;

/**
 * Launches a real Chromium with web security on. The package's own launch arguments turn it off, so
 * that any page could read anything.
 */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpacked(),
    timeout: TIMEOUT_MS,
    args: [
      '--no-sandbox', // The sandbox refuses to run as root, and containers run as root.
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages are so short-lived that compiling their code costs more than it saves.
      '--js-flags=--no-opt --no-maglev --no-sparkplug',
    ],
  });
}

/**
 * Unpacks the executable once for all runs. The package would unpack it into the temporary folder,
 * which is deleted after each run, and concurrent workers would find it half written.
 */
async function unpacked(): Promise<string> {
  const version = manifest.devDependencies['@sparticuz/chromium'];
  const cache = new URL(`../../node_modules/.cache/chromium-${version}`, import.meta.url);
  const place = fileURLToPath(cache);
  if (!existsSync(place)) {
    const draft = `${place}.${process.pid}`;
    try {
      await unpackTo(draft);
      renameSync(draft, place);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another worker may have finished first.
      if (!existsSync(place)) throw error;
    }
  }
  return join(place, 'chromium');
}

async function unpackTo(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { TMPDIR = tmpdir() } = process.env;
  process.env.TMPDIR = folder;
  await chromium.executablePath().finally(() => {
    process.env.TMPDIR = TMPDIR;
  });
}

/**
 * Opens a page in its own context, isolated from other pages; closing the page closes the context.
 */
export async function freshPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  page.context().setDefaultTimeout(TIMEOUT_MS);
  return page;
}
