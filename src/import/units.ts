/** Kilojoules in a kilocalorie, by definition of the thermochemical calorie. */
const KJ_PER_KCAL = 4.184;

/** How many of the unit are in one gram. */
const PER_GRAM: Readonly<Record<string, number>> = { g: 1, mg: 1e3, µg: 1e6 };

/** Beyond these digits, a product shows the rounding of binary floating point. */
const SIGNIFICANT_DIGITS = 12;

/** What an amount has to be multiplied by; 1 for the same unit, `undefined` where there is no way. */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  if (from === 'kJ' && to === 'kcal') return 1 / KJ_PER_KCAL;
  const [a, b] = [PER_GRAM[from], PER_GRAM[to]];
  return a === undefined || b === undefined ? undefined : b / a;
}

/** The amount in the other unit, without the noise of the multiplication. */
export function convertAmount(amount: number, factor: number): number {
  return factor === 1 ? amount : Number((amount * factor).toPrecision(SIGNIFICANT_DIGITS));
}

/** A unit as `data/nutrients.csv` writes it: sources write `KCAL`, `UG`, `MCG` or `μg`. */
export function normalUnit(text: string): string {
  const unit = text.trim().toLowerCase().replace('μ', 'µ');
  if (unit === 'kj') return 'kJ';
  if (unit === 'iu') return 'IU';
  return unit === 'ug' || unit === 'mcg' ? 'µg' : unit;
}
