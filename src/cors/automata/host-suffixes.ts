import { remember } from '../../cache/bounded-map.ts';
import { isPublic, ownedPart, suffixesUnder } from '../public-suffix.ts';
import { intersect, setWhere } from './characters.ts';
import type { Family } from './grammar.ts';
import {
  EDGES_PER_STEP,
  type Edge,
  endsHost,
  type Graph,
  type GraphNode,
  type HostEnding,
  portsAfter,
  type Work,
  withPorts,
} from './graph.ts';

// Reads hosts from the right, to find the domains that an expression names, and those that it leaves
// open.

/** A host, or the end of a host, that an expression spells out. */
export interface NamedHost {
  readonly family: Family;
  readonly host: string;
  /** Whether names under the host get in, rather than the host itself. */
  readonly isParent: boolean;
  /** `''` for no port, `:3000`, or `:*` for any. */
  readonly ports: ReadonlySet<string>;
  /** The node where the spelled-out part begins, and the rest of an allowed origin from there. */
  readonly from: GraphNode;
  readonly rest: string;
}

/** A place where an attacker can choose a letter of a domain's name. */
export interface OpenHost {
  readonly family: Family;
  /** The edge that lets the letter in. */
  readonly edge: Edge;
  /** The end of the host that is spelled out. */
  readonly tail: string;
  /** The rest of the origin after the letter. */
  readonly rest: string;
  /**
   * Set if the open name is under a public suffix that belongs to an owned domain (`vps.ovh.net` in
   * `ovh.net`): the owned domain, such as `.ovh.net`. It may have more such suffixes.
   */
  readonly within?: string;
}

/**
 * Reads http and https hosts from the right. Once the part that is spelled out is a registered
 * domain, everything to its left belongs to the domain's owner. The domain is open if a letter
 * of the registered domain is not spelled out.
 *
 * @throws NotComputed if it would take too long, as with too many domains
 */
export function readHostSuffixes(graph: Graph, work: Work) {
  const inner = nodesAfterDots(graph, work);
  const found = (['https', 'http'] as const).map((family) =>
    readFamily(family, hostEnds(graph, family), inner, work),
  );
  return {
    named: found.flatMap(({ named }) => [...named.values()]),
    open: found.flatMap(({ open }) => open),
  };
}

function readFamily(
  family: Family,
  ends: Map<GraphNode, HostEnding>,
  inner: ReadonlySet<GraphNode>,
  work: Work,
) {
  const named = new Map<string, NamedHost>();
  const open: OpenHost[] = [];
  const name = (host: NamedHost): void => {
    const key = `${host.host} ${host.isParent}`;
    named.set(key, withPorts(named.get(key), host));
  };
  // The queue grows during iteration.
  const queue = [{ tail: '', at: ends }];
  for (const { tail, at } of queue) {
    const owner = ownerWithin(tail);
    /**
     * Maps a letter to the registered domain of the letter plus the tail, or to '' if there is
     * none.
     */
    const owners = new Map<string, string>();
    /** Maps each tail extended by a letter to the nodes where it begins. */
    const longer = new Map<string, Map<GraphNode, HostEnding>>();
    /** Reads one more letter. Returns whether the other letters of the edge must be read, too. */
    const extend = (edge: Edge, character: string, { rest, ports }: HostEnding): boolean => {
      const text = character + tail;
      const isSpelled = edge.provenance === 'literal';
      if (!isSpelled && remember(owners, character, () => ownerWithin(text) ?? '') === '') {
        open.push({ family, edge, tail, rest });
        return false;
      }
      // Once the registered domain is complete, a letter that is not spelled out ends the search.
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
      // Stops at the first letter that ends the search: its edge is then recorded, whatever the
      // other letters of the edge are.
      for (const edge of node.into) [...edge.set].every((each) => extend(edge, each, ending));
    }
    for (const [text, endings] of longer) queue.push({ tail: text, at: endings });
    // A longer tail with the same owner would lead to the same result.
    if (owner === undefined || owner === ownerWithin(tail.slice(1))) continue;
    const suffix = findOpenSuffix(owner, tail, at, inner, work);
    if (suffix !== undefined) open.push({ family, within: tail, ...suffix });
  }
  return { named, open };
}

/** Returns the nodes where host names end; IP addresses are left out. */
function hostEnds({ nodes }: Graph, family: Family): Map<GraphNode, HostEnding> {
  const ends = nodes.filter(
    (node) => node.grammar.family === family && !node.grammar.isAddress && endsHost(node),
  );
  return new Map(ends.map((node) => [node, portsAfter(node)]));
}

/** Drops a partial label at the beginning: `w.example.com` → `example.com`. */
function wholeLabels(tail: string, owner: string): string {
  const whole = tail.slice(tail.indexOf('.') + 1);
  return whole.length < owner.length ? owner : whole;
}

/**
 * Returns the registered domain if this end of a host contains the whole domain and the separator
 * before it: for `.example.com`, but not for `example.com`, which may be the end of
 * `evilexample.com`.
 */
function ownerWithin(tail: string): string | undefined {
  const name = tail.replace(/\.$/, '');
  if (!/[.-]/.test(name)) return undefined;
  const host = `x${name}`;
  // Under a private top-level domain, all names belong to one owner.
  const owned = isPublic(host) ? ownedPart(host) : host.replace(/^.*\./, '');
  return name.length > owned.length && name.endsWith(owned) ? owned : undefined;
}

/**
 * The nodes reached when reading backward. For each, the rest of an origin from there, and whether
 * any character of the rest is not spelled out.
 */
type Places = ReadonlyMap<GraphNode, { readonly rest: string; readonly isFree?: boolean }>;

const NOT_A_DOT = setWhere((each) => each !== '.');

/**
 * Finds the shortest public suffix within an owned domain, such as `vps.ovh.net` in `ovh.net`,
 * under which the expression lets in names that it does not spell out. A `*` in a suffix is
 * replaced by an example name.
 *
 * @param tail the domain as the end of a host, such as `.ovh.net`
 * @param at the nodes where the tail begins
 */
function findOpenSuffix(
  owner: string,
  tail: string,
  at: Places,
  inner: ReadonlySet<GraphNode>,
  work: Work,
): Pick<OpenHost, 'tail' | 'edge' | 'rest'> | undefined {
  const dot = tail.endsWith('.') ? '.' : '';
  for (const suffix of suffixesUnder(owner).map((each) => `.${each}${dot}`)) {
    if (!suffix.endsWith(tail)) continue;
    const letters = [...suffix.slice(0, -tail.length)].reverse();
    const places = letters.reduce((from, each) => stepBack(from, each, inner, work), at);
    for (const [{ into }, { rest, isFree }] of places) {
      // If a suffix is not spelled out, no name under it is, either: shop.[a-z]+.example.com
      const edge = into.find(({ provenance }) => isFree || provenance !== 'literal');
      if (edge !== undefined) return { tail: suffix.replace('*', 'x'), edge, rest };
    }
  }
  return undefined;
}

/**
 * Goes back by one letter or, for `*`, by one or more letters of a label. Skips places that have
 * no dot to their left: a suffix that begins there has no names under it.
 *
 * @param inner the nodes that have a dot to their left: see {@link nodesAfterDots}
 */
function stepBack(at: Places, letter: string, inner: ReadonlySet<GraphNode>, work: Work): Places {
  const meant = letter === '*' ? NOT_A_DOT : letter;
  const isMeant = ({ set, from }: Edge) =>
    intersect(set, meant) !== '' && (letter === '.' || inner.has(from));
  const reached = new Map<GraphNode, { rest: string; isFree: boolean }>();
  const open = [...at];
  // The list grows during iteration.
  for (const [node, { rest, isFree = false }] of open) {
    work.add(node.into.length / EDGES_PER_STEP);
    for (const { from, set, provenance } of node.into.filter(isMeant)) {
      const isNowFree = isFree || provenance !== 'literal';
      const known = reached.get(from);
      if (known !== undefined && (!isNowFree || known.isFree)) continue;
      const [character = letter] = intersect(set, meant);
      const longer = { rest: character + rest, isFree: isNowFree };
      reached.set(from, longer);
      if (letter === '*') open.push([from, longer]);
    }
  }
  return reached;
}

/** Returns the nodes within hosts that have a dot somewhere to their left. */
function nodesAfterDots({ nodes }: Graph, work: Work): ReadonlySet<GraphNode> {
  const after = new Set<GraphNode>();
  const open = nodes.filter(({ into }) => into.some(({ set }) => set.includes('.')));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (after.has(node) || node.grammar.part !== 'host') continue;
    after.add(node);
    work.add(node.edges.length / EDGES_PER_STEP);
    for (const { to } of node.edges) open.push(to);
  }
  return after;
}
