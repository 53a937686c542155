import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { delayedPage } from './delays.ts';

// Pages that go from one test to the next: what a test leaves in one is cleared in between.

type Options = Omit<BrowserContextOptions, 'viewport'>;

interface Visitor {
  readonly page: Page;
  readonly session: CDPSession;
  /** Whether the page left the site, of which alone everything is cleared. */
  hasLeft: boolean;
}

/** A page of somebody who was never on the site. */
export interface Visit {
  readonly page: Page;
  /** Ends the visit; another test may then have the page, unless it is broken. */
  readonly leave: (isBroken: boolean) => Promise<void>;
}

/**
 * Visits one test after another. A new context for each would start a process each time, which takes
 * as long as all that the page does.
 */
export class Visitors {
  readonly #browser: Browser;
  readonly #siteUrl: string;
  /** Those that no test has now, by their options. */
  readonly #idle = new Map<string, Visitor[]>();

  constructor(browser: Browser, siteUrl: string) {
    this.#browser = browser;
    this.#siteUrl = siteUrl;
  }

  /**
   * A page whose storage and history are empty; the browser may still hold files of the site. Routes,
   * scripts, and what is set for a whole context stay: a test of these takes a page of its own.
   */
  async visit({ viewport, ...options }: BrowserContextOptions): Promise<Visit> {
    const key = JSON.stringify(options);
    const visitor = this.#idle.get(key)?.pop() ?? (await this.#invite(options));
    await visitor.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    const leave = async (isBroken: boolean) => {
      if (isBroken || visitor.hasLeft) return visitor.page.close();
      await this.#forget(visitor);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), visitor]);
    };
    return { page: visitor.page, leave };
  }

  /** Closes the pages that no test has. */
  async close(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map(({ page }) => page.close()));
  }

  async #invite(options: Options): Promise<Visitor> {
    const page = await delayedPage(this.#browser, options);
    const visitor = { page, session: await page.context().newCDPSession(page), hasLeft: false };
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(`${this.#siteUrl}/`)) visitor.hasLeft = true;
    });
    return visitor;
  }

  async #forget({ page, session }: Visitor): Promise<void> {
    // A small file of the same origin: what draws the page stays, and so does access to its storage.
    await page.goto(`${this.#siteUrl}/config.json`);
    for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    // Where the pointer rests, the next page would see it.
    await page.mouse.move(0, 0);
    await session.send('Page.resetNavigationHistory');
  }
}
