import { remember } from '../../cache/bounded-map.ts';
import type { Provenance } from './automaton.ts';
import { buildAutomaton } from './automaton.ts';
import { type CharacterSet, indexAt } from './characters.ts';
import type { GrammarState } from './grammar.ts';
import { END, Threads } from './matcher.ts';

// The graph of the origins that an expression lets in: pruning, subsets, shortest strings and
// ports, with a limit on the work.

/**
 * A node in the graph of origins that an expression lets in: each path from the start to an end
 * spells one or more of them.
 */
export interface GraphNode {
  readonly grammar: GrammarState;
  /** Whether an origin that gets in can end here. */
  ends: boolean;
  /** Outgoing edges, then incoming ones. */
  readonly edges: Edge[];
  readonly into: Edge[];
}

/** One character of an origin that gets in: any character of the set. */
export interface Edge {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly set: CharacterSet;
  /**
   * How the expression lets in the character. A character in a repeated part of the expression
   * counts as spelled out if it cannot repeat in this graph.
   */
  provenance: Provenance;
}

/** The origins that an expression lets in. */
export interface Graph {
  /** `undefined` if the expression lets in nobody. */
  readonly start: GraphNode | undefined;
  readonly nodes: readonly GraphNode[];
}

/**
 * Keeps only the nodes from which an end can be reached; all can be reached from the start. Turns
 * `repeat` into `literal` where nothing can repeat.
 */
export function prune(start: GraphNode, ends: readonly GraphNode[], work: Work): Graph {
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
  // The loop also visits elements that it adds.
  for (const { edges } of reached) for (const { to } of edges) reached.add(to);
  work.add(reached.size / EDGES_PER_STEP);
  return reached.has(end);
}

/** Thrown if computing the origins of an expression would take too long. */
export class NotComputed extends Error {}

/** How many edges count as one step, since they take as long as one step of other work. */
export const EDGES_PER_STEP = 16;

/** Counts the steps of all parts of a computation, and aborts it if there are too many. */
export class Work {
  /** The steps that are left. */
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** @throws NotComputed if the limit is exceeded */
  add(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new NotComputed();
  }
}

/**
 * The maximum number of nodes walked: about ten milliseconds of work. A node counts once for each
 * combination of states.
 */
const MAX_WALKED = 5_000;

/**
 * Checks whether an expression lets in every origin of a graph. Walks each node with all states
 * that the matcher may have there. Returns `false` if that takes too long.
 */
export function isSubset({ start }: Graph, whole: RegExp): boolean {
  const threads = new Threads(buildAutomaton(whole));
  const met = new Set<string>();
  const numbers = new Map<GraphNode, number>();
  const open = start === undefined ? [] : [{ node: start, state: threads.state() }];
  // The list grows during iteration.
  for (const { node, state } of open) {
    if (open.length > MAX_WALKED || (node.ends && !threads.step(state, END).accepts)) return false;
    const letters = node.edges.flatMap((edge) => Array.from(edge.set, (each) => ({ edge, each })));
    for (const { edge, each } of letters) {
      const step = threads.step(state, indexAt(each, 0));
      const number = remember(numbers, edge.to, () => numbers.size);
      const key = `${number} ${step.to.behind} ${step.to.nodes}`;
      // Once the expression has matched, anything may follow.
      if (step.accepts || met.has(key)) continue;
      met.add(key);
      open.push({ node: edge.to, state: step.to });
    }
  }
  return true;
}

/** Finds the shortest strings from the start to each node, and from each node to an end. */
export function shortestPaths({ start, nodes }: Graph) {
  const before = spread(start === undefined ? [] : [start], 'to');
  const ends = nodes.filter((node) => node.ends);
  const after = spread(ends, 'from');
  return {
    before: (node: GraphNode) => before.get(node) ?? '',
    after: (node: GraphNode) => after.get(node) ?? '',
  };
}

/**
 * Returns the shortest text for each node reachable from the first ones, along edges or, for
 * `from`, in reverse.
 */
function spread(first: readonly GraphNode[], end: 'from' | 'to'): ReadonlyMap<GraphNode, string> {
  const texts = new Map(first.map((node) => [node, '']));
  // The loop also visits entries that it adds.
  for (const [{ edges, into }, text] of texts) {
    const leading = end === 'to' ? edges : into;
    for (const edge of leading.toSorted((a, b) => meantFirst(a) - meantFirst(b))) {
      if (texts.has(edge[end])) continue;
      const character = edge.set.charAt(0);
      texts.set(edge[end], end === 'to' ? text + character : character + text);
    }
  }
  return texts;
}

/** Puts a single `.` first, since it usually stands for a literal dot. */
function meantFirst({ provenance, set }: Edge): number {
  return provenance === 'dot' && set === '.' ? 0 : 1;
}

/** The possible continuation after a node in a host: the shortest text, and the ports. */
export interface HostEnding {
  readonly rest: string;
  /** `''` for no port, `:3000`, or {@link ANY_PORT}. */
  readonly ports: ReadonlySet<string>;
}

/** Stands for ports beyond those spelled out. */
export const ANY_PORT = ':*';

/** The maximum number of ports to list. If there are more, all ports count as allowed. */
const MAX_PORTS = 200;

/** Whether a host can end at a node. */
export function endsHost({ grammar, ends, edges }: GraphNode): boolean {
  return grammar.part === 'host' && (ends || edges.some(leadsToPort));
}

/** Returns what may follow a host that ends at this node. */
export function portsAfter(host: GraphNode): HostEnding {
  const ports = new Set(host.ends ? [''] : []);
  let open = host.edges.filter(leadsToPort).map(({ to }) => ({ text: ':', node: to }));
  while (open.length > 0 && open.length <= MAX_PORTS) {
    for (const { text } of open.filter((each) => each.node.ends)) ports.add(text);
    const edges = open.flatMap(({ text, node }) => node.edges.map((edge) => ({ text, edge })));
    if (edges.some(({ edge }) => edge.provenance !== 'literal')) ports.add(ANY_PORT);
    open = edges.map(({ text, edge }) => ({ text: text + edge.set.charAt(0), node: edge.to }));
  }
  if (open.length > 0) ports.add(ANY_PORT);
  const rest = [...ports].find((port) => port !== ANY_PORT) ?? '';
  const isAny = ports.has(ANY_PORT);
  const specific = [...ports].filter((port) => !isAny || port === '' || port === ANY_PORT);
  return { rest, ports: new Set(specific) };
}

/** Merges the ports of a host that was found twice. */
export function withPorts<Host extends Pick<HostEnding, 'ports'>>(
  known: Host | undefined,
  found: Host,
): Host {
  return { ...(known ?? found), ports: new Set([...(known?.ports ?? []), ...found.ports]) };
}

function leadsToPort({ to }: Edge): boolean {
  return to.grammar.part === 'port';
}
