import { BoundedMap } from '../bounded-map.ts';
import { type AdmittedAddress, readAddresses } from './addresses.ts';
import type { Automaton } from './automaton.ts';
import { buildAutomaton, NoAutomaton } from './build-automaton.ts';
import { buildGraph } from './build-graph.ts';
import { NotComputed } from './closures.ts';
import type { Graph } from './graph.ts';
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
  /** The number of alternatives of the whole expression. */
  readonly branches: number;
}

/** Why nobody knows what an expression lets in. */
export type Unknown =
  /** It cannot be used at all, for this reason. */
  | { readonly kind: 'unusable'; readonly code: string; readonly reason: string }
  /** It can be matched, but to compute what it lets in would take too long. */
  | { readonly kind: 'not-computed' };

/** A list, its fixes and their parts ask for the same ones again. */
const known = new BoundedMap<string, Language | Unknown>(32);

/** Computes what an expression lets in. */
export function languageOf(expression: RegExp): Language | Unknown {
  const key = String(expression);
  const language = known.get(key) ?? compute(expression);
  known.set(key, language);
  return language;
}

function compute(expression: RegExp): Language | Unknown {
  try {
    const automaton = buildAutomaton(expression, false);
    const graph = buildGraph(automaton, countsLabels(automaton));
    return {
      kind: 'computed',
      graph,
      paths: shortestPaths(graph),
      ...readAll(graph),
      branches: automaton.branches,
    };
  } catch (error) {
    if (error instanceof NotComputed) return { kind: 'not-computed' };
    if (!(error instanceof NoAutomaton)) throw error;
    return { kind: 'unusable', code: error.code, reason: error.message };
  }
}

function readAll(graph: Graph): Tails & Pick<Language, 'addresses' | 'others'> {
  const { named, open } = readTails(graph);
  return { named, open, addresses: readAddresses(graph), others: readOthers(graph) };
}

/** The longest label, in characters. Only an expression that reads more of them tells labels apart. */
const MAX_LABEL = 63;

function countsLabels({ nodes }: Automaton): boolean {
  return nodes.filter(({ kind }) => kind === 'read').length > MAX_LABEL;
}
