import type { Vocabulary } from './languages/vocabulary.ts';
import { type Token, wordOf } from './tokens.ts';

// Reads the number of an amount: "1 1/2", "1,5", "½", "half a".

/** A number, and the index after its last token. */
export interface NumberRead {
  readonly value: number;
  readonly end: number;
}

/** The largest number that is read. Larger ones are mistakes or part of a name. */
const MAX_VALUE = 100_000;

const DOZEN = 12;

/** The largest numerator of an improper fraction, such as 3/2: "80/20" is a lean-to-fat ratio. */
const LARGEST_IMPROPER = 9;

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
  let value = numberOf(wordOf(tokens, start), vocabulary);
  if (value === undefined) return undefined;
  const { and, articles, plus } = vocabulary;
  const articlesAt = (place: number) => Number(articles.includes(wordOf(tokens, place)));
  let end = start + 1;
  if (value < 1) end += articlesAt(end);
  const [sign, next] = [wordOf(tokens, end), numberOf(wordOf(tokens, end), vocabulary) ?? 1];
  // "one and a half", "1/4 + 1/8"
  const after = end + 1 + articlesAt(end + 1);
  const more = numberOf(wordOf(tokens, after), vocabulary) ?? 0;
  if (sign === 'x' && more > 0) {
    value *= more;
    end = after + 1;
  } else if (!/\d/.test(sign) && (next < 1 || next >= DOZEN)) {
    // "a half", "half a dozen", "two dozen"
    value *= next;
    end++;
  } else if (more > 0 && more < 1 && [...(value < 1 ? [] : and), ...plus].includes(sign)) {
    value += more;
    end = after + 1;
  }
  return value > 0 && value <= MAX_VALUE ? { value, end } : undefined;
}

/**
 * Returns the value of a number's token or word: "1 1/2", "two"; `undefined` if it is not a number.
 */
function numberOf(word: string, { numbers, commaGroups }: Vocabulary): number | undefined {
  if (Object.hasOwn(numbers, word)) return numbers[word];
  // Most words do not start with a digit.
  if (!/^\d/.test(word)) return undefined;
  const [, whole = 0, over, under] = /^(?:(\d+)\D+)??(\d+)\/(\d+)$/.exec(word) ?? [];
  if (over !== undefined) {
    const fraction = Number(over) / Number(under);
    const isImproper = fraction >= 1 && Number(over) > LARGEST_IMPROPER;
    return isImproper ? undefined : Number(whole) + fraction;
  }
  // 1,5 and 1.5 are decimals. In English, 1,500 is fifteen hundred; in other languages, 1.500 is.
  const isGrouped = commaGroups ? GROUPED_BY_COMMAS : GROUPED_BY_DOTS;
  const plain = isGrouped.test(word) ? word.replaceAll(commaGroups ? ',' : '.', '') : word;
  const value = Number(plain.replace(',', '.'));
  return Number.isNaN(value) ? undefined : value;
}

const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_DOTS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
