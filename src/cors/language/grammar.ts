// The grammar of serialized origins, as a deterministic automaton.
import { remember } from '../../memo/bounded-map.ts';
import { OPAQUE_SCHEMES } from '../serialized-origin.ts';
import { buildAutomaton } from './build-automaton.ts';
import {
  type CharacterSet,
  characterOf,
  charactersOf,
  indexAt,
  partition,
  setOf,
  setWhere,
} from './characters.ts';
import { END, Threads } from './matcher.ts';

/** http, https, or an application's own scheme, such as that of extensions. */
export type Family = 'http' | 'https' | 'other';

/** A state of the grammar of serialized origins: whatever matters of the text read so far. */
export interface GrammarState {
  /** The state's number within its grammar. */
  readonly id: number;
  /** The part that the last character belongs to. */
  readonly part: 'scheme' | 'slashes' | 'host' | 'port';
  /** The family of the scheme; `undefined` while in the scheme, and for `null`. */
  readonly family: Family | undefined;
  /** Whether the host is an IP address if it ends here. */
  readonly isAddress: boolean;
  /** Whether an origin may end here. */
  readonly ends: boolean;
  /** Returns the states after one more character of a set. Only these are created. */
  readonly stepsWith: (set: CharacterSet) => readonly GrammarStep[];
}

export interface GrammarStep {
  readonly set: CharacterSet;
  readonly to: GrammarState;
}

/** The data that distinguishes states. */
interface Place {
  readonly part: GrammarState['part'];
  readonly family?: Family;
  /** The scheme, as long as it may become a special one; then the slashes after it. */
  readonly text?: string;
  /** In host and port: the current nodes of each of the family's forms. */
  readonly at?: readonly (readonly number[])[];
}

// All of these are written so that texts with the same continuations end in the same state.
const ADDRESS_GROUP = '(?:0|[1-9a-f][\\da-f]{0,3})';
const groups = (count: number) => `${ADDRESS_GROUP}:`.repeat(count);
/** The part before the last group of an IPv6 address with `::` after at most this many groups. */
const shortened = (before: number): string =>
  before === 0 ? '::' : `(?:${shortened(before - 1)}(?:${ADDRESS_GROUP}:)?|${groups(before)}:)`;
// As browsers write it, `::` stands for two groups or more.
const IPV6 = `(?:${groups(7)}|${shortened(5)})${ADDRESS_GROUP}|(?:${ADDRESS_GROUP}(?::${ADDRESS_GROUP}){0,5})?::`;
const OCTET = '(?:\\d|(?:[1-9]|1\\d|2[0-4])\\d|25[0-5])';
const ADDRESS = `(?:${OCTET}(?:\\.${OCTET}){3}|\\[(?:${IPV6})\\])`;
const LETTER = '[a-z\\d_-]';
// Browsers read a host as an IP address if its last label is a number, even a hexadecimal one.
const LAST_LABEL = `(?:(?:[1-9]\\d*|0\\d+)?[a-z_-]|0[a-wyz_-]|0x[\\da-f]*[g-z_-])${LETTER}*`;
const WEB_HOST = `(?:(?:${LETTER}+\\.)*${LAST_LABEL}\\.?|${ADDRESS})`;
const OTHER_HOST = '(?:\\[[\\da-f:]+\\]|[\\w~-]+(?:\\.[\\w~-]+)*\\.?|\\.)';
const PORT_TEXT =
  '(?::(?:(?:[1-9]|[1-5]\\d|6[0-4])\\d{0,3}|65[0-4]\\d{0,2}|655[0-2]\\d?|6553[0-5]))?';
/** The part before a port, as far as it matters. */
const BEFORE_PORT = '(?:[^[]|\\[[^\\]]*\\])*';

/**
 * Three forms per family: what may follow `://`, what ends in the default port, and an IP address
 * without a port.
 */
const FORMS: Readonly<Record<Family, readonly string[]>> = {
  https: [`${WEB_HOST}${PORT_TEXT}`, `${BEFORE_PORT}:443`, ADDRESS],
  http: [`${WEB_HOST}${PORT_TEXT}`, `${BEFORE_PORT}:80`, ADDRESS],
  other: [`${OTHER_HOST}${PORT_TEXT}`, '[]', '[]'],
};

const ORIGIN_CHARACTERS = setWhere((each) => /[\w~.:/[\]+-]/.test(each));
const SINGLE_CHARACTERS = charactersOf(ORIGIN_CHARACTERS).map(setOf);

/** Reads the rest after `://` with all forms of a family in parallel. */
interface Reader {
  readonly forms: readonly Threads[];
  /** The characters, grouped if no form distinguishes them. */
  readonly sets: readonly CharacterSet[];
}

const readers = new Map<Family, Reader>();

function readerOf(family: Family): Reader {
  return remember(readers, family, () => {
    const automata = FORMS[family].map((form) => buildAutomaton(new RegExp(`^(?:${form})`)));
    const asked = automata.flatMap(({ nodes }) =>
      nodes.flatMap((node) => (node.kind === 'read' ? [node.set] : [])),
    );
    const parts = partition(ORIGIN_CHARACTERS, asked);
    // Ordered by preference in examples.
    const sets = SINGLE_CHARACTERS.flatMap(
      (each) => parts.find((set) => (set & each) !== 0n) ?? [],
    );
    return { forms: automata.map((each) => new Threads(each)), sets: [...new Set(sets)] };
  });
}

const SPECIAL_SCHEMES = ['http', 'https', 'null', ...OPAQUE_SCHEMES];

const states = new Map<string, GrammarState>();

/**
 * The grammar of what `parseSerializedOrigin` accepts, and `null`: a deterministic automaton, built
 * as it is walked. It accepts slightly more: whether Punycode is valid, and how long labels and the
 * whole are, is checked for examples only.
 */
export function originGrammar(): GrammarState {
  return stateAt({ part: 'scheme', text: '' });
}

function stateAt(place: Place): GrammarState {
  return remember(states, JSON.stringify(place), () => {
    const { part, family } = place;
    const [isRight = false, isUsual = false, isAddress = false] = whetherOver(place);
    const ends = isRight && !isUsual;
    return { id: states.size, part, family, isAddress, ends, stepsWith: stepper(place) };
  });
}

/** Merges characters that lead to the same state into one step. */
function stepper(place: Place): GrammarState['stepsWith'] {
  const sets = place.at && place.family ? readerOf(place.family).sets : SINGLE_CHARACTERS;
  /** Set → the state after it; `null` if no origin continues with it. */
  const known = new Map<CharacterSet, GrammarState | null>();
  return (reads) => {
    const found = new Map<GrammarState, CharacterSet>();
    for (const set of sets) {
      const both = set & reads;
      if (both === 0n) continue;
      const to = remember(known, set, () => {
        const next = placeAfter(place, characterOf(set));
        return next === undefined ? null : stateAt(next);
      });
      if (to !== null) found.set(to, (found.get(to) ?? 0n) | both);
    }
    return Array.from(found, ([to, set]) => ({ set, to }));
  };
}

/**
 * Returns, for a text that ends here, whether it is valid, ends in the default port, and is an IP
 * address.
 */
function whetherOver({ part, text, family, at }: Place): boolean[] {
  if (at === undefined || family === undefined) return [part === 'scheme' && text === 'null'];
  return readerOf(family).forms.map((form, i) => form.step(form.state(at[i]), END).accepts);
}

/** Returns the place after one more character, or `undefined` if no origin continues with it. */
function placeAfter(place: Place, character: string): Place | undefined {
  const { part, family, text = '' } = place;
  if (part === 'scheme' || family === undefined) return afterScheme(place.text, character);
  if (place.at !== undefined || text === '//') return afterRest(place, family, character);
  return character === '/' ? { part, family, text: `${text}/` } : undefined;
}

function afterScheme(text: string | undefined, character: string): Place | undefined {
  if (character === ':') {
    if (text === '' || (text !== undefined && OPAQUE_SCHEMES.has(text))) return undefined;
    return { part: 'slashes', family: text === 'http' || text === 'https' ? text : 'other' };
  }
  if (!(text === '' ? /[a-z]/ : /[a-z0-9+.-]/).test(character)) return undefined;
  const longer = text === undefined ? undefined : text + character;
  const isSpecial = longer !== undefined && SPECIAL_SCHEMES.some((each) => each.startsWith(longer));
  return isSpecial ? { part: 'scheme', text: longer } : { part: 'scheme' };
}

function afterRest(place: Place, family: Family, character: string): Place | undefined {
  const at = readerOf(family).forms.map((form, i) => {
    const { to } = form.step(form.state(place.at?.[i]), indexAt(character, 0));
    return to.nodes.toSorted((a, b) => a - b);
  });
  // The first form decides what is valid.
  if (at[0]?.length === 0) return undefined;
  const isPort = place.part === 'port' || (character === ':' && whetherOver(place)[0] === true);
  return { part: isPort ? 'port' : 'host', family, at };
}
