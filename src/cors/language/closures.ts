// Where one thread of an automaton goes without reading a character.
import { remember } from '../../memo/bounded-map.ts';
import { type Automaton, type Neighbor, type Node, passes } from './automaton.ts';
import type { Work } from './work.ts';

/** In place of a node: the expression has yet to begin, as one that searches may anywhere. */
export const SEARCHING = -1;
/** In place of a node: the expression has matched, and whatever follows is free. */
export const MATCHED = -2;

/** What is known at a place of the text. */
export interface Context {
  readonly left: Neighbor;
  readonly right: Neighbor;
  /** One bit for each look-around that is known to hold. */
  readonly bits: number;
}

/** A node that reads, or {@link MATCHED}, and the look-aheads passed on the way there. */
export interface Path {
  readonly at: number;
  readonly must: readonly number[];
  readonly not: readonly number[];
}

/** Threads that one is replaced by: those that must match, must fail, and itself, if it reads. */
export interface Choice {
  readonly must: readonly number[];
  readonly not: readonly number[];
  readonly reads: readonly number[];
}

/** Follows the threads of an automaton over its nodes that read nothing. */
export class Closures {
  readonly #automaton: Automaton;
  readonly #paths = new Map<string, readonly Path[]>();
  readonly #work: Work;

  constructor(automaton: Automaton, work: Work) {
    this.#automaton = automaton;
    this.#work = work;
  }

  /** Ways for a thread to fail at a node: what has to hold instead. None where it accepts. */
  failures(at: number, context: Context): Choice[] {
    const node = this.#automaton.nodes[at];
    if (node === undefined || node.kind === 'accept') return [];
    if (node.kind === 'read') return [{ must: [], not: [], reads: [at] }];
    const look = node.kind === 'look' ? this.#automaton.looks[node.look] : undefined;
    if (node.kind !== 'look' || look?.ahead !== true) {
      return [{ must: [], not: onward(node, context), reads: [] }];
    }
    // Either the condition fails, or what comes after it does.
    return [
      { must: node.negate ? [look.start] : [], not: node.negate ? [] : [look.start], reads: [] },
      { must: [], not: [node.next], reads: [] },
    ];
  }

  /** Where a thread at a node may read next, remembered. */
  pathsFrom(at: number, context: Context): readonly Path[] {
    const key = `${at} ${context.left} ${context.right} ${context.bits}`;
    return remember(this.#paths, key, () => this.#follow(at, context, false));
  }

  /** The same within a look-behind, where look-aheads are guessed already. */
  pathsGuessed(at: number, context: Context): Path[] {
    return this.#follow(at, context, true);
  }

  #follow(start: number, context: Context, isGuessed: boolean): Path[] {
    const paths: Path[] = [];
    const met = new Set<number | string>();
    const open: Path[] = [{ at: start, must: [], not: [] }];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const key = keyOf(path, path.at);
      const node = this.#automaton.nodes[path.at];
      if (node === undefined || met.has(key)) continue;
      met.add(key);
      this.#work.add(1);
      if (node.kind === 'read') paths.push(path);
      else if (node.kind === 'accept') paths.push({ ...path, at: MATCHED });
      else open.push(...this.#pass(node, path, context, isGuessed));
    }
    return this.#withoutBelow(paths);
  }

  /** Leaves out paths to nodes that accept nothing but what another of them does, too. */
  #withoutBelow(paths: readonly Path[]): Path[] {
    const covered = new Set<number | string>();
    for (const path of paths) {
      const open = [...(this.#automaton.below[path.at] ?? [])];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const key = keyOf(path, at);
        if (covered.has(key)) continue;
        covered.add(key);
        open.push(...(this.#automaton.below[at] ?? []));
      }
    }
    return paths.filter((path) => !covered.has(keyOf(path, path.at)));
  }

  /** Where a path goes on from a node that reads nothing. */
  #pass(node: Node, path: Path, context: Context, isGuessed: boolean): Path[] {
    const isAsked = node.kind === 'look' && this.#automaton.looks[node.look]?.ahead === true;
    if (node.kind !== 'look' || !isAsked || isGuessed) {
      return onward(node, context).map((at) => ({ ...path, at }));
    }
    const { look, negate, next } = node;
    return negate
      ? [{ ...path, at: next, not: unique([...path.not, look]) }]
      : [{ ...path, at: next, must: unique([...path.must, look]) }];
  }

  /** The look-aheads within bodies that begin at these nodes. */
  aheadWithin(starts: readonly number[]): number[] {
    const { looks, nodes } = this.#automaton;
    const met = new Set<number>();
    const open = [...starts];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const node = nodes[at];
      if (node === undefined || met.has(at)) continue;
      met.add(at);
      if (node.kind === 'fork') open.push(...node.next);
      else if (node.kind !== 'accept') open.push(node.next);
    }
    const asked = [...met].flatMap((at) => {
      const node = nodes[at];
      return node?.kind === 'look' && looks[node.look]?.ahead === true ? [node.look] : [];
    });
    return unique(asked);
  }
}

/** What tells a path from others, were it at a node; mostly the node alone, since text is slow. */
function keyOf({ must, not }: Path, at: number): number | string {
  return must.length + not.length === 0 ? at : `${at} ${must} ${not}`;
}

/** The nodes that are reached from one without reading. */
function onward(node: Node, { left, right, bits }: Context): readonly number[] {
  if (node.kind === 'fork') return node.next;
  return passes(node, left, right, bits) ? [node.next] : [];
}

/** The numbers without those that are there twice, in order. */
export function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
