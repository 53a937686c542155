import { PASSED_OVER } from './language.ts';

// Words that negate others: `without`, `no`, `free`.

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
  ...['without', 'no', 'not', 'non'].map((word) => [word, Role.negator] as const),
  ...[...PASSED_OVER, 'added'].map((word) => [word, Role.carrier] as const),
  ...['and', 'or'].map((word) => [word, Role.carrier | Role.joiner] as const),
  ['free', Role.free],
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
    const role = roleOf(word);
    const after = words[i + 1];
    const isNegated = reader.next(role, after === undefined ? Role.none : roleOf(after));
    if (isNegated) {
      endNegated();
      negated = [NEGATED + word, ...markers, word];
      markers = [];
    } else if (reader.isPending) markers.push(word);
    else if (negated.length > 0 && (role === Role.free || word === 'added')) negated.push(word);
    else {
      endNegated();
      read.push({ word, typed: word });
    }
  });
  endNegated();
  // A word that would negate another, and there is none.
  return read.length > 0 ? read : markers.map((word) => ({ word, typed: word }));
}

function roleOf(word: string): number {
  return ROLES.get(word) ?? Role.none;
}

/** The word that is negated, or the word itself. */
export function withoutNegation(word: string): string {
  return word.startsWith(NEGATED) ? word.slice(NEGATED.length) : word;
}
