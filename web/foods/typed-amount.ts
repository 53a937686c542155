import { readAmountBy } from '../../src/amount/amount-reader.ts';
import { ENGLISH } from '../../src/amount/languages/english.ts';
import type { Vocabulary } from '../../src/amount/languages/vocabulary.ts';
import { NumberReader } from '../../src/amount/read-number.ts';
import { MAX_MEAL_TEXT, splitMeal } from '../../src/amount/split-meal.ts';
import { tokensOf } from '../../src/amount/tokens.ts';
import { type Quantity, unitOf } from '../../src/meal/food-amount.ts';
import { GRAM, type Measure, type Unit, unitsOf } from '../../src/meal/measures.ts';
import { currentLocale, numberText, t } from '../languages/language.ts';
import { memoized } from './memoized.ts';
import { type Amount, limited } from './plate.ts';

// Reads typed amounts, in the page's language or in English, and splits meals into foods.
// search-criteria.ts loads this file on demand.

/** Returns the page language's amount words and number format. */
const vocabulary = memoized<void, Vocabulary>(
  () => ({
    ...(t().amounts ?? ENGLISH),
    // Number formats differ among countries that share a language.
    commaGroups: numberText(0.5, 1).includes('.'),
  }),
  () => [t(), currentLocale()],
);

/** Splits a whole meal into its foods; returns `undefined` if the query is not a meal. */
export const linesOfMeal = memoized(
  (query: string): readonly string[] | undefined => {
    const parts = query.split(';');
    // A meal with a longer part is not split, since that part would be truncated.
    if (parts.some((part) => part.length > MAX_MEAL_TEXT)) return undefined;
    const lines = parts.flatMap((part) => splitMeal(part, vocabulary()).lines);
    return lines.length > 1 ? lines : undefined;
  },
  (query) => [query, vocabulary()],
);

/** Separates the amount from a search. */
export const readQuantity = memoized(
  (query: string): { text: string; quantity: Quantity | undefined } => {
    const text = query.trim();
    const read = amountIn(text);
    if (read === undefined || read.food === '') return { text, quantity: undefined };
    const { amount: count, unit, food, note } = read;
    return { text: food, quantity: { count, unit, food, note } };
  },
  // This is memoized, since every row calls it.
  (query) => [query, vocabulary()],
);

/**
 * Parses an amount in the page's language, or in English if only English can read the amount or its
 * unit.
 */
function amountIn(text: string) {
  const own = readAmountBy(text, vocabulary());
  const english = readAmountBy(text, ENGLISH);
  return own?.unit || !english?.unit ? (own ?? english) : english;
}

/**
 * Converts a quantity to an amount of a food; `undefined` if its weight is unknown or more than a
 * plate can hold.
 */
export function amountOf(
  measures: readonly Measure[],
  quantity: Quantity,
  food?: string | null,
): Amount | undefined {
  const { count } = quantity;
  const unit = unitOf(measures, quantity, food);
  return unit && limited({ count, unit });
}

/**
 * Parses a typed amount, which is a count of `unit`, or has its own unit: `2 cups`, `100g` or, with
 * one of the food's measures, `1 cup, diced`. Returns `undefined` if the text is not an amount, or
 * is more than a plate can hold.
 */
export function readAmount(
  text: string,
  unit: Unit,
  measures: readonly Measure[],
): Amount | undefined {
  // Rejects a minus sign, which would otherwise be skipped as a list marker.
  if (/^\s*[-−–]/.test(text)) return undefined;
  const plain = readTypedNumber(text);
  if (plain !== undefined) return limited({ count: plain, unit });
  const own = inOwnUnit(text, measures, readTypedNumber);
  if (own !== undefined) return own;
  const read = amountIn(text);
  if (read?.unit === undefined || read.food !== '') return undefined;
  return amountOf(measures, { count: read.amount, unit: read.unit });
}

/** Parses an amount in a URL, as written by `shortText` or typed by hand. */
export function readShortText(text: string, measures: readonly Measure[]): Amount | undefined {
  const written = (count: string) => (/^\d+(\.\d+)?$/.test(count) ? Number(count) : undefined);
  return inOwnUnit(text, measures, written) ?? readAmount(text, GRAM, measures);
}

function inOwnUnit(
  text: string,
  measures: readonly Measure[],
  readCount: (text: string) => number | undefined,
): Amount | undefined {
  const [, number = '', name] = /^(\S+) (.+)$/.exec(text.trim()) ?? [];
  const unit = unitsOf(measures).find((candidate) => candidate.name === name);
  const count = readCount(number);
  return unit && count !== undefined ? limited({ count, unit }) : undefined;
}

/** The characters of a number: digits, separators, fractions, spaces and hyphens. */
const NUMBER = /^[\d.,/⁄¼-¾⅐-⅞\s-]+$/;
const ZERO = /^0+([.,]0*)?$/;

/**
 * Parses a number of at least 0, written as in the page's language: `1.5`, `.5`, `1 1/2`, `½`, and
 * `2,000` in English or `2.000` in Spanish. A unit may follow it.
 *
 * @returns `undefined` for other text, and for numbers above 100,000
 */
export function readTypedNumber(text: string, unit = ''): number | undefined {
  const digits = withoutUnit(text.trim(), unit)
    .replace(/^[.,](?=\d)/, '0.')
    .replace(/[.,]$/, '')
    .replace(/(?<=\d)\s(?=\d{3}(?!\d|\/))/g, '');
  if (ZERO.test(digits)) return 0;
  if (!NUMBER.test(digits)) return undefined;
  const tokens = tokensOf(digits);
  const read = new NumberReader(tokens, vocabulary()).numberAt(0);
  return read?.end === tokens.length ? read.value : undefined;
}

/**
 * Removes a unit from the end of text. Compares normalized text, since the micro sign and the Greek
 * letter mu are different characters.
 */
function withoutUnit(text: string, unit: string): string {
  const plain = (part: string) => part.normalize('NFKC').toLowerCase();
  const isThere = unit !== '' && plain(text).endsWith(plain(unit));
  return isThere ? text.slice(0, text.length - unit.length).trim() : text;
}
