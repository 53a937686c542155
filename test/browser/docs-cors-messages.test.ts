import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { describe } from 'vitest';
import {
  type Answers,
  allow,
  type FetchOptions,
  names,
  openPage,
  reflect,
  serve,
} from './cross-origin.ts';
import { expect, test, withChromium } from './with-chromium.ts';

const guide = readFileSync(new URL('../../docs/cors.md', import.meta.url), 'utf8');
const [, section = ''] = /^## What the browser's message means$(.*?)^## /ms.exec(guide) ?? [];
const messages = [...section.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, message = '']) => message);

let browser: Browser;
withChromium.beforeAll(({ chromium }) => {
  browser = chromium;
});

const HEADER = { headers: { 'x-key': '1' } };

/** Servers with the mistakes that the guide describes, and the calls that show them. */
const wrong: readonly [string, Answers, FetchOptions][] = [
  ['no header', {}, {}],
  ['another origin', allow('https://other.example'), {}],
  ['two values', allow('https://a.example, https://b.example'), {}],
  ['no origin', allow('app.example.com'), {}],
  ['a wildcard and a call with cookies', allow('*'), { credentials: 'include' }],
  ['no credentials', reflect(), { credentials: 'include' }],
  ['an error on OPTIONS', { ...reflect(), preflightStatus: 405 }, HEADER],
  [
    'a redirect of OPTIONS',
    { ...reflect(), preflight: { location: '/login' }, preflightStatus: 302 },
    HEADER,
  ],
  ['another header', { ...reflect(), ...names('content-type') }, HEADER],
];

describe('Chromium shows the messages in the guide', () => {
  test.each(wrong.map(([title, answers, init], place) => ({ title, answers, init, place })))(
    'for $title',
    async ({ answers, init, place }) => {
      const { page } = await openPage(browser);
      const url = await serve(answers);
      const said = page.waitForEvent('console', (line) => line.text().includes('CORS policy'));
      await page.evaluate(([address, options]) => fetch(address, options).catch(() => {}), [
        url,
        init,
      ] as const);
      expect((await said).text()).toContain(messages[place]);
    },
  );

  test('the guide has no other messages', () => {
    const others = messages.slice(wrong.length);
    // The message about local networks, which page-local-network.test.ts provokes.
    expect(others).toEqual([expect.stringContaining('Permission was denied')]);
  });
});
