import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import { type AdmittedAddress, readAddresses } from './addresses.ts';
import { buildAutomaton, NoAutomaton } from './build-automaton.ts';
import { buildGraph } from './build-graph.ts';
import { characterOf } from './characters.ts';
import {
  type Edge,
  type Graph,
  type GraphNode,
  NotComputed,
  type Paths,
  shortestPaths,
  Work,
} from './graph.ts';
import { type HostSuffixes, readHostSuffixes } from './host-suffixes.ts';

// What an expression lets in, all together, and how much work that may take. Begin here.

/** What an expression lets in, computed. */
export interface Language extends HostSuffixes {
  readonly kind: 'computed';
  /** Whether it lets in all of the graph: lookarounds may let in less. */
  readonly isExact: boolean;
  readonly graph: Graph;
  readonly paths: Paths;
  readonly addresses: readonly AdmittedAddress[];
  readonly others: Others;
}

/** Why nobody knows what an expression lets in. */
export type Unknown =
  /** It cannot be used at all, for this reason. */
  | { readonly kind: 'unusable'; readonly code: string; readonly reason: string }
  /** It can be matched, but to compute what it lets in would take too long. */
  | { readonly kind: 'not-computed' };

/** A list, its fixes and their parts ask for the same ones again. */
const known = new BoundedMap<string, Language | Unknown>(24);

/** Steps for one expression: some tens of milliseconds, and twenty times what is usual. */
const SETTING_STEPS = 32_000;

/** What it takes to make a node of an automaton, in steps. */
const NODE_STEPS = 4;

/** Computes what an expression lets in. */
export function languageOf(expression: RegExp): Language | Unknown {
  return remember(known, `/${expression.source}/${expression.flags}`, () => compute(expression));
}

function compute(expression: RegExp): Language | Unknown {
  const work = new Work(SETTING_STEPS);
  try {
    const automaton = buildAutomaton(expression);
    work.add(automaton.nodes.length * NODE_STEPS);
    const graph = buildGraph(automaton, work);
    return {
      kind: 'computed',
      isExact: automaton.looks.length === 0,
      graph,
      paths: shortestPaths(graph),
      ...readHostSuffixes(graph, work),
      addresses: readAddresses(graph, work),
      others: readOthers(graph, work),
    };
  } catch (error) {
    if (error instanceof NoAutomaton) {
      return { kind: 'unusable', code: error.code, reason: error.message };
    }
    if (error instanceof NotComputed) return { kind: 'not-computed' };
    throw error;
  }
}

/** What gets in of origins of programs' own schemes, such as extensions. */
export interface Others {
  /** Those that the expression spells out. */
  readonly spelled: readonly string[];
  /** A letter that it does not spell out, and the rest. */
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
      // The flag i has each letter twice: both are one spelling.
      else queue.push([edge.from, characterOf(edge.set) + rest]);
    }
    // A scheme begins where its first letter follows nothing.
    if (node.into.length === 0) spelled.add(rest);
  }
  return { spelled: [...spelled], open: [...open].map(([edge, rest]) => ({ edge, rest })) };
}
