import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHeader } from '../../../test/arbitrary-origins.ts';
import { readCases } from '../../../test/cases/read-cases.ts';
import { isSerializedOrigin, lintOrigin, parseOriginText } from '../index.ts';

/** The codes of the faults, those of warnings with a question mark. */
function codes(setting: unknown): string[] {
  return lintOrigin(setting).map(({ code, severity }) =>
    severity === 'error' ? code : `${code}?`,
  );
}

const label63 = 'a'.repeat(63);

describe('lintOrigin finds nothing wrong with', () => {
  test.each<[unknown]>([
    [true],
    [false],
    ['*'],
    [() => true],
    ['https://example.com'],
    ['http://example.com'],
    ['https://example.com:8443'],
    ['http://localhost'],
    ['http://localhost:3000'],
    ['http://127.0.0.1:90'],
    ['http://69.254.169.254'],
    ['http://[::1]:90'],
    ['http://[2001:db8:aaaa:1111::100]:9090'],
    ['http://ex_am-ple.com:3999'],
    ['http://example.com.:3999'],
    ['https://example.com:80'],
    ['https://xn--rsum-bpad.com'],
    [`https://${label63}.example`],
    [`https://${`${label63}.`.repeat(3)}${'a'.repeat(61)}`],
    ['connector://foo'],
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
    ['safari-web-extension://8B5BCB5A-0C2B-4E0D-9A53-ABCDEFABCDEF'],
    // Programs that are browsers: Electron, Capacitor, Ionic, Tauri, VS Code, extensions.
    ['app://.'],
    ['app://bundle'],
    ['capacitor://localhost'],
    ['ionic://localhost'],
    ['tauri://localhost'],
    ['http://tauri.localhost'],
    ['vscode-webview://1a2b3c4d5e6f'],
    ['moz-extension://c0ffee00-1234-5678-9abc-def012345678'],
    [['https://a.example', 'https://b.example', /^https:\/\/c\.example$/]],
  ])('%j', (setting) => {
    expect(lintOrigin(setting)).toEqual([]);
  });
});

describe('lintOrigin of a string', () => {
  test.each<[string, string | string[], unknown?]>([
    ['', 'empty', false],
    ['   ', 'empty', false],
    // One character too many, before, after or around the origin.
    ['https://example.com/', 'trailing-slash', 'https://example.com'],
    ['https://example.com:6060/foo', 'path', 'https://example.com:6060'],
    ['https://example.com//', 'path', 'https://example.com'],
    ['https://example.com/*', 'path', 'https://example.com'],
    ['https://example.com\\', 'path', 'https://example.com'],
    ['https://example.com?', 'query', 'https://example.com'],
    ['https://example.com?a=b', 'query', 'https://example.com'],
    ['https://example.com#nav', 'fragment', 'https://example.com'],
    ['https://user:password@example.com', 'user-info', 'https://example.com'],
    [' http://example.com ', 'whitespace', 'http://example.com'],
    ['https://ex ample.com', 'whitespace'],
    ['* ', 'whitespace', '*'],
    ['https://example.com\n', ['control-character', 'whitespace'], 'https://example.com'],
    ['https://example.com\0', 'control-character', 'https://example.com'],
    ['https://exam\u200bple.com', 'control-character', 'https://example.com'],
    ['"https://example.com"', 'quoted', 'https://example.com'],
    ["'*'", 'quoted', '*'],
    ['“https://example.com”', 'quoted', 'https://example.com'],
    ['https://exam\tple.com', ['control-character', 'whitespace']],
    // Schemes.
    ['example.com', 'no-scheme', 'https://example.com'],
    ['//example.com', 'no-scheme', 'https://example.com'],
    ['://example.com', 'no-scheme', 'https://example.com'],
    ['localhost:3000', 'no-scheme', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'no-scheme', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'no-scheme', 'http://[::1]:3000'],
    ['ab', 'no-scheme'],
    ['all', 'no-scheme'],
    ['ab:', 'no-authority'],
    ['https:example.com', 'no-authority', 'https://example.com'],
    ['https:/example.com', 'no-authority', 'https://example.com'],
    ['42-chrome-extension://foo', 'bad-scheme'],
    ['chrome-extension*://foo', 'bad-scheme'],
    ['file://', 'file-scheme'],
    ['data:text/html,x', 'opaque-scheme'],
    ['blob:https://example.com/1-2', 'opaque-scheme', 'https://example.com'],
    ['wss://example.com', 'websocket-scheme', 'https://example.com'],
    ['htps://example.com', 'misspelled-scheme', 'https://example.com'],
    ['htttp://example.com', 'misspelled-scheme', 'http://example.com'],
    // Case.
    ['HTTPS://example.com', 'upper-case', 'https://example.com'],
    ['http://exAmplE.coM:3999', 'upper-case', 'http://example.com:3999'],
    ['NULL', 'upper-case'],
    // Ports.
    ['https://foo:443', 'default-port', 'https://foo'],
    ['http://foo:80', 'default-port', 'http://foo'],
    ['https://foo:', 'empty-port', 'https://foo'],
    ['https://foo:0', 'bad-port'],
    ['https://foo:-1', 'bad-port'],
    ['https://foo:65536', 'bad-port'],
    ['https://foo:12345foo', 'bad-port'],
    ['https://foo:3000:4000', 'bad-port'],
    ['https://foo:06060', 'port-leading-zero', 'https://foo:6060'],
    // Hosts.
    ['https://', 'empty-host'],
    ['https://:3000', 'empty-host'],
    ['https://^foo', 'bad-host-character'],
    ['https://a$b.com', 'bad-host-character'],
    ['https://résumé.com', 'unicode-host', 'https://xn--rsum-bpad.com'],
    ['https://faß.de', 'unicode-host', 'https://xn--fa-hia.de'],
    ['https://%65xample.com', 'percent-encoding', 'https://example.com'],
    ['http://xn--f', 'bad-punycode'],
    ['http://example..com', 'empty-label'],
    ['http://example.com..:3999', 'empty-label'],
    [`https://a${label63}.com`, 'label-too-long'],
    [`https://${`${label63}.`.repeat(4)}com`, 'host-too-long'],
    // 254 characters; 253 are below.
    [`https://${`${label63}.`.repeat(3)}${'a'.repeat(62)}`, 'host-too-long'],
    [`https://${'a'.repeat(1_017)}`, 'too-long'],
    [`https://${'a'.repeat(1_016)}`, ['label-too-long', 'host-too-long']],
    // The user ends at the last @.
    ['https://a@b@example.com', 'user-info', 'https://example.com'],
    // Digits at the end of an IPv6 address are a port only if the rest is an address.
    ['http://1:2:3:4:5:6:7:8080', 'ipv6-no-brackets', 'http://[1:2:3:4:5:6:7:8080]'],
    // Addresses.
    ['http://127.1:3999', 'ipv4-not-canonical', 'http://127.0.0.1:3999'],
    ['http://0x7f.1', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://0177.0.0.1', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://127.0.0.1.', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://256.0.0.1', 'bad-ipv4'],
    ['http://127.0.0.1.1', 'bad-ipv4'],
    ['http://foo.bar.255', 'bad-ipv4'],
    ['https://::1:90', 'ipv6-no-brackets', 'https://[::1]:90'],
    ['https://::1]:90', 'ipv6-no-brackets', 'https://[::1]:90'],
    ['http://[::1:90', ['bad-ipv6', 'ipv6-no-brackets'], 'http://[::1]:90'],
    ['http://[example]:90', 'bad-ipv6'],
    ['http://[::1]1:6060', 'bad-ipv6'],
    ['https://abc[::1]:90', 'bad-ipv6'],
    ['http://[2001:DB8::1]', ['upper-case', 'ipv6-not-canonical'], 'http://[2001:db8::1]'],
    ['http://[2001:4860:0000:0000::8888]', 'ipv6-not-canonical', 'http://[2001:4860::8888]'],
    ['http://[fe80::1%eth2]:90', 'ipv6-zone'],
    ['http://[::ffff:7f7f:7f7f]:90', 'ipv4-mapped', 'http://127.127.127.127:90'],
    // Another form of the setting, written as a string.
    ['true', 'boolean-as-text', true],
    ['FALSE', 'boolean-as-text', false],
    ['undefined', 'value-as-text'],
    ['https://$HOST', 'placeholder'],
    ['/^https:\\/\\/a\\.example$/', 'regexp-as-text'],
    ['^https://a.example$', 'regexp-as-text', '/^https:\\/\\/a\\.example$/'],
    ['https://(a|b).example.com', 'regexp-as-text', '/^https:\\/\\/(a|b)\\.example\\.com$/'],
    [
      'https://a.example,https://b.example',
      'list-in-string',
      ['https://a.example', 'https://b.example'],
    ],
    [
      'https://a.example;https://b.example',
      'list-in-string',
      ['https://a.example', 'https://b.example'],
    ],
    [
      'https://a.example|https://b.example',
      'list-in-string',
      ['https://a.example', 'https://b.example'],
    ],
    [
      'https://a.example https://b.example',
      ['list-in-string', 'whitespace'],
      ['https://a.example', 'https://b.example'],
    ],
    ['["https://a.example"]', 'list-in-string', ['https://a.example']],
    ['https://a.example,', 'list-in-string', 'https://a.example'],
    ['[https://a.example]', 'list-in-string', ['https://a.example']],
    [
      'https://a.example or https://b.example',
      ['list-in-string', 'whitespace'],
      ['https://a.example', 'https://b.example'],
    ],
    ['https?://a.example', 'regexp-as-text', '/^https?:\\/\\/a\\.example$/'],
    ['*.example.com', 'glob', 'https://*.example.com'],
    ['https://*example.com', 'glob', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    ['https://a-*.example.com', 'glob', '/^https:\\/\\/a-[a-z0-9-]+\\.example\\.com$/'],
    ['*://example.com', 'glob', '/^https?:\\/\\/example\\.com$/'],
    ['https://{a,b}.example.com', 'glob', '/^https:\\/\\/(?:a|b)\\.example\\.com$/'],
    ['https://*', 'glob'],
    ['https://*.com', 'pattern-public-suffix'],
    ['https://*.github.io', 'pattern-public-suffix'],
    ['http://*.127.0.0.1:3999', 'glob'],
    ['http://*.[::1]:3999', 'glob'],
    ['https://*-my-team.vercel.app', 'glob'],
    ['https://*.vercel.app', 'pattern-public-suffix'],
    ['https://*.loca.lt', 'pattern-public-suffix'],
    ['https://example.*', 'glob'],
    ['https://www.*.com', 'glob'],
    ['https://example.com*', 'glob', 'https://example.com:*'],
    ['https://*.example.com:443', 'glob', 'https://*.example.com'],
    ['http://*.example.com:80', 'glob', 'http://*.example.com'],
    ['http://localhost*', 'glob', 'http://localhost:*'],
    ['localhost:*', 'glob', 'http://localhost:*'],
    ['http://192.168.1.*', 'glob', '/^http:\\/\\/192\\.168\\.1\\.\\d+$/'],
    ['http://203.0.113.*', 'glob'],
    ['https://*.münchen.de', 'glob', 'https://*.xn--mnchen-3ya.de'],
    ['.example.com', 'no-scheme', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    ['https://.example.com', 'empty-label', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    // Expressions as text: dots escaped, wildcards kept from touching the domain, or no fix at all.
    [
      'r"^https://.*\\.example\\.com$"',
      ['quoted', 'regexp-as-text'],
      '/^https:\\/\\/.*\\.example\\.com$/',
    ],
    ['(.)*', 'regexp-as-text'],
    ['^https://.*$', 'regexp-as-text'],
    ['https://.*example.com', 'regexp-as-text', ['https://example.com', 'https://*.example.com']],
    ['[a-z]+.example.com', 'regexp-as-text', '/^https:\\/\\/[a-z]+\\.example\\.com$/'],
    [
      'https://*.a.example,https://b.example',
      'list-in-string',
      ['https://*.a.example', 'https://b.example'],
    ],
    ['https://a.example.com,', 'list-in-string', 'https://a.example.com'],
    // Names that are not what they seem.
    ['https://аpple.com', 'unicode-host'],
    ['https://раураl.com', 'unicode-host'],
    ['https://пример.рф', 'unicode-host', 'https://xn--e1afmkfd.xn--p1ai'],
    ['https://undefined', 'value-as-text'],
    ['http://undefined:3000', 'value-as-text'],
    ['https://null', 'value-as-text'],
    ['https://undefined.example.com', 'value-as-text'],
    ['example.com:80', 'no-scheme', 'http://example.com'],
    // Sound, but hardly meant.
    ['null', 'null-origin?'],
    // Several faults of one string come together, and one fix takes care of all.
    [
      'HTTPS://Example.com:443/',
      ['upper-case', 'default-port', 'trailing-slash'],
      'https://example.com',
    ],
    ['http://foo:80/path?x#y', ['default-port', 'path', 'query', 'fragment'], 'http://foo'],
  ])('%j: %j', (text, expected, fix) => {
    expect(codes(text)).toEqual([expected].flat());
    expect(lintOrigin(text)[0]?.fix).toEqual(fix);
  });

  test('names the value, the reason and the way out', () => {
    const [fault] = lintOrigin('https://app.example.com/');
    expect(fault).toEqual({
      severity: 'error',
      code: 'trailing-slash',
      where: 'origin',
      value: '"https://app.example.com/"',
      reason: 'an origin has no path, and browsers never send the slash',
      message:
        'Cannot use origin "https://app.example.com/": an origin has no path, and browsers never send the slash. Use "https://app.example.com".',
      fix: 'https://app.example.com',
    });
  });
});

describe('lintOrigin of a value of another type', () => {
  test.each<[unknown]>([
    [undefined],
    [null],
    [42],
    [Number.NaN],
    [1n],
    [Symbol('x')],
    [{}],
    [new Set(['https://a.example'])],
    [new Map()],
    [new Date(0)],
    [Promise.resolve(true)],
    [Object('https://a.example')],
    [Object(true)],
    [Object.create(null)],
    [new Proxy(/x/, {})],
  ])('%o', (value) => {
    expect(codes(value)).toEqual(['bad-type']);
    expect(codes([value])).toEqual(['bad-entry-type']);
  });

  test.each<[unknown]>([[true], [() => true], [['https://a.example']]])('%o in a list', (value) => {
    expect(codes([value])).toEqual(['bad-entry-type']);
  });

  test('an object that throws when looked at', () => {
    const throwing = Object.defineProperty({}, Symbol.toStringTag, {
      get() {
        throw new Error('never mind');
      },
    });
    expect(codes(throwing)).toEqual(['bad-type']);
  });

  test('says where it is', () => {
    const [fault, ...others] = lintOrigin(['https://a.example', 7]);
    expect(others).toEqual([]);
    expect(fault?.where).toBe('origin[1]');
    expect(fault?.message).toBe(
      'Cannot use origin[1] 7: it is a number. A list holds strings and regular expressions.',
    );
  });
});

describe('lintOrigin of a list', () => {
  const [a, b] = ['https://a.example', 'https://b.example'];
  test.each<[unknown[], string[]]>([
    [[], ['empty-list?']],
    [[a, b, a], ['duplicate-entry?']],
    [
      [a, a, a],
      ['duplicate-entry?', 'duplicate-entry?'],
    ],
    [[/^https:\/\/a\.example$/, b, /^https:\/\/a\.example$/], ['duplicate-entry?']],
    [[/^https:\/\/a\.example$/, /^https:\/\/a\.example$/i], []],
    [['*'], ['wildcard-in-list?']],
    [[a, '*'], ['wildcard-makes-rest-moot?']],
    [[a, ''], ['empty']],
    [[a, ' '], ['empty']],
    [[a, /^https:\/\/[a-z]\.example$/], ['moot-entry?']],
    [
      [`${a}/`, 'HTTP://b.example', 3],
      ['trailing-slash', 'upper-case', 'bad-entry-type'],
    ],
  ])('%j', (setting, expected) => {
    expect(codes(setting)).toEqual(expected);
  });
});

describe('properties of lintOrigin', () => {
  const text = fc.oneof(
    anyHeader,
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          'https',
          'http',
          ':',
          '//',
          '/',
          'a.b',
          '[::1]',
          '1',
          '.',
          '*',
          ',',
          ' ',
          'A',
          '@',
          '80',
          'é',
          '\\',
          '?',
          '#',
          '$',
          '(',
          '{',
          '"',
          '%',
        ),
      )
      .map((parts) => parts.join('')),
  );

  test('a string without error is "*" or what a browser can send', () => {
    fc.assert(
      fc.property(text, (each) => {
        const isSound = !codes(each).some((code) => !code.endsWith('?'));
        if (isSound) expect(each === '*' || isSerializedOrigin(each)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test('a fix has no fault in it', () => {
    fc.assert(
      fc.property(text, (each) => {
        const [fault] = lintOrigin(each);
        if (fault?.fix === undefined) return;
        const { fix } = fault;
        const asText = typeof fix === 'object' ? JSON.stringify(fix) : String(fix);
        const written = parseOriginText(asText);
        expect('setting' in written && codes(written.setting)).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('it never throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withMap: true, withSet: true }),
        (value) => {
          expect(Array.isArray(lintOrigin(value))).toBe(true);
        },
      ),
    );
  });
});

describe('lintOrigin under the collected cases', () => {
  const cases: readonly LintCase[] = JSON.parse(readCases('cors-lint.json'));

  test.each(cases.map((each) => [JSON.stringify(each.origin), each] as const))('%s', (_, each) => {
    const faults = lintOrigin(readSetting(each.origin));
    const severities = faults.map(({ severity }) => severity);
    const verdict = severities.includes('error') ? 'error' : faults.length > 0 ? 'warn' : 'ok';
    expect(verdict).toBe(each.verdict);
    if (each.code !== '') expect(faults[0]?.code).toBe(each.code);
    if ('fix' in each) expect(faults[0]?.fix ?? null).toEqual(each.fix);
  });
});

interface LintCase {
  readonly origin: unknown;
  readonly verdict: 'ok' | 'warn' | 'error';
  readonly code: string;
  readonly fix?: unknown;
}

function readSetting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readSetting);
  if (typeof value !== 'object' || value === null) return value;
  if ('$js' in value) return new Function('vm', `return (${value.$js});`)(vm);
  const { source, flags } = Object('$regexp' in value ? value.$regexp : undefined);
  return new RegExp(source, flags);
}
