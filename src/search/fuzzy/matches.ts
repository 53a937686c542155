import { elementAt } from '../flat-arrays.ts';
import type { Polarity } from './negation.ts';
import { PENALTIES } from './penalties.ts';

// The types of a looked-up fuzzy query: terms, sources and alternatives.

/** How a query word is matched. */
export type Manner = 'word' | 'beginning' | 'name' | 'slip';

/** A range of table words that match a query word, and the penalty of such a match. */
export interface Source {
  /** The first word ID, and the ID after the last. */
  readonly first: number;
  readonly end: number;
  readonly penalty: number;
  readonly manner: Manner;
  /** Whether foods must state the words or negate them. */
  readonly polarity: Polarity;
}

/** A word to search for, with the table words that match it. */
export interface QueryTerm {
  readonly sources: readonly Source[];
}

/** Words that can replace a range of query words. */
export interface Alternative {
  /** The first query word that is replaced, and the index after the last. */
  readonly from: number;
  readonly to: number;
  /** The terms, all of which must match. */
  readonly terms: readonly number[];
  readonly penalty: number;
  /** Whether the words must be adjacent and in this order, as in a split word. */
  readonly together: boolean;
  readonly manner: Manner;
}

/** A looked-up query. */
export interface Matches {
  readonly words: readonly string[];
  /** The terms of the query words in order, then those of alternatives. */
  readonly terms: readonly QueryTerm[];
  readonly alternatives: readonly Alternative[];
  /**
   * How many of `words` come before the first preposition; all of them if there is none. One of
   * these words names the food.
   */
  readonly headLength: number;
}

/** Whether this is a prefix match of the last query word, which is still being typed. */
export function isPrefix({ manner }: Source): boolean {
  return manner === 'beginning';
}

/** Whether the table matches a word, or a name for it, by nothing better than a typo or prefix. */
export function isGuessed({ terms, alternatives }: Matches, word: number): boolean {
  if (elementAt(terms, word).sources.some(({ manner }) => manner === 'word')) return false;
  return !alternatives.some(
    ({ from, to, penalty, manner }) =>
      from <= word && word < to && penalty !== PENALTIES.namePrefix && manner !== 'slip',
  );
}
