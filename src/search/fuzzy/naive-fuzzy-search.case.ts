import { naiveFood } from './naive-amount.case.ts';
import {
  type NaiveOptions,
  type NaiveWay,
  NOT_MET,
  naiveQuery,
  plain,
  wordsIn,
} from './naive-fuzzy-query.case.ts';
import { naiveSegment } from './naive-negation.case.ts';

/**
 * What `match=fuzzy` must give, said a second time as docs/search.md says it and as plainly as can be:
 * every food is looked at, and every word of the table is tried. The tests hold the search against it.
 */
export function naiveFuzzySearch(
  descriptions: readonly (string | null)[],
  text: string,
  options: NaiveOptions,
  limit: number,
): number[] {
  return naiveFuzzyFoods(descriptions, text, options)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** All foods that meet a word, and whether they meet every word that the table knows. */
export function naiveFuzzyFoods(
  descriptions: readonly (string | null)[],
  text: string,
  options: NaiveOptions,
): { readonly row: number; readonly isWhole: boolean }[] {
  const foods = descriptions.flatMap((description, row) =>
    description === null ? [] : [{ row, ...readFood(description) }],
  );
  const families = countBy(foods.map(({ family }) => family));
  const table = countBy(
    foods.flatMap(({ tokens }) => [...new Set(tokens.map(({ word }) => word))]),
  );
  const food = naiveFood(text, foods, options);
  const isHead = (word: string) =>
    foods.some(({ tokens }) =>
      tokens.some((token) => token.word === word && token.part === 0 && token.isAlone),
    );
  const query = naiveQuery(food, table, { ...options, isHead });
  const { words, options: ways, unwanted, phrases } = query;

  const passing = foods.filter(({ tokens }) => {
    const isUnwanted = tokens.some(({ word }) => unwanted.includes(word));
    return !isUnwanted && phrases.every((phrase) => hasPhrase(tokens, phrase));
  });
  const metBy = ({ tokens }: (typeof foods)[number]) => {
    const points = words.map(() => NOT_MET);
    bestReading(tokens, ways, words.length, points);
    return words.map((_, word) => points[word] !== NOT_MET);
  };
  const known = foods.map(metBy).reduce(
    (all, met) => all.map((is, word) => is || met[word] === true),
    words.map(() => false),
  );
  const looked = passing.map((food) => ({ food, met: metBy(food) }));
  const shares = words.map((_, word) => {
    const count = looked.filter(({ met }) => met[word]).length;
    return Math.floor(Math.log2(foods.length / Math.max(1, count)));
  });
  return looked
    .filter(({ met }) => met.includes(true))
    .map(({ food, met }) => {
      const wanted = ways.filter(({ from, to }) => met.slice(from, to).every(Boolean));
      const reading = bestReading(food.tokens, wanted, words.length, undefined, met);
      const size = families.get(food.family) ?? 0;
      const families4 = [2, 8, 32, 128].filter((enough) => size < enough).length;
      const family = food.isInfantFood ? 5 : families4;
      const count = met.filter(Boolean).length;
      const rarity = met.reduce((sum, is, word) => sum + (is ? (shares[word] ?? 0) : 0), 0);
      const key = [
        -count,
        -rarity,
        reading.points + surety(food.tokens, wanted, met) + family,
        reading.partings,
        family,
        -Math.floor(Math.log2(size)),
        -food.plainness,
        food.row,
      ];
      const isWhole = known.every((is, word) => !is || met[word] === true);
      return { row: food.row, key, isWhole };
    })
    .sort((a, b) => compareLists(a.key, b.key));
}

export interface NaiveToken {
  readonly word: string;
  readonly segment: number;
  readonly part: number;
  readonly isAlone: boolean;
}

const PARTS = [0, 1, 2, 3, 4, 1];
const OTHER_WORDS = [2, 1, 1, 1, 0, 0];
const NO_HEAD = 4;
/** The head, and a shelf ahead of it. */
const HEADS = [0, 5];
const SHELVES = [
  ...['spices', 'nuts', 'seeds', 'beverages', 'alcoholic beverage', 'snacks', 'candies'],
  ...['fish', 'crustaceans', 'mollusks', 'game meat', 'fast food', 'fast foods'],
  ...['salad dressing', 'leavening agents'],
];

function readFood(description: string) {
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
  const hasShelf = second !== '' && SHELVES.includes(first);
  let number = hasShelf ? -1 : 0;
  segments.forEach(({ words, isAside }, segment) => {
    const part = isAside ? 4 : number < 0 ? 5 : Math.min(number, 3);
    for (const word of words) tokens.push({ word, segment, part, isAlone: words.length === 1 });
    if (!isAside) number++;
  });
  const plainWords = ['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'];
  const unusual = ['sprouted', 'dried', 'dehydrated', 'filled', 'imitation'];
  const countOf = (kind: readonly string[]) =>
    kind.filter((one) => tokens.some(({ word }) => word === one)).length;
  return {
    tokens,
    family: hasShelf ? `${first}, ${second}` : first,
    isInfantFood: ['babyfood', 'infant formula'].includes(first),
    plainness: countOf(plainWords) - countOf(unusual),
  };
}

/**
 * The points of a food for all words, or for those that `met` has. With `points`, notes there which
 * words are met at all.
 */
function bestReading(
  tokens: readonly NaiveToken[],
  ways: readonly NaiveWay[],
  wordCount: number,
  points?: number[],
  met?: readonly boolean[],
) {
  let best: { sum: number; chosen: number[] }[] = [{ sum: 0, chosen: [] }];
  for (let to = 1; to <= wordCount; to++) {
    let least: { sum: number; chosen: number[] } | undefined;
    for (const way of ways) {
      if (way.to !== to) continue;
      const found = meet(tokens, way);
      if (found === undefined) continue;
      if (points !== undefined) points.fill(0, way.from, way.to);
      const before = best[way.from] ?? { sum: NOT_MET, chosen: [] };
      const sum = before.sum + found.sum;
      if (least === undefined || sum < least.sum) {
        least = { sum, chosen: [...before.chosen, ...found.chosen] };
      }
    }
    const before = best[to - 1] ?? { sum: NOT_MET, chosen: [] };
    if (met !== undefined && met[to - 1] !== true) least = before;
    best = [...best, least ?? { sum: NOT_MET, chosen: [] }];
  }
  const { sum, chosen } = best[wordCount] ?? { sum: NOT_MET, chosen: [] };
  // Of each word, what is counted once a segment and once a food is taken off, and put on once.
  const own = chosen.reduce((rest, i) => {
    const token = tokens[i];
    return token === undefined ? rest : rest - placePoints(token) + (PARTS[token.part] ?? 0);
  }, sum);
  const segments = new Set(chosen.map((i) => tokens[i]?.segment));
  let around = chosen.some((i) => HEADS.includes(tokens[i]?.part ?? -1)) ? 0 : NO_HEAD;
  for (const segment of segments) {
    const inIt = tokens.flatMap((token, i) => (token.segment === segment ? [i] : []));
    const part = tokens[inIt[0] ?? 0]?.part ?? 0;
    if (inIt.some((i) => !chosen.includes(i))) around += OTHER_WORDS[part] ?? 0;
  }
  const partings = chosen.filter((token, i) => i > 0 && token !== (chosen[i - 1] ?? -1) + 1);
  return { points: own + around, partings: Math.min(15, partings.length) };
}

/** None for a food that has all words as typed, one in the head; more for names, most for guesses. */
function surety(
  tokens: readonly NaiveToken[],
  ways: readonly NaiveWay[],
  met: readonly boolean[],
): number {
  const tokensFor = ({ targets }: NaiveWay, most = 3) =>
    tokens.filter(({ word }) => targets.some((target) => (target.get(word) ?? NOT_MET) <= most));
  const isMet = (way: NaiveWay) => meet(tokens, way) !== undefined;
  const own = ways.filter(({ points, to, from }) => points === 0 && to === from + 1);
  const typed = own.filter((way) => tokensFor(way).length > 0);
  const covers = (some: readonly NaiveWay[], word: number) =>
    some.some(({ from, to }) => from <= word && word < to);
  const wanted = met.flatMap((is, word) => (is ? [word] : []));
  const untyped = wanted.filter((word) => !covers(typed, word));
  const joined = ways.filter(
    (way) => way.together && isMet(way) && untyped.some((word) => covers([way], word)),
  );
  const named = ways
    .filter(({ points }) => (points > 1 && points < 18) || points === 32)
    .filter(isMet);
  // Six points, and 16 more where the word is another one of the query.
  const isBegun = (points = NOT_MET) => points <= 6 || points === 22;
  const begun = own.filter(({ targets }) =>
    tokens.some(({ word }) => targets.some((target) => isBegun(target.get(word)))),
  );
  const heads = [...typed, ...joined].flatMap((way) =>
    tokensFor(way).filter(({ part }) => HEADS.includes(part)),
  );
  if (untyped.every((word) => covers(joined, word)) && heads.length > 0) return 0;
  return untyped.every((word) => covers([...joined, ...named, ...begun], word)) ? 64 : 128;
}

/** Whether the words stand together in a segment, in this order. */
function hasPhrase(tokens: readonly NaiveToken[], phrase: readonly string[]): boolean {
  return tokens.some((first, from) =>
    phrase.every((word, i) => {
      const token = tokens[from + i];
      return token?.segment === first.segment && token.word.replace(/^-/, '') === word;
    }),
  );
}

/** The first tokens with the least points for each target of a way. */
function meet(tokens: readonly NaiveToken[], { targets, points, together }: NaiveWay) {
  const isNeighbors = (i: number) =>
    tokens[i]?.segment === tokens[i + 1]?.segment &&
    targets[0]?.has(tokens[i]?.word ?? '') === true &&
    targets[1]?.has(tokens[i + 1]?.word ?? '') === true;
  if (together && targets.length > 1 && !tokens.some((_, i) => isNeighbors(i))) return undefined;
  let sum = points;
  const chosen: number[] = [];
  for (const target of targets) {
    const costs = tokens.map((token) => (target.get(token.word) ?? NOT_MET) + placePoints(token));
    const least = Math.min(...costs);
    if (!(least < NOT_MET)) return undefined;
    sum += least;
    chosen.push(costs.indexOf(least));
  }
  return { sum, chosen };
}

function placePoints({ part, isAlone }: NaiveToken): number {
  return (
    (PARTS[part] ?? 0) +
    (isAlone ? 0 : (OTHER_WORDS[part] ?? 0)) +
    (HEADS.includes(part) ? 0 : NO_HEAD)
  );
}

function countBy(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
