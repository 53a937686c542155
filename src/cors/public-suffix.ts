import { BoundedMap, remember } from '../memo/bounded-map.ts';
import { PACKED_RULES } from './public-suffix-rules.ts';

/** Whether anybody can get a name under a domain: `com`, `co.uk`, `github.io`, `loca.lt`. */
export function isOpenToAll(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  // Under `ck`, the rule `*.ck` makes all names suffixes, such as `co.ck`.
  return suffixOf(name) === name || rules().has(`*.${name}`);
}

/**
 * The public suffixes under a domain that somebody owns, where anybody can get a name: under
 * `amazonaws.com`, `s3.amazonaws.com` and others. `*.compute.amazonaws.com` is any name there. They
 * are sorted as they read from the right: those with a common end follow each other.
 */
export function suffixesUnder(domain: string): readonly string[] {
  const name = domain.replace(/\.$/, '');
  const all = rules();
  if (!parents.has(name)) return [];
  return remember(suffixesOf, name, () =>
    [...all]
      .filter((rule) => rule.endsWith(`.${name}`) && !rule.startsWith('!'))
      .map((rule) => ({ rule, reversed: [...rule].reverse().join('') }))
      .toSorted((a, b) => (a.reversed < b.reversed ? -1 : 1))
      .map(({ rule }) => rule),
  );
}

const suffixesOf = new BoundedMap<string, readonly string[]>(50);

/**
 * The part of a host that says whose it is: the registered domain, such as `example.co.uk` or
 * `alice.github.io`; an address or a public suffix as a whole.
 */
export function ownedPart(host: string): string {
  const name = host.replace(/\.$/, '');
  if (isAddress(name)) return host;
  const suffix = suffixOf(name) ?? name.slice(name.lastIndexOf('.') + 1);
  const [label = ''] = name
    .slice(0, -suffix.length - 1)
    .split('.')
    .slice(-1);
  return label === '' ? host : siteOnly(`${label}.${suffix}${host.slice(name.length)}`);
}

/** Whether anybody can register names under the top-level domain of a host, unlike `internal`. */
export function isPublic(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return isAddress(name) || suffixOf(name) !== undefined;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /(?:^|\.)\d+$/.test(host);
}

/**
 * The longest public suffix that a host ends with, or that it is; `undefined` if there is none.
 *
 * https://github.com/publicsuffix/list/wiki/Format
 */
function suffixOf(host: string): string | undefined {
  const known = rules();
  for (let name = host; name !== ''; ) {
    const dot = name.indexOf('.');
    const parent = dot < 0 ? '' : name.slice(dot + 1);
    if (known.has(`!${name}`)) return parent;
    if (known.has(name) || (dot > 0 && known.has(`*.${parent}`))) return name;
    name = parent;
  }
  return undefined;
}

let unpacked: ReadonlySet<string> | undefined;

/** Every domain with rules under it. */
const parents = new Set<string>();

/** The rules of the Public Suffix List, and of the hosts that it does not contain. */
function rules(): ReadonlySet<string> {
  unpacked ??= unpackRules(PACKED_RULES.join(''), parents);
  return unpacked;
}

/**
 * @param packed what `scripts/public-suffixes.ts` describes
 * @param parents gets every domain with rules under it
 */
export function unpackRules(packed: string, parents = new Set<string>()): Set<string> {
  const found = new Set<string>();
  const path: { parent: string; last: string }[] = [];
  let parent = '';
  let last = '';
  const labels = packed.matchAll(/(?:([A-Z])|(?<=[([]))([^A-Z()[!]*)([([!]?)|\)/g);
  for (const [, shared = 'A', rest, mark] of labels) {
    if (rest === undefined) {
      ({ parent, last } = path.pop() ?? { parent: '', last: '' });
      continue;
    }
    last = `${last.slice(0, shared.charCodeAt(0) - 65)}${rest}`;
    const name = `${last}${parent}`;
    if (mark !== '[') found.add(mark === '!' ? `!${name}` : name);
    if (mark !== '(' && mark !== '[') continue;
    path.push({ parent, last });
    parents.add(name);
    parent = `.${name}`;
    last = '';
  }
  return found;
}

/**
 * A Netlify preview is named after what it previews and the site, as in `pr-7--site.netlify.app`. No
 * site's name has two hyphens in a row.
 *
 * https://docs.netlify.com/site-deploys/deploy-previews/
 */
function siteOnly(domain: string): string {
  return domain.endsWith('.netlify.app')
    ? domain.slice(domain.lastIndexOf('--') + 1).replace(/^-/, '')
    : domain;
}
