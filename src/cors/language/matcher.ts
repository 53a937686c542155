import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import type { Automaton } from './automaton.ts';
import { buildAutomaton, NoAutomaton, TOO_LARGE_TO_MATCH } from './build-automaton.ts';
import { indexAt } from './characters.ts';
import { cellOf, END, flatten } from './flat-automaton.ts';
import { MAX_NODES_A_CHARACTER, Machine } from './machine.ts';

// Matches an expression in linear time, look-arounds included; refuses one whose decision would
// take too much work.

export interface Matcher {
  /** Why the expression cannot be used, where it matches nothing for that reason. */
  readonly unusable?: NoAutomaton;
  /** Says of a text of printable ASCII what the expression's `test` would say. */
  readonly matches: (text: string) => boolean;
  /** Nodes looked at so far, at most {@link MAX_NODES_A_CHARACTER} for each character. */
  readonly visits: () => number;
}

/** In larger automata, each look-around doubles what a place in the text may look like. */
const MAX_DETERMINIZED_LOOKS = 4;

/** A setting rarely contains this many. */
const known = new BoundedMap<string, Matcher>(128);

/**
 * The matcher of an expression, made once. Nothing that happens to the expression changes it.
 */
export function matcherOf(expression: RegExp): Matcher {
  return remember(known, `/${expression.source}/${expression.flags}`, () =>
    makeMatcher(expression),
  );
}

function makeMatcher(expression: RegExp): Matcher {
  try {
    return createMatcher(buildAutomaton(expression));
  } catch (error) {
    if (!(error instanceof NoAutomaton)) throw error;
    return { unusable: error, matches: () => false, visits: () => 0 };
  }
}

/**
 * Makes a matcher of an automaton whose look-aheads are read from right to left. Each look-around
 * gets a pass of its own over the text, the innermost first, which notes at which places it holds;
 * what encloses it reads the notes.
 *
 * @throws NoAutomaton where a character could take more than {@link MAX_NODES_A_CHARACTER}
 */
function createMatcher(automaton: Automaton): Matcher {
  const { start, searches, looks, nodes } = automaton;
  const flat = flatten(automaton);
  const isWhole = nodes.length > MAX_NODES_A_CHARACTER;
  const main = new Machine(flat, { start, searches, reversed: false, isWhole });
  const passes = looks.map((look) => ({
    ahead: look.ahead,
    machine: new Machine(flat, {
      start: look.start,
      searches: true,
      reversed: look.ahead,
      isWhole,
    }),
  }));
  const machines = [main, ...passes.map(({ machine }) => machine)];
  const isPrepared = () =>
    looks.length <= MAX_DETERMINIZED_LOOKS &&
    machines.every((each) => each.determinize(looks.length));
  if (isWhole && !isPrepared()) throw new NoAutomaton('regexp-too-slow', TOO_LARGE_TO_MATCH);

  const matches = (text: string): boolean => {
    // Which look-arounds hold at each place; without any, no place is kept.
    const bits = new Uint32Array(passes.length === 0 ? 0 : text.length + 1);
    passes.forEach((pass, look) => {
      note(pass, text, bits, look);
    });
    let state = main.begin();
    for (let place = 0; place <= text.length; place++) {
      const letter = place < text.length ? indexAt(text, place) : END;
      const { accepts, to } = main.step(state, letter, bits[place] ?? 0);
      if (accepts) return true;
      if (to.size === 0) return false;
      state = to;
    }
    return false;
  };
  return {
    matches,
    visits: () => machines.reduce((sum, { visits }) => sum + visits, 0),
  };
}

/** Notes the places at which a look-around holds: a look-ahead from the right. */
function note(
  { machine, ahead }: { readonly machine: Machine; readonly ahead: boolean },
  text: string,
  bits: Uint32Array,
  look: number,
): void {
  let state = machine.begin();
  for (let read = 0; read <= text.length; read++) {
    const place = ahead ? text.length - read : read;
    const letter = read < text.length ? indexAt(text, ahead ? place - 1 : place) : END;
    const before = cellOf(bits, place);
    const { accepts, to } = machine.step(state, letter, before);
    if (accepts) bits[place] = before | (1 << look);
    state = to;
  }
}
