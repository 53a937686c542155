import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHeader, origin } from '../../test/arbitrary-origins.ts';
import { runs } from '../../test/runs.ts';
import {
  isSerializedOrigin,
  MAX_ORIGIN_LENGTH,
  MAX_WEB_ORIGIN_LENGTH,
  OPAQUE_SCHEME,
  parseSerializedOrigin,
} from './serialized-origin.ts';

const OPAQUE = 'about blob data file ftp javascript mailto ws wss'.split(' ');

describe('parseSerializedOrigin', () => {
  test.each([
    ['https://a.example', { scheme: 'https', host: 'a.example', port: '' }],
    ['http://localhost:3000', { scheme: 'http', host: 'localhost', port: '3000' }],
    ['http://[::1]:90', { scheme: 'http', host: '[::1]', port: '90' }],
    ['https://127.0.0.1', { scheme: 'https', host: '127.0.0.1', port: '' }],
    ['https://a.example.', { scheme: 'https', host: 'a.example.', port: '' }],
    ['moz-extension://1-2:3', { scheme: 'moz-extension', host: '1-2', port: '3' }],
    ['capacitor://localhost', { scheme: 'capacitor', host: 'localhost', port: '' }],
  ])('splits %s', (text, parts) => {
    expect(parseSerializedOrigin(text)).toEqual(parts);
  });

  test.each([
    '',
    'null',
    '*',
    'a.example',
    'https://',
    'https://a.example/',
    'https://a.example?',
    'https://a.example#',
    'https://a.example:443',
    'http://a.example:80',
    'https://a.example:',
    'https://a.example:0',
    'https://a.example:080',
    'https://a.example:65536',
    'HTTPS://a.example',
    'https://A.example',
    'https://u@a.example',
    'https://a..example',
    'https://.a.example',
    'https://a.example{.evil.test',
    'https://a.example,https://b.example',
    'https://a.example https://b.example',
    'https://a.example\n',
    ' https://a.example',
    'https://é.example',
    'https://xn--f',
    'http://127.1',
    'http://1.2.3.4.5',
    'http://0x7f.1',
    'http://127.0.0.01',
    'http://[::0001]',
    'http://[::A]',
    'http://[1]',
    ...OPAQUE.map((scheme) => `${scheme}://a`),
    'file://',
    'file://host',
    'data://a',
    'ws://a.example',
    `https://${'a'.repeat(64)}.example`,
    `x://${'a'.repeat(MAX_ORIGIN_LENGTH)}`,
  ])('refuses %j', (text) => {
    expect(parseSerializedOrigin(text)).toBeUndefined();
  });
});

/** Returns a host of this length, with labels as long as possible. */
const host = (length: number) =>
  `${'a'.repeat(63)}.`
    .repeat(4)
    .slice(0, length - 1)
    .concat('a');

test('pages with these schemes have no origin of their own', () => {
  expect(OPAQUE.filter((scheme) => !OPAQUE_SCHEME.test(scheme))).toEqual([]);
});

describe('isSerializedOrigin', () => {
  test.each<[string, number, boolean]>([
    // A host has at most 253 characters, plus one for a final dot.
    ['a host', 254, true],
    ['a host', 255, false],
    // Other schemes have no rules for hosts.
    ['all of another scheme', 1_024, true],
    ['all of another scheme', 1_025, false],
  ])('of %s of %i characters is %s', (what, length, is) => {
    const other = `app://${'a'.repeat(length - 'app://'.length)}`;
    const text = what === 'a host' ? `https://${host(length)}:65535` : other;
    expect(isSerializedOrigin(text)).toBe(is);
  });

  test('accepts at most 1,024 characters, and at most 300 for a web origin', () => {
    expect([MAX_ORIGIN_LENGTH, MAX_WEB_ORIGIN_LENGTH]).toEqual([1_024, 300]);
  });

  test('accepts null, which has no parts', () => {
    expect(isSerializedOrigin('null')).toBe(true);
  });

  test('accepts what browsers send', () => {
    fc.assert(fc.property(origin, isSerializedOrigin));
  });

  test('refuses a web origin that the URL parser would write differently', () => {
    const hosts = fc.array(
      fc.constantFrom('a', '1', '0x', 'f', '.', '-', '_', 'xn--', '[::', ']', ':', '%', 'é'),
    );
    const url = fc
      .tuple(fc.constantFrom('http://', 'https://'), hosts)
      .map(([s, h]) => s + h.join(''));
    fc.assert(
      fc.property(fc.oneof(anyHeader, url), (text) => {
        if (!/^https?:/.test(text) || !isSerializedOrigin(text)) return;
        expect(new URL(text).origin).toBe(text);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
