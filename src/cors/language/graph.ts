import { remember } from '../../memo/bounded-map.ts';
import type { Provenance } from './automaton.ts';
import { type CharacterSet, partition } from './characters.ts';
import type { GrammarState } from './grammar.ts';

// The graph of the origins that an expression lets in: what may repeat, subsets, and how much work it takes.

/** A node of the graph of what an expression lets in: every path from the start to an end is one text. */
export interface GraphNode {
  readonly grammar: GrammarState;
  /** Whether an origin that gets in may end here. */
  ends: boolean;
  /** Edges to other nodes, and from others. */
  readonly edges: Edge[];
  readonly into: Edge[];
}

/** One character of an origin that gets in. */
export interface Edge {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly set: CharacterSet;
  /** How the expression lets it in. What repeats there and cannot here is spelled out. */
  provenance: Provenance;
}

/** The origins that an expression lets in. */
export interface Graph {
  /** `undefined` where it lets in nobody. */
  readonly start: GraphNode | undefined;
  readonly nodes: readonly GraphNode[];
}

/** Keeps the nodes from which an end is reached. All are reached from the start already. */
export function trim(start: GraphNode, ends: readonly GraphNode[], work: Work): Graph {
  const kept = new Set<GraphNode>();
  const open = [...ends];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (kept.has(node)) continue;
    kept.add(node);
    for (const { from } of node.into) open.push(from);
  }
  for (const node of kept) {
    node.edges.splice(0, Infinity, ...node.edges.filter(({ to }) => kept.has(to)));
  }
  for (const { edges } of kept) {
    for (const edge of edges) {
      if (edge.provenance === 'repeat' && !leadsTo(edge.to, edge.from, work))
        edge.provenance = 'literal';
    }
  }
  return { start: kept.has(start) ? start : undefined, nodes: [...kept] };
}

function leadsTo(start: GraphNode, end: GraphNode, work: Work): boolean {
  const reached = new Set([start]);
  // A set lists what is added while it is walked.
  for (const { edges } of reached) for (const { to } of edges) reached.add(to);
  work.add(reached.size / EDGES_A_STEP);
  return reached.has(end);
}

/** The language of an expression is not computed: it would take too long. */
export class NotComputed extends Error {}

/** So many edges take the time of one step of other work. */
export const EDGES_A_STEP = 16;

/** Counts the steps of all parts of a computation together, and gives up where there are too many. */
export class Work {
  readonly #most: number;
  /** Nodes and edges that were looked at so far. */
  #steps = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws NotComputed where these are too many */
  add(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#most) throw new NotComputed();
  }
}

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
