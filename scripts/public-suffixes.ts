import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Trie from 'tldts/dist/types/src/data/trie.js';
import { cellOf } from '../src/cors/language/node-list.ts';
import { SHARED_HOSTS } from './shared-hosts.ts';

// `npm run suffixes`: packs the rules of the Public Suffix List and hosts that it lacks. They are packed
// so that workers need not load three times as much.

/** The module with the packed rules. */
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

/** Every rule of tldts whose labels are ASCII, as hosts are: `co.uk`, `*.ck`, `!www.ck`. */
export function rulesOfTldts(): string[] {
  let offset = 0;
  const labels = Array.from(edgeLength, (length) => {
    offset += length;
    return labelText.slice(offset - length, offset);
  });
  const rulesUnder = (node: number, parents: string): string[] => {
    const [first = 0, end = 0] = edgeStart.slice(node, node + 2);
    return labels.slice(first, end).flatMap((label, place) => {
      const child = cellOf(edgeChild, first + place);
      const name = `${label}${parents}`;
      return [...(nodeFlags[child] === 0 ? [] : [name]), ...rulesUnder(child, `.${name}`)];
    });
  };
  const exceptions = rulesUnder(exceptionsRoot, '').map((rule) => `!${rule}`);
  return [...rulesUnder(rulesRoot, ''), ...exceptions].filter((rule) => /^[\0-\x7f]*$/.test(rule));
}

interface Node {
  mark: 'rule' | 'exception' | undefined;
  readonly children: Map<string, Node>;
}

/**
 * The rules as one text. Labels stand below their parent, each as the number of letters that
 * it shares with the label before it (`A` for none, `B` for one), the rest of its letters, and
 * what it is: `!` an exception, `(` a rule with labels below it up to `)`, `[` the same without being
 * a rule, nothing a rule. The first label below another shares none, and has no `A`.
 */
export function pack(rules: readonly string[]): string {
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
  // Top-level domains of one size have much the same names, which gzip sees if they are near.
  return packLabels(sortedChildren(root).toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b)));
}

function sortedChildren({ children }: Node): [string, Node][] {
  return [...children].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function sizeOf({ children }: Node): number {
  return [...children.values()].reduce((sum, child) => sum + 1 + sizeOf(child), 0);
}

function newNode(): Node {
  return { mark: undefined, children: new Map() };
}

// As many as there are letters from A to Z.
const MOST_SHARED = 25;

function packLabels(labels: readonly [string, Node][]): string {
  let before = '';
  return labels
    .map(([label, node]) => {
      let shared = 0;
      while (shared < MOST_SHARED && shared < label.length && label[shared] === before[shared]) {
        shared++;
      }
      before = label;
      const start = `${String.fromCharCode(65 + shared)}${label.slice(shared)}`;
      if (node.children.size === 0) return `${start}${node.mark === 'exception' ? '!' : ''}`;
      return `${start}${node.mark === 'rule' ? '(' : '['}${packLabels(sortedChildren(node)).slice(1)})`;
    })
    .join('');
}

/** The module's text. */
export function packedRulesModule(): string {
  return `/**
 * The Public Suffix List and hosts that it lacks, packed by \`npm run suffixes\`, which says how to read it.
 *
 * Alone in a list, since minifiers move a text to where it is used, into the middle of the code.
 */
export const PACKED_RULES: readonly string[] = [
  '${pack([...rulesOfTldts(), ...SHARED_HOSTS])}',
];
`;
}

if (import.meta.main) writeFileSync(PACKED_RULES_FILE, packedRulesModule());
