import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import { MAX_WEB_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { type Automaton, EDGE, type Neighbor, OTHER, passes, WORD } from './automaton.ts';
import { buildAutomaton, MAX_NODES, NoAutomaton } from './build-automaton.ts';
import { ALPHABET_SIZE, characterAt, indexAt } from './characters.ts';

// Compiles an expression into a matcher, which takes linear time, lookarounds included.

export interface Matcher {
  /** Says of a text of printable ASCII what the expression's `test` would say. */
  readonly matches: (text: string) => boolean;
  /** Nodes looked at so far: at most those of the automaton for each character. */
  readonly visits: () => number;
}

/** A setting rarely contains this many. */
const known = new BoundedMap<string, Matcher>(128);

/**
 * The matcher of an expression, made once. Nothing that happens to the expression changes it.
 */
export function matcherOf(expression: RegExp): Matcher {
  return remember(known, `/${expression.source}/${expression.flags}`, () => {
    try {
      return createMatcher(buildAutomaton(expression));
    } catch (error) {
      if (!(error instanceof NoAutomaton)) throw error;
      return { matches: () => false, visits: () => 0 };
    }
  });
}

/** Nodes times characters: each web origin with the largest automaton. Longer texts are other schemes'. */
const MAX_WORK = MAX_NODES * MAX_WEB_ORIGIN_LENGTH;

/**
 * Each look-around gets a pass of its own over the text, the innermost first, which notes at which
 * places it holds; what encloses it reads the notes.
 */
function createMatcher(automaton: Automaton): Matcher {
  const main = new Threads(automaton);
  const looks = automaton.looks.map(({ start, ahead }) => ({
    ahead,
    threads: new Threads({ ...automaton, start, searches: true }, ahead),
  }));
  return {
    matches: (text) => {
      // Anybody may send a long one, again and again.
      if (text.length * automaton.nodes.length > MAX_WORK) return false;
      /** Which lookarounds hold at each place. */
      const bits: number[] = [];
      looks.forEach(({ threads, ahead }, look) => {
        for (const place of acceptingPlaces(threads, text, ahead, bits)) {
          bits[place] = (bits[place] ?? 0) | (1 << look);
        }
      });
      for (const _ of acceptingPlaces(main, text, false, bits)) return true;
      return false;
    },
    visits: () => looks.reduce((sum, { threads }) => sum + threads.visits, main.visits),
  };
}

/** The places of a text before which an automaton accepts. */
function* acceptingPlaces(
  threads: Threads,
  text: string,
  fromRight: boolean,
  bits: readonly number[],
) {
  let state = threads.state();
  for (let read = 0; read <= text.length && state.nodes.length > 0; read++) {
    const place = fromRight ? text.length - read : read;
    const letter = read < text.length ? indexAt(text, fromRight ? place - 1 : place) : END;
    const { accepts, to } = threads.step(state, letter, bits[place]);
    if (accepts) yield place;
    state = to;
  }
}

/** In place of a character's number: the text is over. */
export const END = ALPHABET_SIZE;

/** The number of a character → its kind, as its neighbors see it. */
const NEIGHBORS: readonly Neighbor[] = Array.from({ length: ALPHABET_SIZE + 1 }, (_, letter) => {
  if (letter === END) return EDGE;
  return /\w/.test(characterAt(letter)) ? WORD : OTHER;
});

/** The nodes at which all threads stand, and what the character before is to its neighbors. */
export interface State {
  readonly nodes: readonly number[];
  readonly behind: Neighbor;
  /** Number of the next character → what was found out before. */
  readonly steps: Step[];
}

interface Step {
  /** Whether the automaton accepts before the character. */
  readonly accepts: boolean;
  readonly to: State;
}

/** States with more nodes are not remembered: there may be too many, and to find them takes longer. */
const MOST_REMEMBERED_NODES = 16;

/** More than most expressions have. A state takes up to 5 kB, whatever callers send. */
const MAX_STATES = 100;

/**
 * Follows all threads of an automaton at once, so that the work for a text is at most its length
 * times the number of nodes.
 *
 * https://swtch.com/~rsc/regexp/regexp2.html
 */
export class Threads {
  readonly #automaton: Automaton;
  readonly #reversed: boolean;
  readonly #states = new Map<string, State>();

  /** Nodes looked at so far. */
  visits = 0;

  /** @param reversed whether it is given texts from right to left */
  constructor(automaton: Automaton, reversed = false) {
    this.#automaton = automaton;
    this.#reversed = reversed;
  }

  /** Where it stands at the beginning of a text, or where it stood. */
  state(nodes: readonly number[] = [this.#automaton.start], behind: Neighbor = EDGE): State {
    const make = () => ({ nodes, behind, steps: [] });
    if (nodes.length > MOST_REMEMBERED_NODES) return make();
    if (this.#states.size >= MAX_STATES) this.#states.clear();
    return remember(this.#states, `${behind} ${nodes}`, make);
  }

  /**
   * Reads one more character.
   *
   * @param letter its number, or {@link END}
   * @param bits which lookarounds hold before it, one bit for each
   */
  step(from: State, letter: number, bits = 0): Step {
    if (bits !== 0) return this.#stepAnew(from, letter, bits);
    from.steps[letter] ??= this.#stepAnew(from, letter, bits);
    return from.steps[letter];
  }

  #stepAnew(from: State, letter: number, bits: number): Step {
    const { nodes, searches, start } = this.#automaton;
    const [now, next] = [new Set(from.nodes), new Set<number>()];
    const beyond = NEIGHBORS[letter] ?? OTHER;
    const [left, right] = this.#reversed ? [beyond, from.behind] : [from.behind, beyond];
    let accepts = false;
    // What is added meanwhile is looked at as well.
    for (const at of now) {
      const node = nodes[at];
      if (node?.kind === 'read') {
        if (node.letters[letter] === 1) next.add(node.next);
      } else if (node?.kind === 'accept') accepts = true;
      else if (node !== undefined && passes(node, left, right, bits)) addAll(now, node.next);
    }
    this.visits += now.size;
    if (searches) next.add(start);
    return { accepts, to: this.state([...next], beyond) };
  }
}

function addAll(set: Set<number>, added: readonly number[]): void {
  for (const each of added) set.add(each);
}
