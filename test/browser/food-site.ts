import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createPageApp } from '../../src/http/page/page-app.ts';
import { PAGE_FOLDER, readPageFiles } from '../../src/http/page/page-files.ts';
import { createFoodLookup } from '../../src/index.ts';
import { freshPage } from './chromium.ts';
import { delayAnswer, delayedPage, MAX_DELAY_MS } from './delays.ts';
import { type Visit, Visitors } from './visitors.ts';
import { expect, withChromium } from './with-chromium.ts';

/** Handles a request on its way to the service; `pass` forwards it. */
export type Serve = (
  pass: () => void,
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

interface OpenOptions extends BrowserContextOptions {
  /** Console messages that the test provokes. Any other warning or error makes the test fail. */
  readonly expected?: readonly RegExp[];
  /**
   * Prepares the page before anything is loaded. Disposing of the result undoes this, since later
   * tests reuse the page. Playwright's routes may remain.
   */
  readonly prepare?: (page: Page) => Promise<AsyncDisposable>;
  /** Uses a fresh page, for tests of its clock or of what the browser keeps. */
  readonly isAlone?: boolean;
  /** Uses a page without the artificial delays of delays.ts. */
  readonly isPrompt?: boolean;
}

/**
 * The built page in a browser, and the service behind a request handler that a test may replace.
 */
export class FoodSite {
  readonly browser: Browser;
  readonly apiUrl: string;
  readonly pageUrl: string;
  /** The page's second URL, whose origin the service does not allow. */
  readonly otherPageUrl: string;
  readonly close: () => Promise<void>;
  /** The pages of the two URLs. */
  readonly #visitors: readonly Visitors[];
  /** Handles requests to the service. By default, all are forwarded. */
  serve: Serve = (pass) => pass();

  private constructor(parts: Pick<FoodSite, 'browser' | 'apiUrl' | 'pageUrl' | 'close'>) {
    this.browser = parts.browser;
    this.apiUrl = parts.apiUrl;
    this.pageUrl = parts.pageUrl;
    this.otherPageUrl = parts.pageUrl.replace('localhost', '127.0.0.1');
    const urls = [this.pageUrl, this.otherPageUrl];
    this.#visitors = urls.map((url) => new Visitors(parts.browser, url));
    this.close = async () => {
      await Promise.all(this.#visitors.map((visitors) => visitors.close()));
      await parts.close();
    };
  }

  static async start(browser: Browser): Promise<FoodSite> {
    let pageUrl = '';
    const service = await createFoodLookup({
      port: 0,
      logLevel: 'silent',
      cors: { origin: (origin: string | undefined) => origin === pageUrl },
    });
    const serviceUrl = await service.listen();
    const { port } = new URL(serviceUrl);
    const server = createServer((incoming, response) => {
      const pass = () => {
        const { method, url, headers } = incoming;
        const onward = request(
          { host: 'localhost', port, method, path: url, headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          },
        );
        onward.on('error', () => response.destroy());
        incoming.pipe(onward);
      };
      // Each request is handled by the handler that is set when it arrives.
      const { serve } = site;
      void delayAnswer().then(() => serve(pass, incoming, response));
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const apiUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
    const pages = createPageApp({
      files: readPageFiles(PAGE_FOLDER),
      apiUrl,
      callApi: (call) => service.inject(call),
      explainOrigin: async (origin) => ({
        message: `${origin} is refused.`,
        fix: [pageUrl, origin],
      }),
      pageUrls: () => [pageUrl, pageUrl.replace('localhost', '127.0.0.1')],
      logger: pino({ level: 'silent' }),
    });
    if (MAX_DELAY_MS > 0) pages.addHook('onRequest', delayAnswer);
    await pages.listen({ host: 'localhost', port: 0 });
    const [address] = pages.addresses();
    pageUrl = `http://localhost:${typeof address === 'object' ? address.port : ''}`;
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all([pages.close(), service.close()]);
    };
    const site = new FoodSite({ browser, apiUrl, pageUrl, close });
    return site;
  }

  /**
   * Opens a URL of the page. The test fails if the page throws, or logs a warning or error. The
   * browser logs an error if the page calls a third host, which its Content-Security-Policy
   * forbids.
   */
  async open(path = '/', options: OpenOptions = {}): Promise<Page> {
    const { expected = [], prepare, isAlone, isPrompt, ...contextOptions } = options;
    const { href, origin } = new URL(path, this.pageUrl);
    const needsOwn = isAlone || (isPrompt && MAX_DELAY_MS > 0);
    const forContext = { locale: 'en-US', ...contextOptions };
    const visitors = this.#visitors.find(({ siteUrl }) => siteUrl === origin);
    const { page, leave } =
      needsOwn || visitors === undefined
        ? await this.#visitAlone(forContext, isPrompt ? freshPage : delayedPage)
        : await visitors.visit(forContext);
    const prepared = await prepare?.(page);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type());
      const isExpected = expected.some((form) => form.test(message.text()));
      if (isComplaint && !isExpected) complaints.push(message.text());
    });
    onTestFinished(async ({ task }) => {
      await prepared?.[Symbol.asyncDispose]();
      await leave(task.result?.state === 'fail');
      this.serve = (pass) => pass();
      expect(complaints).toEqual([]);
    });
    await page.goto(href);
    await page.locator('main').waitFor();
    return page;
  }

  async #visitAlone(options: BrowserContextOptions, open: typeof freshPage): Promise<Visit> {
    const page = await open(this.browser, options);
    return { page, leave: () => page.close() };
  }
}

/** Vitest's `test` with a `foodSite`, which all test files of a worker share. */
export const withSite = withChromium.extend(
  'foodSite',
  { scope: 'worker' },
  async ({ chromium }, { onCleanup }) => {
    const site = await FoodSite.start(chromium);
    onCleanup(() => site.close());
    return site;
  },
);

/** The console messages of a blocked call, and of one without a response. */
export const BLOCKED = [/blocked by CORS policy/, /net::ERR_FAILED/];
export const NO_ANSWER = [/net::ERR_/];
/** The console message if a `same-origin` request goes to another origin. */
export const NOT_SENT = /Request mode is "same-origin" but/;
