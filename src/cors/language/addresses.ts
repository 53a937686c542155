import { remember } from '../../memo/bounded-map.ts';
import { isPrivateHost } from '../private-host.ts';
import { charactersOf } from './characters.ts';
import type { Family } from './grammar.ts';
import {
  endsHost,
  type Graph,
  type GraphNode,
  portsAfter,
  spread,
  textAt,
  type Work,
} from './graph.ts';

// Which IP addresses an expression lets in, and which of them are of a private network.

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

/** What it takes to follow one, in steps of others. */
const PREFIX_WORK = 20;

/** The beginning of an address, and all nodes that it leads to. */
interface AddressPrefix {
  readonly family: Family;
  readonly text: string;
  /** The text, as far as it is spelled out. */
  readonly spelled: string;
  readonly nodes: Set<GraphNode>;
}

/**
 * Reads the addresses of a graph from the left, since it is their first numbers that say whose they
 * are. The first that is neither spelled out nor private ends the search.
 */
export function readAddresses({ nodes }: Graph, work: Work): AdmittedAddress[] {
  const ends = nodes.filter((node) => node.grammar.isAddress && endsHost(node));
  const rest = spread(
    new Map(ends.map((node) => [node, portsAfter(node).rest])),
    ({ into }) =>
      into.flatMap((edge) => (edge.to.grammar.part === 'host' ? [[edge, edge.from]] : [])),
    (text, character) => character + text,
  );
  const starts = (family: Family) =>
    [...rest.keys()].filter(
      ({ grammar }) => grammar.part === 'slashes' && grammar.family === family,
    );
  const open = (['https', 'http'] as const).map(
    (family): AddressPrefix => ({ family, text: '', spelled: '', nodes: new Set(starts(family)) }),
  );
  const found = new Map<string, AdmittedAddress>();
  // The list is walked while it grows.
  for (const at of open) {
    work.add(PREFIX_WORK);
    const address = addressAt(at, rest);
    if (address !== undefined) found.set(`${at.family} ${address.host}`, address);
    if (address?.isNamed === false) break;
    // What is known to be private needs no reading on, unless it is spelled out.
    if (address === undefined || address.isWhole) open.push(...longer(at, rest));
  }
  return [...found.values()];
}

/** The address that is known at a place: one that is whole, or of which its beginning says enough. */
function addressAt(
  { family, nodes, text, spelled }: AddressPrefix,
  rest: ReadonlyMap<GraphNode, string>,
): AdmittedAddress | undefined {
  const isWhole = spelled === text;
  const isPrivate = isWhole ? undefined : isPrivatePrefix(text);
  const ends = [...nodes].filter((node) => node.grammar.isAddress && endsHost(node));
  if (isPrivate === undefined && !(isWhole && ends.length > 0)) return undefined;
  const ports = new Set(isWhole ? ends.flatMap((node) => [...portsAfter(node).ports]) : []);
  const rests = [...nodes].map((node) => textAt(rest, node));
  const [shortest = ''] = rests.toSorted((a, b) => a.length - b.length);
  const example = `${family}://${text}${shortest}`;
  return { family, host: spelled, isNamed: isPrivate !== false, isWhole, ports, example };
}

/** The beginnings with one more character. */
function longer(at: AddressPrefix, rest: ReadonlyMap<GraphNode, string>): Iterable<AddressPrefix> {
  const edges = [...at.nodes]
    .flatMap((node) => node.edges)
    .filter(({ to }) => to.grammar.part === 'host' && rest.has(to));
  const found = new Map<string, AddressPrefix>();
  for (const { set, provenance, to } of edges) {
    const isSpelled = at.spelled === at.text && provenance === 'literal';
    for (const character of charactersOf(set)) {
      const key = `${isSpelled}${character}`;
      const text = at.text + character;
      const spelled = isSpelled ? text : at.spelled;
      const make = () => ({ ...at, text, spelled, nodes: new Set<GraphNode>() });
      remember(found, key, make).nodes.add(to);
    }
  }
  return found.values();
}

/** Whether an address that begins so is one of a private network; `undefined`: not yet known. */
function isPrivatePrefix(text: string): boolean | undefined {
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
