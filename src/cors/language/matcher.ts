import { BoundedMap, remember } from '../../memo/bounded-map.ts';
import { type Automaton, EDGE, type Neighbor, OTHER, passes, WORD } from './automaton.ts';
import { buildAutomaton, NoAutomaton } from './build-automaton.ts';
import { ALPHABET_SIZE, characterAt, indexAt } from './characters.ts';

// Matches an expression in linear time, look-arounds included.

export interface Matcher {
  /** Why the expression cannot be used, where it matches nothing for that reason. */
  readonly unusable?: NoAutomaton;
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
      return { unusable: error, matches: () => false, visits: () => 0 };
    }
  });
}

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
      /** Which look-arounds hold at each place. */
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
  threads.begin();
  for (let read = 0; read <= text.length && threads.nodes.length > 0; read++) {
    const place = fromRight ? text.length - read : read;
    const letter = read < text.length ? indexAt(text, fromRight ? place - 1 : place) : END;
    if (threads.read(letter, bits[place])) yield place;
  }
}

/** In place of a character's number: the text is over. */
export const END = ALPHABET_SIZE;

/** The number of a character → what it is to its neighbors. */
const NEIGHBORS: readonly Neighbor[] = Array.from({ length: ALPHABET_SIZE + 1 }, (_, letter) => {
  if (letter === END) return EDGE;
  return /\w/.test(characterAt(letter)) ? WORD : OTHER;
});

/**
 * Follows all threads of an automaton at once, so that the work for a text is at most its length
 * times the number of nodes.
 *
 * https://swtch.com/~rsc/regexp/regexp2.html
 */
export class Threads {
  readonly #automaton: Automaton;
  readonly #reversed: boolean;
  #now: NodeList;
  #next: NodeList;
  /** What the character that was read last is to its neighbors. */
  #behind: Neighbor = EDGE;

  /** Nodes looked at so far. */
  visits = 0;

  /** @param reversed whether it is given texts from right to left */
  constructor(automaton: Automaton, reversed = false) {
    this.#automaton = automaton;
    this.#reversed = reversed;
    this.#now = new NodeList(automaton.nodes.length);
    this.#next = new NodeList(automaton.nodes.length);
    this.begin();
  }

  /** The nodes at which it stands. */
  get nodes(): readonly number[] {
    return this.#now.nodes;
  }

  /** Begins a text, or goes on at the nodes where it stood. */
  begin(nodes: readonly number[] = [this.#automaton.start]): void {
    this.#now.clear();
    this.#now.addAll(nodes);
    this.#behind = EDGE;
  }

  /**
   * Reads one more character.
   *
   * @param letter its number, or {@link END}
   * @param bits which look-arounds hold before it, one bit for each
   * @returns whether the automaton accepts before it
   */
  read(letter: number, bits = 0): boolean {
    const { nodes, searches, start } = this.#automaton;
    const now = this.#now;
    const next = this.#next;
    const beyond = NEIGHBORS[letter] ?? OTHER;
    const behind = this.#behind;
    const [left, right] = this.#reversed ? [beyond, behind] : [behind, beyond];
    next.clear();
    let accepts = false;
    // What is added meanwhile is looked at as well.
    for (const at of now.nodes) {
      const node = nodes[at];
      if (node?.kind === 'read') {
        if (node.letters[letter] === 1) next.add(node.next);
      } else if (node?.kind === 'accept') accepts = true;
      else if (node !== undefined && passes(node, left, right, bits)) now.addAll(node.next);
    }
    this.visits += now.nodes.length;
    if (searches) next.add(start);
    this.#now = next;
    this.#next = now;
    this.#behind = beyond;
    return accepts;
  }
}

/** Numbers of nodes, each once. */
class NodeList {
  readonly nodes: number[] = [];
  /** Node → the last round in which it was added. */
  readonly #added: Uint32Array;
  #round = 1;

  constructor(size: number) {
    this.#added = new Uint32Array(size);
  }

  clear(): void {
    this.nodes.length = 0;
    this.#round += 1;
  }

  add(node: number): void {
    if (this.#added[node] === this.#round) return;
    this.#added[node] = this.#round;
    this.nodes.push(node);
  }

  addAll(nodes: readonly number[]): void {
    for (const node of nodes) this.add(node);
  }
}
