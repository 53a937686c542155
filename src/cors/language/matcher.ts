import { BoundedMap } from '../bounded-map.ts';
import type { Automaton } from './automaton.ts';
import { buildAutomaton, NoAutomaton } from './build-automaton.ts';
import { indexAt } from './characters.ts';
import { END, Machine } from './machine.ts';

/** Says of a text of printable ASCII what the expression's `test` would say. */
export interface Matcher {
  /** Why the expression cannot be used, where it matches nothing for that reason. */
  readonly unusable?: string;
  readonly matches: (text: string) => boolean;
  /** Nodes looked at so far; see the next. */
  readonly visits: () => number;
  /** The most nodes that one character makes it look at: those of the automaton, once for each pass. */
  readonly nodes: number;
}

/** A function may return a new expression each time. A setting rarely contains this many. */
const known = new BoundedMap<string, Matcher>(256);

/** The matcher of an expression, made once. Nothing that happens to the expression changes it. */
export function matcherOf(expression: RegExp): Matcher {
  const key = String(expression);
  const matcher = known.get(key) ?? makeMatcher(expression);
  known.set(key, matcher);
  return matcher;
}

function makeMatcher(expression: RegExp): Matcher {
  try {
    return createMatcher(buildAutomaton(expression, true));
  } catch (error) {
    if (!(error instanceof NoAutomaton)) throw error;
    return { unusable: error.message, matches: () => false, visits: () => 0, nodes: 0 };
  }
}

/**
 * Makes a matcher of an automaton whose look-aheads are read from right to left. Each look-around
 * gets a pass of its own over the text, the innermost first, which notes at which places it holds;
 * what encloses it reads the notes.
 */
export function createMatcher(automaton: Automaton): Matcher {
  const { start, searches } = automaton;
  const main = new Machine(automaton, { start, searches, reversed: false });
  const passes = automaton.looks.map((look) => ({
    ahead: look.ahead,
    machine: new Machine(automaton, { start: look.start, searches: true, reversed: look.ahead }),
  }));
  const none = new Uint32Array(0);

  const matches = (text: string): boolean => {
    let bits = none;
    if (passes.length > 0) {
      bits = new Uint32Array(text.length + 1);
      passes.forEach(({ machine, ahead }, look) => {
        if (ahead) noteFromRight(machine, text, bits, look);
        else noteFromLeft(machine, text, bits, look);
      });
    }
    let state = main.begin();
    for (let place = 0; place <= text.length; place++) {
      const letter = place < text.length ? indexAt(text, place) : END;
      const { accepts, to } = main.step(state, letter, bits[place] ?? 0);
      if (accepts) return true;
      if (to.nodes.length === 0) return false;
      state = to;
    }
    return false;
  };
  const machines = [main, ...passes.map(({ machine }) => machine)];
  return {
    matches,
    visits: () => machines.reduce((sum, { visits }) => sum + visits, 0),
    nodes: automaton.nodes.length,
  };
}

function noteFromLeft(machine: Machine, text: string, bits: Uint32Array, look: number): void {
  let state = machine.begin();
  for (let place = 0; place <= text.length; place++) {
    const letter = place < text.length ? indexAt(text, place) : END;
    const before = bits[place] ?? 0;
    const { accepts, to } = machine.step(state, letter, before);
    if (accepts) bits[place] = before | (1 << look);
    state = to;
  }
}

function noteFromRight(machine: Machine, text: string, bits: Uint32Array, look: number): void {
  let state = machine.begin();
  for (let place = text.length; place >= 0; place--) {
    const letter = place > 0 ? indexAt(text, place - 1) : END;
    const before = bits[place] ?? 0;
    const { accepts, to } = machine.step(state, letter, before);
    if (accepts) bits[place] = before | (1 << look);
    state = to;
  }
}
