import { OPAQUE_SCHEMES } from '../serialized-origin.ts';
import { type CharacterSet, charactersOf, setOf, setWhere } from './characters.ts';
import {
  afterHost,
  type Family,
  type HostPlace,
  hostMayEnd,
  hostStart,
  isAddress,
} from './grammar-host.ts';

/** A state of the grammar of serialized origins: what has been read so far, as far as it matters. */
export interface GrammarState {
  /** What the last character belongs to. */
  readonly part: 'scheme' | 'slashes' | 'host' | 'port';
  /** The family of the scheme; `undefined` within the scheme, and for `null`. */
  readonly family: Family | undefined;
  /** Whether the host is an address if it is over here. */
  readonly isAddress: boolean;
  /** Whether an origin may end here. */
  readonly ends: boolean;
  /** The states after one more character. */
  readonly steps: readonly GrammarStep[];
}

export interface GrammarStep {
  readonly set: CharacterSet;
  readonly to: GrammarState;
}

/** What tells the states apart. */
type Place =
  /** `text`: what was read, as long as it may become a scheme that means something. */
  | { readonly part: 'scheme'; readonly text: string | undefined }
  | { readonly part: 'slashes'; readonly family: Family; readonly count: 0 | 1 | 2 }
  | { readonly part: 'host'; readonly family: Family; readonly host: HostPlace }
  | { readonly part: 'port'; readonly family: Family; readonly text: string };

const SPECIAL_SCHEMES = ['http', 'https', 'null', ...OPAQUE_SCHEMES];
const ORIGIN_CHARACTERS = charactersOf(setWhere((each) => /[\w~.:/[\]+-]/.test(each)));
const DEFAULT_PORTS = { http: '80', https: '443', other: '' };
const MAX_PORT = 65_535;
const MAX_PORT_DIGITS = 5;

/**
 * The grammar of what `parseSerializedOrigin` accepts, and `null`: a deterministic automaton, made as
 * far as it is walked. It lets in a little more: valid Punycode, zeros in IPv6 addresses and the
 * length of the whole are for a witness to prove.
 *
 * @param countsLabels whether it knows that a label has at most 63 characters, which takes 63 times
 *   the states, and matters only to expressions that count as far
 */
export function originGrammar(countsLabels: boolean): GrammarState {
  const known = starts.get(countsLabels) ?? makeGrammar(countsLabels);
  starts.set(countsLabels, known);
  return known;
}

const starts = new Map<boolean, GrammarState>();

function makeGrammar(countsLabels: boolean): GrammarState {
  const states = new Map<string, GrammarState>();
  const stateAt = (place: Place): GrammarState => {
    const key = JSON.stringify(place);
    const known = states.get(key);
    if (known !== undefined) return known;
    let steps: readonly GrammarStep[] | undefined;
    const state: GrammarState = {
      part: place.part,
      family: place.part === 'scheme' ? undefined : place.family,
      isAddress: place.part === 'host' && isAddress(place.host),
      ends: mayEnd(place),
      get steps() {
        steps ??= stepsOf(place);
        return steps;
      },
    };
    states.set(key, state);
    return state;
  };
  /** Characters that lead to the same state make one step. */
  const stepsOf = (place: Place): GrammarStep[] => {
    const sets = new Map<GrammarState, CharacterSet>();
    for (const character of ORIGIN_CHARACTERS) {
      const next = placeAfter(place, character, countsLabels);
      if (next === undefined) continue;
      const to = stateAt(next);
      sets.set(to, (sets.get(to) ?? 0n) | setOf(character));
    }
    return [...sets].map(([to, set]) => ({ set, to }));
  };
  return stateAt({ part: 'scheme', text: '' });
}

function mayEnd(place: Place): boolean {
  switch (place.part) {
    case 'scheme':
      return place.text === 'null';
    case 'slashes':
      return false;
    case 'host':
      return hostMayEnd(place.host);
    case 'port':
      return place.text !== '' && place.text !== DEFAULT_PORTS[place.family];
  }
}

/** The place after one more character, or `undefined` where no origin goes on with it. */
function placeAfter(place: Place, character: string, countsLabels: boolean): Place | undefined {
  switch (place.part) {
    case 'scheme':
      return afterScheme(place.text, character);
    case 'slashes':
      if (place.count < 2) {
        return character === '/' ? { ...place, count: place.count === 0 ? 1 : 2 } : undefined;
      }
      return inHost(place.family, hostStart(place.family), character, countsLabels);
    case 'host':
      return character === ':' && hostMayEnd(place.host)
        ? { part: 'port', family: place.family, text: '' }
        : inHost(place.family, place.host, character, countsLabels);
    case 'port':
      return afterPort(place.family, place.text, character);
  }
}

function inHost(
  family: Family,
  host: HostPlace,
  character: string,
  countsLabels: boolean,
): Place | undefined {
  const next = afterHost(host, character, countsLabels);
  return next === undefined ? undefined : { part: 'host', family, host: next };
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

/** Digits are kept only as far as they may still become the default port, or one too high. */
function afterPort(family: Family, text: string, character: string): Place | undefined {
  if (!/\d/.test(character) || (text === '' && character === '0')) return undefined;
  const digits = text + character;
  if (digits.length > MAX_PORT_DIGITS || Number(digits) > MAX_PORT) return undefined;
  const matters = [DEFAULT_PORTS[family], String(MAX_PORT)].some((each) => each.startsWith(digits));
  if (matters) return { part: 'port', family, text: digits };
  const isBelow = digits < String(MAX_PORT).slice(0, digits.length);
  // Any number of as many digits on the same side will do in its place.
  return {
    part: 'port',
    family,
    text: (isBelow ? '2' : '7').padEnd(digits.length, isBelow ? '2' : '7'),
  };
}
