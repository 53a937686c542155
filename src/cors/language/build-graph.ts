// The product of automaton and grammar: the graph of the origins that get in.
import { type Automaton, asksForWords, EDGE, type Neighbor, OTHER, WORD } from './automaton.ts';
import { type CharacterSet, EVERY_CHARACTER, WORD_CHARACTERS } from './characters.ts';
import { MATCHED, NotComputed, SEARCHING } from './closures.ts';
import { type GrammarState, originGrammar } from './grammar.ts';
import { type Edge, type Graph, type GraphNode, trim } from './graph.ts';
import { type Stand, Threads, type Way } from './threads.ts';

/** Nodes and edges that are computed: a fraction of a second, and tens of times what is usual. */
const MAX_NODES = 15_000;
const MAX_EDGES = 60_000;

// For keys made of several numbers.
const MAX_GRAMMAR_STATES = 2 ** 20;
const NEIGHBORS = 3;

/**
 * Computes what an expression lets in: the product of its automaton with the grammar of origins,
 * without the nodes from which no origin comes to its end.
 *
 * @param automaton all of whose bodies are read from left to right
 * @throws NotComputed where it would take too long
 */
export function buildGraph(automaton: Automaton, countsLabels: boolean): Graph {
  const product = new Product(automaton);
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
  readonly #grammarIds = new Map<GrammarState, number>();
  /** What may stand to the right of a place, and the characters that it stands for. */
  readonly #kinds: readonly { readonly kind: Neighbor; readonly set: CharacterSet }[];
  #edges = 0;

  constructor(automaton: Automaton) {
    this.threads = new Threads(automaton);
    this.#kinds = asksForWords(automaton)
      ? [
          { kind: WORD, set: WORD_CHARACTERS },
          { kind: OTHER, set: EVERY_CHARACTER & ~WORD_CHARACTERS },
        ]
      : [{ kind: OTHER, set: EVERY_CHARACTER }];
  }

  node(stand: Stand, grammar: GrammarState, left: Neighbor): GraphNode {
    const id = this.#grammarIds.get(grammar) ?? this.#grammarIds.size;
    this.#grammarIds.set(grammar, id);
    const key = (stand.key * MAX_GRAMMAR_STATES + id) * NEIGHBORS + left;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    if (this.#nodes.size >= MAX_NODES) throw new NotComputed();
    const node: GraphNode = { grammar, ends: false, edges: [], into: [] };
    this.#nodes.set(key, node);
    this.open.push({ node, stand, left });
    return node;
  }

  expand({ node, stand, left }: Open): void {
    const { threads } = this;
    if (node.grammar.ends && threads.ways(stand, left, EDGE).some((way) => threads.isOver(way))) {
      node.ends = true;
      this.ends.push(node);
    }
    for (const { kind, set } of this.#kinds) {
      for (const way of threads.ways(stand, left, kind)) {
        const reads = [way.main, ...way.must].reduce((all, at) => all & this.#setAt(at), set);
        if (reads === 0n) continue;
        for (const step of node.grammar.steps) {
          if ((reads & step.set) === 0n) continue;
          this.#connect(node, way, reads & step.set, step.to, kind);
        }
      }
    }
  }

  #setAt(at: number): CharacterSet {
    return at < 0 ? EVERY_CHARACTER : this.threads.readerAt(at).set;
  }

  /** Adds an edge for each part of a set whose characters lead to the same stand. */
  #connect(
    from: GraphNode,
    way: Way,
    reads: CharacterSet,
    grammar: GrammarState,
    kind: Neighbor,
  ): void {
    let parts = [reads];
    for (const at of [...way.not, ...way.behind.flat()]) {
      const set = this.#setAt(at);
      parts = parts.flatMap((part) => [part & set, part & ~set].filter((each) => each !== 0n));
    }
    const { origin, branch } = this.#provenance(way);
    for (const set of parts) {
      const to = this.node(this.threads.after(way, set), grammar, kind);
      const edge: Edge = { from, to, set, origin, branch };
      this.#edges += 1;
      if (this.#edges > MAX_EDGES) throw new NotComputed();
      from.edges.push(edge);
      edge.to.into.push(edge);
    }
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
