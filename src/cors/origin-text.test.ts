import { describe, expect, test } from 'vitest';
import { parseOriginText } from './origin-text.ts';

const A = 'https://a.example';
const B = 'https://b.example';

describe('parseOriginText', () => {
  test.each<[string, unknown]>([
    ['true', true],
    [' false ', false],
    ['*', '*'],
    ['', ''],
    ['null', 'null'],
    ['TRUE', 'TRUE'],
    [A, A],
    [` ${A}\n`, A],
    [`${A}/`, `${A}/`],
    ['//a.example', '//a.example'],
    [`${A},${B}`, [A, B]],
    [` ${A} , ${B} `, [A, B]],
    [`${A},`, [A, '']],
    [`["${A}"]`, [A]],
    [` [ "${A}", "/^x$/i" ] `, [A, /^x$/i]],
    ['[]', []],
    ['[::1]:3000', '[::1]:3000'],
    // A string that the linter can interpret is not split.
    ['["https://a.example"', '["https://a.example"'],
    ["['https://a.example']", "['https://a.example']"],
    [`"${A},${B}"`, `"${A},${B}"`],
    [`"${A},/^b$/"`, `"${A},/^b$/"`],
    [`[${A}, /^b$/i]`, `[${A}, /^b$/i]`],
    [`${A} # one, two`, `${A} # one, two`],
    ['https://{a,b}.example', 'https://{a,b}.example'],
    ['http://localhost:3000,5173', 'http://localhost:3000,5173'],
    [`${A}, /a #b/`, [A, /a #b/]],
    ['/^https:\\/\\/a\\.example$/', /^https:\/\/a\.example$/],
    ['/^https://a\\.example$/', /^https:\/\/a\.example$/],
    ['/a/giu', /a/giu],
    ['/^https://a{1,2}\\.example$/', /^https:\/\/a{1,2}\.example$/],
    [`/^a{1,2}$/i,${A}`, [/^a{1,2}$/i, A]],
    [`${A}, /a,b/ ,/[/,]\\/,/`, [A, /a,b/, /[/,]\/,/]],
    [`/a/ , /b/g`, [/a/, /b/g]],
    [`/[a]/,${A}`, [/[a]/, A]],
    ['/^http(s)?://localhost(:\\d+)?$/,*', [/^http(s)?:\/\/localhost(:\d+)?$/, '*']],
  ])('reads %j', (text, setting) => {
    expect(parseOriginText(text)).toEqual({ setting });
  });

  test.each<[string, string, RegExp]>([
    [
      '/(/',
      'bad-regexp',
      /^Cannot use origin "\/\(\/": it is not a regular expression \(.*group\)\.$/,
    ],
    ['/a/gg', 'bad-regexp', /flags/],
    ['/a', 'bad-regexp', /between two slashes/],
    ['/', 'bad-regexp', /between two slashes/],
    [`${A},/a`, 'bad-regexp', /"\/a"/],
    ['["/(/"]', 'bad-regexp', /group/],
    ['[1]', 'bad-json', /JSON array of strings/],
    ['[[]]', 'bad-json', /JSON array of strings/],
  ])('refuses %j', (text, code, message) => {
    const parsed = parseOriginText(text);
    expect(parsed).toMatchObject({ fault: { severity: 'error', code } });
    expect('fault' in parsed && parsed.fault.message).toMatch(message);
  });
});
