// The shares of energy of carbohydrates, protein and fat (kcal per gram), summing to 100 %.

/**
 * Kilocalories in a gram: the general factors of Atwater, as in USDA Agriculture Handbook 74 and
 * Regulation (EU) 1169/2011, Annex XIV.
 */
export const KCAL_PER_GRAM = { carbohydrate: 4, protein: 4, fat: 9 } as const;

export type EnergySource = keyof typeof KCAL_PER_GRAM;
export const ENERGY_SOURCES = ['carbohydrate', 'protein', 'fat'] as const;

export interface EnergyShare {
  readonly source: EnergySource;
  /** Part of the energy of the three, from 0 to 1. */
  readonly share: number;
  /** The same in whole percent; those of all sources come to 100. */
  readonly percent: number;
}

/** How the energy of so many grams is shared; empty where there is none. */
export function energyShares(grams: Readonly<Record<EnergySource, number>>): EnergyShare[] {
  const kcal = ENERGY_SOURCES.map((source) => Math.max(0, grams[source]) * KCAL_PER_GRAM[source]);
  const sum = kcal.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return [];
  const shares = kcal.map((part) => part / sum);
  const percents = roundToHundred(shares.map((share) => share * 100));
  return ENERGY_SOURCES.map((source, i) => ({
    source,
    share: shares[i] ?? 0,
    percent: percents[i] ?? 0,
  }));
}

/** Rounds to whole numbers that come to 100: those cut off most are the ones rounded up. */
function roundToHundred(values: readonly number[]): number[] {
  const rounded = values.map(Math.floor);
  const missing = 100 - rounded.reduce((a, b) => a + b, 0);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, missing)) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded;
}
