import type { Vocabulary } from './languages/vocabulary.ts';
import { type Token, wordOf } from './tokens.ts';

// Reads the number of an amount: "1 1/2", "1,5", "½", "half a".

/** A number, and the index after its last token. */
export interface NumberRead {
  readonly value: number;
  readonly end: number;
}

/** A larger number is a mistake or part of a name. */
const MAX_VALUE = 100_000;

const DOZEN = 12;

/** The largest numerator of an improper fraction: 3/2. */
const LARGEST_IMPROPER = 9;

/** Maps each single-character fraction to its value. */
const FRACTIONS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ '¼': 1 / 4, '½': 1 / 2, '¾': 3 / 4, '⅐': 1 / 7, '⅑': 1 / 9, '⅒': 1 / 10, '⅓': 1 / 3 },
    ...{ '⅔': 2 / 3, '⅕': 1 / 5, '⅖': 2 / 5, '⅗': 3 / 5, '⅘': 4 / 5, '⅙': 1 / 6, '⅚': 5 / 6 },
    ...{ '⅛': 1 / 8, '⅜': 3 / 8, '⅝': 5 / 8, '⅞': 7 / 8 },
  }),
);

/**
 * Reads the number that starts at a token: "1 1/2", "1,5", "½", "half a", "one and a half", "2 x
 * 30", "two dozen".
 *
 * @returns `undefined` if there is none, and for 0
 */
export function readNumber(
  tokens: readonly Token[],
  start: number,
  vocabulary: Vocabulary,
): NumberRead | undefined {
  const isDozen = vocabulary.dozens.includes(wordOf(tokens, start));
  const first = isDozen ? { value: 1, end: start } : readFactor(tokens, start, vocabulary);
  if (first === undefined) return undefined;
  let { value, end } = first;
  const times = wordOf(tokens, end) === 'x' ? readDigits(tokens, end + 1, vocabulary) : undefined;
  if (times !== undefined) {
    value *= times.value;
    end = times.end;
  } else if (value < DOZEN && vocabulary.dozens.includes(wordOf(tokens, end))) {
    value *= DOZEN;
    end++;
  }
  return value > 0 && value <= MAX_VALUE ? { value, end } : undefined;
}

function readFactor(
  tokens: readonly Token[],
  start: number,
  vocabulary: Vocabulary,
): NumberRead | undefined {
  const whole = readDigits(tokens, start, vocabulary) ?? readWords(tokens, start, vocabulary);
  if (whole === undefined) return undefined;
  // "one and a half", "2 and 1/2"
  if (!vocabulary.and.includes(wordOf(tokens, whole.end))) return whole;
  const article = vocabulary.articles.includes(wordOf(tokens, whole.end + 1)) ? 1 : 0;
  const place = whole.end + 1 + article;
  const more = readDigits(tokens, place, vocabulary) ?? wordAt(tokens, place, vocabulary);
  if (more === undefined || more.value >= 1 || whole.value < 1) return whole;
  return { value: whole.value + more.value, end: more.end };
}

/** Reads "2", "1,5", "1/2", "1 1/2", "1-1/2", "1½", "½". */
function readDigits(
  tokens: readonly Token[],
  start: number,
  vocabulary: Vocabulary,
): NumberRead | undefined {
  // Most words do not start with a digit.
  if (!/^[\d¼-⅞]/.test(wordOf(tokens, start))) return undefined;
  const fraction = readFraction(tokens, start);
  if (fraction !== undefined) return fraction;
  const grouped = readSpacedDigits(tokens, start, vocabulary);
  if (grouped !== undefined) return grouped;
  const value = numberOf(wordOf(tokens, start), vocabulary);
  if (value === undefined) return undefined;
  const isJoined = Number.isInteger(value) && wordOf(tokens, start + 1) === '-';
  const more = readFraction(tokens, isJoined ? start + 2 : start + 1);
  // "1-3/2" is not a number.
  if (more === undefined || (isJoined && more.value >= 1)) return { value, end: start + 1 };
  return { value: value + more.value, end: more.end };
}

/**
 * Reads thousands separated by a space: "1 000 g". In English, only before `000`: "2 400 g tins"
 * are two.
 */
function readSpacedDigits(
  tokens: readonly Token[],
  start: number,
  { commaGroups }: Vocabulary,
): NumberRead | undefined {
  const [first, second] = [tokens[start], tokens[start + 1]];
  if (first === undefined || second === undefined || second.start !== first.end + 1)
    return undefined;
  if (!/^[1-9]\d{0,2}$/.test(first.word)) return undefined;
  if (!(commaGroups ? /^000$/ : /^\d{3}$/).test(second.word)) return undefined;
  return { value: Number(first.word + second.word), end: start + 2 };
}

function readFraction(tokens: readonly Token[], start: number): NumberRead | undefined {
  const [first = '', sign, second = ''] = tokens.slice(start, start + 3).map(({ word }) => word);
  const single = FRACTIONS.get(first);
  if (single !== undefined) return { value: single, end: start + 1 };
  if (sign !== '/' || !/^\d{1,2}$/.test(first) || !/^[1-9]\d?$/.test(second)) {
    return undefined;
  }
  // "80/20" and "93/7" are lean-to-fat ratios.
  const value = Number(first) / Number(second);
  return value >= 1 && Number(first) > LARGEST_IMPROPER ? undefined : { value, end: start + 3 };
}

/** Reads "two", "a", "half", "half a", "a half", "a dozen", "half a dozen". */
function readWords(
  tokens: readonly Token[],
  start: number,
  vocabulary: Vocabulary,
): NumberRead | undefined {
  const first = wordAt(tokens, start, vocabulary);
  if (first === undefined) return undefined;
  const { articles } = vocabulary;
  const isHalf = first.value < 1;
  const isArticle = articles.includes(wordOf(tokens, start));
  const afterArticle = isHalf && articles.includes(wordOf(tokens, first.end)) ? 1 : 0;
  const place = first.end + afterArticle;
  const second = wordAt(tokens, place, vocabulary);
  const isProduct = second !== undefined && (isArticle || isHalf) && second.value !== 1;
  return isProduct
    ? { value: first.value * second.value, end: second.end }
    : { value: first.value, end: place };
}

function wordAt(
  tokens: readonly Token[],
  place: number,
  { numbers }: Vocabulary,
): NumberRead | undefined {
  const word = tokens[place]?.word;
  if (word === undefined || !Object.hasOwn(numbers, word)) return undefined;
  const value = numbers[word];
  return value === undefined ? undefined : { value, end: place + 1 };
}

/**
 * Parses digits with separators: 1,5 and 1.5; 1,500 in English and 1.500 elsewhere are thousands.
 */
function numberOf(digits: string, { commaGroups }: Vocabulary): number | undefined {
  if (!/^\d{1,9}([.,]\d{1,9})*$/.test(digits)) return undefined;
  const [group, decimal] = commaGroups ? [',', '.'] : ['.', ','];
  const grouped = new RegExp(`^[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`);
  const plain = grouped.test(digits) ? digits.replaceAll(group, '') : digits;
  const value = Number(plain.replace(',', '.'));
  return Number.isNaN(value) ? undefined : value;
}
