import { isPrivateHost } from '../private-host.ts';
import { charactersOf } from './characters.ts';
import { NotComputed } from './closures.ts';
import type { Family } from './grammar-host.ts';
import type { Graph, GraphNode } from './graph.ts';
import { spread } from './paths.ts';
import { endsHost, portsAfter } from './ports.ts';

/** An address, or the first numbers of a private network, that an expression lets in. */
export interface AdmittedAddress {
  readonly family: Family;
  /** As far as it is spelled out. */
  readonly host: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
  /** Whether it is one address, spelled out, or somebody's own network; else it is anybody's. */
  readonly isNamed: boolean;
  /** The ports of one that is whole: the empty text, `:3000`, or `:*` for any. */
  readonly ports: ReadonlySet<string>;
  /** An origin with it. */
  readonly example: string;
}

/** Beginnings of addresses that are followed. */
const MAX_BEGINNINGS = 3_000;

interface Beginning {
  readonly node: GraphNode;
  readonly text: string;
  /** The text, as far as it is spelled out. */
  readonly spelled: string;
}

/**
 * Reads the addresses of a graph from the left, since it is their first numbers that say whose they
 * are. The first that is neither spelled out nor private ends the search.
 */
export function readAddresses({ nodes }: Graph): AdmittedAddress[] {
  const ends = nodes.filter((node) => node.grammar.isAddress && endsHost(node));
  const rest = spread(
    new Map(ends.map((node) => [node, portsAfter(node).rest])),
    ({ into }) =>
      into.flatMap((edge) => (edge.to.grammar.part === 'host' ? [[edge, edge.from]] : [])),
    (text, character) => character + text,
  );
  const found = new Map<string, AdmittedAddress>();
  const open: Beginning[] = [...rest.keys()]
    .filter(({ grammar }) => grammar.part === 'slashes')
    .map((node) => ({ node, text: '', spelled: '' }));
  const isEnd = new Set(ends);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const address = addressAt(at, isEnd.has(at.node), rest.get(at.node) ?? '');
    if (address !== undefined) found.set(`${address.family} ${address.host}`, address);
    if (address?.isNamed === false) break;
    if (open.length > MAX_BEGINNINGS) throw new NotComputed();
    // What is known to be private needs no reading on, unless it is spelled out.
    if (address === undefined || address.isWhole) open.push(...longer(at, rest));
  }
  return [...found.values()];
}

/** The address that is known at a place: one that is whole, or of which its beginning says enough. */
function addressAt(
  { node, text, spelled }: Beginning,
  isEnd: boolean,
  rest: string,
): AdmittedAddress | undefined {
  const isWhole = spelled === text;
  const isPrivate = isWhole ? undefined : isPrivateBeginning(text);
  if (isPrivate === undefined && !(isWhole && isEnd)) return undefined;
  const family = node.grammar.family ?? 'other';
  const ports = isWhole ? portsAfter(node).ports : new Set<string>();
  const example = `${family}://${text}${rest}`;
  return { family, host: spelled, isNamed: isPrivate !== false, isWhole, ports, example };
}

function longer(
  { node, text, spelled }: Beginning,
  rest: ReadonlyMap<GraphNode, string>,
): Beginning[] {
  return node.edges
    .filter(({ to }) => rest.has(to) && to.grammar.part === 'host')
    .flatMap((edge) =>
      charactersOf(edge.set).map((character) => {
        const isSpelled = spelled === text && edge.origin === 'literal';
        const all = text + character;
        return { node: edge.to, text: all, spelled: isSpelled ? all : spelled };
      }),
    );
}

/** Whether an address that begins so is one of a private network; `undefined`: not yet known. */
function isPrivateBeginning(text: string): boolean | undefined {
  if (text === '') return undefined;
  if (text.startsWith('[')) {
    if (/^\[(?:f(?:[cd][\da-f]{0,2}|e(?:[89ab][\da-f]?)?)?)?$/.test(text)) return undefined;
    return isPrivateHost(`${text}]`);
  }
  const numbers = text.split('.');
  const [first = '', second = ''] = numbers;
  if (numbers.length === 1) return undefined;
  if (!/^(?:172|169|192)$/.test(first) || numbers.length > 2) {
    return isPrivateHost(`${first}.${numbers.length > 2 ? second : '0'}.0.0`);
  }
  return undefined;
}
