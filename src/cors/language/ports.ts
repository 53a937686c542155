// Which ports an expression lets in after a host.
import { characterOf } from './characters.ts';
import type { Edge, GraphNode } from './graph.ts';

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
