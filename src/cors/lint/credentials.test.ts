import { describe, expect, test } from 'vitest';
import { lintOptions, type OriginSetting } from '../index.ts';
import { A, faultsOf } from '../policy.case.ts';

describe('createCorsPolicy refuses', () => {
  test.each<[OriginSetting]>([
    [true],
    ['*'],
    [['*']],
    [[A, '*']],
    [['null']],
    [/.*/],
    [[A, /^(null|x)$/]],
  ])('credentials with origin %s', (origin) => {
    expect(faultsOf({ origin, credentials: true })).toEqual([
      expect.stringMatching(/^credentials: credentials-with-(any|null)-origin$/),
    ]);
    expect(faultsOf({ origin })).toEqual([]);
  });

  test.each<[OriginSetting, string[]]>([
    [/example\.com$/, ['origin: regexp-not-anchored-start']],
    [
      /^[a-z]+:\/\/[a-z0-9-]+\.vercel\.app$/,
      ['origin: regexp-public-suffix', 'origin: credentials-with-any-extension'],
    ],
    // If a fix leaves only web pages, extensions need no mention.
    [/^https?.*example\.com$/, ['origin: regexp-wildcard-touches-domain']],
    [/^.*:\/\/localhost.*$/, ['origin: regexp-wildcard-touches-domain']],
    [/.*\.example\.com.*/, ['origin: regexp-not-anchored-end']],
    [/^.*\.example\.com$/, ['origin: credentials-with-any-extension']],
    // Unanchored ends that let in no strangers are only warnings, but the fix closes them too.
    [/[a-z]+:\/\/shop\.example.org:3000/, ['origin: regexp-unescaped-dot']],
    // One fault per mistake: origins that get in through an open end are not reported again.
    [/\.vercel\.app$/, ['origin: regexp-not-anchored-start']],
    [/^https?:\/\/.*\.vercel\.app$/, ['origin: regexp-public-suffix']],
    [/\.example\.com$/, ['origin: regexp-not-anchored-start']],
    [/^chrome-extension:\/\/[a-p]{32}$/, ['origin: credentials-with-any-extension']],
    [/^chrome-extension:\/\/abcdefghijklmnopabcdefghijklmnop$/, []],
    [/^https:\/\/example[0-9]\.com$/, ['origin: regexp-public-suffix']],
    [/^https:\/\/example[.-]com$/, ['origin: regexp-wildcard-touches-domain']],
    [/^https:\/\/(a|b)\.vercel\.app$/, []],
    [/^https:\/\/(?!www\.)[a-z]+\.a\.com$/, []],
    ['https://*.a.com', []],
    ['https://*.a.com:*', []],
    ['http://localhost:*', []],
    [[A, 'http://*.a.com'], ['origin[1]: credentials-with-plain-http']],
    [/^https:\/\/a\.com$|https:\/\/b\.com$/, ['origin: regexp-branch-not-anchored']],
    [/^https:\/\/\d+\.\d+\.\d+\.\d+$/, ['origin: regexp-wildcard-touches-domain']],
    [[A, /^https:\/\/a\.com/], ['origin[1]: regexp-not-anchored-end']],
    [/^https:\/\/a.com$/, ['origin: regexp-unescaped-dot']],
    [/^https:\/\/.*a\.com$/, ['origin: regexp-wildcard-touches-domain']],
    [/^https:\/\/[a-z-]+\.vercel\.app$/, ['origin: regexp-public-suffix']],
    [/^https?:\/\/a\.com$/, ['origin: credentials-with-plain-http']],
    [/^http:\/\/192\.168\.1\.\d+$/, ['origin: credentials-with-plain-http']],
    ['http://a.com', ['origin: credentials-with-plain-http']],
    [[A, 'http://192.168.1.2:3000'], ['origin[1]: credentials-with-plain-http']],
    ['http://localhost:3000', []],
    [['http://127.0.0.1:3000', 'http://[::1]', 'http://app.localhost'], []],
    [/^https?:\/\/localhost(:\d+)?$/, []],
    [/^https:\/\/(.+\.)?a\.com$/, []],
    ['capacitor://localhost', []],
  ])('%s with credentials if it allows strangers', (origin, expected) => {
    expect(faultsOf({ origin, credentials: true })).toEqual(expected);
    expect(faultsOf({ origin })).toEqual([]);
  });

  test('an expression with credentials if it cannot be proved safe', () => {
    const origin = /^https:\/\/(?:(?:\w|\w*)*|(?:a{2,}|.*)*){1,48}a\.com$/;
    const options = { origin, credentials: true };
    expect(faultsOf(options)).toEqual(['origin: credentials-not-proved']);
    expect(faultsOf({ origin })).toEqual([]);
  });
});

test.each<[OriginSetting, string[] | string | undefined, string?]>([
  ['http(s)://a.com', 'https://a.com'],
  ['https://a.com,http://b.com,http://localhost:1', ['https://a.com', 'http://localhost:1']],
  ['http://192.168.1.*', undefined, 'private-networks'],
  ['http://a.com/', undefined, 'http://a.com'],
  ['https://a-*.vercel.app', undefined, 'vercel.app'],
  ['"*"', undefined],
  ['https://a.com/', 'https://a.com'],
])('a fix for %s with credentials lets in no strangers', (origin, expected, trust) => {
  const faults = lintOptions({ origin, credentials: true });
  expect(faults).not.toEqual([]);
  for (const { fix, message } of faults) {
    expect(fix).toEqual(expected);
    expect(message).toContain(trust === undefined ? ' Use ' : ` with trust: ["${trust}"].`);
  }
});
