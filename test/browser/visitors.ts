import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { freshContext } from './chromium.ts';

// Visitors of the page: what a test leaves in a browser is cleared before the next test comes.

type Options = Omit<BrowserContextOptions, 'viewport'>;

interface Visitor {
  /** Shows a file of the site, so that the process that draws it stays for the next page. */
  readonly anchor: Page;
  readonly session: CDPSession;
}

/** A page of a visitor, and what ends the visit: the visitor has then seen nothing, as at first. */
export interface Visit {
  readonly page: Page;
  readonly leave: () => Promise<void>;
}

/**
 * Pages for one test after another. A new context for each would start a process each time, which
 * takes as long as all that the page does.
 */
export class Visitors {
  readonly #browser: Browser;
  readonly #origins: readonly [string, ...string[]];
  /** Those that no test has now, by their options. */
  readonly #idle = new Map<string, Visitor[]>();

  /** @param origins those whose pages are visited, the one that is visited most first */
  constructor(browser: Browser, origins: readonly [string, ...string[]]) {
    this.#browser = browser;
    this.#origins = origins;
  }

  /**
   * A page of somebody who was never on the site, with the caches and the storage empty. What a test
   * changes of the whole context, such as its clock, stays changed: it must not take its page here.
   */
  async visit({ viewport, ...options }: BrowserContextOptions = {}): Promise<Visit> {
    const key = JSON.stringify(options);
    const visitor = this.#idle.get(key)?.pop() ?? (await this.#invite(options));
    const page = await visitor.anchor.context().newPage();
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    const leave = async () => {
      await this.#forget(visitor);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), visitor]);
    };
    return { page, leave };
  }

  async #invite(options: Options): Promise<Visitor> {
    const context = await freshContext(this.#browser, options);
    const anchor = await context.newPage();
    await anchor.goto(new URL('/config.json', this.#origins[0]).href);
    return { anchor, session: await context.newCDPSession(anchor) };
  }

  async #forget({ anchor, session }: Visitor): Promise<void> {
    const others = anchor.context().pages();
    await Promise.all(others.filter((page) => page !== anchor).map((page) => page.close()));
    for (const origin of this.#origins) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await session.send('Network.clearBrowserCache');
  }
}
