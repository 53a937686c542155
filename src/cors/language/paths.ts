import { characterOf, DOT } from './characters.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';

// The shortest texts through a graph, for examples, and the ports after a host.

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

/** What follows a place in a host: the shortest text, and the ports that may end it. */
export interface Beginning {
  readonly rest: string;
  /** The empty text for none, `:3000`, and {@link ANY_PORT}. */
  readonly ports: ReadonlySet<string>;
}

/** More ports than are spelled out. */
export const ANY_PORT = ':*';

/** Ports that are told apart. */
const MAX_PORTS = 200;

/** Whether a host may be over at a node. */
export function endsHost({ grammar, ends, edges }: GraphNode): boolean {
  return grammar.part === 'host' && (ends || edges.some(leadsToPort));
}

/** What may follow a host that is over at this node. */
export function portsAfter(host: GraphNode): Beginning {
  const ports = new Set(host.ends ? [''] : []);
  let rest = host.ends ? '' : undefined;
  let open = host.edges.filter(leadsToPort).map(({ to }) => ({ text: ':', node: to }));
  while (open.length > 0 && open.length <= MAX_PORTS) {
    for (const { text } of open.filter((each) => each.node.ends)) {
      rest ??= text;
      ports.add(text);
    }
    const edges = open.flatMap(({ text, node }) => node.edges.map((edge) => ({ text, edge })));
    if (edges.some(({ edge }) => edge.provenance !== 'literal')) ports.add(ANY_PORT);
    open = edges.map(({ text, edge }) => ({ text: text + characterOf(edge.set), node: edge.to }));
  }
  if (open.length > 0) ports.add(ANY_PORT);
  const isAny = ports.has(ANY_PORT);
  const told = [...ports].filter((port) => !isAny || port === '' || port === ANY_PORT);
  return { rest: rest ?? '', ports: new Set(told) };
}

function leadsToPort({ to }: Edge): boolean {
  return to.grammar.part === 'port';
}
