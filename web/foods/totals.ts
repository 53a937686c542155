import { byNutrient, type Nutrient } from './food.ts';
import { type Portion, valueIn } from './plate.ts';

// Sums of amounts, when a sum is unknown or may be too low, and the sources of energy.

/** A sum of amounts, some of which may not be known. */
export interface Sum {
  /**
   * The sum of the known amounts; `null` if none is known, since the sum is then unknown, not 0.
   */
  readonly amount: number | null;
  /** How many are known; if fewer than all, the true sum may be higher. */
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

export type EnergySource = keyof typeof KCAL_PER_GRAM;
export const ENERGY_SOURCES = ['carbohydrate', 'protein', 'fat'] as const;

export interface EnergyShare {
  readonly source: EnergySource;
  /** The fraction of the energy of all three sources, from 0 to 1. */
  readonly share: number;
  /** The share as a whole percentage; the three add up to 100. */
  readonly percent: number;
}

/**
 * Computes each source's share of the energy. Empty if there is no energy, or if a source is
 * unknown: the shares of the others would be too large.
 */
export function energyShares(grams: Readonly<Record<EnergySource, number | null>>): EnergyShare[] {
  if (ENERGY_SOURCES.some((source) => grams[source] === null)) return [];
  const kcalOf = (source: EnergySource) => Math.max(0, grams[source] ?? 0) * KCAL_PER_GRAM[source];
  const sum = ENERGY_SOURCES.reduce((sum, source) => sum + kcalOf(source), 0);
  if (!(sum > 0)) return [];
  return roundToHundred(ENERGY_SOURCES.map((source) => ({ source, share: kcalOf(source) / sum })));
}

/**
 * Rounds shares to whole percentages that add up to 100, by rounding up those with the largest
 * remainders.
 */
function roundToHundred(shares: readonly Omit<EnergyShare, 'percent'>[]): EnergyShare[] {
  const cut = shares.map((each) => ({ ...each, percent: Math.floor(each.share * 100) }));
  const missing = 100 - cut.reduce((sum, { percent }) => sum + percent, 0);
  const remainder = ({ share, percent }: EnergyShare) => share * 100 - percent;
  const raised = cut.toSorted((a, b) => remainder(b) - remainder(a)).slice(0, missing);
  return cut.map((each) => ({ ...each, percent: each.percent + Number(raised.includes(each)) }));
}
