import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import { MAX_WEB_ORIGIN_LENGTH } from '../serialized-origin.ts';
import {
  type Automaton,
  buildAutomaton,
  MAX_NODES,
  type Neighbor,
  NoAutomaton,
  passes,
} from './automaton.ts';
import { ALPHABET_SIZE, characterAt, indexAt } from './characters.ts';

// Compiles an expression into a matcher that runs in linear time, even with lookarounds.

export interface Matcher {
  /** Returns what `test` would for a string of printable ASCII; `false` if it takes too long. */
  readonly matches: (text: string) => boolean;
  /** The number of nodes visited so far: for each character, at most all nodes of the automaton. */
  readonly visits: () => number;
}

/** The matchers of recent expressions. Nearly all settings contain fewer expressions than this. */
const known = new BoundedMap<string, Matcher>(128);

/**
 * Returns the matcher of an expression, from a cache if possible. Later changes to the expression
 * have no effect.
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

/**
 * The maximum product of nodes and characters: enough for any web origin with the largest
 * automaton. Only origins with other schemes are longer.
 */
const MAX_WORK = MAX_NODES * MAX_WEB_ORIGIN_LENGTH;

/**
 * Each lookaround gets its own pass over the text, innermost first. The pass records where the
 * lookaround holds, for the passes after it.
 */
function createMatcher(automaton: Automaton): Matcher {
  const main = new Threads(automaton);
  const lookarounds = automaton.looks.map(({ start, ahead }) => ({
    ahead,
    threads: new Threads({ ...automaton, start, searches: true }, ahead),
  }));
  return {
    matches: (text) => {
      // Limits the work, since anybody may send long strings repeatedly.
      if (text.length * automaton.nodes.length > MAX_WORK) return false;
      /** The lookarounds that hold at each position. */
      const bits: number[] = [];
      lookarounds.forEach(({ threads, ahead }, look) => {
        for (const place of acceptingPlaces(threads, text, ahead, bits)) {
          bits[place] = (bits[place] ?? 0) | (1 << look);
        }
      });
      for (const _ of acceptingPlaces(main, text, false, bits)) return true;
      return false;
    },
    visits: () => lookarounds.reduce((sum, { threads }) => sum + threads.visits, main.visits),
  };
}

/** Yields the positions of a string at which an automaton accepts. */
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

/** Marks the end of the string in place of a character's number. */
export const END = ALPHABET_SIZE;

/** Maps a character's number to its kind as a neighbor. */
const NEIGHBORS: readonly Neighbor[] = Array.from({ length: END + 1 }, (_, letter) => {
  if (letter === END) return 'edge';
  return /\w/.test(characterAt(letter)) ? 'word' : 'other';
});

/** The current nodes of all threads, and the kind of the previous character. */
export interface State {
  readonly nodes: readonly number[];
  readonly behind: Neighbor;
  /** Maps the number of the next character to the step computed for it. */
  readonly steps: Step[];
}

interface Step {
  /** Whether the automaton accepts before reading the character. */
  readonly accepts: boolean;
  readonly to: State;
}

/**
 * Larger states are not cached: there may be too many of them, and their longer keys are slower to
 * look up.
 */
const MAX_REMEMBERED_NODES = 16;

/**
 * The maximum number of cached states: most expressions have fewer. A state takes at most 5 kB,
 * regardless of what callers send.
 */
const MAX_STATES = 100;

/**
 * Follows all threads of an automaton at once, so that the work for a string is at most its length
 * times the number of nodes.
 *
 * https://swtch.com/~rsc/regexp/regexp2.html
 */
export class Threads {
  readonly #automaton: Automaton;
  readonly #reversed: boolean;
  readonly #states = new Map<string, State>();

  /** The number of nodes visited so far. */
  visits = 0;

  /** @param reversed whether strings are read from right to left */
  constructor(automaton: Automaton, reversed = false) {
    this.#automaton = automaton;
    this.#reversed = reversed;
  }

  /** Returns the state for these nodes. The default is the state at the beginning of a string. */
  state(nodes: readonly number[] = [this.#automaton.start], behind: Neighbor = 'edge'): State {
    const make = () => ({ nodes, behind, steps: [] });
    if (nodes.length > MAX_REMEMBERED_NODES) return make();
    if (this.#states.size >= MAX_STATES) this.#states.clear();
    return remember(this.#states, `${behind} ${nodes}`, make);
  }

  /**
   * Reads one more character.
   *
   * @param letter the character's number, or {@link END}
   * @param bits the lookarounds that hold before the character, one bit each
   */
  step(from: State, letter: number, bits = 0): Step {
    if (bits !== 0) return this.#computeStep(from, letter, bits);
    from.steps[letter] ??= this.#computeStep(from, letter, bits);
    return from.steps[letter];
  }

  #computeStep(from: State, letter: number, bits: number): Step {
    const { nodes, searches, start } = this.#automaton;
    const [now, next] = [new Set(from.nodes), new Set<number>()];
    const character = characterAt(letter);
    const beyond = NEIGHBORS[letter] ?? 'other';
    const [left, right] = this.#reversed ? [beyond, from.behind] : [from.behind, beyond];
    let accepts = false;
    // The loop includes elements that are added during it.
    for (const at of now) {
      const node = nodes[at];
      if (node?.kind === 'read') {
        if (node.set.includes(character)) next.add(node.next);
      } else if (node?.kind === 'accept') accepts = true;
      else if (node !== undefined && passes(node, left, right, bits)) {
        node.next.forEach((following) => {
          now.add(following);
        });
      }
    }
    this.visits += now.size;
    if (searches) next.add(start);
    return { accepts, to: this.state([...next], beyond) };
  }
}
