import { BoundedMap, remember } from '../memo/bounded-map.ts';
import { PACKED_RULES } from './public-suffix-rules.ts';

// Where anybody can get a name: public suffixes and shared hosts, looked up in the packed rules.

/** Whether anybody can get a name under a domain: `com`, `co.uk`, `github.io`, `loca.lt`. */
export function isOpenToAll(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  if (name === '' || !isPublic(name)) return false;
  // Under `ck`, the rule `*.ck` makes all names suffixes, such as `co.ck`.
  return suffixOf(name) === name || rules().all.has(`*.${name}`);
}

/** Whether a registry sells the names under a domain, as it does under `com` and `co.uk`. */
export function isRegistrySuffix(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  if (!isOpenToAll(name)) return false;
  const { registries, all } = rules();
  if (!name.includes('.')) return !all.has(`**.${name}`);
  return registries.has(name) || registries.has(name.replace(/^[^.]*/, '*'));
}

/**
 * The public suffixes under a domain that somebody owns, where anybody can get a name: under
 * `salesforce.com`, `my.salesforce.com` and others, the shortest first. `*.compute.example` is any
 * name there.
 */
export function suffixesUnder(domain: string): readonly string[] {
  const name = domain.replace(/\.$/, '');
  const { all, parents } = rules();
  if (!parents.has(name)) return [];
  return remember(suffixesOf, name, () =>
    [...all]
      .filter((rule) => rule.endsWith(`.${name}`) && !rule.startsWith('!'))
      .map((rule) => rule.replace('**.', ''))
      .toSorted((a, b) => a.length - b.length),
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
  const suffix = suffixOf(name);
  const [label = ''] = name
    .slice(0, -suffix.length - 1)
    .split('.')
    .slice(-1);
  return label === '' ? host : siteOnly(`${label}.${suffix}${host.slice(name.length)}`);
}

/**
 * Whether strangers may have names under the top-level domain of a host: one that the list does not
 * know may be somebody's tomorrow. Nobody else's are those reserved for private use.
 *
 * https://www.rfc-editor.org/rfc/rfc6761, https://www.rfc-editor.org/rfc/rfc8375 and
 * https://datatracker.ietf.org/doc/draft-davies-internal-tld/
 */
export function isPublic(host: string): boolean {
  return !/(?:^|\.)(?:internal|test|example|invalid|localhost|home\.arpa)\.?$/.test(host);
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /(?:^|\.)\d+$/.test(host);
}

/**
 * The longest public suffix that a host ends with, or that it is; its last label where no rule is
 * about it.
 *
 * https://github.com/publicsuffix/list/wiki/Format
 */
function suffixOf(host: string): string {
  const { all } = rules();
  for (let name = host; ; ) {
    const dot = name.indexOf('.');
    const parent = name.slice(dot + 1);
    if (all.has(`!${name}`)) return parent;
    if (all.has(`**.${name}`)) return host;
    if (all.has(name) || dot < 0 || all.has(`*.${parent}`)) return name;
    name = parent;
  }
}

interface Rules {
  /** Those of registries, such as `com` and `co.uk`. */
  readonly registries: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Every domain with rules under it. */
  readonly parents: ReadonlySet<string>;
}

let unpacked: Rules | undefined;

/** The rules of the Public Suffix List, and of the hosts that it does not contain. */
function rules(): Rules {
  if (unpacked === undefined) {
    const parents = new Set<string>();
    const [registries = '', others = ''] = PACKED_RULES;
    const sold = unpackRules(registries, parents);
    unpacked = {
      registries: sold,
      all: new Set([...sold, ...unpackRules(others, parents)]),
      parents,
    };
  }
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
