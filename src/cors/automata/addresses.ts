import { PRIVATE_ADDRESS } from '../private-host.ts';
import { buildAutomaton } from './automaton.ts';
import { indexAt } from './characters.ts';
import type { Family } from './grammar.ts';
import { endsHost, type Graph, type GraphNode, portsAfter, type Work, withPorts } from './graph.ts';
import { END, type State, Threads } from './matcher.ts';

// Finds the IP addresses that an expression lets in, and which of them are on a private network.

/** An address that an expression lets in, or the prefix of a private network. */
export interface AdmittedAddress {
  readonly family: Family;
  /** The part that the expression spells out. */
  readonly host: string;
  /** Whether the whole address is spelled out. */
  readonly isWhole: boolean;
  /** Whether the address is spelled out or on a private network. Otherwise, anybody may have it. */
  readonly isNamed: boolean;
  /** The ports of a whole address: `''`, `:3000`, or `:*` for any. */
  readonly ports: ReadonlySet<string>;
  /** An origin with this address. */
  readonly example: string;
}

/** A prefix of an address, and the states after it. */
interface AddressPrefix {
  readonly family: Family;
  readonly text: string;
  /** The part of the text that is spelled out. */
  readonly spelled: string;
  readonly node: GraphNode;
  /** The current state of the automaton of private addresses. */
  readonly state: State;
}

const PRIVATE = new Threads(buildAutomaton(PRIVATE_ADDRESS));

/**
 * Collects the addresses of a graph by walking it in lockstep with the automaton of private
 * addresses. The first address that is neither spelled out nor private ends the search.
 */
export function readAddresses({ nodes }: Graph, work: Work): AdmittedAddress[] {
  const starts = (['https', 'http'] as const).flatMap((family) => {
    const at = { family, text: '', spelled: '', state: PRIVATE.state() };
    return nodes
      .filter(({ grammar }) => grammar.part === 'slashes' && grammar.family === family)
      .flatMap((node) => longer({ ...at, node }));
  });
  const found = new Map<string, AdmittedAddress>();
  const met = new Set<string>();
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  // Reads IPv4 addresses first, since people know them better. Both lists grow during iteration.
  const isLate = ({ text }: AddressPrefix) => text === '[';
  for (const open of [starts.filter((at) => !isLate(at)), starts.filter(isLate)]) {
    for (const at of open) {
      work.add(1);
      const key = `${at.family} ${at.spelled} ${at.spelled === at.text}`;
      const address = addressAt(at);
      if (address !== undefined) found.set(key, withPorts(found.get(key), address));
      if (address?.isNamed === false) return [...found.values()];
      const place = `${key} ${numbers.get(at.node)} ${at.state.nodes}`;
      if (!met.has(place)) open.push(...longer(at));
      met.add(place);
    }
  }
  return [...found.values()];
}

/** Returns the address that ends at this node, if one does. */
function addressAt({ family, node, text, spelled, state }: AddressPrefix) {
  if (!(node.grammar.isAddress && endsHost(node))) return undefined;
  const isWhole = spelled === text;
  const isNamed = isWhole || PRIVATE.step(state, END).accepts;
  const { ports, rest } = portsAfter(node);
  const example = `${family}://${text}${rest}`;
  return { family, host: spelled, isNamed, isWhole, ports, example };
}

/** Extends a prefix by one character, in every possible way. */
function longer(at: AddressPrefix): AddressPrefix[] {
  const edges = at.node.edges.filter(({ to }) => to.grammar.mayBeAddress);
  return edges.flatMap(({ set, provenance, to }) =>
    Array.from(set, (character) => {
      const text = at.text + character;
      const isSpelled = at.spelled === at.text && provenance === 'literal';
      const { to: state } = PRIVATE.step(at.state, indexAt(character, 0));
      return { ...at, text, spelled: isSpelled ? text : at.spelled, node: to, state };
    }),
  );
}
