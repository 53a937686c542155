import { suffixesUnder } from '../public-suffix.ts';
import { charactersOf, DOT, EVERY_CHARACTER, setOf } from './characters.ts';
import { EDGES_A_STEP, type Edge, type Graph, type GraphNode, type Work } from './graph.ts';

// Public suffixes within a domain that somebody owns, such as `vps.ovh.net` in `ovh.net`.

/** What follows a place in an origin that gets in, and whether any of what was read is not spelled out. */
export interface Reached {
  readonly rest: string;
  readonly isFree?: boolean;
}

/** A public suffix with names under it that the expression lets in and does not spell out. */
export interface OpenSuffix {
  /** It has a dot at its beginning, and a name for `*`. */
  readonly tail: string;
  /** The edge that lets in a prefix, and the rest of the origin after that. */
  readonly edge: Edge;
  readonly rest: string;
}

/** Nodes where a reading stands. */
type Places = ReadonlyMap<GraphNode, Reached>;

const NOT_A_DOT = EVERY_CHARACTER & ~DOT;

/**
 * Finds the shortest public suffix with names under it, where hosts end in a registered domain.
 *
 * @returns a function of the domain, what the hosts end in, such as `.ovh.net`, and the nodes where
 *   that begins; it throws NotComputed where it takes too much work
 */
export function openSuffixFinder(graph: Graph, work: Work) {
  const inner = nodesAfterDots(graph, work);
  return (owner: string, tail: string, at: Places): OpenSuffix | undefined => {
    const dot = tail.endsWith('.') ? '.' : '';
    for (const suffix of suffixesUnder(owner).map((each) => `.${each}${dot}`)) {
      if (!suffix.endsWith(tail)) continue;
      const letters = [...suffix.slice(0, -tail.length)].reverse();
      const places = letters.reduce((from, each) => stepBack(from, each, inner, work), at);
      for (const [{ into }, { rest, isFree }] of places) {
        work.add(into.length / EDGES_A_STEP);
        // Under a suffix that is not spelled out, no name is: shop.[a-z]+.example.com
        const edge = into.find(({ provenance }) => isFree || provenance !== 'literal');
        if (edge !== undefined) return { tail: suffix.replace('*', 'x'), edge, rest };
      }
    }
    return undefined;
  };
}

/**
 * Where what is read began one letter before, or, for `*`, any letters of a label.
 *
 * @param inner those of {@link nodesAfterDots}: under a suffix that begins elsewhere, no name is
 */
function stepBack(at: Places, letter: string, inner: ReadonlySet<GraphNode>, work: Work): Places {
  const meant = letter === '*' ? NOT_A_DOT : setOf(letter);
  const isMeant = ({ set, from }: Edge) =>
    (set & meant) !== 0n && (letter === '.' || inner.has(from));
  const reached = new Map<GraphNode, Reached>();
  const open = [...at];
  // The list is walked while it grows.
  for (const [node, { rest, isFree = false }] of open) {
    work.add(node.into.length / EDGES_A_STEP);
    for (const { from, set, provenance } of node.into.filter(isMeant)) {
      const isNowFree = isFree || provenance !== 'literal';
      const known = reached.get(from);
      if (known !== undefined && (!isNowFree || known.isFree)) continue;
      const [character = letter] = charactersOf(set & meant);
      const longer = { rest: character + rest, isFree: isNowFree };
      reached.set(from, longer);
      if (letter === '*') open.push([from, longer]);
    }
  }
  return reached;
}

/** The nodes within hosts that have a dot somewhere to their left. */
function nodesAfterDots({ nodes }: Graph, work: Work): ReadonlySet<GraphNode> {
  const after = new Set<GraphNode>();
  const open = nodes.filter(({ into }) => into.some(({ set }) => (set & DOT) !== 0n));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (after.has(node) || node.grammar.part !== 'host') continue;
    after.add(node);
    work.add(node.edges.length / EDGES_A_STEP);
    for (const { to } of node.edges) open.push(to);
  }
  return after;
}
