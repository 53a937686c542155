import { FATTY_ACID_COLUMNS } from './entry.ts';

// Computes the energy and the mass of a food from its nutrients.

/** Energy per gram of protein or carbohydrate, and of fat, in kcal: the general Atwater factors. */
export const KCAL_PER_GRAM = 4;
export const KCAL_PER_GRAM_OF_FAT = 9;

/** Returns the amount of a column in a food, if known. */
export type AmountOf = (column: string) => number | undefined;

/** Returns the energy that the nutrients add up to, if all of them are known. */
export function wholeKcal(amountOf: AmountOf): number | undefined {
  return amountOf('lipid_total_g') === undefined ? undefined : expectedKcal(amountOf);
}

/** Returns the energy of the nutrients; `undefined` if protein or carbohydrate is unknown. */
export function expectedKcal(amountOf: AmountOf): number | undefined {
  const [protein, carbohydrate] = [amountOf('protein_g'), amountOf('carbohydrate_g')];
  if (protein === undefined || carbohydrate === undefined) return undefined;
  return partsKcal(amountOf) + KCAL_PER_GRAM * carbohydrate;
}

export function partsKcal(amountOf: AmountOf): number {
  return KCAL_PER_GRAM * (amountOf('protein_g') ?? 0) + KCAL_PER_GRAM_OF_FAT * fatOf(amountOf);
}

/** Returns the known fat: the total, or the sum of the fatty acids. */
export function fatOf(amountOf: AmountOf): number {
  return amountOf('lipid_total_g') ?? fattyAcids(amountOf);
}

/** Returns the sum of the fatty acids that are known. */
export function fattyAcids(amountOf: AmountOf): number {
  return FATTY_ACID_COLUMNS.reduce((sum: number, column) => sum + (amountOf(column) ?? 0), 0);
}

const KCAL_PER_GRAM_OF_FIBER = 2;
/** A gram of fiber lowers the energy by at most this many kcal, as in bran and cocoa. */
const KCAL_LOST_TO_FIBER = 6;
/** The share of the carbohydrate that may be fiber if fiber is unknown, as in bran. */
const FIBER_SHARE = 0.25;

/** Returns the lowest and highest possible energy, since carbohydrate may include fiber. */
export function rangeOf(amountOf: AmountOf) {
  const [carbohydrate = 0, fiber] = [amountOf('carbohydrate_g'), amountOf('fiber_td_g')];
  const included = Math.min(fiber ?? FIBER_SHARE * carbohydrate, carbohydrate);
  const known = partsKcal(amountOf) + KCAL_PER_GRAM * carbohydrate;
  const max = known + KCAL_PER_GRAM_OF_FIBER * (fiber ?? 0);
  const lost = fiber === undefined ? KCAL_PER_GRAM : KCAL_LOST_TO_FIBER;
  return { min: max - (lost + KCAL_PER_GRAM_OF_FIBER) * included, max };
}

/** The nutrients that supply most of the energy, with their kcal per gram. */
export const ENERGIES: readonly (readonly [string, number])[] = [
  ['protein_g', KCAL_PER_GRAM],
  ['carbohydrate_g', KCAL_PER_GRAM],
  ['lipid_total_g', KCAL_PER_GRAM_OF_FAT],
];

/**
 * A nutrient is judged only if the others leave more than this share of the energy unexplained, and
 * more than this many kcal.
 */
const [UNEXPLAINED_SHARE, UNEXPLAINED_KCAL] = [0.4, 20];

/**
 * For each of {@link ENERGIES}, divides its energy by the part of the food's energy that the other
 * nutrients do not explain. The result is near 1 if the nutrient is right, and `undefined` if that
 * part is small.
 *
 * @param rest - the energy of the food that no nutrient explains, which may be negative
 */
export function sharesOfUnexplained(
  amountOf: AmountOf,
  rest: number,
): readonly (number | undefined)[] {
  const kcal = amountOf('kcal') ?? 0;
  return ENERGIES.map(([column, perGram]) => {
    const energy = perGram * (amountOf(column) ?? 0);
    const unexplained = rest + energy;
    return unexplained > Math.max(UNEXPLAINED_KCAL, UNEXPLAINED_SHARE * kcal)
      ? energy / unexplained
      : undefined;
  });
}

/** Columns, besides fat, that contribute weight. Minerals are in mg. */
const MASSES = ['protein_g', 'carbohydrate_g', 'water_g', 'sodium_mg', 'calcium_mg'];
/**
 * Grams of salt per gram of sodium. The ratio of calcium carbonate to calcium is about the same.
 */
const SALT_PER_MINERAL = 2.5;
/** Energy per gram of alcohol, in kcal. */
const KCAL_PER_GRAM_OF_ALCOHOL = 7;

/** Returns the grams of protein, carbohydrate and fat; of salt; and of all these plus water. */
export function massOf(amountOf: AmountOf) {
  const [protein = 0, carbohydrate = 0, water = 0, sodium = 0, calcium = 0] = MASSES.map(amountOf);
  const dry = protein + carbohydrate + fatOf(amountOf);
  const salt = (SALT_PER_MINERAL * (sodium + calcium)) / 1000;
  return { dry, salt, all: dry + water + salt };
}

/**
 * Returns the grams of all parts of a food, including fiber, ash and alcohol; `undefined` if
 * protein, carbohydrate or fat is unknown, or if there is less than 1 g of water.
 */
export function wholeMass(amountOf: AmountOf): number | undefined {
  const kcal = wholeKcal(amountOf);
  if (kcal === undefined || (amountOf('water_g') ?? 0) < 1) return undefined;
  const { all, salt } = massOf(amountOf);
  const alcohol = ((amountOf('kcal') ?? kcal) - kcal) / KCAL_PER_GRAM_OF_ALCOHOL;
  const ash = (amountOf('ash_g') ?? 0) - salt;
  return all + (amountOf('fiber_td_g') ?? 0) + Math.max(0, alcohol) + Math.max(0, ash);
}

/** How much a part may exceed its whole, due to rounding and methods: a factor, and grams. */
const [PART_FACTOR, PART_GRAMS] = [1.25, 1];

/** Checks whether a part is larger than its whole. */
export function hasLargePart(amountOf: AmountOf): boolean {
  const whole = (grams = 100) => PART_FACTOR * grams + PART_GRAMS;
  return (
    fattyAcids(amountOf) > whole(amountOf('lipid_total_g')) ||
    (amountOf('sugar_g') ?? 0) > whole(amountOf('carbohydrate_g'))
  );
}
