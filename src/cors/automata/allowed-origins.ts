import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import { type AdmittedAddress, readAddresses } from './addresses.ts';
import { buildAutomaton, NoAutomaton } from './automaton.ts';
import { buildGraph } from './build-graph.ts';
import { type Edge, type Graph, NotComputed, shortestPaths, Work } from './graph.ts';
import { type NamedHost, type OpenHost, readHostSuffixes } from './host-suffixes.ts';

// Computes which origins an expression lets in, within a limit on the work. Start reading this
// folder here.

/** The origins that an expression lets in. */
export interface AllowedOrigins {
  readonly kind: 'computed';
  readonly named: readonly NamedHost[];
  readonly open: readonly OpenHost[];
  /** Whether the expression lets in every origin of the graph. With lookarounds, it might not. */
  readonly isExact: boolean;
  readonly graph: Graph;
  readonly paths: ReturnType<typeof shortestPaths>;
  readonly addresses: readonly AdmittedAddress[];
  readonly others: ReturnType<typeof readOthers>;
}

/** Why the origins that an expression lets in are unknown. */
export type Unknown =
  /** The expression cannot be used at all, for this reason. */
  | { readonly kind: 'unusable'; readonly code: string; readonly reason: string }
  /** The expression can be matched, but computing what it lets in would take too long. */
  | { readonly kind: 'not-computed' };

/**
 * Caches the origins of expressions, since a list, its fixes and their parts often contain the same
 * expression.
 */
const known = new BoundedMap<string, AllowedOrigins | Unknown>(24);

/**
 * The maximum number of steps for one expression: a few dozen milliseconds, twenty times the usual
 * number.
 */
const SETTING_STEPS = 32_000;

/** The cost of creating an automaton node, in steps. */
const NODE_STEPS = 4;

/** Computes what an expression lets in. */
export function allowedOrigins(expression: RegExp): AllowedOrigins | Unknown {
  return remember(known, `/${expression.source}/${expression.flags}`, () => compute(expression));
}

function compute(expression: RegExp): AllowedOrigins | Unknown {
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

/**
 * Finds the origins with schemes other than http and https, such as those of extensions, by reading
 * them from the right. Returns the origins that the expression spells out, and each edge with a
 * letter that it does not spell out, with the rest of the origin.
 */
function readOthers({ nodes }: Graph, work: Work) {
  const spelled = new Set<string>();
  const open = new Map<Edge, string>();
  const queue = nodes
    .filter(({ grammar, ends }) => grammar.family === 'other' && ends)
    .map((node) => ({ node, rest: '' }));
  // The queue grows during iteration.
  for (const { node, rest } of queue) {
    work.add(1);
    for (const edge of node.into) {
      if (edge.provenance !== 'literal') open.set(edge, open.get(edge) ?? rest);
      // With the flag i, a set with one letter in both cases counts as one spelling.
      else queue.push({ node: edge.from, rest: edge.set.charAt(0) + rest });
    }
    // A node without incoming edges is the start of a scheme.
    if (node.into.length === 0) spelled.add(rest);
  }
  return { spelled: [...spelled], open: [...open].map(([edge, rest]) => ({ edge, rest })) };
}
