import { type Quantity, unitOf, usualOf } from '../../src/meal/food-amount.ts';
import { GRAM, type Measure, type Unit, unitsOf } from '../../src/meal/measures.ts';
import { readTypedNumber } from '../languages/number-text.ts';
import type { Food } from './food.ts';
import { type Amount, HUNDRED_GRAMS, MAX_GRAMS } from './plate.ts';
import { readPlainQuantity } from './question.ts';

// The amount in which a food is shown and added: as typed, a usual portion (of drinks a cup), or
// 100 g.

/** What values in results are for: 100 g or a portion. */
export type Basis = '100g' | 'portion';

/** What servings depend on beside the food. */
export interface ServingChoice {
  readonly basis: Basis;
  /** The amount typed in front of the search, such as that of `2 cups milk`. */
  readonly quantity: Quantity | undefined;
  /** The unit that was chosen last for this food. */
  readonly unitName: string | undefined;
}

/**
 * The amount that a row of results shows and adds: as typed, if the food has that unit; per
 * portion, the unit chosen last, else the usual measure; else 100 g.
 */
export function servingOf(food: Food, { basis, quantity, unitName }: ServingChoice): Amount {
  const typed = quantity && amountOf(food.measures, quantity, food.description);
  if (typed !== undefined) return typed;
  if (quantity !== undefined || basis === '100g') return HUNDRED_GRAMS;
  return usualAmountOf(food, unitName) ?? HUNDRED_GRAMS;
}

/**
 * The usual amount of a food, in the unit of this name if the food has it; `undefined` if unknown.
 */
export function usualAmountOf({ measures }: Food, unitName?: string): Amount | undefined {
  const usual = measures.find(({ name }) => name === unitName) ?? usualOf(measures);
  if (usual === undefined) return undefined;
  const { count, name, grams } = usual;
  return { count, unit: { name, grams: grams / count } };
}

/** An amount in a unit that a food has; `undefined` if its weight is not known. */
export function amountOf(
  measures: readonly Measure[],
  quantity: Quantity,
  food?: string | null,
): Amount | undefined {
  const { count } = quantity;
  const unit = unitOf(measures, quantity, food);
  return unit && limited(count, unit);
}

/**
 * The amount that somebody typed: a count of `unit`, or of another unit that the text names, such as
 * `2 cups`, `100g` or, in the words of the food's table, `1 cup, diced`. `undefined` if it spells
 * none, or more than a plate takes.
 */
export function readAmount(
  text: string,
  unit: Unit,
  measures: readonly Measure[],
): Amount | undefined {
  const plain = readTypedNumber(text);
  if (plain !== undefined) return limited(plain, unit);
  const own = inOwnUnit(text, measures, readTypedNumber);
  if (own !== undefined) return own;
  const quantity = readPlainQuantity(text);
  return quantity?.unit === undefined ? undefined : amountOf(measures, quantity);
}

/** The amount that an address has: as `shortText` writes it, or as somebody typed it. */
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
  return unit && count !== undefined ? limited(count, unit) : undefined;
}

/** A count of a unit; `undefined` if that is more than a plate takes. */
function limited(count: number, unit: Unit): Amount | undefined {
  return count * unit.grams <= MAX_GRAMS ? { count, unit } : undefined;
}
