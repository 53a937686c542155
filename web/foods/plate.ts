import { GRAM, type Unit } from '../../src/meal/measures.ts';
import { amountText, t } from '../languages/language.ts';
import { byNutrient, type Food, isSameFood, type Nutrient } from './food.ts';

// Amounts and rows of a plate, with the default and the maximum amount. Computes sums, which may be
// unknown or too low, and the sources of energy.

/**
 * The maximum weight of an amount: more than anyone eats at once, but little enough to keep totals
 * readable.
 */
export const MAX_GRAMS = 10_000;

/**
 * The maximum number of foods on a plate in a link or file, which may come from anyone: more than
 * anyone eats in a day.
 */
export const MAX_PORTIONS = 1_000;

/** An amount in a unit. */
export interface Amount {
  /** The number of units, at least 0. */
  readonly count: number;
  readonly unit: Unit;
}

/** A food on the plate, at most {@link MAX_GRAMS} of it. */
export interface Portion extends Amount {
  readonly food: Food;
}

/** The default amount, which is also the basis of the table's values. */
export const HUNDRED_GRAMS: Amount = { count: 100, unit: GRAM };

export function gramsOf({ count, unit }: Amount): number {
  return count * unit.grams;
}

/** Returns an amount, or `undefined` if it is more than a plate can hold. */
export function limited<Known extends Amount>(amount: Known): Known | undefined {
  return gramsOf(amount) <= MAX_GRAMS ? amount : undefined;
}

/** Returns how much of a nutrient an amount contains; `null` if the value per 100 g is unknown. */
export function valueIn(per100g: number | null, amount: Amount): number | null {
  return per100g === null ? null : (per100g * gramsOf(amount)) / 100;
}

/** Formats an amount for URLs, alike in all languages: `1 cup`. */
export function shortText({ count, unit }: Amount): string {
  return `${count} ${unit.name}`;
}

/**
 * Adds a portion to a plate. If the food has a row in the same unit, the portion is merged into it.
 * Otherwise, the portion gets its own row.
 */
export function addPortion(portions: readonly Portion[], portion: Portion): readonly Portion[] {
  const there = portions.find((row) => isSameRow(row, portion));
  return there === undefined
    ? [...portions, portion]
    : changePortion(portions, there, { ...portion, count: together(there, portion) });
}

/** Checks whether two portions share a row of a plate: the same food in the same unit. */
export function isSameRow(a: Portion, b: Portion): boolean {
  return a.unit.name === b.unit.name && a.unit.grams === b.unit.grams && isSameFood(a.food, b.food);
}

/** Adds the counts of two amounts in the same unit, up to {@link MAX_GRAMS}. */
function together(a: Amount, b: Amount): number {
  return rounded(Math.min(a.count + b.count, MAX_GRAMS / a.unit.grams));
}

/** Sets the amount of a row. If the food already has a row in the new unit, the two are merged. */
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
      return other === undefined ? changed : { ...changed, count: together(changed, other) };
    });
}

/** Moves a row by this many rows, stopping at either end. -1 moves it up. */
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

/** Converts an amount to another unit: 1 cup becomes 244 g, not 1 g. */
export function convert(amount: Amount, unit: Unit): Amount {
  return { count: rounded(gramsOf(amount) / unit.grams), unit };
}

/** Rounds to two decimals, finer than any kitchen scale. */
function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}

/** Formats an amount for display: `100 g`, `2 cups, 488 g`. */
export function amountWords(amount: Amount): string {
  const { count, unit } = amount;
  const words = `${amountText(count)} ${t().unit(unit.name, count)}`;
  return unit.name === 'g' ? words : `${words}, ${amountText(Math.round(gramsOf(amount)))} g`;
}

/** A sum of amounts, some of which might be unknown. */
export interface Sum {
  /**
   * The sum of the known amounts; `null` if none is known, since the sum is then unknown, not 0.
   */
  readonly amount: number | null;
  /** How many amounts are known. If some are not, the true sum may be higher. */
  readonly known: number;
}

export function sumOf(amounts: readonly (number | null)[]): Sum {
  const known = amounts.filter((amount) => amount !== null);
  const amount = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  return { amount, known: known.length };
}

export type Totals = Readonly<Record<Nutrient, Sum>>;

/** Returns the amount of a nutrient in a portion; `null` if its food has no value. */
export function amountIn(portion: Portion, nutrient: Nutrient): number | null {
  return valueIn(portion.food[nutrient], portion);
}

export function totalsOf(portions: readonly Portion[]): Totals {
  return byNutrient((nutrient) => sumOf(portions.map((portion) => amountIn(portion, nutrient))));
}

/**
 * Kilocalories per gram: the general Atwater factors, as in USDA Agriculture Handbook 74 and
 * Regulation (EU) 1169/2011, Annex XIV.
 */
const KCAL_PER_GRAM = { carbohydrate: 4, protein: 4, fat: 9 } as const;

type EnergySource = keyof typeof KCAL_PER_GRAM;
export const ENERGY_SOURCES = ['carbohydrate', 'protein', 'fat'] as const;

/** The grams of each source; `null` if not known. */
type EnergyGrams = Readonly<Record<EnergySource, number | null>>;

/**
 * Computes each source's share of the energy as whole percentages that add up to 100, by rounding
 * up those with the largest remainders. Empty if there is no energy, or if a source is unknown: the
 * shares of the others would be too large.
 */
export function energyShares(grams: EnergyGrams): number[] {
  if (ENERGY_SOURCES.some((source) => grams[source] === null)) return [];
  const kcals = ENERGY_SOURCES.map((name) => Math.max(0, grams[name] ?? 0) * KCAL_PER_GRAM[name]);
  const sum = sumOf(kcals).amount ?? 0;
  if (!(sum > 0)) return [];
  const cut = kcals.map((kcal) => {
    const exact = (kcal / sum) * 100;
    return { percent: Math.floor(exact), remainder: exact % 1 };
  });
  const missing = 100 - cut.reduce((sum, { percent }) => sum + percent, 0);
  const raised = cut.toSorted((a, b) => b.remainder - a.remainder).slice(0, missing);
  return cut.map((each) => each.percent + Number(raised.includes(each)));
}

/** Returns where the first two shares end, as CSS variables; `undefined` if there are no shares. */
export function energyStyle(grams: EnergyGrams) {
  const [carbs, protein] = energyShares(grams);
  if (carbs === undefined || protein === undefined) return undefined;
  return { '--carbs': `${carbs}%`, '--upto': `${carbs + protein}%` };
}
