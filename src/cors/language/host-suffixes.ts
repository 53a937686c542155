import { remember } from '../../memo/bounded-map.ts';
import { isPublic, ownedPart } from '../public-suffix.ts';
import { charactersOf } from './characters.ts';
import type { Family } from './grammar.ts';
import {
  type Edge,
  endsHost,
  type Graph,
  type GraphNode,
  type HostEnding,
  portsAfter,
  type Work,
  withPorts,
} from './graph.ts';
import { openSuffixFinder } from './open-suffix.ts';

// Which domains an expression names, and which it leaves open: hosts are read from the right.

/** A host, or the end of one, that an expression spells out. */
export interface NamedHost {
  readonly family: Family;
  readonly host: string;
  /** Whether names under it get in, rather than the host itself. */
  readonly isParent: boolean;
  /** The empty text, `:3000`, or `:*` for any. */
  readonly ports: ReadonlySet<string>;
  /** What precedes and follows the host in an origin that gets in. */
  readonly from: GraphNode;
  readonly rest: string;
}

/** A place where an attacker can put a letter into the name of a domain. */
export interface OpenHost {
  readonly family: Family;
  /** The edge that lets it in. */
  readonly edge: Edge;
  /** The end of the host, as far as it is spelled out. */
  readonly tail: string;
  /** What follows the letter in an origin. */
  readonly rest: string;
  /**
   * For a shared suffix within a domain that somebody owns: the end that is that domain. There may
   * be more such suffixes under it.
   */
  readonly within?: string;
}

/** What the hosts of a graph end in. */
export interface HostSuffixes {
  readonly named: readonly NamedHost[];
  readonly open: readonly OpenHost[];
}

/**
 * Reads the hosts of http and https from the right: as soon as what is spelled out is a domain that
 * somebody registered, whatever stands to its left are that domain's own names. A letter before that
 * which is not spelled out leaves the domain open.
 *
 * @throws NotComputed where too many domains are spelled
 */
export function readHostSuffixes(graph: Graph, work: Work): HostSuffixes {
  const findOpenSuffix = openSuffixFinder(graph, work);
  const found = (['https', 'http'] as const).map((family) =>
    readFamily(family, hostEnds(graph, family), findOpenSuffix, work),
  );
  return {
    named: found.flatMap(({ named }) => [...named.values()]),
    open: found.flatMap(({ open }) => open),
  };
}

function readFamily(
  family: Family,
  ends: Map<GraphNode, HostEnding>,
  findOpenSuffix: ReturnType<typeof openSuffixFinder>,
  work: Work,
) {
  const named = new Map<string, NamedHost>();
  const open: OpenHost[] = [];
  const name = (host: NamedHost): void => {
    const key = `${host.host} ${host.isParent}`;
    named.set(key, withPorts(named.get(key), host));
  };
  // The queue is walked while it grows.
  const queue = [{ tail: '', at: ends }];
  for (const { tail, at } of queue) {
    const owner = ownerWithin(tail);
    /** Letter → the registered domain that the tail holds with it. */
    const owners = new Map<string, string | undefined>();
    /** The tails that are one letter longer, as far as they are spelled out. */
    const longer = new Map<string, Map<GraphNode, HostEnding>>();
    /** Reads one more letter, and tells whether there is more to say about its edge. */
    const extend = (edge: Edge, character: string, { rest, ports }: HostEnding): boolean => {
      const text = character + tail;
      const isSpelled = edge.provenance === 'literal';
      const longerOwner = owners.has(character) ? owners.get(character) : ownerWithin(text);
      owners.set(character, longerOwner);
      if (!isSpelled && longerOwner === undefined) {
        open.push({ family, edge, tail, rest });
        return false;
      }
      // Beyond the registered domain, a free letter ends what is worth following.
      if (!isSpelled && owner !== undefined) {
        const host = wholeLabels(tail, owner);
        name({ family, host, isParent: true, ports, from: edge.to, rest });
        return false;
      }
      const longerEnding = { rest: character + rest, ports };
      if (edge.from.grammar.part === 'slashes') {
        name({ family, host: text, isParent: false, from: edge.from, ...longerEnding });
        return true;
      }
      const found = remember(longer, text, () => new Map<GraphNode, HostEnding>());
      found.set(edge.from, withPorts(found.get(edge.from), longerEnding));
      return true;
    };
    for (const [node, ending] of at) {
      work.add(node.into.length);
      // Once a letter is free, the others of its set say the same.
      for (const edge of node.into)
        charactersOf(edge.set).every((each) => extend(edge, each, ending));
    }
    for (const [text, endings] of longer) queue.push({ tail: text, at: endings });
    // With another letter of the same owner, it would find the same again.
    if (owner === undefined || owner === ownerWithin(tail.slice(1))) continue;
    const suffix = findOpenSuffix(owner, tail, at);
    if (suffix !== undefined) open.push({ family, within: tail, ...suffix });
  }
  return { named, open };
}

/** The nodes where hosts end. */
function hostEnds({ nodes }: Graph, family: Family): Map<GraphNode, HostEnding> {
  const ends = nodes.filter(
    (node) => node.grammar.family === family && !node.grammar.isAddress && endsHost(node),
  );
  return new Map(ends.map((node) => [node, portsAfter(node)]));
}

/** `w.example.com`, the rest of a label at its beginning → `example.com`. */
function wholeLabels(tail: string, owner: string): string {
  const whole = tail.slice(tail.indexOf('.') + 1);
  return whole.length < owner.length ? owner : whole;
}

/**
 * The registered domain, if the end of a host holds all of it and what comes before it is another
 * label: of `.example.com`, but not of `example.com`, which may be the end of `evilexample.com`.
 */
function ownerWithin(tail: string): string | undefined {
  const name = tail.replace(/\.$/, '');
  if (!/[.-]/.test(name)) return undefined;
  const host = `x${name}`;
  // Under a top-level domain of one's own, all names are one's own.
  const owned = isPublic(host) ? ownedPart(host) : host.replace(/^.*\./, '');
  return name.length > owned.length && name.endsWith(owned) ? owned : undefined;
}
