import { expect, test } from 'vitest';
import {
  type CorsOptions,
  createCorsPolicy,
  explainOrigin,
  lintOptions,
  lintOrigin,
} from './index.ts';
import { A, faultsOf, untypedNames } from './policy.case.ts';

const PREVIEWS = /^https:\/\/plant-story-[a-z0-9-]+-team\.vercel\.app$/;
const NETWORK = /^http:\/\/192\.168\.\d+\.\d+:3000$/;

test.each<[CorsOptions['origin'], readonly string[], boolean]>([
  ['https://*.vercel.app', ['vercel.app'], true],
  ['https://*.vercel.app', ['netlify.app'], false],
  ['https://*.vercel.app:*', ['vercel.app'], true],
  ['http://*.vercel.app', ['vercel.app'], false],
  [PREVIEWS, ['vercel.app'], true],
  [/^https:\/\/([a-z]+\.)+vercel\.app\.?$/, ['vercel.app'], true],
  [/^https:\/\/[a-z]+team\.vercel\.app$/, ['vercel.app'], true],
  // Lets in more than names under the suffix.
  [/^https:\/\/.*vercel\.app$/, ['vercel.app'], false],
  [/\.vercel\.app$/, ['vercel.app'], false],
  [/^https:\/\/.*\.(?:vercel|netlify)\.app$/, ['vercel.app'], false],
  [/^https:\/\/.*\.(?:vercel|netlify)\.app$/, ['vercel.app', 'netlify.app'], true],
  [/^https?:\/\/.*\.vercel\.app$/, ['vercel.app'], false],
  // The domain has several suffixes, so trusting one is not enough.
  ['https://*.ovh.net', ['vps.ovh.net'], false],
  [/^https:\/\/[a-z.]+\.ovh\.net$/, ['vps.ovh.net'], false],
  [/^https:\/\/[a-z.]+\.ovh\.net$/, ['ovh.net'], true],
  ['http://frontend:3000', ['http://frontend:3000'], true],
  ['http://frontend:3001', ['http://frontend:3000'], false],
  ['http://frontend:*', ['http://frontend:3000'], false],
  [/^http:\/\/frontend:300[01]$/, ['http://frontend:3000'], false],
  [/^http:\/\/frontend:300[01]$/, ['http://frontend:3000', 'http://frontend:3001'], false],
  [/^http:\/\/frontend:(?:3000|3001)$/, ['http://frontend:3000', 'http://frontend:3001'], true],
  [/^http:\/\/[a-z]+:3000$/, ['http://frontend:3000'], false],
  ['http://192.168.1.20:5173', ['http://192.168.1.20:5173'], true],
  ['http://192.168.1.20:5173', ['private-networks'], true],
  ['http://192.168.1.20:*', ['private-networks'], true],
  ['http://[fd00::1]', ['private-networks'], true],
  ['http://169.254.1.1', ['private-networks'], false],
  ['http://203.0.113.5', ['private-networks'], false],
  [NETWORK, ['private-networks'], true],
  [NETWORK, ['http://192.168.1.20:3000'], false],
  [/^http:\/\/[\d.]+:3000$/, ['private-networks'], false],
  ['*', ['vercel.app', 'private-networks'], false],
  [/^chrome-extension:\/\/[a-p]{32}$/, ['private-networks'], false],
])('with credentials, %s and trust in %j: %s', (origin, trust, isAccepted) => {
  const errors = lintOptions({ origin, credentials: true, trust }).filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors.length === 0).toBe(isAccepted);
  expect(lintOptions({ origin, credentials: true }).map(({ severity }) => severity)).toContain(
    'error',
  );
});

test.each<[CorsOptions, string]>([
  [{ origin: PREVIEWS }, 'trust: ["vercel.app"]'],
  [{ origin: 'https://*.vercel.app' }, 'trust: ["vercel.app"]'],
  [{ origin: 'https://*.ovh.net' }, 'trust: ["ovh.net"]'],
  [
    { origin: 'https://*.vercel.app', trust: ['netlify.app'] },
    'trust: ["netlify.app", "vercel.app"]',
  ],
  [{ origin: 'http://frontend:3000', credentials: true }, 'trust: ["http://frontend:3000"]'],
  [{ origin: NETWORK, credentials: true }, 'trust: ["private-networks"]'],
  [{ origin: 'http://192.168.1.20:*', credentials: true }, 'trust: ["private-networks"]'],
])('the fault of %j names the trust setting that removes it', (options, setting) => {
  const [fault] = lintOptions(options);
  expect(fault?.message).toContain(`set ${setting}.`);
  const trust: unknown = JSON.parse(setting.replace('trust: ', ''));
  expect(lintOptions({ ...options, trust })).toEqual([]);
});

test.each([['https://*.com'], ['http://*.a.example'], ['*'], ['null']])(
  'no trust setting is suggested for %s',
  (origin) => {
    const messages = lintOptions({ origin, credentials: true }).map(({ message }) => message);
    expect(messages.join()).not.toContain('trust:');
  },
);

test.each<[unknown, string, RegExp]>([
  [['com'], 'trust[0]: bad-trust', /registry/],
  [['vercel.app', 'co.uk'], 'trust[1]: bad-trust', /registry/],
  [['*'], 'trust[0]: bad-trust', /everyone/],
  [['*.vercel.app'], 'trust[0]: bad-trust', /Use "vercel\.app"/],
  [['.vercel.app'], 'trust[0]: bad-trust', /Use "vercel\.app"/],
  [['http://frontend:3000/'], 'trust[0]: bad-trust', /not an origin/],
  [['http://*.frontend'], 'trust[0]: bad-trust', /not an origin/],
  [['a b'], 'trust[0]: bad-trust', /"private-networks"/],
  [[1], 'trust[0]: bad-trust', /must be a string/],
  ['vercel.app', 'trust: bad-type', /Use \["vercel\.app"\]/],
])('trust in %j is %s', (trust, fault, message) => {
  expect(faultsOf({ origin: A, trust: untypedNames(trust) })).toEqual([fault]);
  expect(lintOptions({ origin: A, trust })[0]?.message).toMatch(message);
});

test('trust that changes nothing is a warning', () => {
  const { warnings } = createCorsPolicy({ origin: A, trust: ['example.com'] });
  expect(warnings.map(({ code }) => code)).toEqual(['trust-without-effect']);
});

test('a function may allow a trusted origin', async () => {
  const plain = 'http://frontend:3000';
  const options = { origin: () => true, credentials: true };
  expect(await createCorsPolicy(options).decide(plain)).toMatchObject({
    kind: 'refused',
    note: expect.stringContaining('set trust: ["http://frontend:3000"].'),
  });
  const policy = createCorsPolicy({ ...options, trust: [plain] });
  expect(await policy.decide(plain)).toEqual({ kind: 'allowed', origin: plain });
});

test('explainOrigin explains a trusted pattern', async () => {
  const explained = explainOrigin('https://*.vercel.app', 'https://a.vercel.app', ['vercel.app']);
  expect(await explained).toMatchObject({ allowed: true });
  expect(lintOrigin('https://*.vercel.app', ['vercel.app'])).toEqual([]);
});
