import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Trie from 'tldts/dist/types/src/data/trie.js';

// `npm run suffixes` packs the Public Suffix List, and hosts missing from it, to a third of their
// size.

export const PACKED_RULES_FILE = new URL('../src/cors/public-suffix-rules.ts', import.meta.url);

const {
  edgeChild,
  edgeLength,
  edgeStart,
  exceptionsRoot,
  labelText,
  nodeFlags,
  rulesRoot,
}: typeof Trie = createRequire(import.meta.url)('tldts/dist/cjs/src/data/trie.js');

/** A rule of the list: `co.uk`, `*.ck`, `!www.ck`. */
interface Rule {
  readonly name: string;
  /** Whether a registry sells names under the rule. If not, a company gives them to its users. */
  readonly isRegistry: boolean;
}

// How tldts marks the rules of the list's first section.
const ICANN = 1;

/** Returns all rules in tldts with ASCII labels, the only ones that hosts have. */
export function rulesOfTldts(): Rule[] {
  let offset = 0;
  const labels = Array.from(edgeLength, (length) => {
    offset += length;
    return labelText.slice(offset - length, offset);
  });
  const rulesUnder = (node: number, parents: string): Rule[] => {
    const [first = 0, end = 0] = edgeStart.slice(node, node + 2);
    return labels.slice(first, end).flatMap((label, place) => {
      const child = edgeChild[first + place];
      if (child === undefined) throw new RangeError(`${label}${parents} has no node.`);
      const name = `${label}${parents}`;
      const rule = { name, isRegistry: nodeFlags[child] === ICANN };
      return [...(nodeFlags[child] === 0 ? [] : [rule]), ...rulesUnder(child, `.${name}`)];
    });
  };
  const exceptions = rulesUnder(exceptionsRoot, '').map((rule) => ({
    ...rule,
    name: `!${rule.name}`,
  }));
  return [...rulesUnder(rulesRoot, ''), ...exceptions].filter(({ name }) =>
    /^[\0-\x7f]*$/.test(name),
  );
}

/** A service that gives names to its users, as listed in `shared-hosts.tsv`. */
export interface SharedService {
  readonly kind: string;
  readonly hosts: readonly string[];
  /** The URL of a page that documents the hosts. */
  readonly source: string;
}

export function sharedServices(): SharedService[] {
  const text = readFileSync(new URL('shared-hosts.tsv', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [kind = '', hosts = '', source = ''] = line.split('\t');
    return { kind, hosts: hosts.split(' '), source };
  });
}

/** Returns the rules of registries, and all other rules. */
export function rulesToPack(): [string[], string[]] {
  const hosts = sharedServices().flatMap((service) => service.hosts);
  const ends = hosts.filter((host) => host.startsWith('**')).map((host) => host.slice(2));
  const needed = rulesOfTldts().filter(
    // A top-level domain is always a suffix, even an unknown one.
    ({ name }) => name.includes('.') && !ends.some((end) => `.${name}`.endsWith(end)),
  );
  const namesOf = (isRegistry: boolean) =>
    needed.filter((rule) => rule.isRegistry === isRegistry).map(({ name }) => name);
  return [namesOf(true), [...namesOf(false), ...hosts]];
}

interface Node {
  mark: 'rule' | 'exception' | undefined;
  readonly children: Map<string, Node>;
}

/**
 * Packs the rules into one text. A label follows its parent. A label is written as the number of
 * letters it shares with the previous label (`A` for none, `B` for one; omitted for the first
 * label), its remaining letters, and its kind: `!` for an exception, nothing for a rule, `(` for a
 * rule with child labels, `[` for child labels without a rule. `)` ends the child labels.
 */
export function pack(rules: readonly string[]): string {
  const newNode = (): Node => ({ mark: undefined, children: new Map() });
  const root = newNode();
  for (const rule of rules) {
    let node = root;
    for (const label of rule.replace('!', '').split('.').reverse()) {
      const child = node.children.get(label) ?? newNode();
      node.children.set(label, child);
      node = child;
    }
    node.mark = rule.startsWith('!') ? 'exception' : 'rule';
  }
  // Top-level domains with the same number of names under them often have the same names, which
  // compress better side by side.
  return packLabels(sortedChildren(root).toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b)));
}

function sortedChildren({ children }: Node): [string, Node][] {
  return [...children].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function sizeOf({ children }: Node): number {
  return [...children.values()].reduce((sum, child) => sum + 1 + sizeOf(child), 0);
}

/** The letters A to Z encode 0 to 25. */
const MAX_SHARED = 25;

function packLabels(labels: readonly [string, Node][]): string {
  let before = '';
  return labels
    .map(([label, node]) => {
      let shared = 0;
      while (shared < MAX_SHARED && shared < label.length && label[shared] === before[shared]) {
        shared++;
      }
      before = label;
      const start = `${String.fromCharCode(65 + shared)}${label.slice(shared)}`;
      if (node.children.size === 0) return `${start}${node.mark === 'exception' ? '!' : ''}`;
      return `${start}${node.mark === 'rule' ? '(' : '['}${packLabels(sortedChildren(node)).slice(1)})`;
    })
    .join('');
}

export function packedRulesModule(): string {
  return `/**
 * The Public Suffix List and shared hosts that it lacks: first the suffixes of registries, then those of
 * companies. Packed by \`npm run suffixes\`, which documents the format.
 *
 * A list, since minifiers would move a single string into the middle of the code, where it is used.
 */
export const PACKED_RULES: readonly string[] = [
${rulesToPack()
  .map((rules) => `  '${pack(rules)}',\n`)
  .join('')}];
`;
}

if (import.meta.main) writeFileSync(PACKED_RULES_FILE, packedRulesModule());
