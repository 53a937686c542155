// The product of automaton and grammar: the graph of the origins that get in.
import { remember } from '../../memo/bounded-map.ts';
import {
  type Automaton,
  asksForWords,
  EDGE,
  NEIGHBORS,
  type Neighbor,
  OTHER,
  WORD,
} from './automaton.ts';
import { type CharacterSet, EVERY_CHARACTER, WORD_CHARACTERS } from './characters.ts';
import { MATCHED, SEARCHING } from './closures.ts';
import { type GrammarState, type GrammarStep, originGrammar } from './grammar.ts';
import { type Edge, type Graph, type GraphNode, trim } from './graph.ts';
import { type Stand, Threads, type Way } from './threads.ts';
import type { Work } from './work.ts';

/** What it takes to make a node, in edges. */
const NODE_EDGES = 2;

// For keys made of several numbers.
const MAX_GRAMMAR_STATES = 2 ** 20;

/**
 * Computes what an expression lets in: the product of its automaton with the grammar of origins,
 * without the nodes from which no origin comes to its end.
 *
 * @param automaton all of whose bodies are read from left to right
 * @throws NotComputed where it would take too long
 */
export function buildGraph(automaton: Automaton, countsLabels: boolean, work: Work): Graph {
  const product = new Product(automaton, work);
  const start = product.node(product.threads.begin(), originGrammar(countsLabels), EDGE);
  for (let open = product.open.pop(); open !== undefined; open = product.open.pop()) {
    product.expand(open);
  }
  return trim(start, product.ends);
}

interface Open {
  readonly node: GraphNode;
  readonly stand: Stand;
  readonly left: Neighbor;
}

class Product {
  readonly threads: Threads;
  readonly open: Open[] = [];
  readonly ends: GraphNode[] = [];
  readonly #nodes = new Map<number, GraphNode>();
  readonly #steps = new Map<CharacterSet, Map<GrammarState, readonly GrammarStep[]>>();
  /** What may stand to the right of a place, and the characters that it stands for. */
  readonly #kinds: readonly {
    readonly kind: Neighbor;
    readonly set: CharacterSet;
  }[];
  readonly #work: Work;

  constructor(automaton: Automaton, work: Work) {
    this.#work = work;
    this.threads = new Threads(automaton, work);
    this.#kinds = asksForWords(automaton)
      ? [
          { kind: WORD, set: WORD_CHARACTERS },
          { kind: OTHER, set: EVERY_CHARACTER & ~WORD_CHARACTERS },
        ]
      : [{ kind: OTHER, set: EVERY_CHARACTER }];
  }

  node(stand: Stand, grammar: GrammarState, left: Neighbor): GraphNode {
    const key = (stand.key * MAX_GRAMMAR_STATES + grammar.id) * NEIGHBORS + left;
    return remember(this.#nodes, key, () => {
      this.#work.add(NODE_EDGES);
      const node: GraphNode = { grammar, ends: false, edges: [], into: [] };
      this.open.push({ node, stand, left });
      return node;
    });
  }

  expand({ node, stand, left }: Open): void {
    const { threads } = this;
    if (node.grammar.ends && threads.ways(stand, left, EDGE).some((way) => threads.isOver(way))) {
      node.ends = true;
      this.ends.push(node);
    }
    for (const { kind, set } of this.#kinds) {
      for (const way of threads.ways(stand, left, kind)) {
        const provenance = this.#provenance(way);
        for (const turn of threads.turns(way)) {
          for (const step of this.#stepsWith(node.grammar, turn.set & set)) {
            this.#connect(node, step.set, this.node(turn.to, step.to, kind), provenance);
          }
        }
      }
    }
  }

  /** The steps of a state with characters of a set. */
  #stepsWith(grammar: GrammarState, reads: CharacterSet): readonly GrammarStep[] {
    const known = remember(
      this.#steps,
      reads,
      () => new Map<GrammarState, readonly GrammarStep[]>(),
    );
    return remember(known, grammar, () => grammar.stepsWith(reads));
  }

  #connect(
    from: GraphNode,
    set: CharacterSet,
    to: GraphNode,
    provenance: Pick<Edge, 'origin' | 'branch'>,
  ): void {
    this.#work.add(1);
    const edge: Edge = { from, to, set, ...provenance };
    from.edges.push(edge);
    to.into.push(edge);
  }

  /** A character is spelled out if the expression, or a look-ahead that must match, spells it. */
  #provenance({ main, must }: Way): Pick<Edge, 'origin' | 'branch'> {
    const own =
      main === SEARCHING
        ? ({ origin: 'start', branch: -1 } as const)
        : main === MATCHED
          ? ({ origin: 'end', branch: -1 } as const)
          : this.threads.readerAt(main);
    const isSpelled = must.some((at) => this.threads.readerAt(at).origin === 'literal');
    return { origin: isSpelled ? 'literal' : own.origin, branch: own.branch };
  }
}
