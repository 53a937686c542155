import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { elementAt } from '../flat-arrays.ts';
import { STOP_WORDS } from './language.ts';

// Detects words negated by `without`, `no` or `free`, and parts such as `with skin`, which count as
// one word.

/** Prefix of a negated query word: "without salt" becomes `-salt`. */
export const NEGATED = '-';

/** Whether a description states a word or negates it, as bit flags. */
export const Polarity = { stated: 1, negated: 2, any: 3 } as const;
export type Polarity = (typeof Polarity)[keyof typeof Polarity];

/** Returns the other polarity; 0 for `any`, which has none. */
export function oppositeOf(polarity: Polarity): number {
  return Polarity.any ^ polarity;
}

/** How a word affects the negation of its neighbors. */
export const Role = {
  none: 0,
  /** Negates the next word. */
  negator: 1,
  /** May stand between a negator and the negated word. */
  carrier: 2,
  /** After a negated word, negates another: "without skin or bones". */
  joiner: 4,
  /** Negates the previous word: "salt free". */
  free: 8,
  /** Counts as negated before a joiner: meat that is "lean and fat" is not lean. */
  mixed: 16,
} as const;

/** The {@link Role} bits of each word; other words have none. */
export const ROLES: ReadonlyMap<string, number> = new Map([
  ...OPPOSITES.negators.map((word) => [word, Role.negator] as const),
  ...[...STOP_WORDS, 'added', 'any'].map((word) => [word, Role.carrier] as const),
  ...['and', 'or'].map((word) => [word, Role.carrier | Role.joiner] as const),
  ...OPPOSITES.after.map((word) => [word, Role.free] as const),
  [OPPOSITES.mixed, Role.mixed],
]);

/** Finds the negated words of a segment, reading it word by word. */
export class NegationReader {
  #state: 'none' | 'pending' | 'negated' = 'none';

  /** Starts a new segment. */
  reset(): void {
    this.#state = 'none';
  }

  /** Whether the reader is between a negator and the negated word. */
  get isPending(): boolean {
    return this.#state === 'pending';
  }

  /**
   * Reads the next word, given its role and the role of the word after it. Returns whether the word
   * that was read is negated.
   */
  next(role: number, roleAfter: number): boolean {
    if ((role & Role.negator) !== 0) this.#state = 'pending';
    else if (this.#state === 'pending' && (role & Role.carrier) === 0) {
      this.#state = 'negated';
      return true;
    } else if (this.#state === 'negated') {
      if ((role & Role.joiner) !== 0) this.#state = 'pending';
      else if ((role & Role.carrier) === 0) this.#state = 'none';
    }
    if (role === Role.mixed) return (roleAfter & Role.joiner) !== 0;
    return roleAfter === Role.free && role === Role.none;
  }
}

/** A word to search for. */
export interface TypedWord {
  /** Starts with {@link NEGATED} if it is negated. */
  readonly word: string;
  readonly typed: string;
}

/** Reads the words of a query, replacing each negator and the word it negates with one word. */
export function readNegations(words: readonly string[]): TypedWord[] {
  const roles = words.map((word, i) => roleOf(word, words[i + 1]));
  const read: TypedWord[] = [];
  const reader = new NegationReader();
  let markers: string[] = [];
  let negated: string[] = [];
  const endNegated = () => {
    const [word] = negated.splice(0, 1);
    if (word !== undefined) read.push({ word, typed: negated.join(' ') });
    negated = [];
  };
  words.forEach((word, i) => {
    const role = elementAt(roles, i);
    const isNegated = reader.next(role, roles[i + 1] ?? Role.none);
    if (isNegated) {
      endNegated();
      negated = [NEGATED + word, ...markers, word];
      markers = [];
    } else if (reader.isPending) markers.push(word);
    else if (negated.length > 0 && (role === Role.free || word === 'added')) negated.push(word);
    else {
      endNegated();
      addWord(word, read);
    }
  });
  endNegated();
  // If the query has only negators, they count as ordinary words.
  return read.length > 0 ? read : markers.map((word) => ({ word, typed: word }));
}

/**
 * Adds a word, or joins it with the previous one: "with the skin", "skin on", "in juice", "full
 * fat". "With added" means "with" only before `sugar`: in "with added calcium", `added` may
 * distinguish foods. The "s" of "with skin s" is not a plural ending.
 */
function addWord(word: string, read: TypedWord[]): void {
  const [before, added] = read.slice(-2);
  if (before && added && `${before.word} ${added.word} ${word}` === OPPOSITES.withAdded)
    read.splice(-2, 2, { word: before.word, typed: `${before.typed} ${added.typed}` });
  const last = read.at(-1) ?? { word: '', typed: '' };
  const part = last.word.replace(/^with(?=.)/, '');
  const isAfterPart = OPPOSITES.withoutWith.test(`${part} ${word}`);
  const joined = isAfterPart ? OPPOSITES.with + part : last.word + word;
  const isOpen = last.word === OPPOSITES.with && word === OPPOSITES.afterWith;
  if (!isOpen && (word === 's' || !OPPOSITES.joined.has(joined))) read.push({ word, typed: word });
  else read.splice(-1, 1, { word: isOpen ? last.word : joined, typed: `${last.typed} ${word}` });
}

function roleOf(word: string, after = ''): number {
  const isBefore = word === OPPOSITES.free && OPPOSITES.freeOf.has(after);
  return isBefore ? Role.negator : (ROLES.get(word) ?? Role.none);
}

/** Returns the word without its negation prefix, if it has one. */
export function withoutNegation(word: string): string {
  return word.startsWith(NEGATED) ? word.slice(NEGATED.length) : word;
}
