// Matches: follows all threads of an automaton at once, and remembers where they led.
import { EDGE, type Neighbor, OTHER, passes } from './automaton.ts';
import { type FlatAutomaton, LETTERS, WORDS } from './flat-automaton.ts';

/** Where all threads of the automaton stand between two characters. */
export interface State {
  readonly nodes: Uint16Array;
  /** The character that was read last. */
  readonly behind: Neighbor;
  readonly steps: Map<number, Step>;
}

/** What the next character makes of a state. */
export interface Step {
  /** Whether the automaton accepts before that character. */
  readonly accepts: boolean;
  readonly to: State;
}

/** What a machine may remember: numbers of nodes, steps, and a number of these for each state. */
const MAX_REMEMBERED = 20_000;
const STATE_COST = 16;
/** The same for one that remembers all there is. */
const MAX_WHOLE = 200_000;
/** Nodes that are looked at to find all there is: some tens of milliseconds. */
const MAX_DETERMINIZING = 150_000;

/** Clearing the memory more often than this within one text is no gain. */
const MAX_CLEARINGS = 2;

const NO_STEPS: State['steps'] = new Map();

/** Numbers of nodes, each once. A list is used again and again, since to make new ones is slow. */
class NodeList {
  readonly nodes: Uint16Array;
  length = 0;
  /** Node → the last round in which it was added. */
  readonly #added: Uint32Array;
  #round = 0;

  constructor(size: number) {
    this.nodes = new Uint16Array(size);
    this.#added = new Uint32Array(size);
  }

  clear(): void {
    this.length = 0;
    this.#round += 1;
  }

  has(node: number): boolean {
    return this.#added[node] === this.#round;
  }

  add(node: number): void {
    if (this.has(node)) return;
    this.#added[node] = this.#round;
    this.nodes[this.length++] = node;
  }
}

/**
 * Follows all threads of an automaton at once, and remembers where a character led from where: the
 * work for a text of n characters is at most n times the number of nodes, mostly n look-ups.
 *
 * https://swtch.com/~rsc/regexp/regexp3.html
 */
export class Machine {
  readonly #flat: FlatAutomaton;
  readonly #start: number;
  readonly #searches: boolean;
  readonly #reversed: boolean;
  readonly #open: NodeList;
  readonly #next: NodeList;
  readonly #covered: NodeList;
  readonly #states = new Map<string, State>();
  readonly #room: number;
  #remembered = 0;
  #clearings = 0;
  #initial: State | undefined;

  /** Nodes looked at so far, for tests. */
  visits = 0;

  /**
   * @param start the node that it begins at
   * @param searches whether it begins at every place of the text, rather than at the first alone
   * @param reversed whether the text is given from right to left
   * @param isWhole whether it is to remember all there is, rather than the last
   */
  constructor(
    flat: FlatAutomaton,
    options: Readonly<{
      start: number;
      searches: boolean;
      reversed: boolean;
      isWhole: boolean;
    }>,
  ) {
    this.#flat = flat;
    this.#start = options.start;
    this.#searches = options.searches;
    this.#reversed = options.reversed;
    this.#room = options.isWhole ? MAX_WHOLE : MAX_REMEMBERED;
    const { length } = flat.nodes;
    this.#open = new NodeList(length);
    this.#next = new NodeList(length);
    this.#covered = new NodeList(length);
  }

  /** Where a new text begins. */
  begin(): State {
    this.#clearings = 0;
    this.#initial ??= this.#stateOf(Uint16Array.of(this.#start), EDGE);
    return this.#initial;
  }

  /** The number of a character → that of the first that is never told from it. */
  kindOf(letter: number): number {
    return this.#flat.kinds[letter] ?? letter;
  }

  /**
   * @param letter the number of the next character, or `END`
   * @param bits which look-arounds hold before it, one bit for each
   */
  step(state: State, letter: number, bits: number): Step {
    const kind = this.kindOf(letter);
    const key = bits * LETTERS + kind;
    const known = state.steps.get(key);
    if (known !== undefined) return known;
    const step = this.#follow(state, kind, bits);
    if (this.#clearings <= MAX_CLEARINGS) {
      state.steps.set(key, step);
      this.#remembered += 1;
    }
    return step;
  }

  /**
   * Finds all states and remembers them, so that a text is nothing but look-ups.
   *
   * @param looks how many look-arounds there are to ask for
   * @returns whether there are few enough
   */
  determinize(looks: number): boolean {
    const letters = new Set(this.#flat.kinds);
    const states = new Set([this.begin()]);
    // A set lists what is added while it is walked.
    for (const state of states) {
      for (const letter of letters) {
        for (let bits = 0; bits < 1 << looks; bits++) states.add(this.step(state, letter, bits).to);
      }
      if (this.visits > MAX_DETERMINIZING || this.#clearings > 0) return false;
    }
    return true;
  }

  #follow(state: State, letter: number, bits: number): Step {
    const [open, next] = [this.#open, this.#next];
    const beyond = this.#flat.neighbors[letter] ?? OTHER;
    const [left, right] = this.#reversed ? [beyond, state.behind] : [state.behind, beyond];
    open.clear();
    next.clear();
    for (const at of state.nodes) open.add(at);
    let accepts = false;
    // What is added meanwhile is looked at as well.
    for (let place = 0; place < open.length; place++) {
      const at = open.nodes[place] ?? 0;
      if (this.#pass(at, letter)) continue;
      const node = this.#flat.nodes[at];
      if (node?.kind === 'accept') accepts = true;
      else if (node !== undefined && passes(node, left, right, bits)) open.add(node.next);
    }
    this.visits += open.length;
    if (this.#searches) next.add(this.#start);
    return {
      accepts,
      to: this.#stateOf(next.nodes.subarray(0, next.length), beyond),
    };
  }

  /** Goes on from a node that reads or forks; false for any other. */
  #pass(at: number, letter: number): boolean {
    const { reads, sets, from, after } = this.#flat;
    const [first = 0, end = 0] = [from[at], from[at + 1]];
    if (reads[at] === 1) {
      const word = sets[at * WORDS + (letter >> 5)] ?? 0;
      if (((word >>> (letter & 31)) & 1) === 1) this.#next.add(after[first] ?? 0);
      return true;
    }
    for (let i = first; i < end; i++) this.#open.add(after[i] ?? 0);
    return end > first;
  }

  #stateOf(found: Uint16Array, behind: Neighbor): State {
    if (this.#clearings > MAX_CLEARINGS) return { nodes: found.slice(), behind, steps: NO_STEPS };
    const nodes = this.#withoutBelow(found).sort();
    const key: string = Reflect.apply(String.fromCharCode, undefined, nodes) + behind;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#remembered + nodes.length > this.#room) {
      this.#states.clear();
      this.#initial = undefined;
      this.#remembered = 0;
      this.#clearings += 1;
    }
    const state: State = { nodes, behind, steps: new Map() };
    this.#states.set(key, state);
    this.#remembered += nodes.length + STATE_COST;
    return state;
  }

  /** Leaves out nodes that accept nothing but what another of them does, too. */
  #withoutBelow(found: Uint16Array): Uint16Array {
    const { below } = this.#flat;
    if (below.length === 0) return found.slice();
    const covered = this.#covered;
    covered.clear();
    for (const at of found) for (const lower of below[at] ?? []) covered.add(lower);
    for (let place = 0; place < covered.length; place++) {
      for (const lower of below[covered.nodes[place] ?? 0] ?? []) covered.add(lower);
    }
    return found.filter((at) => !covered.has(at));
  }
}
