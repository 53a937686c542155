import { NAIVE_CATEGORIES } from '../naive-search.case.ts';
import { naiveSegment } from './naive-negation.case.ts';
import { plain, wordsIn } from './naive-words.case.ts';

// The naive fuzzy search: the words of foods and their parts.

/** A word of a description; negated words start with a hyphen. */
export interface NaiveToken {
  readonly word: string;
  readonly segment: number;
  readonly part: number;
  readonly isAlone: boolean;
}

export const PARTS = [0, 1, 2, 3, 4, 1, 5];
export const OTHER_WORDS = [2, 1, 1, 1, 0, 0, 1];
export const NO_HEAD = 4;
/** The parts `head` and `category` of `place.ts`. */
export const HEADS = [0, 5];
/** Another name of the food. */
export const OWN_NAME = 6;

export interface NaiveFood {
  readonly tokens: readonly NaiveToken[];
  /** The words of the head, and of a category before it. */
  readonly family: string;
  readonly isInfantFood: boolean;
  readonly isPackaged: boolean;
  readonly plainness: number;
}

/** @param names - other names of the food; its brand follows a line feed */
export function naiveFoodOf(description: string, names: string | null = null): NaiveFood {
  const tokens: NaiveToken[] = [];
  const outside: string[] = [];
  let depth = 0;
  const segments: { words: string[]; isAside: boolean }[] = [];
  for (const piece of plain(description).split(/([,;()])/)) {
    if (piece === '(') depth++;
    else if (piece === ')') depth = Math.max(0, depth - 1);
    const words = wordsIn(piece);
    if (words.length === 0) continue;
    segments.push({ words: naiveSegment(words), isAside: depth > 0 });
    if (depth === 0) outside.push(words.join(' '));
  }
  const [first = '', second = ''] = outside;
  const hasCategory = second !== '' && NAIVE_CATEGORIES.includes(first);
  let number = hasCategory ? -1 : 0;
  segments.forEach(({ words, isAside }, segment) => {
    const part = isAside ? 4 : number < 0 ? 5 : Math.min(number, 3);
    for (const word of words) tokens.push({ word, segment, part, isAlone: words.length === 1 });
    if (!isAside) number++;
  });
  const plainWords = ['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'];
  const unusual = ['sprouted', 'dried', 'dehydrated', 'filled', 'imitation', 'extra', 'wheat'];
  const less = /^(low|lowfat|reduced|light|lite|non|nonfat|free|rich|decaffeinated)$/;
  const countOf = (kind: readonly string[], some: readonly NaiveToken[]) =>
    kind.filter((one) => some.some(({ word }) => word === one)).length;
  const outsideAsides = tokens.filter(({ part }) => part !== 4);
  return {
    tokens: [...tokens, ...nameTokens(names ?? '', segments.length)],
    family: hasCategory ? `${first}, ${second}` : first,
    isInfantFood: ['babyfood', 'infant formula'].includes(first),
    isPackaged: names?.includes('\n') === true,
    plainness:
      countOf(plainWords, tokens) -
      countOf(unusual, outsideAsides) -
      Number(outsideAsides.some(({ word }) => less.test(word))),
  };
}

/** Returns the words of other names, each name being a segment. */
function nameTokens(names: string, firstSegment: number): NaiveToken[] {
  return plain(names)
    .split(/[,;()]/)
    .flatMap((name, i) => {
      const words = naiveSegment(wordsIn(name));
      const place = { segment: firstSegment + i, part: OWN_NAME, isAlone: words.length === 1 };
      return words.map((word) => ({ word, ...place }));
    });
}

/** Whether a segment contains the words as a phrase. */
export function hasPhrase(tokens: readonly NaiveToken[], phrase: readonly string[]): boolean {
  return tokens.some((first, from) =>
    phrase.every((word, i) => {
      const token = tokens[from + i];
      return token?.segment === first.segment && token.word.replace(/^-/, '') === word;
    }),
  );
}
