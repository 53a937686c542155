import { describe, expect, test } from 'vitest';
import { lintOrigin } from '../index.ts';
import { codesOf, LABEL } from './codes.case.ts';

describe('lintOrigin of a string', () => {
  test.each<[string, string | string[], unknown?]>([
    ['', 'empty', false],
    ['   ', 'empty', false],
    // Extra characters before, after or around the origin.
    ['https://example.com:65535/', 'trailing-slash', 'https://example.com:65535'],
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
    ['null ', 'whitespace'],
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
    ['all', 'keyword', '*'],
    ['none', 'keyword', false],
    ["'self'", 'keyword', false],
    ["'self' https://example.com", 'keyword', 'https://example.com'],
    ['moz-extension://*', 'glob', '/^moz-extension:\\/\\/[\\da-f-]{36}$/'],
    ['tauri://*', 'glob', '/^tauri:\\/\\/[\\w.-]+$/'],
    ['file://*', 'file-scheme'],
    ['capacitor://', 'empty-host', 'capacitor://localhost'],
    ['https://your-app.vercel.app', 'placeholder'],
    ['http://YOUR_SERVER_IP', 'placeholder'],
    ['https://www.yourdomain.com', 'placeholder'],
    [`http://localhost:5173${' '.repeat(40)}# vite`, 'comment', 'http://localhost:5173'],
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
    [`https://a${LABEL}.com`, 'label-too-long'],
    [`https://${`${LABEL}.`.repeat(4)}com`, 'host-too-long'],
    // This host has 254 characters. There is a case with 253 below.
    [`https://${`${LABEL}.`.repeat(3)}${'a'.repeat(62)}`, 'host-too-long'],
    [`https://${'a'.repeat(1_017)}`, 'too-long'],
    [`https://${'a'.repeat(1_016)}`, ['label-too-long', 'host-too-long']],
    // The user name ends at the last @.
    ['https://a@b@example.com', 'user-info', 'https://example.com'],
    // The last digits of an IPv6 address are a port only if the rest is an address.
    ['http://1:2:3:4:5:6:7:8080', 'ipv6-no-brackets', 'http://[1:2:3:4:5:6:7:8080]'],
    // IP addresses.
    ['http://127.1:3999', 'ipv4-not-canonical', 'http://127.0.0.1:3999'],
    ['http://0x7f.1', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://0177.0.0.1', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://127.0.0.1.', 'ipv4-not-canonical', 'http://127.0.0.1'],
    ['http://256.0.0.1', 'bad-ipv4'],
    ['http://127.0.0.1.1', 'bad-ipv4'],
    ['http://foo.bar.255', 'bad-ipv4'],
    ['https://::1', 'ipv6-no-brackets', 'https://[::1]'],
    ['https://::1]:90', 'ipv6-no-brackets', 'https://[::1]:90'],
    ['http://[::1:90', ['bad-ipv6', 'ipv6-no-brackets'], 'http://[::1]:90'],
    ['http://[example]:90', 'bad-ipv6'],
    ['http://[::1]1:6060', 'bad-ipv6'],
    ['https://abc[::1]:90', 'bad-ipv6'],
    ['http://[2001:DB8::1]', ['upper-case', 'ipv6-not-canonical'], 'http://[2001:db8::1]'],
    ['http://[2001:4860:0000:0000::8888]', 'ipv6-not-canonical', 'http://[2001:4860::8888]'],
    ['http://[fe80::1%eth2]:90', 'ipv6-zone'],
    ['http://[::ffff:7f7f:7f7f]:90', 'ipv4-mapped', 'http://127.127.127.127:90'],
    // Other forms of the setting, written as strings.
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
      'list-in-string',
      ['https://a.example', 'https://b.example'],
    ],
    ['["https://a.example"]', 'list-in-string', ['https://a.example']],
    ['https://a.example,', 'list-in-string', 'https://a.example'],
    ['[https://a.example]', 'list-in-string', ['https://a.example']],
    [
      'https://a.example or https://b.example',
      'list-in-string',
      ['https://a.example', 'https://b.example'],
    ],
    ['https?://a.example', 'regexp-as-text', '/^https?:\\/\\/a\\.example$/'],
    ['*.example.com', 'no-scheme', 'https://*.example.com'],
    ['https://*example.com', 'glob', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    ['https://a-*.example.com', 'glob', '/^https:\\/\\/a-[a-z0-9-]+\\.example\\.com$/'],
    ['*://example.com', 'glob', '/^https?:\\/\\/example\\.com$/'],
    ['https://{a,b}.example.com', 'glob', '/^https:\\/\\/(?:a|b)\\.example\\.com$/'],
    ['https://*', 'glob', '*'],
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
    ['https://*.example.com:443', 'default-port', 'https://*.example.com'],
    ['http://*.example.com:80', 'default-port', 'http://*.example.com'],
    ['http://localhost*', 'glob', 'http://localhost:*'],
    ['localhost:*', 'no-scheme', 'http://localhost:*'],
    ['http://192.168.1.*', 'glob', '/^http:\\/\\/192\\.168\\.1\\.\\d+$/'],
    ['http://203.0.113.*', 'glob'],
    ['https://*.münchen.de', 'unicode-host', 'https://*.xn--mnchen-3ya.de'],
    ['.example.com', 'no-scheme', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    ['https://.example.com', 'empty-label', '/^https:\\/\\/(?:[\\w.-]+\\.)?example\\.com$/'],
    // Expressions as text. The fix escapes dots, and requires a dot between a wildcard and the
    // domain. Some have no fix.
    [
      'r"^https://.*\\.example\\.com$"',
      ['quoted', 'regexp-as-text'],
      '/^https:\\/\\/.*\\.example\\.com$/',
    ],
    ['(.)*', 'regexp-as-text'],
    ['^foo$', 'regexp-as-text'],
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
    // Valid, but probably a mistake.
    ['null', 'null-origin?'],
    // Several faults in one string are reported together, with one fix for all.
    [
      'HTTPS://Example.com:443/',
      ['upper-case', 'default-port', 'trailing-slash'],
      'https://example.com',
    ],
    ['http://foo/?x', 'query', 'http://foo'],
    ['http://foo/#x', 'fragment', 'http://foo'],
    ['http://foo:80/path?x#y', ['default-port', 'path', 'query', 'fragment'], 'http://foo'],
  ])('%j: %j', (text, expected, fix) => {
    expect(codesOf(text)).toEqual([expected].flat());
    expect(lintOrigin(text)[0]?.fix).toEqual(fix);
  });

  test('names the value, the reason and the remedy', () => {
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

test.each([
  ['https://*.vercel.app', true],
  ['https://*-my-team.vercel.app', true],
  ['*://example.com', false],
  ['https://{a,b}.example.com', false],
])('a wildcard in %s reaches a public suffix: %s', (origin, reaches) => {
  const [fault] = lintOrigin(origin);
  expect(fault).toBeDefined();
  expect(/trangers can have names/.test(String(fault?.message))).toBe(reaches);
});

test.each(['https://static.1.clients.your-server.de', 'https://www.your-server.de'])(
  '%s is not a placeholder',
  (origin) => {
    expect(lintOrigin(origin)).toEqual([]);
  },
);
