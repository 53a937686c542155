import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { matcherOf } from '../automata/matcher.ts';
import { lintOrigin, type OriginFault, parseOriginText } from '../index.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { type ExpressionCase, expectFaults } from './expression-faults.case.ts';

/** Decides as the policy would, without linting again. */
function isAllowed(pattern: RegExp, origin: string): boolean {
  return isSerializedOrigin(origin) && matcherOf(pattern).matches(origin);
}

describe('lintOrigin accepts the pattern', () => {
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
    [/^https:\/\/(?!evil)[a-z]+\.example\.com$/],
    [/^https:\/\/(?!a)[a-z]*\.a\.com$/],
    [/^https:\/\/(?!www\.)(?:[a-z]+)+\.example\.com$/],
    [/^https:\/\/(?:[a-z0-9-]{1,63}\.){1,10}example\.com$/],
    // With one label before the domain, the name is OVH's own. Names under vps.ovh.net could belong
    // to a stranger.
    [/^https:\/\/[a-z0-9-]+\.ovh\.net$/],
    // Repetitions that a backtracking engine might never finish.
    [/^(https:\/\/([a-z]+)+\.example\.com)+$/],
    [/^https:\/\/(?:[a-z]|\w)+\.example\.com$/],
    [/^https:\/\/([a-z0-9]+-?)+\.example\.com$/],
  ])('%s', (pattern) => {
    expect(lintOrigin(pattern)).toEqual([]);
  });
});

describe('lintOrigin of a pattern', () => {
  test.each<ExpressionCase>([
    [
      /^https:\/\/.*example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evilexample.com',
      ['https://example.com', 'https://*.example.com'],
    ],
    [
      /^https:\/\/[a-z0-9-]*example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evilexample.com',
      ['https://example.com', 'https://*.example.com'],
    ],
    [
      /^https?:\/\/.*\.?example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://evilexample.com',
      ['https://example.com', 'https://*.example.com'],
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
      'https://example.com:*',
    ],
    [/^https:\/\/example\..*$/, 'regexp-wildcard-touches-domain', 'https://example.evil.test'],
    [/^http:\/\/192\.168\..*$/, 'regexp-wildcard-touches-domain', 'http://192.168.evil.test'],
    [/^https:\/\/.*\.com$/, 'regexp-public-suffix', 'https://evil.com'],
    [
      /^https:\/\/app-[a-z0-9]+\.vercel\.app$/,
      'regexp-public-suffix',
      'https://app-evil.vercel.app',
    ],
    [/^https:\/\/example\.[a-z]{2,3}$/, 'regexp-wildcard-touches-domain', 'https://example.xx'],
    [
      /^https:\/\/my-app-\w{9}\.vercel\.app$/,
      'regexp-public-suffix',
      'https://my-app-xxxxxxxxx.vercel.app',
    ],
    [/^https:\/\/app\d\.com$/, 'regexp-public-suffix', 'https://app1.com'],
    [/^https:\/\/.*\.ovh\.net$/, 'regexp-public-suffix', 'https://evil.vps.ovh.net'],
    [
      /^https:\/\/app[.-]example\.com$/,
      'regexp-wildcard-touches-domain',
      'https://app-example.com',
    ],
    [/^http:\/\/\d+\.\d+\.\d+\.\d+$/, 'regexp-wildcard-touches-domain', 'http://1.1.1.1'],
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
    [
      /^https:\/\/example.com$/,
      'regexp-unescaped-dot',
      'https://examplexcom',
      'https://example.com',
    ],
    [
      /^https:\/\/app.example.com$/,
      'regexp-unescaped-dot',
      'https://appxexample.com',
      'https://app.example.com',
    ],
    [/.*/, 'regexp-matches-everything', 'https://evil.test'],
    [/./, 'regexp-matches-everything', 'https://evil.test'],
    [/^https?:\/\//, 'regexp-matches-everything', 'https://evil.test'],
    [/^https:\/\/.+$/, 'regexp-matches-everything', 'https://evil.test'],
    [/^https:\/\/example\.com\/$/, 'regexp-never-matches', undefined, 'https://example.com'],
    [
      /^https?:\/\/[a-i]\.example\.com\/$/,
      'regexp-never-matches',
      undefined,
      String(/^https:\/\/[a-i]\.example\.com$/),
    ],
    [/^https:\/\/Example\.com$/, 'regexp-never-matches'],
    [/^https:\/\/example\.com:443$/, 'regexp-never-matches', undefined, 'https://example.com'],
    [/^https:\/\/example\.com\/app$/, 'regexp-never-matches'],
    [/^example\.com$/, 'regexp-never-matches', undefined, 'https://example.com'],
    [/^HTTPS:\/\/example\.com$/, 'regexp-never-matches', undefined, 'https://example.com'],
    [/^https:\/\/.*\.example\.com\/$/, 'regexp-never-matches', undefined, 'https://*.example.com'],
    [/^\*$/, 'regexp-never-matches'],
    [/^https:\/\/\*\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/a\.com,https:\/\/b\.com$/, 'regexp-never-matches'],
    [/^"https:\/\/a\.com"$/, 'regexp-never-matches'],
    [/^https:\/\/a\.com$|^https:\/\/\*\.a\.com$/, 'regexp-never-matches'],
    [/^https:\/\/a\.example$|^https:\/\/b\.example\/$/, 'regexp-never-matches'],
    [/^(null|https:\/\/a\.example)$/, 'null-origin', 'null'],
    [/^https:\/\/a\.example$/g, 'regexp-flag-g'],
    [/^https:\/\/a\.example$/m, 'regexp-flag-m'],
    [/^https:\/\/a\.example$/y, 'regexp-flag-y'],
    [/^https:\/\/a.com(?!.)/, 'regexp-unescaped-dot', 'https://axcom'],
    [/^(?=https:\/\/a\.com$).*/, 'regexp-not-proved'],
    [/^https:\/\/a\.com(?!.)/, 'regexp-not-proved'],
    [/(?<!.)https:\/\/a\.com$/, 'regexp-not-proved'],
    [/(?!)/, 'regexp-never-matches'],
  ])('%s: %j', expectFaults);

  test('shows what is allowed, and the remedy', () => {
    const [fault] = lintOrigin(/example\.com$/);
    expect(fault?.message).toBe(
      'Origin expression /example\\.com$/ lets in "https://evil-example.com": it is not anchored at its start with ^. Use ["https://example.com", "https://*.example.com"].',
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

  test('the policy allows every example, and no fix has a fault or allows the example', () => {
    const fixOf = ({ example, fix }: OriginFault) =>
      (typeof fix === 'boolean' || fix === undefined ? [] : [fix].flat()).map((text) => ({
        setting: settingOf(text),
        example,
      }));
    fc.assert(
      fc.property(pattern, (each) => {
        const faults = lintOrigin(each);
        for (const { example } of faults) {
          if (example !== undefined) expect(isAllowed(each, example)).toBe(true);
        }
        for (const { setting, example } of faults.flatMap(fixOf)) {
          expect(lintOrigin(setting)).toEqual([]);
          expect(example !== undefined && allows(setting, example), example).toBe(false);
        }
      }),
      { numRuns: runs(25) },
    );
  });
});

function settingOf(text: string): unknown {
  const written = parseOriginText(text);
  if (!('setting' in written)) throw new Error(text);
  return written.setting;
}

function allows(setting: unknown, origin: string): boolean {
  const pattern = typeof setting === 'string' ? parseOriginPattern(setting)?.expression : setting;
  return pattern instanceof RegExp ? isAllowed(pattern, origin) : setting === origin;
}
