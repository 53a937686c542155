import { alternativesIn, foodsIn } from '../../amount/food-text.ts';
import { METRIC_ONLY } from '../../amount/languages/metric.ts';
import { VOCABULARIES } from '../../amount/vocabularies.ts';
import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import { elementAt } from '../flat-arrays.ts';
import { MAX_FOODS } from '../limits.ts';
import { piecesOf } from './food-note.ts';
import { naiveFood } from './naive-amount.case.ts';
import { isConfident, isDispensable, isKnown, qualifies } from './naive-confidence.case.ts';
import { hasSegment, mayBeKind } from './naive-food-note.case.ts';
import {
  HEADS,
  hasPhrase,
  type NaiveFood,
  type NaiveToken,
  naiveFoodOf,
} from './naive-foods.case.ts';
import { type NaiveOptions, type NaiveQuery, naiveQuery } from './naive-fuzzy-query.case.ts';
import { compareLists, countBy, isListed, isSure, naiveUnprepared } from './naive-list.case.ts';
import { naivePaths, oppositesOf } from './naive-paths.case.ts';
import { bestPenalty, matchedWords, placePenalty, uncertainty } from './naive-penalties.case.ts';
import { NaiveTable } from './naive-words.case.ts';

// The naive fuzzy search, to which tests compare the real one. It scans all foods.

/** The rows of a table: descriptions, and other names of each food. */
export interface NaiveRows {
  readonly descriptions: readonly (string | null)[];
  readonly names?: readonly (string | null)[];
}

/**
 * A reference implementation of `match=fuzzy`, written straight from docs/search.md: it examines
 * every food, and tries every word of the table. Tests compare the real search with it.
 */
export function naiveFuzzySearch(
  table: NaiveRows,
  text: string,
  options: NaiveOptions,
  limit: number,
): number[] {
  return naiveFuzzyFoods(table, text, options)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** A food that matches at least one word. */
interface NaiveFound {
  readonly row: number;
  /** Whether the food matches every query word that the table knows. */
  readonly isWhole: boolean;
  /** Whether the table knows every query word. */
  readonly isComplete: boolean;
  readonly penalty: number;
  readonly key: readonly number[];
  readonly tokens: readonly NaiveToken[];
  /** Whether the table knows all words, the last as a whole head. */
  readonly endsInHead: boolean;
  /** Whether the match is good enough to be shown first. */
  readonly isAnswer: boolean;
  /** Whether another name matches. */
  readonly hasName: boolean;
  /** Whether a word in the head matches, other than as a participle. */
  readonly isInHead: boolean;
}

/** Caches foods, since a test searches the same table several times. */
const FOODS = new BoundedMap<string, NaiveFood>(2 ** 12);

/** Returns all foods that match at least one word, best first. */
export function naiveFuzzyFoods(
  { descriptions, names = [] }: NaiveRows,
  text: string,
  options: NaiveOptions,
): readonly NaiveFound[] {
  const foodOf = (description: string, name: string | null = null) =>
    remember(FOODS, `${description}\0${name}`, () => naiveFoodOf(description, name));
  const foods = descriptions.flatMap((description, row) =>
    description === null ? [] : [{ row, ...foodOf(description, names[row]) }],
  );
  const families = countBy(foods.map(({ family }) => family));
  const counts = countBy(
    foods.flatMap(({ tokens }) => [...new Set(tokens.map(({ word }) => word))]),
  );
  const calling = countBy(foods.flatMap(({ tokens }) => namingWords(tokens)));
  const table = new NaiveTable(counts, calling, foods.length, options.language === 'english');
  const isHead = (word: string) =>
    foods.some(({ tokens }) =>
      tokens.some((token) => token.word === word && token.part === 0 && token.isAlone),
    );
  const rank = (asked: string) =>
    rankFoods(foods, naiveQuery(asked, options, isHead), { table, families, options, hasAmount });
  const { food, note, kind, hasAmount } = naiveFood(text, options);
  const own = options.language === 'none' ? METRIC_ONLY : VOCABULARIES[options.asked?.lang ?? 'en'];
  const either = alternativesIn(food, own);
  const isBare = (word: string) => word !== 'fresh' && !isDispensable(word) && !/^\d+$/.test(word);
  const isTyped = (one: string) => food.startsWith(one) || food.endsWith(one);
  const bare = (one: string) => (isTyped(one) ? one.split(' ').filter(isBare).join(' ') : one);
  const likeliest = either.find((one) => isSure(rank(`${bare(one)} `)[0])) ?? food;
  const listed = foodsIn(likeliest, own);
  const meant = isListed(listed, likeliest, own.with, hasAmount, (one) => rank(`${one} `)[0])
    ? (listed[0] ?? '')
    : listed.length > 1
      ? likeliest
      : naiveUnprepared(likeliest, (one) => rank(`${one} `)[0]);
  const found = rank(meant);
  const headOf = (one?: NaiveFound) => one?.tokens.find(({ part }) => part !== 5)?.word;
  const firstOf = (one?: NaiveFound) => one?.tokens[0]?.word;
  const [head, firstWord, quality] = [headOf(found[0]), firstOf(found[0]), qualityOf(found[0])];
  const texts = [`${meant} ${kind}`, `${kind} ${meant}`];
  const isReversed = !hasAmount && table.isEnglish && qualifies(kind);
  const orders = isReversed ? texts.toReversed() : texts;
  const kinds = kind === '' ? [] : orders.map(rank);
  const isOfKind = ([one]: readonly NaiveFound[]) =>
    headOf(one) === head || mayBeKind(one, meant, hasAmount ? '' : kind, table);
  const ofKind = kinds.filter(([one]) => isSure(one) && one?.isComplete).find(isOfKind);
  if (ofKind !== undefined) return ofKind[0]?.isAnswer ? ofKind : [];
  for (const words of piecesOf(note).reverse()) {
    const listed = found.splice(0, MAX_FOODS);
    const isAlike = (one: NaiveFound) => headOf(one) === head || firstOf(one) === firstWord;
    const isNoted = (one: NaiveFound) =>
      qualityOf(one) === quality && isAlike(one) && hasSegment(one, words, table);
    found.unshift(...listed.filter(isNoted), ...listed.filter((one) => !isNoted(one)));
  }
  return found[0]?.isAnswer ? found : [];
}

/** Which words a food matches, and whether any is a guess. A note compares only equal foods. */
function qualityOf(food: NaiveFound | undefined): string {
  return [food?.key.slice(0, 5), Math.floor((food?.penalty ?? 0) / 128)].join();
}

function rankFoods(
  foods: readonly (NaiveFood & { readonly row: number })[],
  query: NaiveQuery,
  {
    table,
    families,
    options,
    hasAmount,
  }: {
    readonly table: NaiveTable;
    readonly families: ReadonlyMap<string, number>;
    readonly options: NaiveOptions;
    readonly hasAmount: boolean;
  },
): NaiveFound[] {
  const { words, phrases } = query;
  const isHead = (form: string) => foods.some(({ tokens }) => hasHead(tokens, form));
  const paths = naivePaths(query, table, options, isHead);
  const unwanted = query.excluded.flatMap((word) => [...table.formsOf(word).keys()]);

  const passing = foods.filter(({ tokens }) => {
    const isUnwanted = tokens.some(({ word }) => unwanted.includes(word));
    return !isUnwanted && phrases.every((phrase) => hasPhrase(tokens, phrase));
  });
  const matchedBy = ({ tokens }: (typeof foods)[number]) =>
    matchedWords(tokens, paths, words.length);
  const known = foods.map(matchedBy).reduce(
    (all, matched) => all.map((is, word) => is || matched[word] === true),
    words.map(() => false),
  );
  const looked = passing.map((food) => ({ food, matched: matchedBy(food) }));
  const shares = words.map((_, word) => {
    const count = looked.filter(({ matched }) => matched[word]).length;
    return Math.floor(Math.log2(foods.length / Math.max(1, count)));
  });
  const describes = (word: number) => table.isEnglish && qualifies(words[word], words[word - 1]);
  const isSure = (word: number) =>
    !describes(word) && word < query.headLength && isKnown(word, words, paths, table);
  const isGuess = (word: number) => !describes(word) && !isSure(word);
  const last = words.findLastIndex((_, word) => isSure(word));
  const areHeads = words.map((word) => [...table.formsOf(word).keys()].some(isHead));
  const isLastHead = areHeads[last] === true;
  const opposites = words.map((_, word) => oppositesOf(word, query, table));
  return looked
    .filter(({ matched }) => matched.includes(true))
    .map(({ food, matched }) => {
      const wanted = paths.filter(({ from, to }) => matched.slice(from, to).every(Boolean));
      const reading = bestPenalty(food.tokens, wanted, matched);
      const size = families.get(food.family) ?? 0;
      const families4 = [2, 8, 32, 128].filter((enough) => size < enough).length;
      const family = (food.isInfantFood ? 5 : families4) + (food.isPackaged ? 80 : 0);
      const isLacking = (word: string) => /^-|^un.+ed$|.(less|free)$/.test(word);
      const counts = words.map((word) => (table.isEnglish && isLacking(word) ? 2 : 1));
      const count = counts.reduce((sum, one, word) => sum + (matched[word] === true ? one : 0), 0);
      const named = matched.filter((is, word) => is && isSure(word)).length;
      const guessed = matched.filter((is, word) => is && isGuess(word)).length;
      const rarity = matched.reduce((sum, is, word) => sum + (is ? elementAt(shares, word) : 0), 0);
      const isOpposed = (is: boolean, word: number) =>
        !is && food.tokens.some((token) => elementAt(opposites, word).has(token.word));
      const opposite = matched.some(isOpposed) ? 100 : 0;
      const sure = uncertainty(food.tokens, wanted, matched, query.headLength);
      const penalty = reading.penalty + sure + family + opposite;
      // If "juice" is the only known word, it counts no more than any other.
      const isVague = words[last] === 'juice' && named === 1;
      const key = [
        -Number(isLastHead && matched[last] === true && !isVague),
        -named,
        -guessed,
        -count,
        -rarity,
        penalty,
        reading.gaps,
        family,
        -Math.floor(Math.log2(size)),
        -food.plainness,
        food.row,
      ];
      const isWhole = known.every((is, word) => !is || matched[word] === true);
      const isAnswer = isConfident(query, reading.steps, table.isEnglish, hasAmount, areHeads);
      return {
        row: food.row,
        key,
        isWhole,
        isComplete: known.every(Boolean),
        penalty,
        tokens: food.tokens,
        endsInHead: known.every(Boolean) && reading.steps.at(-1)?.tokens.some(isWholeHead) === true,
        isAnswer,
        hasName: known.every(Boolean) && reading.steps.some(({ path }) => path.penalty === 2),
        isInHead: reading.steps.some(({ path, tokens }) =>
          tokens.some(
            ({ part, word }, i) => HEADS.includes(part) && path.targets[i]?.get(word) !== 3,
          ),
        ),
      };
    })
    .sort((a, b) => compareLists(a.key, b.key));
}

/** Whether a food's whole head is this word, not negated. */
function hasHead(tokens: readonly NaiveToken[], form: string): boolean {
  return tokens.some((token) => token.word === form && isWholeHead(token));
}

function isWholeHead({ part, isAlone }: NaiveToken): boolean {
  return part === 0 && isAlone;
}

/** Returns the words whose lowest-penalty place is the head or a whole second segment. */
function namingWords(tokens: readonly NaiveToken[]): string[] {
  const byWord = Map.groupBy(tokens, ({ word }) => word);
  return [...byWord].flatMap(([word, some]) => {
    const least = Math.min(...some.map(placePenalty));
    const best = some.find((token) => placePenalty(token) === least);
    const calls = best?.part === 0 || (best?.part === 1 && best.isAlone);
    return calls && !word.startsWith('-') ? [word] : [];
  });
}
