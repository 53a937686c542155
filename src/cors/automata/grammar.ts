import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import { OPAQUE_SCHEME } from '../serialized-origin.ts';
import { buildAutomaton } from './automaton.ts';
import { type CharacterSet, indexAt } from './characters.ts';
import { END, Threads } from './matcher.ts';

// The grammar of serialized origins, as a deterministic automaton.

/** http, https, or an application's own scheme, such as `chrome-extension`. */
export type Family = 'http' | 'https' | 'other';

/** A state of the grammar of serialized origins: what matters about the text read so far. */
export interface GrammarState {
  /** The state's number within its grammar. */
  readonly id: number;
  /** The part that the last character belongs to. */
  readonly part: 'scheme' | 'slashes' | 'host' | 'port';
  /** The family of the scheme; `undefined` while in the scheme, and for `null`. */
  readonly family: Family | undefined;
  /** Whether the host may still become an IP address, and whether it is one if it ends here. */
  readonly mayBeAddress: boolean;
  readonly isAddress: boolean;
  /** Whether an origin may end here. */
  readonly ends: boolean;
  /**
   * Returns the states after one more character of a set, each with the characters that lead there.
   * States are created only when they are reached.
   */
  readonly stepsWith: (set: CharacterSet) => ReadonlyMap<GrammarState, CharacterSet>;
}

/**
 * A form of origin that the string may still become. After the scheme, only forms of that scheme's
 * family are left.
 */
interface PlacedForm {
  readonly family: Family | undefined;
  readonly form: string;
  /** The form's current nodes. */
  readonly nodes?: readonly number[];
}

// The expressions are written in such a way that strings with the same possible continuations end
// in the same state.
const ADDRESS_GROUP = '(?:0|[1-9a-f][\\da-f]{0,3})';
const groups = (count: number) => `${ADDRESS_GROUP}:`.repeat(count);
/** An IPv6 address up to its last group, with `::` after at most this many groups. */
const shortened = (before: number): string =>
  before === 0 ? '::' : `(?:${shortened(before - 1)}(?:${ADDRESS_GROUP}:)?|${groups(before)}:)`;
// Browsers write `::` only for two groups or more.
const IPV6 = `(?:${groups(7)}|${shortened(5)})${ADDRESS_GROUP}|(?:${ADDRESS_GROUP}(?::${ADDRESS_GROUP}){0,5})?::`;
const OCTET = '(?:\\d|(?:[1-9]|1\\d|2[0-4])\\d|25[0-5])';
const ADDRESS = `(?:${OCTET}(?:\\.${OCTET}){3}|\\[(?:${IPV6})\\])`;
const LETTER = '[a-z\\d_-]';
// Browsers read a host as an IP address if its last label is a number, even a hexadecimal one.
const LAST_LABEL = `(?:(?:[1-9]\\d*|0\\d+)?[a-z_-]|0[a-wyz_-]|0x[\\da-f]*[g-z_-])${LETTER}*`;
const NAME = `(?:${LETTER}+\\.)*${LAST_LABEL}\\.?`;
const OTHER_HOST = '(?:\\[[\\da-f:]+\\]|[\\w~-]+(?:\\.[\\w~-]+)*\\.?|\\.)';
const FROM_6 =
  '6(?:[0-4]\\d{0,3}|5(?:[0-4]\\d{0,2}|5(?:[0-2]\\d?|3[0-5]?|[4-9])?|[6-9]\\d?)?|[6-9]\\d{0,2})?';
const FROM_4 = '4(?:[0-35-9]\\d{0,3}|4(?:[0-24-9]\\d{0,2}|3\\d{1,2})?)?';
const FROM_8 = '8(?:[1-9]\\d{0,2}|0\\d{1,2})?';
/** Each matches any port except the default one, or no port. */
const PORTS: Readonly<Record<Family, string>> = {
  https: `(?::(?:[1-35]\\d{0,4}|${FROM_4}|${FROM_6}|[7-9]\\d{0,3}))?`,
  http: `(?::(?:[1-5]\\d{0,4}|${FROM_6}|[79]\\d{0,3}|${FROM_8}))?`,
  other: `(?::(?:[1-5]\\d{0,4}|${FROM_6}|[7-9]\\d{0,3}))?`,
};

/** The forms of origins. Nothing may follow an opaque scheme, since no origin has such a scheme. */
const FORMS: readonly PlacedForm[] = [
  { family: 'https', form: `https://${NAME}${PORTS.https}` },
  { family: 'https', form: `https://${ADDRESS}${PORTS.https}` },
  { family: 'http', form: `http://${NAME}${PORTS.http}` },
  { family: 'http', form: `http://${ADDRESS}${PORTS.http}` },
  { family: undefined, form: `${OPAQUE_SCHEME.source.slice(1, -1)}:[]` },
  { family: 'other', form: `(?:null|[a-z][a-z\\d+.-]*://${OTHER_HOST}${PORTS.other})` },
];

const automata = new Map<string, Threads>();

/** Reads one more character of a form, or the end of the string. */
function read({ form, nodes }: PlacedForm, letter: number) {
  const make = () => new Threads(buildAutomaton(new RegExp(`^(?:${form})`)));
  const threads = remember(automata, form, make);
  return threads.step(threads.state(nodes), letter);
}

const states = new Map<string, GrammarState>();

/**
 * The grammar of `null` and of what `parseSerializedOrigin` accepts: a deterministic automaton,
 * built as it is walked. The grammar accepts slightly more, since it does not check Punycode,
 * lengths, or all of IPv6's zero compression. Examples are checked for these, too.
 */
export function originGrammar(): GrammarState {
  return stateAt('scheme', FORMS);
}

function stateAt(part: GrammarState['part'], forms: readonly PlacedForm[]): GrammarState {
  const key = forms.map(({ family, form, nodes }) => `${family} ${form.length} ${nodes}`);
  return remember(states, `${part} ${key}`, () => {
    const over = forms.filter((each) => read(each, END).accepts);
    const ends = over.length > 0;
    return {
      id: states.size,
      part,
      family: part === 'scheme' ? undefined : forms[0]?.family,
      mayBeAddress: part === 'host' && forms.some(({ form }) => form.includes(ADDRESS)),
      isAddress: over.some(({ form }) => form.includes(ADDRESS)),
      ends,
      stepsWith: stepper((character) => stateAfter(part, forms, ends, character)),
    };
  });
}

/** Merges characters that lead to the same state into one step. */
function stepper(
  stateAfter: (character: string) => GrammarState | undefined,
): GrammarState['stepsWith'] {
  /** Maps a character to the state after it, or to `undefined` if no origin continues with it. */
  const known = new Map<string, GrammarState | undefined>();
  const steps = new BoundedMap<CharacterSet, ReadonlyMap<GrammarState, CharacterSet>>(MAX_SETS);
  return (reads) =>
    remember(steps, reads, () => {
      const found = new Map<GrammarState, CharacterSet>();
      for (const character of reads) {
        const to = remember(known, character, () => stateAfter(character));
        if (to !== undefined) found.set(to, (found.get(to) ?? '') + character);
      }
      return found;
    });
}

/** The number of sets whose steps a state caches. Few expressions have more. */
const MAX_SETS = 100;

function stateAfter(
  before: GrammarState['part'],
  all: readonly PlacedForm[],
  ends: boolean,
  character: string,
): GrammarState | undefined {
  const letter = indexAt(character, 0);
  const forms = all
    .map((each) => ({ ...each, nodes: read(each, letter).to.nodes.toSorted((a, b) => a - b) }))
    .filter(({ nodes }) => nodes.length > 0);
  const [first] = forms;
  if (first === undefined) return undefined;
  const part = partAfter(before, ends, character);
  const isOpen = part === 'scheme';
  const fitting = forms.filter(({ family }) => isOpen || family === first.family);
  return stateAt(part, fitting);
}

function partAfter(part: GrammarState['part'], ends: boolean, character: string) {
  if (part === 'scheme') return character === ':' ? 'slashes' : 'scheme';
  if (part === 'slashes') return character === '/' ? 'slashes' : 'host';
  return ends && character === ':' ? 'port' : part;
}
