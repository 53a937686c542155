import { elementAt, numberAt } from '../flat-arrays.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';
import { type Alternative, isBegun, type Manner, type Matches, type Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';

// The ways in which a word of a query may be met: as typed, another form, a typo, another name.

/** What leads to foods that meet a word of a query. */
interface WayToFoods {
  /** Whether it is of the word itself, not of what may stand for it. */
  readonly isOwn: boolean;
  /** Whether it stands for the word before as well, which counts its penalty. */
  readonly isShared: boolean;
  /** Whether it stands for several words of the query. */
  readonly isWide: boolean;
  readonly manner: Manner;
  readonly penalty: number;
  /** The penalty for uncertainty, if a food matches in no other way. */
  readonly doubt: number;
}

/** By words of the table: a food has to have one of them. */
export interface WordWay extends WayToFoods, Source {}

/** By several words of the table, each by one of its ways: a food has to have them all. */
export interface JointWay extends WayToFoods {
  /** The one with the fewest postings first. */
  readonly parts: readonly (readonly WordWay[])[];
  readonly alternative: Alternative;
}

export type Way = WordWay | JointWay;

/** Per word of a query, the ways to all foods that meet it. */
export function waysOf(
  { words, slots, alternatives }: Matches,
  postingStarts: FuzzyIndex['postingStarts'],
): Way[][] {
  const ways: Way[][] = words.map((_, word) => wordWays(elementAt(slots, word).sources));
  for (const alternative of alternatives) {
    const { from, to, slots: targets, penalty, manner } = alternative;
    const doubt = doubtOf(alternative);
    const parts = targets
      .map((slot) => wordWays(elementAt(slots, slot).sources))
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
    doubt: source.manner === 'word' ? 0 : isBegun(source) ? PENALTIES.named : PENALTIES.guessed,
  }));
}

/** How many postings some ways have, of joint ones only those of the part that has the fewest. */
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

/**
 * The penalty for being unsure of a food that is met in this way. One that has the word as typed is met
 * by another way as well, which leads to it without them.
 */
function doubtOf({ manner, isWhole }: Alternative): number {
  if (manner === 'word') return 0;
  return isWhole ? PENALTIES.named : PENALTIES.guessed;
}
