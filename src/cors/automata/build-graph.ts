import { remember } from '../../cache/bounded-map.ts';
import { type Automaton, type Neighbor, type Node, passes } from './automaton.ts';
import { type CharacterSet, EVERY_CHARACTER, intersect, setWhere } from './characters.ts';
import { type GrammarState, originGrammar } from './grammar.ts';
import { type Edge, type Graph, type GraphNode, prune, type Work } from './graph.ts';

// Builds the graph of the origins that an expression lets in: the product of automaton and grammar.

/** Used in place of a node before the match begins. An unanchored match may begin anywhere. */
const SEARCHING = -1;
/** Used in place of a node after the expression has matched, when anything may follow. */
const MATCHED = -2;

/** The work of creating a node, if that of an edge is 1. */
const NODE_EDGES = 2;

/**
 * Computes what an expression lets in: the product of its automaton with the grammar of origins,
 * without the nodes from which no origin can be completed. Lookarounds are assumed to hold, so an
 * expression with lookarounds may let in less.
 *
 * @throws NotComputed if it would take too long
 */
export function buildGraph(automaton: Automaton, work: Work): Graph {
  const product = new Product(automaton, work);
  const first = automaton.searches ? SEARCHING : automaton.start;
  const start = product.node(first, originGrammar(), 'edge');
  for (let open = product.open.pop(); open !== undefined; open = product.open.pop()) {
    product.expand(...open);
  }
  return prune(start, product.ends, work);
}

/**
 * A graph node that is not expanded yet, its automaton node, and the kind of the previous
 * character.
 */
type Open = readonly [node: GraphNode, at: number, left: Neighbor];

class Product {
  readonly open: Open[] = [];
  readonly ends: GraphNode[] = [];
  readonly #automaton: Automaton;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #closures = new Map<string, readonly number[]>();
  /** The kinds of neighbors on the right, each with its characters. */
  readonly #kinds: readonly { readonly kind: Neighbor; readonly set: CharacterSet }[];
  readonly #work: Work;

  constructor(automaton: Automaton, work: Work) {
    this.#automaton = automaton;
    this.#work = work;
    // Only \b and \B distinguish word characters from others.
    this.#kinds = automaton.nodes.some((node) => node.kind === 'check' && /word/.test(node.check))
      ? [
          { kind: 'word', set: setWhere((each) => /\w/.test(each)) },
          { kind: 'other', set: setWhere((each) => /\W/.test(each)) },
        ]
      : [{ kind: 'other', set: EVERY_CHARACTER }];
  }

  node(at: number, grammar: GrammarState, left: Neighbor): GraphNode {
    return remember(this.#nodes, `${at} ${grammar.id} ${left}`, () => {
      this.#work.add(NODE_EDGES);
      const node: GraphNode = { grammar, ends: false, edges: [], into: [] };
      this.open.push([node, at, left]);
      return node;
    });
  }

  expand(...[node, at, left]: Open): void {
    if (node.grammar.ends && this.#readersAt(at, left, 'edge').includes(MATCHED)) {
      node.ends = true;
      this.ends.push(node);
    }
    for (const { kind, set } of this.#kinds) {
      for (const reader of this.#readersAt(at, left, kind)) {
        const { set: reads, next, provenance } = this.#read(reader);
        for (const [grammar, letters] of node.grammar.stepsWith(intersect(reads, set))) {
          this.#work.add(1);
          const to = this.node(next, grammar, kind);
          const edge: Edge = { from: node, to, set: letters, provenance };
          node.edges.push(edge);
          to.into.push(edge);
        }
      }
    }
  }

  /**
   * Returns the nodes that can read the next character, given the characters on both sides of the
   * position.
   */
  #readersAt(at: number, left: Neighbor, right: Neighbor): readonly number[] {
    if (at === MATCHED) return [MATCHED];
    return remember(this.#closures, `${at} ${left} ${right}`, () =>
      at === SEARCHING
        ? [SEARCHING, ...this.#follow(this.#automaton.start, left, right)]
        : this.#follow(at, left, right),
    );
  }

  /** Finds the reading nodes that can be reached from a node without reading a character. */
  #follow(start: number, left: Neighbor, right: Neighbor): number[] {
    const readers = new Set<number>();
    const visited = new Set<number>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const node = this.#automaton.nodes[at];
      if (node === undefined || visited.has(at)) continue;
      visited.add(at);
      this.#work.add(1);
      if (node.kind === 'read') readers.add(at);
      else if (node.kind === 'accept') readers.add(MATCHED);
      else if (passes(node, left, right)) open.push(...node.next);
    }
    return [...readers];
  }

  /** Returns what a node reads, and where that leads. */
  #read(reader: number): Pick<Extract<Node, { kind: 'read' }>, 'set' | 'next' | 'provenance'> {
    const free = { set: EVERY_CHARACTER, next: reader };
    if (reader === SEARCHING) return { ...free, provenance: 'start' };
    if (reader === MATCHED) return { ...free, provenance: 'end' };
    const node = this.#automaton.nodes[reader];
    if (node?.kind !== 'read') throw new RangeError(`Node ${reader} reads nothing.`);
    return node;
  }
}
