import { GRAM, type Unit } from '../../src/meal/measures.ts';
import { t } from '../languages/language.ts';
import { amountText } from '../languages/number-text.ts';
import { type Food, isSameFood } from './food.ts';

// Amounts, and the rows of a plate: the most grams of a food, what is added by default.

/** More than anyone eats at once; keeps totals readable. */
export const MAX_GRAMS = 10_000;

/** An amount in a unit. */
export interface Amount {
  /** 0 or more, of `unit`. */
  readonly count: number;
  readonly unit: Unit;
}

/** A food on the plate, {@link MAX_GRAMS} of it at the most. */
export interface Portion extends Amount {
  readonly food: Food;
}

/** The default amount: the one that the table's values are for. */
export const HUNDRED_GRAMS: Amount = { count: 100, unit: GRAM };

export function gramsOf({ count, unit }: Amount): number {
  return count * unit.grams;
}

/** The amount of a nutrient, from its value per 100 g; `null` if unknown. */
export function valueIn(per100g: number | null, amount: Amount): number | null {
  return per100g === null ? null : (per100g * gramsOf(amount)) / 100;
}

/** An amount as in addresses, independent of the language: `1 cup`. */
export function shortText({ count, unit }: Amount): string {
  return `${count} ${unit.name}`;
}

/** Puts a food on a plate. More of it in the same unit makes one row; in another unit it has its own. */
export function addPortion(portions: readonly Portion[], portion: Portion): readonly Portion[] {
  const there = portions.find((row) => isSameRow(row, portion));
  return there === undefined
    ? [...portions, portion]
    : changePortion(portions, there, { ...portion, count: sumOf(there, portion) });
}

/** Whether both are one row of a plate: the same food in the same unit. */
export function isSameRow(a: Portion, b: Portion): boolean {
  return a.unit.name === b.unit.name && a.unit.grams === b.unit.grams && isSameFood(a.food, b.food);
}

/** The count of both in the unit of the first, {@link MAX_GRAMS} at the most. */
function sumOf(a: Amount, b: Amount): number {
  return rounded(Math.min(a.count + b.count, MAX_GRAMS / a.unit.grams));
}

/** Sets the amount of a row. In a unit that another row of the food has, both become one. */
export function changePortion(
  portions: readonly Portion[],
  row: Portion,
  { count, unit }: Amount,
): readonly Portion[] {
  const changed = { ...row, count, unit };
  const other = portions.find((one) => !isSameRow(one, row) && isSameRow(one, changed));
  return portions
    .filter((one) => one !== other)
    .map((one) => {
      if (!isSameRow(one, row)) return one;
      return other === undefined ? changed : { ...changed, count: sumOf(changed, other) };
    });
}

/** Moves a row by some rows, at most to the ends: -1 is up. */
export function movePortion(
  portions: readonly Portion[],
  row: Portion,
  by: number,
): readonly Portion[] {
  const from = portions.findIndex((one) => isSameRow(one, row));
  if (from < 0) return portions;
  return portions
    .toSpliced(from, 1)
    .toSpliced(Math.max(0, from + by), 0, ...portions.slice(from, from + 1));
}

export function removePortion(portions: readonly Portion[], row: Portion): readonly Portion[] {
  return portions.filter((one) => !isSameRow(one, row));
}

/** The same amount in another unit: 244 g for 1 cup, not 1 g. */
export function convert(amount: Amount, unit: Unit): Amount {
  return { count: rounded(gramsOf(amount) / unit.grams), unit };
}

/** Two decimals, which is finer than any kitchen scale. */
function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}

/** An amount in words: `100 g`, `3 oz`, `1 cup, 244 g`. */
export function amountWords(amount: Amount): string {
  const { count, unit } = amount;
  const words = `${amountText(count)} ${t().unit(unit.name)}`;
  return unit.name === 'g' ? words : `${words}, ${amountText(Math.round(gramsOf(amount)))} g`;
}
