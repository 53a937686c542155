import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'tldts';
import { describe, expect, test } from 'vitest';
import {
  PACKED_RULES_FILE,
  packedRulesModule,
  rulesOfTldts,
  rulesToPack,
  sharedServices,
} from '../../scripts/public-suffixes.ts';
import { oneIn } from '../../test/runs.ts';
import {
  isOpenToAll,
  isPublic,
  isRegistrySuffix,
  ownedPart,
  suffixesUnder,
  unpackRules,
} from './public-suffix.ts';
import { PACKED_RULES } from './public-suffix-rules.ts';

test.each([
  ['app.example.com', 'example.com'],
  ['app.example.com.', 'example.com.'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['x.alice.github.io', 'alice.github.io'],
  ['github.io', 'github.io'],
  ['a.b.loca.lt', 'b.loca.lt'],
  ['x-3000.app.github.dev', 'x-3000.app.github.dev'],
  ['pr-7--site.netlify.app', 'site.netlify.app'],
  ['site.netlify.app', 'site.netlify.app'],
  ['a--b.example.com', 'example.com'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['[::1]', '[::1]'],
  ['a.b.evilgithub.dev', 'evilgithub.dev'],
  ['a.b.sub.ck', 'b.sub.ck'],
  ['a.www.ck', 'www.ck'],
  ['a.b.10.0.0.1.nip.io', 'a.b.10.0.0.1.nip.io'],
  ['a.b.site.i2p', 'site.i2p'],
])('ownedPart of %s is %s', (host, owned) => {
  expect(ownedPart(host)).toBe(owned);
});

test.each([
  ['com', true],
  ['ck', true],
  ['www.ck', false],
  ['b4a.app', true],
  ['on.fleek.co', true],
  ['loclx.io', true],
  ['koyeb.app', true],
  ['evilgithub.dev', false],
  ['co.uk', true],
  ['github.io.', true],
  ['example.com.', false],
  ['vercel.app', true],
  ['wordpress.com', true],
  ['example.com', false],
  ['', false],
  ['storage.googleapis.com', true],
  ['tistory.com', true],
  ['example-com.cdn.ampproject.org', true],
  ['clients.your-server.de', true],
  ['www.your-server.de', false],
  ['bucket.storage.googleapis.com', false],
  // The name may contain an IP address anywhere.
  ['nip.io', true],
  ['10.0.0.1.nip.io', true],
  ['192-168-1-5.sslip.io', true],
  ['evilnip.io', false],
  // Top-level domains that the list does not contain, and those under which nobody can get a name.
  ['i2p', true],
  ['eth', true],
  ['corp', true],
  ['lan', true],
  ['site.eth', false],
  ['local', true],
  ['office.local', true],
  ['internal', false],
  ['test', false],
  ['home.arpa', false],
  ['arpa', true],
])('isOpenToAll of %j is %s', (domain, open) => {
  expect(isOpenToAll(domain)).toBe(open);
});

test.each([
  ['example.com', true],
  ['203.0.113.5', true],
  ['[2001:db8::1]', true],
  ['example.com.', true],
  ['site.i2p', true],
  ['nas.local', true],
  ['db.internal', false],
  ['db.internal.', false],
  ['nas.home.arpa', false],
  ['localhost', false],
])('isPublic of %s is %s', (host, expected) => {
  expect(isPublic(host)).toBe(expected);
});

test.each([
  ['com', true],
  ['co.uk', true],
  ['co.ck', true],
  ['i2p', true],
  ['vercel.app', false],
  ['local', false],
  ['10.0.0.1.nip.io', false],
  ['example.com', false],
  ['internal', false],
])('isRegistrySuffix of %s is %s', (domain, expected) => {
  expect(isRegistrySuffix(domain)).toBe(expected);
});

// These companies' users have their sites on other domains.
test.each([
  'amazon.com',
  'apple.com',
  'github.com',
  'google.com',
  'microsoft.com',
  'netlify.com',
  'ngrok.com',
  'vercel.com',
])('%s belongs to one company', (domain) => {
  expect([isOpenToAll(domain), suffixesUnder(domain)]).toEqual([false, []]);
});

describe('the packed rules', () => {
  const all = rulesOfTldts().map(({ name }) => name);
  const hosts = sharedServices().flatMap((service) => service.hosts);

  test('are those of the installed tldts and the shared hosts: otherwise, run npm run suffixes', () => {
    expect(all.length).toBeGreaterThan(10_000);
    const packed = rulesToPack().map((rules) => new Set(rules));
    expect(PACKED_RULES.map((text) => unpackRules(text))).toEqual(packed);
    expect(readFileSync(PACKED_RULES_FILE, 'utf8')).toBe(packedRulesModule());
  });

  test('agree with tldts on the rules, and on names above and below them', () => {
    const options = { allowPrivateDomains: true, validateHostname: false };
    const rules = all.map((rule) => rule.replace('!', '').replace('*', 'any'));
    // Checks all names only with PROPERTY_TIMES, since looking them up in two lists takes over a
    // second.
    const names = new Set(
      oneIn(6, rules).flatMap((rule) => [
        rule,
        `a.${rule}`,
        `b.a.${rule}`,
        rule.replace(/^[^.]*\./, ''),
      ]),
    );
    const wildcards = new Set(all.filter((rule) => rule.startsWith('*.')));
    const shared = hosts.map((host) => `.${host.replace(/^\*+\./, '')}`);
    const asked = [...names].filter(
      (name) => isPublic(name) && !shared.some((end) => `.${name}`.endsWith(end)),
    );
    const wrong = asked.filter((name) => {
      const { publicSuffix, domain, isIcann } = parse(name, options);
      const isSuffix = publicSuffix === name;
      const isOpen = isSuffix || wildcards.has(`*.${name}`);
      return (
        isOpenToAll(name) !== isOpen ||
        isRegistrySuffix(name) !== (isSuffix && (isIcann === true || !name.includes('.'))) ||
        ownedPart(name) !== (domain ?? name)
      );
    });
    expect(wrong).toEqual([]);
  });

  test('have the version that the guide names', () => {
    const { version } = createRequire(import.meta.url)('tldts/package.json');
    const guide = readFileSync(new URL('../../docs/cors.md', import.meta.url), 'utf8');
    expect(guide).toContain(`\`tldts\` ${version}`);
  });

  test('contain every shared host', () => {
    const open = hosts.map((host) =>
      host.replace(/^\*+\./, (stars) => (stars === '*.' ? 'x.' : '')),
    );
    expect(open.filter((host) => !isOpenToAll(host))).toEqual([]);
  });

  test('shared hosts have a kind and a source, and are not in the Public Suffix List', () => {
    for (const { kind, hosts, source } of sharedServices()) {
      expect([kind, hosts, source]).toEqual([
        expect.stringMatching(/^[a-z]+( [a-zA-Z]+)*$/),
        expect.not.arrayContaining(['']),
        expect.stringMatching(/^https:\/\/\S+$/),
      ]);
    }
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.filter((host) => all.includes(host))).toEqual([]);
  });
});
