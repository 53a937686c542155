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
  /** Share of the energy of all three, from 0 to 1. */
  readonly share: number;
  /** The same in whole percent, adding up to 100. */
  readonly percent: number;
}

/** The shares of energy of these grams; empty if there is no energy. */
export function energyShares(grams: Readonly<Record<EnergySource, number>>): EnergyShare[] {
  const kcalOf = (source: EnergySource) => Math.max(0, grams[source]) * KCAL_PER_GRAM[source];
  const sum = ENERGY_SOURCES.reduce((sum, source) => sum + kcalOf(source), 0);
  if (!(sum > 0)) return [];
  return roundToHundred(ENERGY_SOURCES.map((source) => ({ source, share: kcalOf(source) / sum })));
}

/**
 * Rounds shares to whole percents that add up to 100: those with the largest remainders are rounded
 * up.
 */
function roundToHundred(shares: readonly Omit<EnergyShare, 'percent'>[]): EnergyShare[] {
  const cut = shares.map((each) => ({ ...each, percent: Math.floor(each.share * 100) }));
  const missing = 100 - cut.reduce((sum, { percent }) => sum + percent, 0);
  const remainder = ({ share, percent }: EnergyShare) => share * 100 - percent;
  const raised = cut.toSorted((a, b) => remainder(b) - remainder(a)).slice(0, missing);
  return cut.map((each) => ({ ...each, percent: each.percent + Number(raised.includes(each)) }));
}
