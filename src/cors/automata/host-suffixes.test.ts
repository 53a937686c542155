import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { lintOptions } from '../lint/options.ts';
import { isOpenToAll, ownedPart, suffixesUnder } from '../public-suffix.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { allowedOrigins } from './allowed-origins.ts';

/**
 * Owned domains, four with public suffixes under them and one without; and `ms`, under which
 * anybody can get a name.
 */
const DOMAINS = ['ovh.net', 'azure.com', 'localcert.dev', 'platform.sh', 'example.com', 'ms'];

const SPELLED = ['shop', 'eu', 'westus', 'user', 's3', 'cloudapp', 'compute'];
const FREE = ['[a-z]+', '[a-w.]+', '[a-z0-9-]+', '[^.]+', '.+', '\\w{4}', '(?:[a-z]+\\.)*[a-z]+'];

/** The source of an expression for one or several labels, and the labels that it spells out. */
const label = fc.oneof(
  fc.constantFrom(...FREE).map((source) => ({ source, spells: [] })),
  fc.uniqueArray(fc.constantFrom(...SPELLED), { minLength: 1, maxLength: 2 }).map((spells) => ({
    source: `(?:${spells.join('|')})`,
    spells,
  })),
);
const dot = fc.constantFrom('\\.', '\\.', '\\.', '[.-]', '.');

interface Case {
  readonly expression: RegExp;
  /** The host suffixes that the expression spells out. */
  readonly spelled: readonly string[];
  readonly domain: string;
}

const anyCase = fc
  .record({
    labels: fc.array(fc.tuple(label, dot), { minLength: 1, maxLength: 4 }),
    domain: fc.constantFrom(...DOMAINS),
    end: fc.constantFrom('$', '$', '\\.$', '\\.?$', '\\.?(?::\\d+)?$'),
  })
  .map(({ labels, domain, end }): Case => {
    const start = labels.map(([{ source }, each]) => source + each).join('');
    let spelled = [`.${domain}`];
    for (const [{ spells }, each] of labels.toReversed()) {
      // A label is spelled out only if an escaped dot follows it.
      if (spells.length === 0 || each !== '\\.') break;
      spelled = spelled.flatMap((tail) => [tail, ...spells.map((text) => `.${text}${tail}`)]);
    }
    const expression = new RegExp(`^https:\\/\\/${start}${domain.replaceAll('.', '\\.')}${end}`);
    return { expression, spelled, domain };
  });

/** Origins that may belong to strangers: names under every suffix of the domain. */
function strangersUnder(domain: string): string[] {
  const suffixes = [domain, ...suffixesUnder(domain)].flatMap((suffix) =>
    suffix.startsWith('*.') ? SPELLED.map((text) => suffix.replace('*', text)) : suffix,
  );
  return (
    [...SPELLED, 'evil', 'abcd']
      .flatMap((name) => suffixes.flatMap((each) => [`${name}.${each}`, `abcd.${name}.${each}`]))
      // A suffix itself belongs to the domain's owner.
      .filter((host) => !isOpenToAll(host))
      .flatMap((host) => [host, `${host}.`])
      .map((host) => `https://${host}`)
      .filter(isSerializedOrigin)
  );
}

const STRANGERS = new Map(DOMAINS.map((domain) => [domain, strangersUnder(domain)]));

const TRUST = [...DOMAINS, 'vps.ovh.net', 'cloudapp.azure.com'].filter((each) => each !== 'ms');

test('with credentials, a name under a public suffix is allowed only if spelled out or trusted', () => {
  const anyTrust = fc.subarray(TRUST, { maxLength: 2 });
  fc.assert(
    fc.property(anyCase, anyTrust, ({ expression, spelled, domain }, trust) => {
      const options = { origin: expression, credentials: true, trust };
      if (lintOptions(options).some(({ severity }) => severity === 'error')) return;
      const strangers = STRANGERS.get(domain)?.filter((origin) => expression.test(origin));
      const unspelled = strangers?.filter((origin) => {
        const owned = ownedPart(new URL(origin).hostname).replace(/\.$/, '');
        const isTrusted = trust.some((each) => owned.endsWith(`.${each}`));
        return !isTrusted && !spelled.some((tail) => tail.endsWith(`.${owned}`));
      });
      expect(unspelled?.slice(0, 3)).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

test.each([
  ['with a trailing dot', /^https:\/\/[a-z0-9.-]+\.ovh\.net\.$/],
  ['after any name', /^https:\/\/[a-z]+\.westus\.[a-z]+\.azure\.com$/],
  ['whose dot is in a set of characters', /^https:\/\/shop[.-][a-z]+\.ovh\.net$/],
  ['after a literal name', /^https:\/\/shop\.[a-z]+\.platform\.sh$/],
  ['one of *.k8s.civo.com', /^https:\/\/shop\.[a-z]+\.k\ds\.civo\.com$/],
])('a public suffix within a domain, %s, is found', (_, origin) => {
  const codes = lintOptions({ origin, credentials: true }).map(({ code }) => code);
  expect(codes).toEqual(['regexp-public-suffix']);
});

test('dozens of public suffixes under a domain are read', () => {
  const closed = /^https:\/\/(?:[a-z0-9-]{1,63}\.)?crm\.dev$/;
  expect(allowedOrigins(closed)).toMatchObject({ kind: 'computed', open: [] });
});

test('names spelled out under public suffixes are allowed', () => {
  const origin = /^https:\/\/shop\.(?:eu|us)\.platform\.sh\.?$/;
  expect(lintOptions({ origin, credentials: true })).toEqual([]);
});
