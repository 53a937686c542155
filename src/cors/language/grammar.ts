// The grammar of serialized origins, as a deterministic automaton.
import { remember } from '../../memo/bounded-map.ts';
import { OPAQUE_SCHEMES } from '../serialized-origin.ts';
import { buildAutomaton } from './build-automaton.ts';
import {
  type CharacterSet,
  characterOf,
  charactersOf,
  indexAt,
  setOf,
  setWhere,
} from './characters.ts';
import { END, flatten } from './flat-automaton.ts';
import { Machine, type State } from './machine.ts';

/** http, https, or the scheme of programs' own, such as extensions. */
export type Family = 'http' | 'https' | 'other';

/** A state of the grammar of serialized origins: what has been read so far, as far as it matters. */
export interface GrammarState {
  /** Its number among the states of its grammar. */
  readonly id: number;
  /** What the last character belongs to. */
  readonly part: 'scheme' | 'slashes' | 'host' | 'port';
  /** The family of the scheme; `undefined` within the scheme, and for `null`. */
  readonly family: Family | undefined;
  /** Whether the host is an address if it is over here. */
  readonly isAddress: boolean;
  /** Whether an origin may end here. */
  readonly ends: boolean;
  /** The states after one more character of a set. Only these are made. */
  readonly stepsWith: (set: CharacterSet) => readonly GrammarStep[];
}

export interface GrammarStep {
  readonly set: CharacterSet;
  readonly to: GrammarState;
}

/** What tells the states apart. */
type Place =
  /** `text`: what was read, as long as it may become a scheme that means something. */
  | { readonly part: 'scheme'; readonly text: string | undefined }
  | {
      readonly part: 'slashes';
      readonly family: Family;
      readonly count: 0 | 1 | 2;
    }
  | RestPlace;

/** Within the host or the port. */
interface RestPlace {
  readonly part: 'host' | 'port';
  readonly family: Family;
  /** Where the three machines of the family are. */
  readonly at: readonly State[];
  /** Characters of the label, where they are counted; else 0. */
  readonly length: number;
}

/** The longest label of a host, in characters. */
const MAX_LABEL = 63;

// All of these are written so that texts which may go on in the same ways end in the same place.
const ADDRESS_GROUP = '(?:0|[1-9a-f][\\da-f]{0,3})';
const groups = (count: number) => `${ADDRESS_GROUP}:`.repeat(count);
/** What precedes the last group of an IPv6 address with `::` after at most so many groups. */
const shortened = (before: number): string =>
  before === 0 ? '::' : `(?:${shortened(before - 1)}(?:${ADDRESS_GROUP}:)?|${groups(before)}:)`;
// As browsers write them, `::` stands for two groups or more.
const IPV6 = `(?:${groups(7)}|${shortened(5)})${ADDRESS_GROUP}|(?:${ADDRESS_GROUP}(?::${ADDRESS_GROUP}){0,5})?::`;
const OCTET = '(?:\\d|(?:[1-9]|1\\d|2[0-4])\\d|25[0-5])';
const ADDRESS = `(?:${OCTET}(?:\\.${OCTET}){3}|\\[(?:${IPV6})\\])`;
const LETTER = '[a-z\\d_-]';
// Browsers take a host for an address if its last label is a number, be it hexadecimal.
const LAST_LABEL = `(?:(?:[1-9]\\d*|0\\d+)?[a-z_-]|0[a-wyz_-]|0x[\\da-f]*[g-z_-])${LETTER}*`;
const WEB_HOST = `(?:(?:${LETTER}+\\.)*${LAST_LABEL}\\.?|${ADDRESS})`;
const OTHER_HOST = '(?:\\[[\\da-f:]+\\]|[\\w~-]+(?:\\.[\\w~-]+)*\\.?|\\.)';
const PORT_TEXT =
  '(?::(?:(?:[1-9]|[1-5]\\d|6[0-4])\\d{0,3}|65[0-4]\\d{0,2}|655[0-2]\\d?|6553[0-5]))?';
/** What is before a port, as far as that matters. */
const BEFORE_PORT = '(?:[^[]|\\[[^\\]]*\\])*';

/** What is right after `://`, what ends in the usual port, and what is an address without a port. */
const FORMS: Readonly<Record<Family, readonly string[]>> = {
  https: [`${WEB_HOST}${PORT_TEXT}`, `${BEFORE_PORT}:443`, ADDRESS],
  http: [`${WEB_HOST}${PORT_TEXT}`, `${BEFORE_PORT}:80`, ADDRESS],
  other: [`${OTHER_HOST}${PORT_TEXT}`, '[]', '[]'],
};

const ORIGIN_CHARACTERS = setWhere((each) => /[\w~.:/[\]+-]/.test(each));
const SINGLE_CHARACTERS = charactersOf(ORIGIN_CHARACTERS).map(setOf);

/** Reads what follows `://`. */
interface Reader {
  readonly machines: readonly Machine[];
  /** Every character, together with those that none of the machines tells from it. */
  readonly sets: readonly CharacterSet[];
}

const readers = new Map<Family, Reader>();

function readerOf(family: Family): Reader {
  return remember(readers, family, () => makeReader(FORMS[family]));
}

/** http and https share most of them. */
const machinesOf = new Map<string, Machine>();

function makeMachine(source: string): Machine {
  const automaton = buildAutomaton(new RegExp(source));
  const { start } = automaton;
  const options = { start, searches: false, reversed: false, isWhole: true };
  return new Machine(flatten(automaton), options);
}

function makeReader(forms: readonly string[]): Reader {
  const machines = forms.map((form) => remember(machinesOf, form, () => makeMachine(form)));
  const sets = new Map<string, CharacterSet>();
  for (const single of SINGLE_CHARACTERS) {
    const letter = indexAt(characterOf(single), 0);
    const kinds = String(machines.map((machine) => machine.kindOf(letter)));
    sets.set(kinds, (sets.get(kinds) ?? 0n) | single);
  }
  return { machines, sets: [...sets.values()] };
}

const SPECIAL_SCHEMES = ['http', 'https', 'null', ...OPAQUE_SCHEMES];

/**
 * The grammar of what `parseSerializedOrigin` accepts, and `null`: a deterministic automaton, made as
 * far as it is walked. It lets in a little more: whether Punycode is valid, and the length of the
 * whole, are for a witness to prove.
 *
 * @param countsLabels whether it knows that a label has at most 63 characters, which takes 63 times
 *   the states, and matters only to expressions that count as far
 */
export function originGrammar(countsLabels: boolean): GrammarState {
  return remember(starts, countsLabels, () => makeGrammar(countsLabels));
}

const starts = new Map<boolean, GrammarState>();

function makeGrammar(countsLabels: boolean): GrammarState {
  const states = new Map<string, GrammarState>();
  const numbers = new Map<State, number>();
  const numberOf = (state: State) => remember(numbers, state, () => numbers.size);
  const stateAt = (place: Place): GrammarState => {
    const key =
      'at' in place
        ? `${place.part} ${place.family} ${place.length} ${place.at.map(numberOf)}`
        : JSON.stringify(place);
    return remember(states, key, () => {
      const [isRight = false, isUsual = false, isAddress = false] = whetherOver(place);
      return {
        id: states.size,
        part: place.part,
        family: place.part === 'scheme' ? undefined : place.family,
        isAddress,
        ends: isRight && !isUsual,
        stepsWith: stepper(place),
      };
    });
  };
  /** Characters that lead to the same state make one step. */
  const stepper = (place: Place) => {
    const isRest = place.part === 'host' || place.part === 'port';
    const sets = isRest ? readerOf(place.family).sets : SINGLE_CHARACTERS;
    /** Place of a set → the state after it; `null` where no origin goes on. */
    const known: (GrammarState | null)[] = [];
    const stateAfter = (set: CharacterSet): GrammarState | null => {
      const next = placeAfter(place, characterOf(set), countsLabels);
      return next === undefined ? null : stateAt(next);
    };
    return (reads: CharacterSet): GrammarStep[] => {
      const found = new Map<GrammarState, CharacterSet>();
      sets.forEach((set, i) => {
        const both = set & reads;
        if (both === 0n) return;
        const to = known[i] === undefined ? stateAfter(set) : known[i];
        known[i] = to;
        if (to !== null) found.set(to, (found.get(to) ?? 0n) | both);
      });
      return Array.from(found, ([to, set]) => ({ set, to }));
    };
  };
  return stateAt({ part: 'scheme', text: '' });
}

/** Whether what was read is right if it is over, ends in the usual port, and is an address. */
function whetherOver(place: Place): boolean[] {
  if (place.part === 'scheme') return [place.text === 'null'];
  if (place.part === 'slashes') return [];
  return readerOf(place.family).machines.map(
    (machine, i) => machine.step(place.at[i] ?? machine.begin(), END, 0).accepts,
  );
}

/** The place after one more character, or `undefined` where no origin goes on with it. */
function placeAfter(place: Place, character: string, countsLabels: boolean): Place | undefined {
  if (place.part === 'scheme') return afterScheme(place.text, character);
  if (place.part !== 'slashes') return afterRest(place, character, countsLabels);
  const { family, count } = place;
  if (count < 2) {
    return character === '/' ? { ...place, count: count === 0 ? 1 : 2 } : undefined;
  }
  return afterRest({ part: 'host', family, at: [], length: 0 }, character, countsLabels);
}

function afterScheme(text: string | undefined, character: string): Place | undefined {
  if (character === ':') {
    if (text === '' || (text !== undefined && OPAQUE_SCHEMES.has(text))) return undefined;
    const family = text === 'http' || text === 'https' ? text : 'other';
    return { part: 'slashes', family, count: 0 };
  }
  if (!(text === '' ? /[a-z]/ : /[a-z0-9+.-]/).test(character)) return undefined;
  const longer = text === undefined ? undefined : text + character;
  const isSpecial = longer !== undefined && SPECIAL_SCHEMES.some((each) => each.startsWith(longer));
  return { part: 'scheme', text: isSpecial ? longer : undefined };
}

function afterRest(place: RestPlace, character: string, countsLabels: boolean): Place | undefined {
  const letter = indexAt(character, 0);
  const at: State[] = [];
  for (const [i, machine] of readerOf(place.family).machines.entries()) {
    const { to } = machine.step(place.at[i] ?? machine.begin(), letter, 0);
    // The first says what is right.
    if (i === 0 && to.size === 0) return undefined;
    at.push(to);
  }
  const isPort = place.part === 'port' || (character === ':' && whetherOver(place)[0] === true);
  const isCounted = countsLabels && !isPort && place.family !== 'other' && character !== '.';
  const length = isCounted ? place.length + 1 : 0;
  if (length > MAX_LABEL) return undefined;
  return { part: isPort ? 'port' : 'host', family: place.family, at, length };
}
