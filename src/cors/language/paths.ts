// The shortest texts through a graph, for examples.
import { characterOf, DOT } from './characters.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';

/** Shortest texts through a graph. */
export interface Paths {
  /** From the start to a node. */
  readonly before: (node: GraphNode) => string;
  /** From a node to an end. */
  readonly after: (node: GraphNode) => string;
}

/** Finds them all at once, breadth first. */
export function shortestPaths({ start, nodes }: Graph): Paths {
  const starts = new Map(start === undefined ? [] : [[start, '']]);
  const before = spread(
    starts,
    (node) => node.edges.map((edge) => [edge, edge.to]),
    (text, c) => text + c,
  );
  const ends = new Map(nodes.filter((node) => node.ends).map((node) => [node, '']));
  const after = spread(
    ends,
    (node) => node.into.map((edge) => [edge, edge.from]),
    (text, c) => c + text,
  );
  return { before: (node) => textAt(before, node), after: (node) => textAt(after, node) };
}

/** @throws RangeError for a node without a text: a bug */
export function textAt(texts: ReadonlyMap<GraphNode, string>, node: GraphNode): string {
  const text = texts.get(node);
  if (text === undefined) throw new RangeError('No path leads to this node');
  return text;
}

/**
 * The shortest text for every node that is reached from the first ones.
 *
 * @param reach edges that lead on from a node, and where to
 */
export function spread(
  first: ReadonlyMap<GraphNode, string>,
  reach: (node: GraphNode) => [Edge, GraphNode][],
  extend: (text: string, character: string) => string,
): ReadonlyMap<GraphNode, string> {
  const texts = new Map(first);
  // A map lists what is added while it is walked.
  for (const [node, text] of texts) {
    for (const [edge, to] of reach(node).sort(([a], [b]) => meantFirst(a) - meantFirst(b))) {
      if (!texts.has(to)) texts.set(to, extend(text, characterOf(edge.set)));
    }
  }
  return texts;
}

/** A lone `.` was mostly meant for a dot. */
function meantFirst({ provenance, set }: Edge): number {
  return provenance === 'dot' && set === DOT ? 0 : 1;
}
