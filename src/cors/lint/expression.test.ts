import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lintOrigin, parseOriginText } from '../index.ts';
import { admits, createTrial } from './trial.ts';

/** As the policy decides, without linting again. */
function isAllowed(pattern: RegExp, origin: string): boolean {
  return admits(createTrial(pattern), origin);
}

// The clock stops, so that a busy machine cannot use up the time an expression may be tried for.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('lintOrigin finds nothing wrong with the pattern', () => {
  test.each<[RegExp]>([
    [/^https:\/\/a\.example$/],
    [/^https:\/\/a\.example$/i],
    [/^https:\/\/a\.example$/u],
    [/^https:\/\/Example\.com$/i],
    [/^https:\/\/(www\.)?example\.com$/],
    [/^https:\/\/(.+\.)?example\.com$/],
    [/^https:\/\/.*\.example\.com$/],
    [/^https:\/\/[^.]+\.example\.com$/],
    [/^https:\/\/[\w.-]+\.example\.com$/],
    [/^https?:\/\/(?:[a-z0-9-]+\.)*example\.com(?::\d+)?$/],
    [/^https?:\/\/example\.(com|org)$/],
    [/^(https:\/\/a\.example|https:\/\/b\.example)$/],
    [/^(?:https:\/\/(?:a|b)\.example)$/],
    [/^https:\/\/a\.example$|^https:\/\/b\.example$/],
    [/^https?:\/\/(localhost|127\.0\.0\.1):\d{4}$/],
    [/^http:\/\/localhost(:\d+)?$/],
    [/^http:\/\/192\.168\.\d+\.\d+(:\d+)?$/],
    [/^https:\/\/\[::1\]:3000$/],
    [/^chrome-extension:\/\/[a-p]{32}$/],
    [/^https:\/\/example\.com\/?$/],
    [/^https:\/\/example\.com:(443|8443)$/],
    [/^(https?:\/\/)?(www\.)?example\.com$/],
    [/^https:\/\/xn--[a-z0-9-]+\.example\.com$/],
    [/^.*\.example\.com$/],
    [/^https:\/\/[a-z]+\.internal$/],
    [/^https:\/\/[a-z0-9-]+--site\.netlify\.app$/],
    [/^https:\/\/[a-f0-9]{8}\.my-project\.pages\.dev$/],
    [/^https:\/\/a[.]example[.]com$/],
    [/^https:\/\/(www\.)?example\.co\.uk$/],
    [/^(.*\.)?example\.com$/],
    [/a^/],
    // Repetitions that a backtracking engine could take forever over.
    [/^(https:\/\/([a-z]+)+\.example\.com)+$/],
    [/^https:\/\/(?:[a-z]|\w)+\.example\.com$/],
    [/^https:\/\/([a-z0-9]+-?)+\.example\.com$/],
  ])('%s', (pattern) => {
    expect(lintOrigin(pattern)).toEqual([]);
  });
});

describe('lintOrigin of a pattern', () => {
  test.each<[RegExp, string | string[], (string | undefined)?, RegExp?]>([
    // Open ends.
    [
      /example\.com$/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      /^https:\/\/(?:[\w.-]+\.)?example\.com$/,
    ],
    [
      /\.example\.com$/,
      'regexp-not-anchored-start',
      'http://app.example.com',
      /^https:\/\/[\w.-]+\.example\.com$/,
    ],
    [
      /https:\/\/example\.com$/,
      'regexp-not-anchored-start',
      'evil-https://example.com',
      /^https:\/\/example\.com$/,
    ],
    [
      /^https:\/\/example\.com/,
      'regexp-not-anchored-end',
      'https://example.com.evil.test',
      /^https:\/\/example\.com$/,
    ],
    [
      /^http:\/\/localhost/,
      'regexp-not-anchored-end',
      'http://localhost.evil.test',
      /^http:\/\/localhost(?::\d+)?$/,
    ],
    [
      /^http:\/\/localhost:3000/,
      'regexp-not-anchored-end',
      'http://localhost:30000',
      /^http:\/\/localhost:3000$/,
    ],
    [
      /example\.com/,
      ['regexp-not-anchored-start', 'regexp-not-anchored-end'],
      'https://evil-example.com',
      /^https:\/\/(?:[\w.-]+\.)?example\.com$/,
    ],
    [
      /localhost/,
      ['regexp-not-anchored-start', 'regexp-not-anchored-end'],
      'http://evil-localhost',
      /^https?:\/\/localhost(?::\d+)?$/,
    ],
    [
      /localhost:3000$/,
      'regexp-not-anchored-start',
      'http://evil-localhost:3000',
      /^https?:\/\/localhost:3000$/,
    ],
    [
      /localhost:5173/,
      ['regexp-not-anchored-start', 'regexp-not-anchored-end'],
      'http://evil-localhost:5173',
      /^https?:\/\/localhost:5173$/,
    ],
    [
      /localhost:\d+$/,
      'regexp-not-anchored-start',
      'http://evil-localhost:3',
      /^https?:\/\/localhost:\d+$/,
    ],
    [
      /:\/\/localhost:\d+$/,
      'regexp-not-anchored-start',
      'evil-https://localhost:3',
      /^https?:\/\/localhost:\d+$/,
    ],
    [
      /\/\/localhost$/,
      'regexp-not-anchored-start',
      'evil-https://localhost',
      /^https?:\/\/localhost$/,
    ],
    [
      /^http:\/\/127.0.0.1/,
      ['regexp-not-anchored-end', 'regexp-unescaped-dot'],
      'http://127.0.0.1.evil.test',
      /^http:\/\/127\.0\.0\.1(?::\d+)?$/,
    ],
    [
      /http:\/\/localhost:*/,
      ['regexp-not-anchored-start', 'regexp-not-anchored-end', 'regexp-wildcard-touches-domain'],
      'evil-http://localhost',
      /^http:\/\/localhost(?::\d+)?$/,
    ],
    // Nobody knows what was to follow.
    [/^https:\/\/example/, 'regexp-not-anchored-end', 'https://example.evil.test'],
    [
      /^https:\/\/a\.example$|^https:\/\/b\.example/,
      'regexp-branch-not-anchored',
      'https://b.example.evil.test',
      /^https:\/\/a\.example$|^https:\/\/b\.example$/,
    ],
    [
      /(^https:\/\/a\.example$|b\.example$)/,
      'regexp-branch-not-anchored',
      'https://evil-b.example',
      /(^https:\/\/a\.example$|^https:\/\/(?:[\w.-]+\.)?b\.example$)/,
    ],
    [
      /https?:\/\/example\.com$/,
      'regexp-not-anchored-start',
      'evil-http://example.com',
      /^https?:\/\/example\.com$/,
    ],
    [
      /(?:https:\/\/)?example\.com$/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      /^(?:https:\/\/)?example\.com$/,
    ],

    // Wildcards that reach into the domain.
    [
      /^https:\/\/.*example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evilexample.com',
      /^https:\/\/(?:[\w.-]+\.)?example\.com$/,
    ],
    [
      /^https:\/\/[a-z0-9-]*example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evilexample.com',
      /^https:\/\/(?:[\w.-]+\.)?example\.com$/,
    ],
    [
      /^https?:\/\/.*\.?example\.com$/,
      'regexp-wildcard-touches-domain',
      'http://evilexample.com',
      /^https?:\/\/(?:[\w.-]+\.)?example\.com$/,
    ],
    [
      /^https:\/\/[a-z]+-example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evil-example.com',
    ],
    [
      /^https:\/\/example\.com.*$/,
      'regexp-wildcard-touches-domain',
      'https://example.com.evil.test',
      /^https:\/\/example\.com(?::\d+)?$/,
    ],
    [/^https:\/\/example\..*$/, 'regexp-wildcard-touches-domain', 'https://example.evil'],
    [/^http:\/\/192\.168\..*$/, 'regexp-wildcard-touches-domain', 'http://192.168.evil'],
    [/^https:\/\/.*\.com$/, 'regexp-public-suffix', 'https://evil.com'],
    [
      /^https:\/\/app-[a-z0-9]+\.vercel\.app$/,
      'regexp-public-suffix',
      'https://app-evil.vercel.app',
    ],
    // A few letters are enough.
    [/^https:\/\/example\.[a-z]{2,3}$/, 'regexp-wildcard-touches-domain', 'https://example.net'],
    [
      /^https:\/\/my-app-\w{9}\.vercel\.app$/,
      'regexp-public-suffix',
      'https://my-app-evilevile.vercel.app',
    ],
    [/^https:\/\/app\d\.com$/, 'regexp-public-suffix', 'https://app3.com'],
    [
      /^https:\/\/app[.-]example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://app-example.com',
    ],
    [/^http:\/\/\d+\.\d+\.\d+\.\d+$/, 'regexp-wildcard-touches-domain', 'http://6.3.3.3'],
    // Everybody's hosts, also behind another fault, and also such as the public list lacks.
    [
      /\.vercel\.app$/,
      ['regexp-not-anchored-start', 'regexp-public-suffix'],
      'https://evil-app.vercel.app',
    ],
    [
      /https:\/\/.*\.vercel\.app$/,
      ['regexp-not-anchored-start', 'regexp-public-suffix'],
      'evil-https://a.vercel.app',
    ],
    [
      /^https:\/\/[a-z0-9-]+\.app\.github\.dev$/,
      'regexp-public-suffix',
      'https://evil.app.github.dev',
    ],
    [/^https:\/\/[a-z0-9-]+\.loca\.lt$/, 'regexp-public-suffix', 'https://evil.loca.lt'],
    [
      /^https:\/\/[a-z0-9-]+\.webcontainer\.io$/,
      'regexp-public-suffix',
      'https://evil.webcontainer.io',
    ],
    [
      /^https:\/\/[a-z0-9-]+\.wordpress\.com$/,
      'regexp-public-suffix',
      'https://evil.wordpress.com',
    ],
    // Dots.
    [
      /^https:\/\/example.com$/,
      'regexp-unescaped-dot',
      'https://examplexcom',
      /^https:\/\/example\.com$/,
    ],
    [
      /^https:\/\/app.example.com$/,
      'regexp-unescaped-dot',
      'https://appxexample.com',
      /^https:\/\/app\.example\.com$/,
    ],
    // Everything, or nothing.
    [/.*/, 'regexp-matches-everything', 'https://evil.test'],
    [/./, 'regexp-matches-everything', 'https://evil.test'],
    [/^https?:\/\//, 'regexp-matches-everything', 'https://evil.test'],
    [/^https:\/\/.+$/, 'regexp-matches-everything', 'https://evil.test'],
    [/^https:\/\/example\.com\/$/, 'regexp-never-matches'],
    [/^https:\/\/Example\.com$/, 'regexp-never-matches'],
    [/^https:\/\/example\.com:443$/, 'regexp-never-matches'],
    [/^https:\/\/example\.com\/app$/, 'regexp-never-matches'],
    [/^example\.com$/, 'regexp-never-matches'],
    [/^\*$/, 'regexp-never-matches'],
    [/^https:\/\/\*\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/a\.com,https:\/\/b\.com$/, 'regexp-never-matches'],
    [/^"https:\/\/a\.com"$/, 'regexp-never-matches'],
    [/^https:\/\/a\.com$|^https:\/\/\*\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/a\.example$|^https:\/\/b\.example\/$/, 'regexp-never-matches'],
    [/^(null|https:\/\/a\.example)$/, 'null-origin', 'null'],
    // Flags.
    [/^https:\/\/a\.example$/g, 'regexp-flag-g'],
    [/^https:\/\/a\.example$/m, 'regexp-flag-m'],
    [/^https:\/\/a\.example$/y, 'regexp-flag-y'],
    // Time. Nothing else is wrong: their open ends are shut by other means.
    [/^https:\/\/(?!evil)[a-z]+\.example\.com$/, 'regexp-time-limited'],
    [/^(?=https:\/\/a\.com$).*/, 'regexp-time-limited'],
    [/^https:\/\/a\.com(?!.)/, 'regexp-time-limited', undefined, /^https:\/\/a\.com$/],
    [/(?<!.)https:\/\/a\.com$/, 'regexp-time-limited', undefined, /^https:\/\/a\.com$/],
    [
      /^https:\/\/a\.com$|^https:\/\/b\.com(?!.)/,
      'regexp-time-limited',
      undefined,
      /^https:\/\/a\.com$|^https:\/\/b\.com$/,
    ],
    [
      /^https:\/\/a.com(?!.)/,
      ['regexp-time-limited', 'regexp-unescaped-dot'],
      undefined,
      /^https:\/\/a\.com$/,
    ],
    [/^https:\/\/a\.com(?=.*)/, ['regexp-time-limited', 'regexp-not-anchored-end']],
    [/^https:\/\/\w+(?=\.example\.com)/, ['regexp-time-limited', 'regexp-not-anchored-end']],
    // A look-ahead that forbids the letters a sample is made of.
    [/^https:\/\/(?!a)[a-z]*\.a\.com$/, 'regexp-time-limited'],
    [/^https:\/\/(?!www\.)(?:[a-z]+)+\.example\.com$/, 'regexp-time-limited'],
  ])('%s: %j', (pattern, expected, example, fix) => {
    const faults = lintOrigin(pattern);
    expect(faults.map(({ code }) => code)).toEqual([expected].flat());
    const isNobody = faults.every(({ code }) => code === 'regexp-never-matches');
    expect(new Set(faults.map(({ severity }) => severity))).toEqual(
      new Set([isNobody && !pattern.source.includes('|') ? 'error' : 'warning']),
    );
    expect(faults[0]?.example).toBe(example);
    expect(faults[0]?.fix).toBe(fix === undefined ? undefined : String(fix));
  });

  test('shows what gets in, and the way out', () => {
    const [fault] = lintOrigin(/example\.com$/);
    expect(fault?.message).toBe(
      'Origin expression /example\\.com$/ lets in "https://evil-example.com": it is not anchored at its start with ^. Use /^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/.',
    );
  });
});

describe('properties of lintOrigin over patterns', () => {
  const part = fc.constantFrom(
    '^',
    '$',
    'https:\\/\\/',
    'https?:\\/\\/',
    '(.+\\.)?',
    '.*',
    '[a-z]+',
    '\\.',
    '.',
    'example',
    'com',
    '(a|b)',
    '(:\\d+)?',
    '|',
    '\\/',
    'localhost',
    '\\w*',
  );
  const pattern = fc
    .array(part, { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''))
    .filter((source) => {
      try {
        return new RegExp(source).source !== '';
      } catch {
        return false;
      }
    })
    .map((source) => new RegExp(source));

  test('every example is let in by the policy itself', () => {
    fc.assert(
      fc.property(pattern, (each) => {
        for (const { example } of lintOrigin(each)) {
          if (example !== undefined) expect(isAllowed(each, example)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('every fix is an expression without a fault, that no longer lets the example in', () => {
    fc.assert(
      fc.property(pattern, (each) => {
        for (const { example, fix } of lintOrigin(each)) {
          if (typeof fix !== 'string') continue;
          const written = parseOriginText(fix);
          if (!('setting' in written) || !(written.setting instanceof RegExp)) throw new Error(fix);
          expect(lintOrigin(written.setting)).toEqual([]);
          if (example !== undefined) expect(isAllowed(written.setting, example)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });
});
