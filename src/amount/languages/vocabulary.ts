import type { Unit } from '../units.ts';

// What a language has to say of amounts: numbers, units, joining words, names that look like
// amounts.

/** A language in which amounts are understood, as BCP 47 names it. */
export type AmountLanguage = 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt';

/** How a language writes amounts. All words are in lower case, without accents. */
export interface Vocabulary {
  /** A word for a number, or for "a" and "half", → its value. */
  readonly numbers: Readonly<Record<string, number>>;
  /** A unit → its words, in each form and spelling. The first is the usual one. */
  readonly units: Readonly<Partial<Record<Unit, readonly string[]>>>;
  /** Words between an amount and its food: "of". */
  readonly of: readonly string[];
  /** Words that join a number and its fraction: "one and a half". */
  readonly and: readonly string[];
  /** Articles that may follow a half: "half an avocado". */
  readonly articles: readonly string[];
  /** What stands after a number or "half" in the names of foods: "7 up", "half and half". */
  readonly namesAfterNumber: readonly string[];
  /** What stands after a size in the names of foods: "small curd", "medium grain". */
  readonly namesAfterSize: readonly string[];
  /** Whether 1,500 has a thousands separator rather than a decimal comma. */
  readonly commaGroups: boolean;
}
