import { elementAt, numberAt } from '../flat-arrays.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';
import { type Alternative, isPrefix, type Manner, type Matches, type Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';

// The ways to match a query word: as typed, another form, a typo, another name.

/** A way to reach the foods that match a query word. */
interface WayToFoods {
  /** Whether it matches the word itself, not an alternative. */
  readonly isOwn: boolean;
  /**
   * Whether the way is listed for an earlier word too. The penalty of such a way counts only for
   * the earlier word.
   */
  readonly isShared: boolean;
  /** Whether it stands for several query words. */
  readonly isWide: boolean;
  readonly manner: Manner;
  readonly penalty: number;
  /** What is added to the penalty of foods that match only in this uncertain way. */
  readonly doubt: number;
}

/** A way that requires any one of a range of table words. */
export interface WordWay extends WayToFoods, Source {}

/** A way that requires several table words, each matched in one of its own ways. */
export interface JointWay extends WayToFoods {
  /** Fewest postings first. */
  readonly parts: readonly (readonly WordWay[])[];
  readonly alternative: Alternative;
}

export type Way = WordWay | JointWay;

/** Returns, for each query word, the ways to all foods that match it. */
export function waysOf(
  { words, terms, alternatives }: Matches,
  postingStarts: FuzzyIndex['postingStarts'],
): Way[][] {
  const ways: Way[][] = words.map((_, word) => wordWays(elementAt(terms, word).sources));
  for (const alternative of alternatives) {
    const { from, to, terms: targets, penalty, manner } = alternative;
    // A food that also has the word as typed is reached in another way, without this doubt.
    const doubt = manner === 'word' ? 0 : PENALTIES.named;
    const parts = targets
      .map((term) => wordWays(elementAt(terms, term).sources))
      .sort((a, b) => postingCount(a, postingStarts) - postingCount(b, postingStarts));
    const isWide = to - from > 1;
    const kind = { isOwn: false, isShared: false, isWide, doubt };
    const joint = { ...kind, manner, penalty, parts, alternative };
    const found: Way[] =
      parts.length > 1
        ? [joint]
        : parts.flat().map((way) => ({ ...way, ...kind, penalty: way.penalty + penalty }));
    elementAt(ways, from).push(...found);
    for (let word = from + 1; word < to; word++) {
      elementAt(ways, word).push(...found.map((way) => ({ ...way, isShared: true })));
    }
  }
  return ways;
}

function wordWays(sources: readonly Source[]): WordWay[] {
  return sources.map((source) => ({
    ...source,
    isOwn: true,
    isShared: false,
    isWide: false,
    doubt: source.manner === 'word' ? 0 : isPrefix(source) ? PENALTIES.named : PENALTIES.guessed,
  }));
}

/** Counts the postings of some ways; for a joint way, counts the postings of its shortest part. */
export function postingCount(
  ways: readonly (JointWay | Pick<Source, 'first' | 'end'>)[],
  postingStarts: FuzzyIndex['postingStarts'],
): number {
  let count = 0;
  for (const way of ways) {
    if ('parts' in way) count += postingCount(elementAt(way.parts, 0), postingStarts);
    else count += numberAt(postingStarts, way.end) - numberAt(postingStarts, way.first);
  }
  return count;
}
