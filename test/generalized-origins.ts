import fc from 'fast-check';
import { isPublic, ownedPart } from '../src/cors/public-suffix.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { nativeVerdict, nativeVerdicts } from './native-verdict.ts';

// Generates expressions from origins, as people write them, and other origins that must not get in.

/** An origin, and an expression that generalizes it and matches it. */
export interface Generalized {
  readonly origin: string;
  readonly expression: RegExp;
}

const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');
const maybe = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));

/** Generalizes one label of a host as people do. */
const label = (text: string) =>
  maybe(
    escaped(text),
    `[a-z0-9-]+`,
    `.*`,
    `\\w+`,
    `[^.]+`,
    `(?:${text}|other)`,
    `(${text}|other)?`,
    `${text}.*`,
    `.*${text}`,
    `[a-z0-9-]{1,63}`,
    `${text.slice(0, -1)}[a-z0-9]`,
    `(?!evil)[a-z0-9-]+`,
    `(?<!\\.)${text}`,
    `${text}?`,
    `(?:${text})+`,
    `(?i:${text})`,
  );

const dot = maybe('\\.', '.', '.?', '[.]', '(?:\\.|-)', '[.-]', '\\.+', '\\.?');

const labels = fc.constantFrom('app', 'www', 'my-app', 'staging', 'x--site');
const domains = fc.constantFrom(
  'example.com',
  'example.co.uk',
  'alice.github.io',
  'site.netlify.app',
  'my-app.vercel.app',
  'shop.example.org',
  'localhost',
);

const parts = fc
  .tuple(fc.array(labels, { maxLength: 2 }), domains, fc.constantFrom('', ':3000', ':8443'))
  .map(([names, domain, port]) => ({
    names: domain === 'localhost' ? [] : names,
    domain,
    port,
    scheme: domain === 'localhost' ? 'http' : 'https',
  }));

/** None of these expressions runs forever, but the machine may be busy. */
export const PATIENCE_MS = 60_000;

/** Generalizes an origin in the ways people do. */
export const generalized: fc.Arbitrary<Generalized> = parts
  .chain(({ names, domain, port, scheme }) => {
    const all = [...names, ...domain.split('.')];
    return fc
      .record({
        start: maybe('^', '', '^(?:)', '(?<!.)', '\\b'),
        scheme: maybe(
          `${scheme}:\\/\\/`,
          'https?:\\/\\/',
          '.*:\\/\\/',
          '[a-z]+:\\/\\/',
          '\\w+:\\/\\/',
          '(?:https|http):\\/\\/',
          `${scheme}:\\/+`,
          'https?.*',
          '',
        ),
        subdomains: maybe(
          '',
          '(?:.*\\.)?',
          '(.+\\.)?',
          '(?:[a-z0-9-]+\\.)*',
          '.*\\.?',
          '.*',
          '(?=[a-z])',
        ),
        labels: fc.tuple(...all.map(label)),
        dots: fc.array(dot, { minLength: all.length, maxLength: all.length }),
        port: maybe(port, '(?::\\d+)?', '(:\\d{4})?', '.*', ':?\\d*'),
        end: maybe('$', '', '(?!.)', '\\b', '\\/?$'),
        flags: maybe('', 'i', 'u', 'v'),
      })
      .map((made) => {
        const host = made.labels.flatMap((text, i) =>
          i === 0 ? [text] : [elementAt(made.dots, i), text],
        );
        const source = `${made.start}${made.scheme}${made.subdomains}${host.join('')}${made.port}${made.end}`;
        const origin = `${scheme}://${all.join('.')}${port}`;
        return { origin, expression: compile(source, made.flags) };
      });
  })
  .filter((each): each is Generalized => each.expression?.test(each.origin) === true);

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Returns origins that the owner of this origin would not want to allow. */
export function strangersTo(origin: string): string[] {
  const [, scheme = '', host = '', port = ''] = /^(\w+):\/\/([^:]+)(:\d+)?$/.exec(origin) ?? [];
  const isLocal = host === 'localhost';
  const dots = [...host.matchAll(/\./g)].flatMap(({ index }) =>
    ['x', '-', ''].map((text) => host.slice(0, index) + text + host.slice(index + 1)),
  );
  const owner = host.split('.').slice(1).join('.');
  const hosts = [
    `evil${host}`,
    `evil-${host}`,
    `${host}.evil.test`,
    `${host}evil.test`,
    `${host}-evil.com`,
    `evil.test`,
    `evil.com`,
    ...dots,
    ...(/^(?:github\.io|vercel\.app|netlify\.app|com|co\.uk|org)$/.test(owner)
      ? [`evil.${owner}`]
      : []),
  ];
  // An origin of the same owner is not a stranger.
  const others = hosts.filter((each) => ownedPart(each) !== ownedPart(host));
  return [
    ...others.map((each) => `${scheme}://${each}${port}`),
    ...(isLocal ? [] : [`http://${host}${port}`, `http://sub.${host}${port}`]),
    'null',
  ].filter((each) => each === 'null' || (URL.canParse(each) && new URL(each).origin === each));
}

/**
 * Checks whether an expression spells out an origin's domain letter by letter. It must reject the
 * origin if a letter of the domain is replaced or inserted, and must still match the origin after
 * its own `[.-]` sets are replaced by dots.
 */
export function spells(expression: RegExp, origin: string): boolean {
  const { host } = new URL(origin);
  const [name = ''] = host.split(':');
  // No registry hands out names under a top-level domain that is not public.
  const owned = isPublic(name) ? ownedPart(name) : name.replace(/^.*\./, '');
  const start = origin.indexOf(name) + name.length - owned.length;
  const changes = Array.from(owned, (_, i) => start + i).flatMap((place) =>
    ['q', '7'].flatMap((letter) => [
      origin.slice(0, place) + letter + origin.slice(place + 1),
      ...(place > start ? [origin.slice(0, place) + letter + origin.slice(place)] : []),
    ]),
  );
  if (nativeVerdicts(expression, changes, PATIENCE_MS).includes(true)) return false;
  const withDots = new RegExp(expression.source.replaceAll('[.-]', '\\.'), expression.flags);
  return nativeVerdict(withDots, origin, PATIENCE_MS) === true;
}
