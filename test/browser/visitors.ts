import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { delayedPage } from './delays.ts';

// Reuses pages between tests, clearing what each test leaves behind.

type Options = Omit<BrowserContextOptions, 'viewport'>;

interface Visitor {
  readonly page: Page;
  readonly session: CDPSession;
  /** Whether the page has left the site. Only this site's data is cleared between tests. */
  hasLeft: boolean;
}

/** A page like that of a first-time visitor. */
export interface Visit {
  readonly page: Page;
  /** Ends the visit and releases the page for other tests, unless it is broken. */
  readonly leave: (isBroken: boolean) => Promise<void>;
}

/**
 * Reuses pages for one test after another. A new context starts a process, which takes as long as
 * all the work of the page.
 */
export class Visitors {
  readonly #browser: Browser;
  readonly siteUrl: string;
  /** Pages that no test is using, by their options. */
  readonly #idle = new Map<string, Visitor[]>();

  constructor(browser: Browser, siteUrl: string) {
    this.#browser = browser;
    this.siteUrl = siteUrl;
  }

  /**
   * Returns a page with empty storage and history; the browser may still have cached the site's
   * files. Scripts and context-wide settings would persist, so a test that adds some removes them or
   * needs a page of its own.
   */
  async visit({ viewport, ...options }: BrowserContextOptions): Promise<Visit> {
    const key = JSON.stringify(options);
    const visitor = this.#idle.get(key)?.pop() ?? (await this.#invite(options));
    const { width, height } = viewport ?? { width: 1280, height: 720 };
    const before = visitor.page.viewportSize();
    if (before?.width !== width || before.height !== height)
      await visitor.page.setViewportSize({ width, height });
    const leave = async (isBroken: boolean) => {
      if (isBroken || visitor.hasLeft) return visitor.page.close();
      await this.#forget(visitor);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), visitor]);
    };
    return { page: visitor.page, leave };
  }

  /** Closes the idle pages. */
  async close(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map(({ page }) => page.close()));
  }

  async #invite(options: Options): Promise<Visitor> {
    const page = await delayedPage(this.#browser, options);
    const visitor = { page, session: await page.context().newCDPSession(page), hasLeft: false };
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(`${this.siteUrl}/`)) visitor.hasLeft = true;
    });
    return visitor;
  }

  async #forget({ page, session }: Visitor): Promise<void> {
    // Handlers of requests may still be waiting.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A small file of the same origin. While it is shown, the page keeps its renderer and its
    // access to the site's storage.
    await page.goto(`${this.siteUrl}/config.json`);
    for (const event of ['console', 'pageerror']) page.removeAllListeners(event);
    // Playwright's `evaluate` would first send its own library to the page.
    await session.send('Runtime.evaluate', {
      expression: 'localStorage.clear(); sessionStorage.clear(); window.name = ""',
    });
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    // A pointer left over the page would affect the next test.
    await page.mouse.move(0, 0);
    await session.send('Page.resetNavigationHistory');
  }
}
