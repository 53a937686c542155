// Which origins of other schemes than http and https get in.
import { charactersOf } from './characters.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';
import type { Work } from './work.ts';

/** What gets in of origins of programs' own schemes, such as extensions. */
export interface Others {
  /** Those that the expression spells out. */
  readonly spelled: readonly string[];
  /** A letter that it does not spell out, and what follows it. */
  readonly open: readonly { readonly edge: Edge; readonly rest: string }[];
}

/** Reads the origins of other schemes than http and https, from the right. */
export function readOthers({ nodes }: Graph, work: Work): Others {
  const spelled = new Set<string>();
  const open = new Map<Edge, string>();
  const queue: [GraphNode, string][] = nodes
    .filter(({ grammar, ends }) => grammar.family === 'other' && ends)
    .map((node) => [node, '']);
  // The queue is walked while it grows.
  for (const [node, rest] of queue) {
    work.add(1);
    for (const edge of node.into) {
      if (edge.provenance !== 'literal') open.set(edge, open.get(edge) ?? rest);
      else queue.push(...before(edge, rest));
    }
    // A scheme begins where its first letter follows nothing.
    if (node.into.length === 0) spelled.add(rest);
  }
  return { spelled: [...spelled], open: [...open].map(([edge, rest]) => ({ edge, rest })) };
}

function before({ set, from }: Edge, rest: string): [GraphNode, string][] {
  return charactersOf(set).map((character) => [from, character + rest]);
}
