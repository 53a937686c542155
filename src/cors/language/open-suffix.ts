import { suffixesUnder } from '../public-suffix.ts';
import { charactersOf, DOT, EVERY_CHARACTER, setOf } from './characters.ts';
import { EDGES_A_STEP, type Edge, type Graph, type GraphNode, type Work } from './graph.ts';

// Finds public suffixes within an owned domain, such as `vps.ovh.net` in `ovh.net`.

/**
 * The rest of an origin from a node on, and whether any character read so far was not spelled out.
 */
export interface Reached {
  readonly rest: string;
  readonly isFree?: boolean;
}

/** A public suffix under which the expression lets in names that it does not spell out. */
export interface OpenSuffix {
  /** The suffix with a leading dot, and an example name in place of `*`. */
  readonly tail: string;
  /** The edge that lets in a prefix, and the rest of the origin after it. */
  readonly edge: Edge;
  readonly rest: string;
}

/** The nodes reached when reading backward. */
type Places = ReadonlyMap<GraphNode, Reached>;

const NOT_A_DOT = EVERY_CHARACTER & ~DOT;

/**
 * Finds the shortest public suffix under which names get in, for hosts that end in a registered
 * domain.
 *
 * @returns a function that takes the domain, the host ending, such as `.ovh.net`, and the nodes
 *   where that begins; it throws NotComputed if there is too much work
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
        // Nothing under a suffix that is not spelled out counts as spelled out:
        // shop.[a-z]+.example.com
        const edge = into.find(({ provenance }) => isFree || provenance !== 'literal');
        if (edge !== undefined) return { tail: suffix.replace('*', 'x'), edge, rest };
      }
    }
    return undefined;
  };
}

/**
 * Goes back by one letter or, for `*`, by any number of letters of a label.
 *
 * @param inner the result of {@link nodesAfterDots}: under a suffix that begins elsewhere, there is
 *   no name
 */
function stepBack(at: Places, letter: string, inner: ReadonlySet<GraphNode>, work: Work): Places {
  const meant = letter === '*' ? NOT_A_DOT : setOf(letter);
  const isMeant = ({ set, from }: Edge) =>
    (set & meant) !== 0n && (letter === '.' || inner.has(from));
  const reached = new Map<GraphNode, Reached>();
  const open = [...at];
  // The list grows during iteration.
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

/** Returns the nodes within hosts that have a dot somewhere to their left. */
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
