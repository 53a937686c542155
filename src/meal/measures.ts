import { UNITS } from '../amount/units.ts';
import type { FieldValue } from '../client/food.ts';

// Household measures of a food (cup, oz): parses them, and computes weights, density and the units
// to choose from.

/** A household measure of a food: 1 `cup` of 244 g, 3 `oz` of 85 g. */
export interface Measure {
  readonly count: number;
  /** The table's own words: `cup`, `large`, `cup, diced`. */
  readonly name: string;
  /** The weight of `count` such measures. */
  readonly grams: number;
}

/** A unit for amounts of a food: `g`, `oz`, `ml`, or one of the food's own. */
export interface Unit {
  readonly name: string;
  /** The weight of one unit. */
  readonly grams: number;
}

export const GRAM: Unit = { name: 'g', grams: 1 };
/** The avoirdupois ounce, exactly (NIST Handbook 44, Appendix C). */
export const OUNCE: Unit = { name: 'oz', grams: 28.349523125 };

/** The milliliters of volume units, including names that tables spell out. */
const WRITTEN_OUT: Readonly<Record<string, number>> = {
  ...UNITS.volume,
  tablespoon: UNITS.volume.tbsp,
  teaspoon: UNITS.volume.tsp,
};

/**
 * The density of liquids in grams per milliliter, from whipping cream to honey. A food with a
 * density outside this range is not a liquid.
 */
const LIQUID_DENSITY = { min: 0.9, max: 1.45 };

/**
 * Parses a measure from its text, such as `1 cup,  (8 fl oz)`, and weight; `undefined` if unusable.
 */
export function readMeasure(
  text: FieldValue | undefined,
  grams: number | null,
): Measure | undefined {
  if (typeof text !== 'string' || grams === null || !(grams > 0)) return undefined;
  const words = text
    .trim()
    .replace(/,?\s+\(/g, ' (')
    .replace(/\s+/g, ' ');
  const [, number = '', name = ''] = /^(\d*\.?\d+)\s+(.+)$/.exec(words) ?? ['', '1', words];
  const count = Number(number);
  return count > 0 && name !== '' ? { count, name, grams } : undefined;
}

/** The columns with household measures and their weights. */
export const MEASURE_COLUMNS = ['portions', 'gmwt_1', 'gmwt_desc1', 'gmwt_2', 'gmwt_desc2'];

/**
 * Returns the household measures of a row: those listed in the column `portions` or, if there are
 * none, the two of USDA's Standard Reference.
 */
export function readMeasures(row: Readonly<Record<string, FieldValue | undefined>>): Measure[] {
  const listed = listIn(row.portions).flatMap((portion) => readPortion(portion) ?? []);
  if (listed.length > 0) return listed;
  const pair = [
    readMeasure(row.gmwt_desc1, toNumber(row.gmwt_1)),
    readMeasure(row.gmwt_desc2, toNumber(row.gmwt_2)),
  ];
  return pair.filter((measure) => measure !== undefined);
}

function readPortion(value: unknown): Measure | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('amount' in value && 'unit' in value && 'grams' in value)) return undefined;
  const { amount: count, unit: name, grams } = value;
  const isValid = Number(count) > 0 && Number(grams) > 0 && typeof name === 'string' && name !== '';
  return isValid ? { count: Number(count), name: String(name), grams: Number(grams) } : undefined;
}

function listIn(value: FieldValue | undefined): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value as a number, or `null` if it is not a finite number. */
export function toNumber(value: FieldValue | undefined): number | null {
  const isMissing =
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  const number = isMissing ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Removes binary rounding noise. Six digits are more than any table has. */
export function rounded(value: number): number {
  const size = Math.abs(value);
  // `toPrecision` would take as long as everything else that is done for an amount.
  if (size < 1e-9 || size >= 1e6) return Number(value.toPrecision(6));
  let scale = 1;
  while (size * scale < 1e5) scale *= 10;
  return Math.round(value * scale) / scale;
}

/** Returns the units for amounts of a food, its own measures first. */
export function unitsOf(measures: readonly Measure[]): Unit[] {
  const own = measures
    .map(({ count, name, grams }) => ({ name, grams: grams / count }))
    .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i)
    .filter(({ name }) => name !== GRAM.name && name !== OUNCE.name);
  const density = densityOf(measures);
  const { min, max } = LIQUID_DENSITY;
  const isLiquid = density !== undefined && density >= min && density <= max;
  const volume = isLiquid ? [{ name: 'ml', grams: density }] : [];
  return [...own, GRAM, OUNCE, ...volume.filter(() => own.every(({ name }) => name !== 'ml'))];
}

/**
 * Returns a food's density in grams per milliliter, computed from its first measure of volume, such
 * as a cup; `undefined` if it has none.
 *
 * @param form with `in any form`, a cup of, say, the diced food is used if there is no plain cup
 */
export function densityOf(measures: readonly Measure[], form?: 'in any form'): number | undefined {
  const densityBy = (volumeOf: RegExp) =>
    measures.flatMap(({ count, name, grams }) => {
      const milliliters = WRITTEN_OUT[name.replace(volumeOf, '')];
      return milliliters === undefined ? [] : [grams / count / milliliters];
    })[0];
  return densityBy(/ \(.*$/) ?? (form && densityBy(/[ ,].*$/));
}

/** The maximum density of drinks, in grams per milliliter; syrups and concentrates are denser. */
const MAX_DRINK_DENSITY = 1.1;

/** Whether a food is poured, and thin enough to drink. */
export function isDrink(measures: readonly Measure[]): boolean {
  const isPoured = measures.some(({ count, name }) => name === 'fl oz' && count === 1);
  return isPoured && (densityOf(measures) ?? 0) <= MAX_DRINK_DENSITY;
}

/**
 * Returns the usual amount of a food: its first measure. If that is the fluid ounce of a drink,
 * returns a cup or another measure in which the drink is served.
 */
export function usualOf(measures: readonly Measure[]): Measure | undefined {
  const [first, ...others] = measures;
  if (first?.name !== 'fl oz' || !isDrink(measures)) return first;
  return others.find(({ name }) => /^cup\b/.test(name)) ?? others[0] ?? first;
}
