import { EDGE, type Neighbor, OTHER, passes } from './automaton.ts';
import { cellOf, type FlatAutomaton, LETTERS, NodeList, SET_WORDS } from './flat-automaton.ts';

// Matches an origin: how many nodes for each character, how much is remembered.

/** Where all threads of the automaton stand between two characters. */
export interface State {
  /** Its first {@link size} are the nodes that read next, and what they ask. */
  readonly nodes: Uint16Array;
  readonly size: number;
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

/**
 * The most nodes of an expression that is not determinized at once, and so the most that are looked
 * at for one character. Fifty are usual. The longest origin, of 1,024 characters, then takes one or
 * two milliseconds, and one of http or https a third of that.
 */
export const MAX_NODES_A_CHARACTER = 300;
/** What a machine remembers from text to text: numbers of nodes, and a number of these a state. */
const MAX_REMEMBERED = 20_000;
const STATE_COST = 16;
/** The same for one that remembers all there is. */
const MAX_WHOLE = 200_000;
/** Nodes that are looked at to find all there is: some tens of milliseconds. */
const MAX_DETERMINIZING = 150_000;

/**
 * States that are remembered anew in one text. Few expressions have more, and to remember one costs
 * as much as to look at hundreds of nodes.
 */
const MAX_NEW = 32;

/** Of a state that is not remembered. */
const NO_STEPS: State['steps'] = new Map();

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
  #next: NodeList;
  /** The nodes of the last state, if that is not remembered. */
  #last: NodeList;
  readonly #covered: NodeList;
  readonly #states = new Map<string, State>();
  readonly #maxNew: number;
  /** States remembered anew in this text. */
  #new = 0;
  #remembered = 0;
  #initial: State | undefined;

  /** Nodes looked at so far, for tests. */
  visits = 0;

  /**
   * @param start the node that it begins at
   * @param searches whether it begins at every place of the text, rather than at the first alone
   * @param reversed whether the text is given from right to left
   * @param isWhole whether it is to remember all there is
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
    this.#maxNew = options.isWhole ? Number.POSITIVE_INFINITY : MAX_NEW;
    const { length } = flat.nodes;
    this.#open = new NodeList(length);
    this.#next = new NodeList(length);
    this.#last = new NodeList(length);
    this.#covered = new NodeList(length);
  }

  /** Where a new text begins. */
  begin(): State {
    this.#new = 0;
    if (this.#maxNew === MAX_NEW && this.#remembered > MAX_REMEMBERED) {
      this.#states.clear();
      this.#initial = undefined;
      this.#remembered = 0;
    }
    if (this.#initial === undefined) {
      this.#next.clear();
      this.#next.add(this.#start);
      this.#initial = this.#stateOf(this.#next, EDGE);
    }
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
    if (step.to.steps !== NO_STEPS) {
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
      if (this.visits > MAX_DETERMINIZING || this.#remembered > MAX_WHOLE) return false;
    }
    return true;
  }

  #follow(state: State, letter: number, bits: number): Step {
    // No arrays are taken apart here: until it is compiled, that is slow.
    const open = this.#open;
    const next = this.#next;
    const beyond = this.#flat.neighbors[letter] ?? OTHER;
    const left = this.#reversed ? beyond : state.behind;
    const right = this.#reversed ? state.behind : beyond;
    open.clear();
    next.clear();
    for (let i = 0; i < state.size; i++) open.add(cellOf(state.nodes, i));
    let accepts = false;
    // What is added meanwhile is looked at as well.
    for (let place = 0; place < open.length; place++) {
      const at = open.at(place);
      if (this.#pass(at, letter)) continue;
      const node = this.#flat.nodes[at];
      if (node?.kind === 'accept') accepts = true;
      else if (node !== undefined && passes(node, left, right, bits)) open.add(node.next);
    }
    this.visits += open.length;
    if (this.#searches) next.add(this.#start);
    return { accepts, to: this.#stateOf(next, beyond) };
  }

  /** Goes on from a node that reads or forks; false for any other. */
  #pass(at: number, letter: number): boolean {
    const { reads, sets, from, after } = this.#flat;
    const first = cellOf(from, at);
    const end = cellOf(from, at + 1);
    if (reads[at] === 1) {
      const word = cellOf(sets, at * SET_WORDS + (letter >> 5));
      if (((word >>> (letter & 31)) & 1) === 1) this.#next.add(cellOf(after, first));
      return true;
    }
    for (let i = first; i < end; i++) this.#open.add(cellOf(after, i));
    return end > first;
  }

  #stateOf(next: NodeList, behind: Neighbor): State {
    if (this.#new >= this.#maxNew) {
      this.#next = this.#last;
      this.#last = next;
      return { nodes: next.nodes, size: next.length, behind, steps: NO_STEPS };
    }
    const nodes = this.#withoutBelow(next.nodes.slice(0, next.length)).sort();
    const key: string = Reflect.apply(String.fromCharCode, undefined, nodes) + behind;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: State = { nodes, size: nodes.length, behind, steps: new Map() };
    this.#states.set(key, state);
    this.#new += 1;
    this.#remembered += nodes.length + STATE_COST;
    return state;
  }

  /** Leaves out nodes that accept nothing but what another of them does, too. */
  #withoutBelow(found: Uint16Array): Uint16Array {
    const { below } = this.#flat;
    if (below.length === 0) return found;
    const covered = this.#covered;
    covered.clear();
    for (const at of found) for (const lower of below[at] ?? []) covered.add(lower);
    for (let place = 0; place < covered.length; place++) {
      for (const lower of below[covered.at(place)] ?? []) covered.add(lower);
    }
    return found.filter((at) => !covered.has(at));
  }
}
