// Whether one expression lets in all that another does, within how much work.
import { remember } from '../../memo/bounded-map.ts';
import { partition } from './characters.ts';
import type { Graph, GraphNode } from './graph.ts';

/** Nodes that are walked, each as often as with others: ten milliseconds' work. */
const MAX_WALKED = 10_000;

/**
 * Whether every origin of one graph is one of the other: each node of the first is walked together
 * with all the nodes of the second that the same texts reach. Where that takes too long, it is not.
 */
export function isSubset(part: Graph, whole: Graph): boolean {
  if (part.start === undefined) return true;
  const numbers = new Map<GraphNode, number>();
  const met = new Map<GraphNode, Set<string>>();
  const open: [GraphNode, readonly GraphNode[]][] = [];
  let walked = 0;
  const add = (node: GraphNode, others: readonly GraphNode[]): void => {
    const key = others
      .map((other) => remember(numbers, other, () => numbers.size))
      .sort((a, b) => a - b)
      .join(' ');
    const known = remember(met, node, () => new Set<string>());
    if (known.has(key)) return;
    known.add(key);
    walked += 1 + others.length;
    open.push([node, others]);
  };
  add(part.start, whole.start === undefined ? [] : [whole.start]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, others] = next;
    if (others.length === 0 || walked > MAX_WALKED) return false;
    if (node.ends && !others.some(({ ends }) => ends)) return false;
    const asked = new Set(others.flatMap(({ edges }) => edges.map(({ set }) => set)));
    for (const edge of node.edges) {
      for (const set of partition(edge.set, asked)) {
        const reached = others.flatMap(({ edges }) =>
          edges.filter((other) => (other.set & set) !== 0n).map(({ to }) => to),
        );
        add(edge.to, [...new Set(reached)]);
      }
    }
  }
  return true;
}
