import { type Automaton, EDGE, type Neighbor, OTHER, onward, WORD } from './automaton.ts';
import { ALPHABET_SIZE, characterAt, wordsOf } from './characters.ts';

/** In place of a character's number: the text is over. */
export const END = ALPHABET_SIZE;
const LETTERS = ALPHABET_SIZE + 1;
/** 32-bit words of a set. */
const WORDS = 3;

const NEIGHBORS: readonly Neighbor[] = Array.from({ length: LETTERS }, (_, letter) => {
  if (letter === END) return EDGE;
  return /\w/.test(characterAt(letter)) ? WORD : OTHER;
});

/** Where all threads of the automaton stand between two characters. */
interface State {
  readonly nodes: readonly number[];
  /** The character that was read last. */
  readonly behind: Neighbor;
  readonly steps: Map<number, Step>;
}

/** What the next character makes of a state. */
interface Step {
  /** Whether the automaton accepts before that character. */
  readonly accepts: boolean;
  readonly to: State;
}

/** What a machine may remember: node numbers, at 8 bytes each, and as many again for each step. */
const MAX_REMEMBERED = 20_000;
const STATE_COST = 16;

/** Clearing the memory more often than this within one text is no gain. */
const MAX_CLEARINGS = 2;

/**
 * Follows all threads of an automaton at once, and remembers where a character led from where: the
 * work for a text of n characters is at most n times the number of nodes, mostly n look-ups.
 *
 * https://swtch.com/~rsc/regexp/regexp3.html
 */
export class Machine {
  readonly #automaton: Automaton;
  readonly #start: number;
  readonly #searches: boolean;
  readonly #reversed: boolean;
  /** The sets of the nodes that read, {@link WORDS} for each node. */
  readonly #sets: Uint32Array;
  /** Node → the last closure that met it. */
  readonly #met: Uint32Array;
  readonly #states = new Map<string, State>();
  #round = 0;
  #remembered = 0;
  #clearings = 0;
  #initial: State | undefined;

  /** Nodes looked at so far, for tests. */
  visits = 0;

  /**
   * @param start the node that it begins at
   * @param searches whether it begins at every place of the text, rather than at the first alone
   * @param reversed whether the text is given from right to left
   */
  constructor(
    automaton: Automaton,
    options: { readonly start: number; readonly searches: boolean; readonly reversed: boolean },
  ) {
    this.#automaton = automaton;
    this.#start = options.start;
    this.#searches = options.searches;
    this.#reversed = options.reversed;
    const { nodes } = automaton;
    this.#met = new Uint32Array(nodes.length);
    this.#sets = new Uint32Array(nodes.length * WORDS);
    nodes.forEach((node, number) => {
      if (node.kind === 'read') this.#sets.set(wordsOf(node.set), number * WORDS);
    });
  }

  /** Where a new text begins. */
  begin(): State {
    this.#clearings = 0;
    this.#initial ??= this.#stateOf([this.#start], EDGE);
    return this.#initial;
  }

  /**
   * @param letter the number of the next character, or {@link END}
   * @param bits which look-arounds hold before it, one bit for each
   */
  step(state: State, letter: number, bits: number): Step {
    const key = bits * LETTERS + letter;
    const known = state.steps.get(key);
    if (known !== undefined) return known;
    const step = this.#follow(state, letter, bits);
    if (this.#clearings <= MAX_CLEARINGS) {
      state.steps.set(key, step);
      this.#remembered += 1;
    }
    return step;
  }

  #follow({ nodes, behind }: State, letter: number, bits: number): Step {
    const ahead = NEIGHBORS[letter] ?? OTHER;
    const [left, right] = this.#reversed ? [ahead, behind] : [behind, ahead];
    const stack = [...nodes];
    const next: number[] = [];
    let accepts = false;
    this.#round += 1;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.#met[at] === this.#round) continue;
      this.#met[at] = this.#round;
      this.visits += 1;
      const node = this.#automaton.nodes[at];
      if (node === undefined) continue;
      if (node.kind === 'accept') accepts = true;
      if (node.kind === 'read' && this.#has(at, letter)) next.push(node.next);
      for (const each of onward(node, left, right, bits)) stack.push(each);
    }
    if (this.#searches) next.push(this.#start);
    return { accepts, to: this.#stateOf(next, ahead) };
  }

  #has(node: number, letter: number): boolean {
    const word = this.#sets[node * WORDS + (letter >> 5)] ?? 0;
    return ((word >>> (letter & 31)) & 1) === 1;
  }

  #stateOf(unordered: readonly number[], behind: Neighbor): State {
    const nodes = [...new Set(unordered)].sort((a, b) => a - b);
    const key = `${behind}:${nodes}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: State = { nodes, behind, steps: new Map() };
    if (this.#remembered + nodes.length > MAX_REMEMBERED) {
      this.#states.clear();
      this.#initial = undefined;
      this.#remembered = 0;
      this.#clearings += 1;
    }
    if (this.#clearings <= MAX_CLEARINGS) {
      this.#states.set(key, state);
      this.#remembered += nodes.length + STATE_COST;
    }
    return state;
  }
}
