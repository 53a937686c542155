// Where all threads of an automaton stand, look-arounds included, for the product.
import { remember } from '../../memo/bounded-map.ts';
import type { Automaton, Neighbor, Node } from './automaton.ts';
import { NEIGHBORS } from './automaton.ts';
import { type CharacterSet, EVERY_CHARACTER, partition } from './characters.ts';
import {
  type Choice,
  Closures,
  type Context,
  MATCHED,
  type Path,
  SEARCHING,
  unique,
} from './closures.ts';
import { elementOf } from './node-list.ts';
import { NotComputed, type Work } from './work.ts';

/**
 * Where the threads of an automaton stand between two characters. One thread follows the expression;
 * each look-ahead that it passed put another beside it, and all must come to their end:
 * one of `must` is to match, one of `not` is to fail.
 */
export interface Stand extends Nodes {
  /** Stands of one automaton that are alike are one, and have a number. */
  readonly key: number;
}

interface Nodes {
  readonly main: number;
  /** Nodes of positive look-aheads: each of these threads must come to accept. */
  readonly must: readonly number[];
  /** Nodes of negative look-aheads: none of these threads may ever accept. */
  readonly not: readonly number[];
  /** For each look-behind, where all its threads stand. What is past is known. */
  readonly behind: readonly (readonly number[])[];
}

/** One way to go on at a place: the nodes that are going to read the next character. */
export interface Way extends Nodes {
  /** Whether there is one thread alone. */
  readonly isPlain: boolean;
}

/** Characters that lead to the same stand. */
export interface Turn {
  readonly set: CharacterSet;
  readonly to: Stand;
}

/** What it takes to settle one thread, in steps of others. */
const SETTLING_WORK = 4;

/** Look-aheads within look-behinds: each doubles the ways. */
const MAX_GUESSES = 4;

/** Moves the threads of one automaton, all of whose bodies are read from left to right. */
export class Threads {
  readonly #automaton: Automaton;
  readonly #behind: readonly { readonly look: number; readonly start: number }[];
  /** Look-aheads that a look-behind asks about, where a guess takes the place of knowing. */
  readonly #guessed: readonly number[];
  readonly #closures: Closures;
  readonly #work: Work;
  readonly #ways = new Map<number, readonly Way[]>();
  readonly #stands = new Map<string, Stand>();
  /** Of ways with one thread alone, by what that reads. */
  readonly #turns = new Map<Way | number, readonly Turn[]>();

  constructor(automaton: Automaton, work: Work) {
    this.#automaton = automaton;
    this.#work = work;
    this.#behind = automaton.looks.flatMap(({ ahead, start }, look) =>
      ahead ? [] : [{ look, start }],
    );
    this.#closures = new Closures(automaton, work);
    this.#guessed = this.#closures.aheadWithin(this.#behind.map(({ start }) => start));
    if (this.#guessed.length > MAX_GUESSES) throw new NotComputed();
  }

  /** Where a text begins. */
  begin(): Stand {
    const { searches, start } = this.#automaton;
    const behind = this.#behind.map(() => []);
    return this.#stand({ main: searches ? SEARCHING : start, must: [], not: [], behind });
  }

  /** The node with a number that a way names. */
  readerAt(at: number): Extract<Node, { kind: 'read' }> {
    const node = this.#automaton.nodes[at];
    if (node?.kind !== 'read') throw new RangeError(`Node ${at} reads nothing.`);
    return node;
  }

  /** Every way to go on from a stand, between two neighbors. At the end of a text, see `isOver`. */
  ways(stand: Stand, left: Neighbor, right: Neighbor): readonly Way[] {
    const key = (stand.key * NEIGHBORS + left) * NEIGHBORS + right;
    return remember(this.#ways, key, () => {
      const guesses = Array.from({ length: 1 << this.#guessed.length }, (_, guess) => guess);
      return guesses.flatMap((guess) => this.#waysGuessing(stand, left, right, guess));
    });
  }

  /** Where a way leads with each character that it can read. */
  turns(way: Way): readonly Turn[] {
    const key = way.isPlain ? way.main : way;
    return remember(this.#turns, key, () => {
      const sets = new Map<Stand, CharacterSet>();
      const reads = way.must.reduce((all, at) => all & this.#setAt(at), this.#setAt(way.main));
      const tests = [...way.not, ...way.behind.flat()].map((at) => this.#setAt(at));
      for (const part of reads === 0n ? [] : partition(reads, tests)) {
        const to = this.#after(way, part);
        sets.set(to, (sets.get(to) ?? 0n) | part);
      }
      return Array.from(sets, ([to, set]) => ({ set, to }));
    });
  }

  #setAt(at: number): CharacterSet {
    return at < 0 ? EVERY_CHARACTER : this.readerAt(at).set;
  }

  #after(way: Way, set: CharacterSet): Stand {
    this.#work.add(1);
    const nextOf = (at: number) => (at < 0 ? at : this.readerAt(at).next);
    const met = (at: number) => (this.#setAt(at) & set) !== 0n;
    return this.#stand({
      main: nextOf(way.main),
      must: unique(way.must.map(nextOf)),
      not: unique(way.not.filter(met).map(nextOf)),
      behind: way.behind.map((threads) => unique(threads.filter(met).map(nextOf))),
    });
  }

  #stand(nodes: Nodes): Stand {
    const { main, must, not, behind } = nodes;
    const text = `${main} ${must} ${not} ${behind.join(';')}`;
    return remember(this.#stands, text, () => ({ ...nodes, key: this.#stands.size }));
  }

  /** Whether a way is one to an end, where nothing more is read. */
  isOver({ main, must }: Nodes): boolean {
    return main === MATCHED && must.length === 0;
  }

  #waysGuessing(stand: Stand, left: Neighbor, right: Neighbor, guess: number): Way[] {
    const must: number[] = [...stand.must];
    const not: number[] = [...stand.not];
    let bits = 0;
    this.#guessed.forEach((look, i) => {
      const { start } = elementOf(this.#automaton.looks, look);
      if (((guess >> i) & 1) === 1) bits |= 1 << look;
      (((guess >> i) & 1) === 1 ? must : not).push(start);
    });
    const behind = this.#behind.map(({ look, start }, i) => {
      const threads = [start, ...elementOf(stand.behind, i)];
      const paths = threads.flatMap((at) => this.#closures.pathsGuessed(at, { left, right, bits }));
      if (paths.some(({ at }) => at === MATCHED)) bits |= 1 << look;
      return unique(paths.flatMap(({ at }) => (at === MATCHED ? [] : at)));
    });
    const context = { left, right, bits };
    const found: Nodes[] = [];
    const mains = stand.main === MATCHED ? [MATCHED_PATH] : this.#mainPaths(stand.main, context);
    for (const path of mains) {
      const open = {
        must: [...must, ...this.#starts(path.must)],
        not: [...not, ...this.#starts(path.not)],
      };
      this.#settle(open, { main: path.at, must: [], not: [], behind }, new Set(), context, found);
    }
    return found.map((way) => ({
      ...way,
      isPlain: way.must.length + way.not.length + behind.length === 0,
    }));
  }

  #mainPaths(main: number, context: Context): readonly Path[] {
    if (main !== SEARCHING) return this.#closures.pathsFrom(main, context);
    return [
      { at: SEARCHING, must: [], not: [] },
      ...this.#closures.pathsFrom(this.#automaton.start, context),
    ];
  }

  #starts(looks: readonly number[]): number[] {
    return looks.map((look) => elementOf(this.#automaton.looks, look).start);
  }

  /** Follows every open thread to where it reads, one choice at a time. */
  #settle(
    open: { readonly must: readonly number[]; readonly not: readonly number[] },
    way: Nodes,
    settled: ReadonlySet<string>,
    context: Context,
    found: Nodes[],
  ): void {
    this.#work.add(1);
    const [must, ...mustLater] = open.must;
    const [not, ...notLater] = open.not;
    if (must === undefined && not === undefined) {
      found.push(way);
      return;
    }
    this.#work.add(SETTLING_WORK);
    const rest = must === undefined ? { must: [], not: notLater } : { ...open, must: mustLater };
    const key = must === undefined ? `-${not}` : `+${must}`;
    if (settled.has(key)) {
      this.#settle(rest, way, settled, context, found);
      return;
    }
    const done = new Set([...settled, key]);
    for (const each of this.#choices(must, not, context)) {
      const all = { must: [...rest.must, ...each.must], not: [...rest.not, ...each.not] };
      const reads = must === undefined ? 'not' : 'must';
      const reading = { ...way, [reads]: unique([...way[reads], ...each.reads]) };
      this.#settle(all, reading, done, context, found);
    }
  }

  /** What may come of one thread: which others it puts in its place, or that it reads. */
  #choices(must: number | undefined, not: number | undefined, context: Context): Choice[] {
    if (must === undefined) return not === undefined ? [] : this.#closures.failures(not, context);
    return this.#closures.pathsFrom(must, context).map((path) => ({
      must: this.#starts(path.must),
      not: this.#starts(path.not),
      reads: path.at === MATCHED ? [] : [path.at],
    }));
  }
}

const MATCHED_PATH: Path = { at: MATCHED, must: [], not: [] };
