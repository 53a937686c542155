import { elementAt, numberAt } from '../flat-arrays.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';
import { type Alternative, isPrefix, type Manner, type Matches, type Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';

// The paths to match a query word: as typed, another form, a typo, another name.

/** A path to reach the foods that match a query word. */
interface PathToFoods {
  /** Whether the path matches the word itself, not an alternative. */
  readonly isOwn: boolean;
  /**
   * Whether the path is listed for an earlier word too. The penalty of such a path counts only for
   * the earlier word.
   */
  readonly isShared: boolean;
  /** Whether the path stands for several query words. */
  readonly isWide: boolean;
  readonly manner: Manner;
  readonly penalty: number;
  /** The amount added to the penalty of foods that match only by this uncertain path. */
  readonly doubt: number;
}

/** A path that requires any one of a range of table words. */
export interface WordPath extends PathToFoods, Source {}

/** A path that requires several table words, each of which has its own paths. */
export interface CombinedPath extends PathToFoods {
  /** Fewest postings first. */
  readonly parts: readonly (readonly WordPath[])[];
  readonly alternative: Alternative;
}

export type Path = WordPath | CombinedPath;

/** Returns, for each query word, the paths to all foods that match it. */
export function pathsOf(
  { words, terms, alternatives }: Matches,
  postingStarts: FuzzyIndex['postingStarts'],
): Path[][] {
  const paths: Path[][] = words.map((_, word) => wordPaths(elementAt(terms, word).sources));
  for (const alternative of alternatives) {
    const { from, to, terms: targets, penalty, manner } = alternative;
    // If a food also has the word as typed, another path without this doubt leads to it.
    const doubt = manner === 'word' ? 0 : PENALTIES.named;
    const parts = targets
      .map((term) => wordPaths(elementAt(terms, term).sources))
      .sort((a, b) => postingCount(a, postingStarts) - postingCount(b, postingStarts));
    const isWide = to - from > 1;
    const kind = { isOwn: false, isShared: false, isWide, doubt };
    const combined = { ...kind, manner, penalty, parts, alternative };
    const found: Path[] =
      parts.length > 1
        ? [combined]
        : parts.flat().map((path) => ({ ...path, ...kind, penalty: path.penalty + penalty }));
    elementAt(paths, from).push(...found);
    for (let word = from + 1; word < to; word++) {
      elementAt(paths, word).push(...found.map((path) => ({ ...path, isShared: true })));
    }
  }
  return paths;
}

function wordPaths(sources: readonly Source[]): WordPath[] {
  return sources.map((source) => ({
    ...source,
    isOwn: true,
    isShared: false,
    isWide: false,
    doubt: source.manner === 'word' ? 0 : isPrefix(source) ? PENALTIES.named : PENALTIES.guessed,
  }));
}

/** Counts the postings of some paths; for a combined path, those of its shortest part. */
export function postingCount(
  paths: readonly (CombinedPath | Pick<Source, 'first' | 'end'>)[],
  postingStarts: FuzzyIndex['postingStarts'],
): number {
  let count = 0;
  for (const path of paths) {
    if ('parts' in path) count += postingCount(elementAt(path.parts, 0), postingStarts);
    else count += numberAt(postingStarts, path.end) - numberAt(postingStarts, path.first);
  }
  return count;
}
