import {
  type Automaton,
  asksForWords,
  EDGE,
  type Neighbor,
  type Node,
  OTHER,
  WORD,
} from './automaton.ts';
import { ALPHABET_SIZE, characterAt, wordsOf } from './characters.ts';

// An automaton as arrays of numbers, for speed, and lists of its nodes.

/** In place of a character's number: the text is over. */
export const END = ALPHABET_SIZE;
/** Characters, and that. */
export const LETTERS = ALPHABET_SIZE + 1;
/** 32-bit words of a set. */
export const SET_WORDS = 3;

/** An automaton in flat arrays, which are quick to walk. */
export interface FlatAutomaton {
  readonly nodes: readonly Node[];
  /** The number of a character → what it is to its neighbors. */
  readonly neighbors: readonly Neighbor[];
  /** The number of a character → that of the first that no node tells from it. */
  readonly kinds: Uint8Array;
  /** Whether a node reads. */
  readonly reads: Uint8Array;
  /** The set that a node reads, {@link SET_WORDS} for each node. */
  readonly sets: Uint32Array;
  /** The nodes after a node that reads or forks: of `after`, those from its number on. */
  readonly from: Uint32Array;
  readonly after: Uint16Array;
  readonly below: Automaton['below'];
}

/** Prepares an automaton for its machines. */
export function flatten(automaton: Automaton): FlatAutomaton {
  const { nodes, below } = automaton;
  const hasWords = asksForWords(automaton);
  const neighbors = Array.from({ length: LETTERS }, (_, letter) => {
    if (letter === END) return EDGE;
    return hasWords && /\w/.test(characterAt(letter)) ? WORD : OTHER;
  });
  const reads = new Uint8Array(nodes.length);
  const sets = new Uint32Array(nodes.length * SET_WORDS);
  const from = new Uint32Array(nodes.length + 1);
  const after: number[] = [];
  nodes.forEach((node, number) => {
    if (node.kind === 'read') {
      reads[number] = 1;
      sets.set(wordsOf(node.set), number * SET_WORDS);
    }
    if (node.kind === 'read' || node.kind === 'fork') after.push(...[node.next].flat());
    from[number + 1] = after.length;
  });
  return {
    nodes,
    neighbors,
    kinds: kindsOf(nodes, neighbors),
    reads,
    sets,
    from,
    after: Uint16Array.from(after),
    below,
  };
}

/** Tells letters apart, first by what they are to their neighbors, then by one set after the other. */
function kindsOf(nodes: readonly Node[], neighbors: readonly Neighbor[]): Uint8Array {
  const sets = new Set(nodes.flatMap((node) => (node.kind === 'read' ? [node.set] : [])));
  let kinds = Uint8Array.from(neighbors, (neighbor) => neighbors.indexOf(neighbor));
  for (const words of Array.from(sets, wordsOf)) {
    // One more than the first letter of a kind: none is 0.
    const firsts = new Uint8Array(2 * LETTERS);
    kinds = kinds.map((kind, letter) => {
      const bit = (cellOf(words, letter >> 5) >>> (letter & 31)) & 1;
      const place = kind * 2 + bit;
      const first = firsts[place] || letter + 1;
      firsts[place] = first;
      return first - 1;
    });
  }
  return kinds;
}

/** Numbers of nodes, each once. A list is used again and again, since to make new ones is slow. */
export class NodeList {
  readonly nodes: Uint16Array;
  length = 0;
  /** Node → the last round in which it was added. */
  readonly #added: Uint32Array;
  #round = 0;

  constructor(size: number) {
    this.nodes = new Uint16Array(size);
    this.#added = new Uint32Array(size);
  }

  /** @throws RangeError where it has no such place: a bug */
  at(place: number): number {
    return cellOf(this.nodes, place);
  }

  clear(): void {
    this.length = 0;
    this.#round += 1;
  }

  has(node: number): boolean {
    return this.#added[node] === this.#round;
  }

  add(node: number): void {
    if (this.#added[node] === this.#round) return;
    this.#added[node] = this.#round;
    this.nodes[this.length++] = node;
  }
}

/**
 * The number at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not a fault of an expression
 */
export function cellOf(numbers: Uint16Array | Uint32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined)
    throw new RangeError(`Index ${index} is outside of ${numbers.length} numbers`);
  return number;
}
