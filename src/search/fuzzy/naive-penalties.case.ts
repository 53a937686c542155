import { elementAt } from '../flat-arrays.ts';
import {
  HEADS,
  type NaiveToken,
  NO_HEAD,
  OTHER_WORDS,
  OWN_NAME,
  PARTS,
} from './naive-foods.case.ts';
import { type NaivePath, NO_MATCH } from './naive-paths.case.ts';

// The naive fuzzy search: the penalties of a food.

/** The tokens chosen for some query words, and the sum of their penalties. */
interface Reading {
  readonly sum: number;
  readonly chosen: readonly number[];
  /** The path chosen for each run of words, with its tokens. */
  readonly steps: readonly NaiveStep[];
}

/** Query words matched in one way, with the matching tokens. */
export interface NaiveStep {
  readonly path: NaivePath;
  readonly tokens: readonly NaiveToken[];
}

const NO_READING: Reading = { sum: NO_MATCH, chosen: [], steps: [] };

/** For each query word, whether a food matches it in any way. */
export function matchedWords(
  tokens: readonly NaiveToken[],
  paths: readonly NaivePath[],
  wordCount: number,
): boolean[] {
  const matched = paths.filter((path) => match(tokens, path) !== undefined);
  return Array.from({ length: wordCount }, (_, word) => matched.some((path) => covers(path, word)));
}

/**
 * Returns the lowest penalty of a food for the matched words, and the number of gaps between them.
 */
export function bestPenalty(
  tokens: readonly NaiveToken[],
  paths: readonly NaivePath[],
  matched: readonly boolean[],
): {
  readonly penalty: number;
  readonly gaps: number;
  readonly steps: readonly NaiveStep[];
} {
  const { sum, chosen, steps } = bestReading(tokens, paths, matched);
  // The penalty of each word includes penalties that count only once per segment or per food. They
  // are subtracted here, and added once below.
  const own = chosen.reduce((rest, i) => {
    const token = elementAt(tokens, i);
    return rest - placePenalty(token) + elementAt(PARTS, token.part);
  }, sum);
  const gaps = chosen.filter((token, i) => i > 0 && token !== elementAt(chosen, i - 1) + 1);
  return {
    penalty: own + penaltyAround(tokens, chosen),
    gaps: Math.min(15, gaps.length),
    steps,
  };
}

/** Returns the first reading of the matched words with the lowest penalty. */
function bestReading(
  tokens: readonly NaiveToken[],
  paths: readonly NaivePath[],
  matched: readonly boolean[],
): Reading {
  /** The best reading of the first n words, for each n. */
  const best: Reading[] = [{ sum: 0, chosen: [], steps: [] }];
  matched.forEach((isMatched, word) => {
    const before = elementAt(best, word);
    const readings = paths
      .filter(({ to }) => to === word + 1)
      .flatMap((path) => continued(elementAt(best, path.from), match(tokens, path)));
    const least = Math.min(...readings.map(({ sum }) => sum));
    best.push(isMatched ? (readings.find(({ sum }) => sum === least) ?? NO_READING) : before);
  });
  return best.at(-1) ?? NO_READING;
}

function continued(before: Reading, found: Reading | undefined): Reading[] {
  if (found === undefined) return [];
  return [
    {
      sum: before.sum + found.sum,
      chosen: [...before.chosen, ...found.chosen],
      steps: [...before.steps, ...found.steps],
    },
  ];
}

/** Returns the penalty for a head without chosen words, and for other words in matched segments. */
function penaltyAround(tokens: readonly NaiveToken[], chosen: readonly number[]): number {
  const isInHead = chosen.some((i) => HEADS.includes(elementAt(tokens, i).part));
  const segments = new Set(chosen.map((i) => elementAt(tokens, i).segment));
  return [...segments].reduce(
    (sum, segment) => {
      const inIt = tokens.flatMap((token, i) => (token.segment === segment ? [i] : []));
      const isWhole = inIt.every((i) => chosen.includes(i));
      const { part } = elementAt(tokens, elementAt(inIt, 0));
      return sum + (isWhole ? 0 : elementAt(OTHER_WORDS, part));
    },
    isInHead ? 0 : NO_HEAD,
  );
}

/**
 * Returns 0 if all query words match as typed, and the food's head has a query word from before the
 * first preposition. Returns more for other names, and most for guesses.
 */
export function uncertainty(
  tokens: readonly NaiveToken[],
  paths: readonly NaivePath[],
  matched: readonly boolean[],
  headLength: number,
): number {
  const described = tokens.filter(({ part }) => part !== OWN_NAME);
  const tokensFor = ({ targets }: NaivePath) =>
    described.filter(({ word }) => targets.some((target) => (target.get(word) ?? NO_MATCH) <= 3));
  const isMatched = (path: NaivePath) => match(tokens, path) !== undefined;
  const own = paths.filter(({ penalty, to, from }) => penalty === 0 && to === from + 1);
  const typed = own.filter((path) => tokensFor(path).length > 0);
  const wanted = matched.flatMap((is, word) => (is ? [word] : []));
  const untyped = wanted.filter((word) => !typed.some((path) => covers(path, word)));
  const joined = paths.filter(
    (path) =>
      path.together &&
      match(described, path) !== undefined &&
      untyped.some((word) => covers(path, word)),
  );
  const named = paths
    .filter(({ penalty }) => (penalty > 0 && penalty < 16) || penalty === 32)
    .filter(isMatched);
  // The penalty of a prefix is 6.
  const isPrefix = (penalty = NO_MATCH) => penalty <= 6;
  const prefixes = own.filter(({ targets }) =>
    tokens.some(({ word }) => targets.some((target) => isPrefix(target.get(word)))),
  );
  const naming = typed.filter(({ from }) => from < headLength);
  const heads = [...naming, ...joined].flatMap((path) =>
    tokensFor(path).filter(({ part }) => HEADS.includes(part)),
  );
  if (untyped.every((word) => joined.some((path) => covers(path, word))) && heads.length > 0)
    return 0;
  const known = [...joined, ...named, ...prefixes];
  return untyped.every((word) => known.some((path) => covers(path, word))) ? 64 : 128;
}

/** Returns the first tokens with the lowest penalty for each target of a path. */
function match(tokens: readonly NaiveToken[], path: NaivePath): Reading | undefined {
  const { targets, penalty, together } = path;
  const [first, second] = targets;
  const isNeighbors = (token: NaiveToken, next: NaiveToken | undefined) =>
    token.segment === next?.segment && first?.has(token.word) && second?.has(next.word);
  if (together && second && !tokens.some((token, i) => isNeighbors(token, tokens[i + 1])))
    return undefined;
  let sum = penalty;
  const chosen: number[] = [];
  for (const target of targets) {
    const costs = tokens.map((token) => (target.get(token.word) ?? NO_MATCH) + placePenalty(token));
    const least = Math.min(...costs);
    if (!(least < NO_MATCH)) return undefined;
    sum += least;
    chosen.push(costs.indexOf(least));
  }
  const taken = chosen.map((i) => elementAt(tokens, i));
  return { sum, chosen, steps: [{ path, tokens: taken }] };
}

function covers({ from, to }: NaivePath, word: number): boolean {
  return from <= word && word < to;
}

export function placePenalty({ part, isAlone }: NaiveToken): number {
  return (
    elementAt(PARTS, part) +
    (isAlone ? 0 : elementAt(OTHER_WORDS, part)) +
    (HEADS.includes(part) ? 0 : NO_HEAD)
  );
}
