// Which domains a graph names, and which it leaves open: hosts are read from the right.
import { remember } from '../../memo/bounded-map.ts';
import { isPublic, ownedPart, suffixesUnder } from '../public-suffix.ts';
import { charactersOf } from './characters.ts';
import type { Family } from './grammar.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';
import { type Beginning, endsHost, portsAfter } from './ports.ts';
import type { Work } from './work.ts';

/** A host, or the end of one, that an expression spells out. */
export interface NamedHost {
  readonly family: Family;
  readonly host: string;
  /** Whether names under it get in, rather than the host itself. */
  readonly isParent: boolean;
  /** The empty text, `:3000`, or `:*` for any. */
  readonly ports: ReadonlySet<string>;
  /** What precedes and follows the host in an origin that gets in. */
  readonly from: GraphNode;
  readonly rest: string;
}

/** A place where whoever likes to can put a letter of his own into the name of a domain. */
export interface OpenHost {
  readonly family: Family;
  /** The edge that lets it in. */
  readonly edge: Edge;
  /** The end of the host, as far as it is spelled out. */
  readonly tail: string;
  /** What follows the letter in an origin. */
  readonly rest: string;
}

/** What the hosts of a graph end in. */
export interface Tails {
  readonly named: readonly NamedHost[];
  readonly open: readonly OpenHost[];
}

/**
 * Reads the hosts of http and https from the right: as soon as what is spelled out is a domain that
 * somebody registered, whatever stands to its left are that domain's own names. A letter before that
 * which is not spelled out leaves the domain open.
 *
 * @throws NotComputed where too many domains are spelled
 */
export function readTails({ nodes }: Graph, work: Work): Tails {
  const reader = new TailReader(work);
  for (const family of ['https', 'http'] as const) {
    const ends = nodes.filter(
      (node) => node.grammar.family === family && !node.grammar.isAddress && endsHost(node),
    );
    reader.read(family, new Map(ends.map((node) => [node, portsAfter(node)])));
  }
  return { named: [...reader.named.values()], open: reader.open };
}

/** One end of a host that is being read on, and the longer ones that come of it. */
interface Reading {
  readonly family: Family;
  readonly tail: string;
  readonly owner: string | undefined;
  /** Letter → the registered domain that the tail holds with it. */
  readonly owners: Map<string, string | undefined>;
  readonly longer: Map<string, Map<GraphNode, Beginning>>;
}

class TailReader {
  readonly named = new Map<string, NamedHost>();
  readonly open: OpenHost[] = [];
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  read(family: Family, ends: ReadonlyMap<GraphNode, Beginning>): void {
    const queue: [string, ReadonlyMap<GraphNode, Beginning>][] = [['', ends]];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [tail, at] = next;
      for (const [longer, beginnings] of this.#before(family, tail, at)) {
        queue.push([longer, beginnings]);
      }
    }
  }

  /** The tails that are one letter longer, as far as they are spelled out. */
  #before(
    family: Family,
    tail: string,
    at: ReadonlyMap<GraphNode, Beginning>,
  ): Map<string, Map<GraphNode, Beginning>> {
    const owner = ownerWithin(tail);
    const reading = { family, tail, owner, owners: new Map(), longer: new Map() };
    for (const [node, beginning] of at) {
      for (const edge of node.into) {
        this.#work.add(1);
        // Once a letter is free, the others of its set say the same.
        charactersOf(edge.set).every((each) => this.#extend(reading, edge, each, beginning));
      }
    }
    if (owner !== undefined) this.#readSuffixes(family, tail, owner, at);
    return reading.longer;
  }

  /** Looks for a public suffix under a domain where names of its owner get in. */
  #readSuffixes(
    family: Family,
    tail: string,
    owner: string,
    at: ReadonlyMap<GraphNode, Beginning>,
  ): void {
    const dot = tail.endsWith('.') ? '.' : '';
    const begin = new Map(Array.from(at, ([node, { rest }]) => [node, { rest, isSpelled: true }]));
    for (const suffix of suffixesUnder(owner).map((each) => `.${each}${dot}`)) {
      if (!suffix.endsWith(tail)) continue;
      const letters = [...suffix.slice(0, -tail.length)].reverse();
      const reached = letters.reduce<ReadonlyMap<GraphNode, Reached>>(stepBack, begin);
      // Under a suffix that is not spelled out, no name is: shop.[a-z]+.example.com
      const open = [...reached].flatMap(([{ into }, { rest, isSpelled }]) =>
        into
          .filter(({ origin }) => !isSpelled || origin !== 'literal')
          .map((edge) => ({ edge, rest })),
      );
      const [first] = open;
      if (first === undefined) continue;
      this.open.push({ family, tail: suffix.replace('*', 'x'), ...first });
      // One says as much as all.
      return;
    }
  }

  /** Reads one more letter, and tells whether there is more to say about its edge. */
  #extend(
    { family, tail, owner, owners, longer }: Reading,
    edge: Edge,
    character: string,
    { rest, ports }: Beginning,
  ): boolean {
    const text = character + tail;
    const isSpelled = edge.origin === 'literal';
    const longerOwner = owners.has(character) ? owners.get(character) : ownerWithin(text);
    owners.set(character, longerOwner);
    if (!isSpelled && longerOwner === undefined) {
      this.open.push({ family, edge, tail, rest });
      return false;
    }
    // Beyond the registered domain, a free letter ends what is worth following.
    if (!isSpelled && owner !== undefined) {
      const host = wholeLabels(tail, owner);
      this.#name({ family, host, isParent: true, ports, from: edge.to, rest });
      return false;
    }
    const beginning = { rest: character + rest, ports };
    if (edge.from.grammar.part === 'slashes') {
      const named = { family, host: text, isParent: false, from: edge.from };
      this.#name({ ...named, ...beginning });
      return true;
    }
    const found = remember(longer, text, () => new Map<GraphNode, Beginning>());
    found.set(edge.from, merge(found.get(edge.from), beginning));
    return true;
  }

  #name(named: NamedHost): void {
    const key = `${named.family} ${named.host} ${named.isParent}`;
    const known = this.named.get(key);
    const ports = new Set([...(known?.ports ?? []), ...named.ports]);
    this.named.set(key, { ...(known ?? named), ports });
  }
}

/** What follows a place within a public suffix, and whether it is spelled out. */
interface Reached {
  readonly rest: string;
  readonly isSpelled: boolean;
}

/** Where what is read began one letter before, or, for `*`, any letters of a label. */
function stepBack(
  at: ReadonlyMap<GraphNode, Reached>,
  letter: string,
): ReadonlyMap<GraphNode, Reached> {
  const reached = new Map<GraphNode, Reached>();
  const open = [...at];
  // The list is walked while it grows.
  for (const [node, { rest, isSpelled }] of open) {
    for (const { from, origin, character } of hostEdges(node, letter)) {
      const longer = { rest: character + rest, isSpelled: isSpelled && origin === 'literal' };
      const known = reached.get(from);
      if (known !== undefined && (longer.isSpelled || !known.isSpelled)) continue;
      reached.set(from, longer);
      if (letter === '*') open.push([from, longer]);
    }
  }
  return reached;
}

/** The edges within a host that lead to a node with a letter; for `*`, with any but a dot. */
function hostEdges({ into }: GraphNode, letter: string): (Edge & { character: string })[] {
  const isMeant = (each: string) => (letter === '*' ? each !== '.' : each === letter);
  return into.flatMap((edge) => {
    const character = charactersOf(edge.set).find(isMeant);
    return character === undefined || edge.from.grammar.part !== 'host'
      ? []
      : [{ ...edge, character }];
  });
}

function merge(known: Beginning | undefined, { rest, ports }: Beginning): Beginning {
  if (known === undefined) return { rest, ports };
  return { rest: known.rest, ports: new Set([...known.ports, ...ports]) };
}

/** `w.example.com`, the rest of a label at its beginning → `example.com`. */
function wholeLabels(tail: string, owner: string): string {
  const whole = tail.slice(tail.indexOf('.') + 1);
  return whole.length < owner.length ? owner : whole;
}

/**
 * The registered domain, if the end of a host holds all of it and what comes before it is another
 * label: of `.example.com`, but not of `example.com`, which may be the end of `evilexample.com`.
 */
function ownerWithin(tail: string): string | undefined {
  const name = tail.replace(/\.$/, '');
  if (!/[.-]/.test(name)) return undefined;
  const host = `x${name}`;
  // Under a top-level domain of one's own, all names are one's own.
  const owned = isPublic(host) ? ownedPart(host) : host.replace(/^.*\./, '');
  return name.length > owned.length && name.endsWith(owned) ? owned : undefined;
}
