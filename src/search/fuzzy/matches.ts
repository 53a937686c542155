import { elementAt } from '../flat-arrays.ts';
import type { Polarity } from './negation.ts';
import { PENALTIES } from './penalties.ts';

// The types of what a fuzzy query is looked up as: words, their sources, alternatives.

/** How a word of a query is met. */
export type Manner = 'word' | 'beginning' | 'name' | 'slip';

/** Words of the table that meet a word, and the penalty of being met so. */
export interface Source {
  /** The first of them and the one after the last. */
  readonly first: number;
  readonly end: number;
  readonly penalty: number;
  readonly manner: Manner;
  /** Whether foods are meant that say the words or that negate them. */
  readonly polarity: Polarity;
}

/** A word to look for. */
export interface Slot {
  readonly sources: readonly Source[];
}

/** Other words in place of some of the query. */
export interface Alternative {
  /** The first word of the query that it stands for, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The slots that must all be met. */
  readonly slots: readonly number[];
  readonly penalty: number;
  /** Whether they must be neighbors, in this order: a word written apart. */
  readonly together: boolean;
  readonly manner: Manner;
  /** Whether it is neither misspelled nor an earlier word that is only begun. */
  readonly isWhole: boolean;
}

/** What a query is looked up as. */
export interface Matches {
  readonly words: readonly string[];
  /** Those of the words first, in their order; then those of alternatives. */
  readonly slots: readonly Slot[];
  readonly alternatives: readonly Alternative[];
}

/** Whether words begin with the last one of the query, which is still being typed. */
export function isBegun({ manner, penalty }: Source): boolean {
  return manner === 'beginning' && penalty === PENALTIES.beginning;
}

/** Whether the table has nothing like a word but typos and beginnings. */
export function isGuessed({ slots, alternatives }: Matches, word: number): boolean {
  if (elementAt(slots, word).sources.some(({ manner }) => manner === 'word')) return false;
  return !alternatives.some(({ from, to, isWhole }) => isWhole && from <= word && word < to);
}
