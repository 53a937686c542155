import { ENGLISH } from '../../amount/languages/english.ts';
import { elementAt } from '../flat-arrays.ts';
import { HEADS } from './naive-foods.case.ts';
import type { NaiveQuery } from './naive-fuzzy-query.case.ts';
import type { NaivePath } from './naive-paths.case.ts';
import type { NaiveStep } from './naive-penalties.case.ts';
import type { NaiveTable } from './naive-words.case.ts';

// The naive fuzzy search: whether the best match is good enough.

/** Whether a food matches a query by more than guesses and numbers. */
export function isConfident(
  { words: all, endsInStopWord, entries, headLength }: NaiveQuery,
  steps: readonly NaiveStep[],
  isEnglish: boolean,
  hasAmount: boolean,
  areHeads: readonly boolean[],
): boolean {
  const words = endsInStopWord ? all.slice(0, -1) : all;
  const count = steps.reduce((sum, { path }) => sum + path.to - path.from, 0);
  if (
    count >= words.length &&
    (steps.length > 1 || words.some((word) => !/^\p{N}+$/u.test(word)))
  ) {
    return true;
  }
  const tells = (word: string) => /\p{L}{2}/u.test(word) && !(isEnglish && qualifies(word));
  const telling = steps.filter(({ path: { from, to, penalty, targets, together }, tokens }) => {
    const own = targets[0]?.get(tokens[0]?.word ?? '') ?? 0;
    const isTypo = own === 16 || own === 19;
    const isSure = own <= 3 || isTypo;
    const isOther = penalty === 2 || (penalty === 1 && together);
    return words.slice(from, to).some(tells) && (penalty === 0 ? isSure : isOther);
  });
  const isTranslated = entries.some(
    ({ own, words: meant, other }) =>
      meant !== own &&
      other === undefined &&
      words.some((_, at) => meant.every((word, i) => words[at + i] === word)),
  );
  const matched = steps.flatMap(({ path: { from, to } }) => words.slice(from, to));
  const isComplete =
    isTranslated ||
    words.every((word) => !/\p{L}{2}/u.test(word) || isDispensable(word) || matched.includes(word));
  const lastStep = steps.at(-1);
  const isBegun = lastStep?.path.targets[0]?.get(lastStep.tokens[0]?.word ?? '') === 6;
  const describes = (word: string) => isEnglish && qualifies(word);
  const last = words.slice(0, headLength).findLastIndex(tells);
  const isDescribed = words.every((word) => describes(word) || matched.includes(word));
  const isOfFoods = words.every((word, i) => matched.includes(word) || areHeads[i]);
  const isNamed = ({ path, tokens }: NaiveStep, hasMore: boolean) =>
    path.penalty === 2 ||
    tokens.some(
      ({ part, isAlone }) =>
        (HEADS.includes(part) && (isAlone || hasMore || steps.length > 1)) ||
        ((hasAmount || path.to > last) && isAlone && (isOfFoods || [1, 6].includes(part))),
    );
  const isOpen = isBegun && isNamed(lastStep, false);
  if (isOpen && isDescribed) return true;
  return telling.length > 1 || telling.some((step) => isComplete || isNamed(step, isDescribed));
}

/** Whether the table matches a word, or an alternative to it, by more than typos and prefixes. */
export function isKnown(
  word: number,
  words: readonly string[],
  paths: readonly NaivePath[],
  table: NaiveTable,
): boolean {
  if (table.formsOf(elementAt(words, word)).size > 0) return true;
  return paths.some(
    ({ from, to, penalty, targets }) =>
      from <= word &&
      word < to &&
      ([1, 2].includes(penalty) || penalty === 32) &&
      targets.every((target) => target.size > 0),
  );
}

const QUALIFIERS: ReadonlySet<string> = new Set([
  ...['fresh', 'raw', 'organic', 'natural', 'homemade', 'leftover', 'ripe', 'plain', 'pure'],
  ...['full', 'less', 'lower', 'real'],
  ...['cold', 'hot', 'warm', 'big', 'large', 'medium', 'small', 'crispy', 'crunchy'],
  ...['fillet', 'fillets', 'filet', 'filets', 'chunk', 'chunks', 'cube', 'cubes'],
  ...['red', 'green', 'yellow', 'white', 'black', 'brown', 'purple', 'golden', 'blue', 'pink'],
  ...['creamy', 'healthy', 'delicious', 'tasty', 'low', 'light', 'extra', 'lean', 'ground'],
  ...['powder', 'sauteed', 'pureed'],
  ...['withskin', 'withskins', 'withpeel', 'withbone', 'withbones', 'injuice'],
  ...Object.values(ENGLISH.units).flat(),
]);

/** Whether a word only says how a food is prepared, cut or sold. */
export function qualifies(word = '', before = ''): boolean {
  return (
    isDispensable(word) ||
    /^\d+$/.test(word) ||
    ['low', 'lower', 'reduced', 'less', 'full', 'high'].includes(before) ||
    QUALIFIERS.has(word)
  );
}

/** Whether a word is a participle, or says what a food has or lacks. */
export function isDispensable(word: string): boolean {
  const isUndone = word.startsWith('un') && word.endsWith('ed') && word.length > 4;
  return (
    ['fullfat', 'withsugar'].includes(word) ||
    word.startsWith('-') ||
    isUndone ||
    /^.{2,}[^e]ed$/.test(word) ||
    /.(?:less|free)$/.test(word)
  );
}
