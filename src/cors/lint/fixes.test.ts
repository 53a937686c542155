import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { matcherOf } from '../automata/matcher.ts';
import { lintOptions, lintOrigin, parseOriginText } from '../index.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { deadBranches } from './expression-fix.ts';

/** The author's intention: only pages from this origin may read. */
interface Meaning {
  readonly scheme: 'https' | 'http';
  /** The host as in a URL: `example.com`, `localhost`. */
  readonly host: string;
  readonly port: string;
}

const meaning = fc.record<Meaning>({
  scheme: fc.constantFrom('https', 'http'),
  host: fc.constantFrom(
    'example.com',
    'app.example.com',
    'my-shop.example.co.uk',
    'alice.github.io',
    'localhost',
    '127.0.0.1',
  ),
  port: fc.constantFrom('', ':3000', ':8443'),
});

const escaped = (text: string) => text.replace(/\./g, '\\.');
const isLocal = (host: string) => /^(?:localhost|127)/.test(host);

/** Wrong ways to write an origin as a string. */
const strings: readonly ((meant: Meaning) => string)[] = [
  ({ scheme, host, port }) => `${scheme}://${host}${port}/`,
  ({ scheme, host, port }) => `${scheme}://${host}${port}/*`,
  ({ scheme, host, port }) => ` ${scheme}://${host}${port}`,
  ({ scheme, host, port }) => `"${scheme}://${host}${port}"`,
  ({ scheme, host, port }) => `${scheme.toUpperCase()}://${host}${port}`,
  ({ scheme, host, port }) => `${scheme}://${host}${port},`,
  ({ scheme, host, port }) => `^${scheme}://${host}${port}$`,
  ({ scheme, host, port }) => `r"^${scheme}://${escaped(host)}${port}$"`,
  ({ scheme, host }) => `${scheme}://${host}*`,
  ({ scheme, host }) => `${scheme}://${host}:*`,
  ({ scheme, host, port }) => `${scheme}://{${host},b.example.com}${port}`,
  ({ scheme, host }) => `${scheme}://${host}:${scheme === 'https' ? '443' : '80'}`,
];

/** Wrong ways to write an origin as an expression. */
const expressions: readonly ((meant: Meaning) => string)[] = [
  ({ host, port }) => `${escaped(host)}${port}$`,
  ({ host, port }) => `${host}${port}$`,
  ({ scheme, host, port }) => `^${scheme}://${escaped(host)}${port}`,
  ({ scheme, host, port }) => `${scheme}://${escaped(host)}${port}$`,
  ({ scheme, host, port }) => `^${scheme}://${host}${port}$`,
  ({ scheme, host, port }) => `^${scheme}://.*${escaped(host)}${port}$`,
  ({ scheme, host, port }) => `^${scheme}://[a-z0-9.-]*${escaped(host)}${port}$`,
  ({ scheme, host }) => `^${scheme}://${escaped(host)}.*$`,
  ({ scheme, host, port }) => `^${scheme}://${escaped(host)}${port}(?!.)`,
  ({ scheme, host, port }) => `^${scheme}://${escaped(host)}${port}$|^${scheme}://b.example.com$`,
];

/** Origins of strangers that no fix may let in. */
function lookAlikes({ host, port }: Meaning): string[] {
  const hosts = [
    `evil${host}`,
    `evil-${host}`,
    `${host}.evil.test`,
    `${host}-evil.test`,
    `${host}evil.test`,
    `${host}.com`,
    'evil.test',
    'evil.com',
    'evil.co.uk',
    'evil.github.io',
    'bxexample.com',
    ...[...host.matchAll(/\./g)].map(
      ({ index }) => `${host.slice(0, index)}x${host.slice(index + 1)}`,
    ),
  ];
  return hosts
    .flatMap((each) => [`https://${each}${port}`, `http://${each}${port}`])
    .filter((each) => URL.canParse(each) && new URL(each).origin === each);
}

/** Whether a fix lets an origin in. */
function allows(fix: unknown, origin: string): boolean {
  if (Array.isArray(fix)) return fix.some((each) => allows(each, origin));
  if (typeof fix !== 'string' || !isSerializedOrigin(origin)) return false;
  const pattern = parseOriginPattern(fix);
  if (pattern !== undefined) return matcherOf(pattern.expression).matches(origin);
  if (!fix.startsWith('/')) return fix === origin;
  const written = parseOriginText(fix);
  return (
    'setting' in written &&
    written.setting instanceof RegExp &&
    matcherOf(written.setting).matches(origin)
  );
}

function written(fix: unknown): unknown {
  if (Array.isArray(fix)) return fix.map(written);
  const parsed = typeof fix === 'string' && fix.startsWith('/') ? parseOriginText(fix) : undefined;
  return parsed !== undefined && 'setting' in parsed ? parsed.setting : fix;
}

function checkFix(setting: unknown, meant: Meaning): boolean {
  const fix = lintOrigin(setting).find((fault) => fault.fix !== undefined)?.fix;
  if (fix === undefined) return false;
  const { scheme, host, port } = meant;
  const own = `${scheme}://${host}${port}`;
  expect(lintOrigin(written(fix)), String(fix)).toEqual([]);
  // An unanchored start leaves the scheme open, too. In that case, the fix should allow https.
  const isOpen = setting instanceof RegExp && !/^\^?http/.test(setting.source);
  const page = isOpen && !isLocal(host) ? own.replace(/^http:/, 'https:') : own;
  const canonical = URL.canParse(page) ? new URL(page).origin : page;
  expect(allows(fix, canonical), `${fix} allows ${canonical}`).toBe(true);
  for (const origin of lookAlikes(meant)) {
    expect(allows(fix, origin), `${fix} lets in ${origin}`).toBe(false);
  }
  return true;
}

describe('a fix has no faults, allows the intended origins, and allows no look-alike', () => {
  test.each([
    ['of a string', strings, (text: string) => text],
    ['of an expression', expressions, (text: string) => new RegExp(text)],
  ] as const)('%s', (_, ways, toSetting) => {
    const numRuns = runs(30);
    let fixes = 0;
    fc.assert(
      fc.property(fc.constantFrom(...ways), meaning, (write, meant) => {
        // A wildcard after the host leaves the port open.
        const isAnyPort = /[^/]\*$|\.\*\$$/.test(write(meant));
        const port = isAnyPort || /:(?:443|80)$/.test(write(meant)) ? '' : meant.port;
        if (checkFix(toSetting(write(meant)), { ...meant, port })) fixes += 1;
      }),
      { numRuns },
    );
    expect(fixes).toBeGreaterThan(numRuns / 4);
  });
});

test('every fix offered for a setting with credentials is accepted with credentials', () => {
  const others = ['true', '"true"', 'TRUE', 'false', '', ' * ', '"*"', 'origin: true', 'null'];
  const setting = fc.oneof(
    fc.tuple(fc.constantFrom(...strings), meaning).map(([write, meant]) => write(meant)),
    fc
      .tuple(fc.constantFrom(...expressions), meaning)
      .map(([write, meant]) => RegExp(write(meant))),
    fc.constantFrom<unknown>(...others, '*', []),
  );
  let fixes = 0;
  const check = (origin: unknown) => {
    for (const { fix } of lintOptions({ origin, credentials: true })) {
      if (fix === undefined) continue;
      fixes += 1;
      const faults = lintOptions({ origin: written(fix), credentials: true });
      expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  };
  const numRuns = runs(40);
  fc.assert(fc.property(fc.oneof(setting, fc.array(setting, { maxLength: 3 })), check), {
    numRuns,
  });
  for (const origin of [...others, ['*', 'https://a.example'], ['*']]) check(origin);
  expect(fixes).toBeGreaterThan(0);
});

// The author may have meant example.co.uk, a port, or a name with a hyphen.
test.each([
  [/^https:\/\/example\.co\.?.*$/, undefined],
  [/^https:\/\/app\.example\.co.?.*$/, undefined],
  [/^https:\/\/app\.?example\.com/, undefined],
  [
    /https:\/\/a--b.*.?\w+\.example\.com:8443$/,
    '/^https:\\/\\/a--b.*.?\\w+\\.example\\.com:8443$/',
  ],
  [/^https:\/\/example\.com.*$/, 'https://example.com:*'],
])('the fix for %s does not guess which name was meant: %s', (expression, fix) => {
  expect(lintOrigin(expression).find((fault) => fault.fix !== undefined)?.fix).toBe(fix);
});

test.each<[string, number]>([
  ['abcdefgh', 8],
  // One name more than a fix lists.
  ['abcdefghi', 0],
])('for the names %s, the fix lists %s origins', (names, length) => {
  const source = `^https:\\/\\/(?:${[...names].join('|')})\\.example\\.org:?\\d*\\/?$`;
  const [fault] = lintOrigin(new RegExp(source));
  expect(fault?.code).toBe('regexp-wildcard-touches-domain');
  expect([fault?.fix ?? []].flat().length).toBe(length);
});

test.each([/\.vercel\.app$/, /.*\.vercel\.app$/])(
  'the pages of %s are allowed once `trust` is set as lintOptions advises',
  (expression) => {
    const [fault] = lintOptions({ origin: expression, credentials: true });
    expect(fault?.message).toContain('begin it with ^https:\\/\\/.* and set trust: ["vercel.app"]');
    const origin = new RegExp(`^https:\\/\\/.*${expression.source}`);
    expect(lintOptions({ origin, credentials: true, trust: ['vercel.app'] })).toEqual([]);
    expect(origin.test('https://app-one.vercel.app')).toBe(true);
  },
);

test('an alternative that matches nothing is only reported if there is another alternative', () => {
  expect(deadBranches(/^a b$/)).toEqual([]);
  expect(deadBranches(/^a b$|^https:\/\/a\.com$/)).toHaveLength(1);
});

test.each([/fieldnotes\./, /^http:\/\/172\.\d+\.\d+\.\d+:3000$/, /[a-z]*example\.com$/])(
  'a fault in %s has a remedy',
  (expression) => {
    const faults = lintOrigin(expression);
    expect(faults).not.toEqual([]);
    for (const { fix, message } of faults) {
      expect(String(fix ?? message)).toMatch(/List the origins of your own pages|https/);
    }
  },
);
