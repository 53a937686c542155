import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  CorsConfigurationError,
  createCorsPolicy,
  explainOrigin,
  explainRefusal,
  lintOrigin,
  type OriginSetting,
  parseOriginText,
} from '../index.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const LOCAL = 'http://localhost:3000';

describe('explainOrigin of an allowed origin', () => {
  test.each<[OriginSetting, string | undefined, string, string?]>([
    [A, A, 'listed', 'origin'],
    [[A, B], B, 'listed', 'origin[1]'],
    [[A, /^https:\/\/b\.example$/], B, 'pattern', 'origin[1]'],
    [/^null$/, 'null', 'pattern', 'origin'],
    ['*', A, 'wildcard', 'origin'],
    [[A, '*'], undefined, 'wildcard', 'origin[1]'],
    [true, A, 'reflected'],
    [() => true, A, 'function-allowed'],
  ])('%s, %s: %s', async (setting, origin, reason, where) => {
    const explanation = await explainOrigin(setting, origin);
    expect(explanation).toMatchObject({ allowed: true, reason, origin: origin ?? null });
    expect(explanation.by?.where).toBe(where);
    expect(explanation).not.toHaveProperty('browserMessage');
  });
});

test('explainOrigin names the first of two equal elements', async () => {
  const { by } = await explainOrigin([A, 'https://b.example', A], A);
  expect(by?.where).toBe('origin[0]');
});

describe('explainOrigin of a refused origin', () => {
  test.each<[OriginSetting, string | undefined, string, string[]?, string?]>([
    [A, 'http://a.example', 'not-listed', ['scheme'], 'origin'],
    [A, 'https://a.example:8443', 'not-listed', ['port'], 'origin'],
    [A, 'https://www.a.example', 'not-listed', ['www'], 'origin'],
    ['https://www.a.example', A, 'not-listed', ['www'], 'origin'],
    [A, 'http://a.example:8080', 'not-listed', ['scheme', 'port'], 'origin'],
    [A, 'https://a.example.', 'not-listed', ['trailing-dot'], 'origin'],
    [/^https:\/\/a\.example$/, 'https://a.example.', 'not-listed', ['trailing-dot'], 'origin'],
    [[B, LOCAL], 'http://127.0.0.1:3000', 'not-listed', ['loopback'], 'origin[1]'],
    [LOCAL, 'http://[::1]:3001', 'not-listed', ['loopback', 'port'], 'origin'],
    [LOCAL, 'http://a.example:3000', 'not-listed', ['host'], 'origin'],
    ['https://example.com', 'https://exmaple.com', 'not-listed', ['typo'], 'origin'],
    ['https://example.com', 'https://examples.com', 'not-listed', ['typo'], 'origin'],
    ['https://foods.com', 'https://foody.com', 'not-listed', ['typo'], 'origin'],
    ['https://food.com', 'https://fool.com', 'not-listed', ['host'], 'origin'],
    ['https://example.com', 'https://x.example.com', 'not-listed', ['subdomain'], 'origin'],
    ['https://x.example.com', 'https://example.com', 'not-listed', ['parent-domain'], 'origin'],
    [
      [A, 'https://app.example.com'],
      'https://api.example.com',
      'not-listed',
      ['sibling-domain'],
      'origin[1]',
    ],
    // Domains registered by different people are not siblings, and a public suffix is not a parent
    // domain.
    ['https://example.co.uk', 'https://evil.co.uk', 'not-listed', ['host'], 'origin'],
    ['https://alice.github.io', 'https://mallory.github.io', 'not-listed', ['host'], 'origin'],
    ['https://alice.github.io', 'https://github.io', 'not-listed', ['host'], 'origin'],
    [
      'https://a.example.co.uk',
      'https://b.example.co.uk',
      'not-listed',
      ['sibling-domain'],
      'origin',
    ],
    // Short names that differ in one letter do so on purpose.
    [
      'https://shop.example.com',
      'https://shot.example.com',
      'not-listed',
      ['sibling-domain'],
      'origin',
    ],
    [
      'https://shop.example.com',
      'https://shops.example.com',
      'not-listed',
      ['sibling-domain'],
      'origin',
    ],
    ['https://shops.example.com', 'https://shopa.example.com', 'not-listed', ['typo'], 'origin'],
    // The same host, each time with its scheme's default port.
    ['app://example', 'https://example', 'not-listed', ['scheme'], 'origin'],
    [A, 'https://evil.test', 'not-listed', ['host'], 'origin'],
    [[A, B], 'https://evil.test', 'not-listed'],
    [[], A, 'not-listed'],
    [
      [A, /^https:\/\/(.+\.)?example\.com$/],
      'http://x.example.com',
      'not-listed',
      ['scheme'],
      'origin[1]',
    ],
    [/^http:\/\/localhost:\d+$/, 'http://localhost', 'not-listed', ['port'], 'origin'],
    [A, 'https://a.example/', 'not-an-origin', ['trailing-slash'], 'origin'],
    [A, 'HTTPS://A.example', 'not-an-origin', ['case'], 'origin'],
    [A, 'https://a.example:443', 'not-an-origin', ['form'], 'origin'],
    [A, `${A}, ${B}`, 'not-an-origin'],
    [A, '', 'not-an-origin'],
    [A, `https://${'a'.repeat(2_000)}`, 'not-an-origin'],
    [true, '*', 'not-an-origin'],
    [A, 'null', 'null-origin'],
    [A, undefined, 'no-origin'],
    [false, A, 'cors-off'],
    [() => false, A, 'function-refused'],
    [() => Promise.reject(new Error('ouch')), A, 'function-failed'],
  ])('%s, %s: %s', async (setting, origin, reason, differences, where) => {
    const explanation = await explainOrigin(setting, origin);
    expect(explanation).toMatchObject({ allowed: false, reason });
    expect(explanation.nearest?.differences).toEqual(differences);
    expect(explanation.nearest?.where).toBe(where);
    expect(explanation.summary).not.toContain('\n');
  });

  test("shows the difference, the remedy and the browser's message", async () => {
    expect(await explainOrigin(LOCAL, 'http://127.0.0.1:3000')).toEqual({
      origin: 'http://127.0.0.1:3000',
      allowed: false,
      reason: 'not-listed',
      nearest: { where: 'origin', value: `"${LOCAL}"`, origin: LOCAL, differences: ['loopback'] },
      summary:
        'refused "http://127.0.0.1:3000": its host is 127.0.0.1, not localhost: the same machine, but a different origin (origin is "http://localhost:3000")',
      message:
        '"http://127.0.0.1:3000" is refused: its host is 127.0.0.1, not localhost: the same machine, but a different origin (origin is "http://localhost:3000"). To allow it as well, set origin to ["http://localhost:3000", "http://127.0.0.1:3000"].',
      browserMessage:
        "Access to fetch at '…' from origin 'http://127.0.0.1:3000' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.",
      fix: [LOCAL, 'http://127.0.0.1:3000'],
    });
  });

  test('shows a fix as valid code in the message, and as valid origin text in `fix`', async () => {
    const setting = [/^https:\/\/b\.com$/i, 'https://a.com'];
    const { message, fix } = await explainOrigin(setting, 'https://c.com');
    const [, code = ''] = /set origin to (.*)\.$/.exec(message) ?? [];
    expect(code).toBe('[/^https:\\/\\/b\\.com$/i, "https://a.com", "https://c.com"]');
    const pasted: unknown = vm.runInNewContext(code);
    expect(lintOrigin(pasted)).toEqual([]);
    for (const origin of ['https://b.com', 'https://a.com', 'https://c.com']) {
      expect(await explainOrigin(pasted, origin)).toHaveProperty('allowed', true);
    }
    expect(parseOriginText(JSON.stringify(fix))).toEqual({
      setting: [...setting, 'https://c.com'],
    });
  });

  test('throws the same error as a policy for an invalid setting', async () => {
    await expect(explainOrigin(`${A}/`, A)).rejects.toThrow(CorsConfigurationError);
  });
});

describe('explainRefusal of a policy', () => {
  test('explains a refusal without calling a function again', () => {
    const never = () => {
      throw new Error('asked again');
    };
    const refusalOf = (origin: OriginSetting, asking: string) =>
      explainRefusal(createCorsPolicy({ origin }), asking);
    expect(refusalOf(never, A)).toMatchObject({ allowed: false, reason: 'function-refused' });
    expect(refusalOf(A, B).summary).toMatch(/^refused "https:\/\/b\.example": its host is/);
  });
});

test.each([
  ['http://b.example', 'set trust: ["http://b.example"]'],
  ['https://your-app.vercel.app', 'placeholder'],
  ['http://192.168.1.20:5173', 'altered in transit'],
])('explainRefusal offers no fix that would itself be refused: %s', (origin, reason) => {
  const strict = createCorsPolicy({ origin: A, credentials: true });
  const { fix, message } = explainRefusal(strict, origin);
  expect(fix).toBeUndefined();
  expect(message).toContain(reason);
});

test('explainRefusal offers a trusted origin as a fix', () => {
  const trust = ['http://b.example'];
  const trusting = createCorsPolicy({ origin: A, credentials: true, trust });
  expect(explainRefusal(trusting, 'http://b.example').fix).toEqual([A, 'http://b.example']);
});

test.each([
  [1_024, { origin: A, differences: ['form'] }],
  [1_025, undefined],
])('of %d characters that are not an origin, the nearest is %o', async (length, nearest) => {
  const explanation = await explainOrigin(A, `${A}/`.padEnd(length, 'x'));
  expect(explanation.reason).toBe('not-an-origin');
  expect(explanation.nearest).toEqual(nearest && expect.objectContaining(nearest));
});
