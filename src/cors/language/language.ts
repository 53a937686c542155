// All of it together: what an expression lets in. Begin here.
import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { type AdmittedAddress, readAddresses } from './addresses.ts';
import { buildAutomaton } from './build-automaton.ts';
import { buildGraph } from './build-graph.ts';
import { NotComputed } from './closures.ts';
import type { Graph } from './graph.ts';
import { matcherOf } from './matcher.ts';
import { type Others, readOthers } from './others.ts';
import { type Paths, shortestPaths } from './paths.ts';
import { readTails, type Tails } from './tails.ts';

/** What an expression lets in, computed. */
export interface Language extends Tails {
  readonly kind: 'computed';
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

/** Computes what an expression lets in. */
export function languageOf(expression: RegExp): Language | Unknown {
  return remember(known, String(expression), () => compute(expression));
}

function compute(expression: RegExp): Language | Unknown {
  const { unusable } = matcherOf(expression);
  if (unusable) return { kind: 'unusable', code: unusable.code, reason: unusable.message };
  try {
    const automaton = buildAutomaton(expression, false);
    let graph = buildGraph(automaton, false);
    let paths = shortestPaths(graph);
    // To count the characters of labels takes 63 times the nodes, and hardly ever matters.
    if (graph.start !== undefined && !isSerializedOrigin(paths.after(graph.start))) {
      graph = buildGraph(automaton, true);
      paths = shortestPaths(graph);
    }
    return {
      kind: 'computed',
      graph,
      paths,
      ...readTails(graph),
      addresses: readAddresses(graph),
      others: readOthers(graph),
    };
  } catch (error) {
    if (error instanceof NotComputed) return { kind: 'not-computed' };
    throw error;
  }
}
