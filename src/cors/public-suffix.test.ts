import { readFileSync } from 'node:fs';
import { parse } from 'tldts';
import { describe, expect, test } from 'vitest';
import {
  PACKED_RULES_FILE,
  packedRulesModule,
  rulesOfTldts,
} from '../../scripts/public-suffixes.ts';
import { SHARED_HOSTS } from '../../scripts/shared-hosts.ts';
import { isOpenToAll, isPublic, ownedPart, unpackRules } from './public-suffix.ts';
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
  ['internal', false],
  ['', false],
])('isOpenToAll of %j is %s', (domain, open) => {
  expect(isOpenToAll(domain)).toBe(open);
});

test.each([
  ['example.com', true],
  ['203.0.113.5', true],
  ['[2001:db8::1]', true],
  ['example.com.', true],
  ['db.internal', false],
  ['localhost', false],
])('isPublic of %s is %s', (host, expected) => {
  expect(isPublic(host)).toBe(expected);
});

describe('the packed rules', () => {
  const all = rulesOfTldts();

  test('are those of the installed tldts and the shared hosts: else, run npm run suffixes', () => {
    expect(all.length).toBeGreaterThan(10_000);
    expect(unpackRules(PACKED_RULES.join(''))).toEqual(new Set([...all, ...SHARED_HOSTS]));
    expect(readFileSync(PACKED_RULES_FILE, 'utf8')).toBe(packedRulesModule());
  });

  test('say of every rule, and of names above and below it, what tldts says', () => {
    const options = { allowPrivateDomains: true, validateHostname: false };
    const rules = all.map((rule) => rule.replace('!', '').replace('*', 'any'));
    const names = new Set(
      rules.flatMap((rule) => [rule, `a.${rule}`, `b.a.${rule}`, rule.replace(/^[^.]*\./, '')]),
    );
    const wildcards = new Set(all.filter((rule) => rule.startsWith('*.')));
    const shared = SHARED_HOSTS.map((host) => `.${host.replace('*.', '')}`);
    const asked = [...names].filter((name) => !shared.some((end) => `.${name}`.endsWith(end)));
    const wrong = asked.filter((name) => {
      const { publicSuffix, domain, isIcann, isPrivate } = parse(name, options);
      const isListed = isIcann === true || isPrivate === true;
      const isSuffix = publicSuffix === name && isListed;
      const isOpen = isSuffix || wildcards.has(`*.${name}`);
      return (
        isOpenToAll(name) !== isOpen ||
        isPublic(name) !== isListed ||
        ownedPart(name) !== (domain ?? name)
      );
    });
    expect(wrong).toEqual([]);
  });
});
