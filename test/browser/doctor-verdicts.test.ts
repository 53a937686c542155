import type { Browser } from '@playwright/test';
import { describe } from 'vitest';
import { checkServer } from '../../src/doctor/check-server.ts';
import { type Answers, allow, names, openPage, reflect, serve, yes } from './cross-origin.ts';
import { expect, test, withChromium } from './with-chromium.ts';

const HEADER = 'x-cors-check';

let browser: Browser;
withChromium.beforeAll(({ chromium }) => {
  browser = chromium;
});

describe('checkServer and Chromium agree', () => {
  test.each<[string, Answers]>([
    ['no headers', {}],
    ['the origin, and the header allowed', { ...reflect(), ...names(HEADER) }],
    ['the origin, and the header not allowed', { ...reflect(), ...names('content-type') }],
    [
      'the origin, and a list of headers in odd case',
      { ...reflect(), ...names('A, X-CORS-Check') },
    ],
    ['the origin, and a value that is not a list', { ...reflect(), ...names(`"${HEADER}"`) }],
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
    const { page, origin } = await openPage(browser);
    const url = await serve(answers);
    for (const credentials of [false, true]) {
      const { probes } = await checkServer(url, { from: origin, credentials, headers: [HEADER] });
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
    const { page, origin } = await openPage(browser);
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
