import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHeader } from '../../../test/arbitrary-origins.ts';
import { readCases } from '../../../test/cases/read-cases.ts';
import { runs } from '../../../test/runs.ts';
import { isSerializedOrigin, lintOrigin, parseOriginText } from '../index.ts';
import { codesOf, LABEL } from './codes.case.ts';

describe('lintOrigin accepts', () => {
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
    [`https://${LABEL}.example`],
    [`https://${`${LABEL}.`.repeat(3)}${'a'.repeat(61)}`],
    ['connector://foo'],
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
    ['safari-web-extension://8B5BCB5A-0C2B-4E0D-9A53-ABCDEFABCDEF'],
    // Applications that are browsers: Electron, Capacitor, Ionic, Tauri, VS Code, extensions.
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
    expect(codesOf(value)).toEqual(['bad-type']);
    expect(codesOf([value])).toEqual(['bad-entry-type']);
  });

  test.each<[unknown]>([[true], [() => true], [['https://a.example']]])('%o in a list', (value) => {
    expect(codesOf([value])).toEqual(['bad-entry-type']);
  });

  test('reports an object that throws when it is read', () => {
    const throwing = Object.defineProperty({}, Symbol.toStringTag, {
      get() {
        throw new Error('never mind');
      },
    });
    expect(codesOf(throwing)).toEqual(['bad-type']);
  });

  test('says where the fault is', () => {
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
    expect(codesOf(setting)).toEqual(expected);
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

  test('a string without errors is "*" or an origin that a browser can send', () => {
    fc.assert(
      fc.property(text, (each) => {
        const isSound = !codesOf(each).some((code) => !code.endsWith('?'));
        if (isSound) expect(each === '*' || isSerializedOrigin(each)).toBe(true);
      }),
      { numRuns: runs(800) },
    );
  });

  test('a fix has no faults', () => {
    fc.assert(
      fc.property(text, (each) => {
        const [fault] = lintOrigin(each);
        if (fault?.fix === undefined) return;
        const { fix } = fault;
        const asText = typeof fix === 'object' ? JSON.stringify(fix) : String(fix);
        const written = parseOriginText(asText);
        expect('setting' in written && codesOf(written.setting)).toEqual([]);
      }),
      { numRuns: runs(500) },
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
      { examples: [[['', Object.create(null)]]] },
    );
  });
});

describe('lintOrigin on the collected cases', () => {
  const cases: readonly LintCase[] = JSON.parse(readCases('cors-lint.json'));

  test.each(cases.map((each) => [JSON.stringify(each.origin), each] as const))('%s', (_, each) => {
    const faults = lintOrigin(readSetting(each.origin));
    const severities = faults.map(({ severity }) => severity);
    const verdict = severities.includes('error') ? 'error' : faults.length > 0 ? 'warn' : 'ok';
    expect(verdict).toBe(each.verdict);
    if (each.code !== '') expect(faults[0]?.code).toBe(each.code);
    if ('fix' in each) expect(faults[0]?.fix ?? null).toEqual(each.fix);
    expect(faults.map(({ message }) => message)).toMatchSnapshot();
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

test('an origin is not redundant next to an expression that allows strangers, since the expression must go', () => {
  const [named, open] = ['https://team.vercel.app', /\.vercel\.app$/];
  const codes = lintOrigin([named, open]).map(({ code }) => code);
  expect(codes).toEqual(['regexp-not-anchored-start']);
  const closed = /^https:\/\/[a-z]\.example\.org$/;
  expect(lintOrigin(['https://a.example.org', closed])).toMatchObject([{ code: 'moot-entry' }]);
});
