import { elementAt } from '../flat-arrays.ts';
import { PASSED_OVER } from './language.ts';

// Words that negate others: `without`, `no`, `free`; and `with skin`, which is one thing.

/** The words that say that a food has or lacks something; data/synonyms.tsv has more. */
export const OPPOSITES = {
  /** They negate the word after them. */
  negators: ['without', 'no', 'not', 'non'],
  /** It negates the word before it, or with one of these after it, the next: "free of salt". */
  free: 'free',
  freeOf: ['of', 'from'],
  prefixes: ['un', 'non'],
  suffixes: ['less', 'free'],
  /** What is a food of its own, and with this word before it a part of another. */
  with: 'with',
  parts: ['skin', 'peel', 'bone', 'bones'],
} as const;

/** A negated word of a query has this before it: "without salt" is read as `-salt`. */
export const NEGATED = '-';

/** Whether a description says that it has something or that it has it not, as bits. */
export const Polarity = { said: 1, negated: 2, any: 3 } as const;
export type Polarity = (typeof Polarity)[keyof typeof Polarity];

/** What a word does to the words beside it. */
export const Role = {
  none: 0,
  /** It negates the word after it. */
  negator: 1,
  /** It may stand between a negator and the word that is negated. */
  carrier: 2,
  /** After a negated word, it negates another: "without skin or bones". */
  joiner: 4,
  /** It negates the word before it: "salt free". */
  free: 8,
} as const;

/** The {@link Role}s of words, as bits; others have none. */
export const ROLES: ReadonlyMap<string, number> = new Map([
  ...OPPOSITES.negators.map((word) => [word, Role.negator] as const),
  ...[...PASSED_OVER, 'added'].map((word) => [word, Role.carrier] as const),
  ...['and', 'or'].map((word) => [word, Role.carrier | Role.joiner] as const),
  [OPPOSITES.free, Role.free],
]);

/** Tells which words of a segment are negated, one after the other. */
export class NegationReader {
  #state: 'none' | 'pending' | 'negated' = 'none';

  /** Begins a segment. */
  reset(): void {
    this.#state = 'none';
  }

  /** Whether a word is to come that is negated. */
  get isPending(): boolean {
    return this.#state === 'pending';
  }

  /** Whether the next word, of this role, is negated, given the role of the one after it. */
  next(role: number, roleAfter: number): boolean {
    if ((role & Role.negator) !== 0) this.#state = 'pending';
    else if (this.#state === 'pending' && (role & Role.carrier) === 0) {
      this.#state = 'negated';
      return true;
    } else if (this.#state === 'negated') {
      if ((role & Role.joiner) !== 0) this.#state = 'pending';
      else if ((role & Role.carrier) === 0) this.#state = 'none';
    }
    return roleAfter === Role.free && role === Role.none;
  }
}

/** A word that is looked for. */
export interface TypedWord {
  /** With {@link NEGATED} before it where it is negated. */
  readonly word: string;
  readonly typed: string;
}

/** The words of a query with what negates them taken off. */
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
      const last = read.at(-1);
      const isPart = last?.word === OPPOSITES.with && includes(OPPOSITES.parts, word);
      if (isPart) read.splice(-1, 1, { word: last.word + word, typed: `${last.typed} ${word}` });
      else read.push({ word, typed: word });
    }
  });
  endNegated();
  // A word that would negate another, and there is none.
  return read.length > 0 ? read : markers.map((word) => ({ word, typed: word }));
}

function roleOf(word: string, after = ''): number {
  const isBefore = word === OPPOSITES.free && includes(OPPOSITES.freeOf, after);
  return isBefore ? Role.negator : (ROLES.get(word) ?? Role.none);
}

function includes(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

/** The word that is negated, or the word itself. */
export function withoutNegation(word: string): string {
  return word.startsWith(NEGATED) ? word.slice(NEGATED.length) : word;
}
