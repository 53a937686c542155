import { PACKED_RULES } from './public-suffix-rules.ts';

// Finds the domains under which anybody can get a name: public suffixes and shared hosts, looked up
// in the packed rules.

/** Whether anybody can get a name under a domain: `com`, `co.uk`, `github.io`, `loca.lt`. */
export function isOpenToAll(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  if (name === '' || !isPublic(name)) return false;
  // The rule `*.kawasaki.jp` turns nearly every name under `kawasaki.jp` into a suffix.
  return suffixOf(name) === name || rules().all.has(`*.${name}`);
}

/** Whether a registry sells names under a domain, as under `com` and `co.uk`. */
export function isRegistrySuffix(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  if (!isOpenToAll(name)) return false;
  const { registries, all } = rules();
  if (!name.includes('.')) return !all.has(`**.${name}`);
  return registries.has(name) || registries.has(name.replace(/^[^.]*/, '*'));
}

/**
 * Returns the public suffixes under an owned domain, where anybody can get a name, shortest first:
 * for `salesforce.com`, `my.salesforce.com` and others. `*.compute.example` stands for any name
 * under `compute.example`.
 */
export function suffixesUnder(domain: string): readonly string[] {
  const name = domain.replace(/\.$/, '');
  const { all, parents } = rules();
  if (!parents.has(name)) return [];
  return [...all]
    .filter((rule) => rule.endsWith(`.${name}`) && !rule.startsWith('!'))
    .map((rule) => rule.replace('**.', ''))
    .toSorted((a, b) => a.length - b.length);
}

/**
 * Returns the part of a host that identifies its owner: the registered domain, such as
 * `example.co.uk` or `alice.github.io`. For an IP address or a public suffix, this is the whole
 * host.
 */
export function ownedPart(host: string): string {
  const name = host.replace(/\.$/, '');
  // An IP address.
  if (/^\[|(?:^|\.)\d+$/.test(name)) return host;
  const suffix = suffixOf(name);
  const label =
    name
      .slice(0, -suffix.length - 1)
      .split('.')
      .at(-1) ?? '';
  return label === '' ? host : `${label}.${suffix}${host.slice(name.length)}`.replace(PREVIEW, '');
}

/**
 * The first part of a Netlify preview's name, before the name of the site: `pr-7--` in
 * `pr-7--site.netlify.app`. No site name has two hyphens in a row.
 *
 * https://docs.netlify.com/site-deploys/deploy-previews/
 */
const PREVIEW = /^.*--(?=.*\.netlify\.app$)/;

/**
 * Whether strangers may have names under the top-level domain of a host. A top-level domain that is
 * not on the list may be delegated at any time, unless it is reserved for private use.
 *
 * https://www.rfc-editor.org/rfc/rfc6761, https://www.rfc-editor.org/rfc/rfc8375 and
 * https://datatracker.ietf.org/doc/draft-davies-internal-tld/
 */
export function isPublic(host: string): boolean {
  return !/(?:^|\.)(?:internal|test|example|invalid|localhost|home\.arpa)\.?$/.test(host);
}

/**
 * Returns the longest public suffix that a host ends with or equals. If no rule applies, returns
 * the last label.
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
  /** Suffixes of registries, such as `com` and `co.uk`. */
  readonly registries: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Every domain that has rules for names under it. */
  readonly parents: ReadonlySet<string>;
}

let unpacked: Rules | undefined;

/** Returns the rules of the Public Suffix List, and rules for hosts missing from it. */
function rules(): Rules {
  if (unpacked === undefined) {
    const parents = new Set<string>();
    const [registries = '', others = ''] = PACKED_RULES;
    const sold = unpackRules(registries, parents);
    const all = new Set([...sold, ...unpackRules(others, parents)]);
    unpacked = { registries: sold, all, parents };
  }
  return unpacked;
}

/**
 * @param packed the format described in `scripts/public-suffixes.ts`
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
