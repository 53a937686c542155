import { type Quantity, unitOf, usualOf } from '../../src/meal/food-amount.ts';
import { GRAM, type Measure, type Unit, unitsOf } from '../../src/meal/measures.ts';
import { readTypedNumber } from '../languages/number-text.ts';
import type { Food } from './food.ts';
import { type Amount, HUNDRED_GRAMS, limited } from './plate.ts';
import { readPlainQuantity } from './question.ts';

// The amount in which a food is shown and added: as typed, a usual portion (a cup for drinks), or
// 100 g.

/** The amount that results and new portions start with. */
export type Basis = '100g' | 'portion';

/** What a serving depends on besides the food. */
export interface ServingChoice {
  readonly basis: Basis;
  /** The amount typed in the search, such as the `2 cups` of `2 cups milk`. */
  readonly quantity?: Quantity | undefined;
  /** The unit last chosen for this food. */
  readonly unitName: string | undefined;
}

/**
 * Returns the amount that a row of results shows and adds: the amount typed, or 100 g if the food
 * lacks its unit. If none was typed, per portion, the unit last chosen or else the usual measure;
 * otherwise 100 g.
 */
export function servingOf(food: Food, { basis, quantity, unitName }: ServingChoice): Amount {
  const typed = quantity && amountOf(food.measures, quantity, food.description);
  if (typed !== undefined) return typed;
  if (quantity !== undefined || basis === '100g') return HUNDRED_GRAMS;
  return usualAmountOf(food, unitName) ?? HUNDRED_GRAMS;
}

/**
 * Returns a usual portion of a food, in the named unit if the food has it; `undefined` if it has no
 * measures.
 */
export function usualAmountOf({ measures }: Food, unitName?: string): Amount | undefined {
  const usual = measures.find(({ name }) => name === unitName) ?? usualOf(measures);
  if (usual === undefined) return undefined;
  const { count, name, grams } = usual;
  return { count, unit: { name, grams: grams / count } };
}

/**
 * Converts a quantity to an amount of a food; `undefined` if its weight is unknown or more than a
 * plate takes.
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
 * Parses a typed amount: a count of `unit`, or an amount with its own unit, such as `2 cups`,
 * `100g` or, as the food's table names it, `1 cup, diced`. Returns `undefined` if the text is not
 * an amount, or is more than a plate takes.
 */
export function readAmount(
  text: string,
  unit: Unit,
  measures: readonly Measure[],
): Amount | undefined {
  const plain = readTypedNumber(text);
  if (plain !== undefined) return limited({ count: plain, unit });
  const own = inOwnUnit(text, measures, readTypedNumber);
  if (own !== undefined) return own;
  const quantity = readPlainQuantity(text);
  return quantity?.unit === undefined ? undefined : amountOf(measures, quantity);
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
