import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkServer } from '../../src/doctor/index.ts';
import { listening } from '../http/listening.ts';
import { launchChromium } from './chromium.ts';

const HEADER = 'x-cors-check';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openPage(): Promise<{ page: Page; origin: string }> {
  const origin = await listening(
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
    }),
  );
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(origin);
  return { page, origin };
}

/** A list is a repeated line. */
type Headers = Record<string, string | string[]>;

/** What a server answers a page of `origin`; on a preflight, with `status` and more headers. */
interface Answers {
  readonly all?: (origin: string) => Headers;
  readonly preflight?: Headers;
  readonly preflightStatus?: number;
  readonly location?: string;
}

function serve({ all, preflight, preflightStatus = 204, location }: Answers): Promise<string> {
  return listening(
    createServer((request, response) => {
      const isPreflight = request.method === 'OPTIONS';
      const isRedirect = location !== undefined && request.url === '/' && !isPreflight;
      const headers = {
        ...all?.(request.headers.origin ?? ''),
        ...(isPreflight ? preflight : {}),
        ...(isRedirect ? { location } : {}),
      };
      response.statusCode = isPreflight ? preflightStatus : isRedirect ? 302 : 200;
      response.setHeaders(new Map(Object.entries(headers))).end(isPreflight ? '' : '[]');
    }),
  );
}

const allow = (value: string, more: Headers = {}) => ({
  all: () => ({ 'access-control-allow-origin': value, ...more }),
});
const reflect = (more: Headers = {}) => ({
  all: (origin: string) => ({ 'access-control-allow-origin': origin, ...more }),
});
const names = (value: string) => ({ preflight: { 'access-control-allow-headers': value } });
const yes = { 'access-control-allow-credentials': 'true' };

describe('checkServer and Chromium are of one mind', () => {
  test.each<[string, Answers]>([
    ['no headers', {}],
    ['the origin, and the header allowed', { ...reflect(), ...names(HEADER) }],
    ['the origin, and the header not allowed', { ...reflect(), ...names('content-type') }],
    [
      'the origin, and a list of headers in odd case',
      { ...reflect(), ...names('A, X-CORS-Check') },
    ],
    ['the origin, and a list that is none', { ...reflect(), ...names(`"${HEADER}"`) }],
    ['the origin, and any header', { ...reflect(), ...names('*') }],
    ['the origin with credentials, and any header', { ...reflect(yes), ...names('*') }],
    ['the origin with credentials', { ...reflect(yes), ...names(HEADER) }],
    [
      'the origin with credentials in another case',
      { ...reflect({ 'access-control-allow-credentials': 'True' }), ...names(HEADER) },
    ],
    ['everyone', { ...allow('*'), ...names(HEADER) }],
    ['everyone with credentials', { ...allow('*', yes), ...names(HEADER) }],
    ['another origin', { ...allow('https://other.example'), ...names(HEADER) }],
    ['null', { ...allow('null'), ...names(HEADER) }],
    [
      'the origin with a slash',
      { all: (origin) => ({ 'access-control-allow-origin': `${origin}/` }), ...names(HEADER) },
    ],
    [
      'the origin twice',
      {
        all: (origin) => ({ 'access-control-allow-origin': [origin, origin] }),
        ...names(HEADER),
      },
    ],
    ['a preflight of status 200', { ...reflect(), ...names(HEADER), preflightStatus: 200 }],
    ['a preflight of status 404', { ...reflect(), ...names(HEADER), preflightStatus: 404 }],
    [
      'a preflight that is redirected',
      {
        ...reflect(),
        preflight: { 'access-control-allow-headers': HEADER, location: '/there' },
        preflightStatus: 307,
      },
    ],
    [
      'methods without GET',
      {
        ...reflect(),
        preflight: {
          'access-control-allow-headers': HEADER,
          'access-control-allow-methods': 'DELETE',
        },
      },
    ],
    ['a redirect', { ...reflect(), ...names(HEADER), location: '/there' }],
    ['a redirect without headers', { ...names(HEADER), location: '/there' }],
  ])('on %s', async (_, answers) => {
    const { page, origin } = await openPage();
    const url = await serve(answers);
    for (const credentials of [false, true]) {
      const { probes } = await checkServer(url, { from: origin, credentials, header: HEADER });
      const byName = (pattern: RegExp) =>
        probes.filter(({ name }) => pattern.test(name)).every(({ browser: { allows } }) => allows);
      const reads = (headers: Record<string, string>) =>
        page.evaluate(
          ([address, init]) =>
            fetch(address, init).then(
              () => true,
              () => false,
            ),
          [url, { headers, credentials: credentials ? 'include' : 'omit' }] as const,
        );
      const isRead = byName(/^get(-redirect-\d+)?$/);
      expect(await reads({}), 'a simple GET').toBe(isRead);
      expect(await reads({ [HEADER]: '1' }), 'a GET with a header').toBe(
        isRead && byName(/^preflight$/),
      );
    }
  });

  test('on a redirect to another foreign origin, which gets Origin null', async () => {
    const { page, origin } = await openPage();
    for (const all of [reflect(), allow(origin)]) {
      const url = await serve({ ...reflect(), location: await serve(all) });
      const { probes } = await checkServer(url, { from: origin });
      const last = probes.find(({ name }) => name === 'get-redirect-1');
      const isRead = await page.evaluate(
        (address) =>
          fetch(address).then(
            () => true,
            () => false,
          ),
        url,
      );
      expect(last?.browser.allows).toBe(isRead);
    }
  });
});
