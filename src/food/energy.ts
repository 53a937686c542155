import { FATTY_ACID_COLUMNS } from './entry.ts';
import { KJ_PER_KCAL } from './nutrient-units.ts';

// Finds foods whose amounts contradict each other: energy that fits the nutrients less exactly than
// in the rest of the table, and parts that exceed the whole.

/** Energy per gram of protein or carbohydrate, and of fat, in kcal: the general Atwater factors. */
const KCAL_PER_GRAM = 4;
const KCAL_PER_GRAM_OF_FAT = 9;
const KCAL_PER_GRAM_OF_FIBER = 2;
/** The most energy that a gram of fiber in the carbohydrate removes, as in bran and cocoa. */
const KCAL_LOST_TO_FIBER = 6;
/** The share of the carbohydrate that may be fiber if fiber is unknown, as in bran. */
const FIBER_SHARE = 0.25;
/** How far the energy of a food may be too low or too high, in kcal, in addition to a factor. */
const OFF_KCAL = { below: 10, above: 20 };
const SLIP_KCAL = { below: 8, above: 8 };
/** Energy per gram of alcohol, in kcal, with a margin. */
const ALCOHOL_KCAL = 9;
/** Foods with less energy than this, in kcal, say little about how exact a table is. */
const MIN_EXACT_KCAL = 40;
/** The most foods used to judge a table. */
const MAX_FITTED = 10_000;
/** The fewest foods needed to judge a table. */
const MIN_FITTED = 10;
/** This share of the foods of any table has the right energy. */
const RIGHT_SHARE = 0.7;
/** How far their energy may be off: limits as factors, and a multiple of the usual deviation. */
const [LEAST_FACTOR, MOST_FACTOR, TIMES_USUAL] = [1.2, 2, 5];
/** How far off energy must be to be suspicious if a single typo explains it. */
const [SLIP_FACTOR, SLIP_TIMES_USUAL, SLIP_EXACT] = [1.06, 2.5, 0.02];
/** Typos are looked for only if fiber makes the energy of a food no more uncertain than this. */
const MAX_RANGE = 0.1;
/** If the energy of half of the foods is this far off, as a logarithm, a column is wrong. */
const MAX_MEDIAN_OFF = 0.12;
/** The most energy of spirits, and of liqueurs with milk or egg, in kcal. */
const [MAX_SPIRIT_KCAL, MAX_LIQUEUR_KCAL] = [420, 350];
/** The least carbohydrate of sweeteners, in grams: with some energy, and without energy. */
const [MIN_SWEETENER_GRAMS, MIN_PURE_SWEETENER_GRAMS] = [50, 90];
/** How much a part may exceed its whole because of rounding and methods: a factor, and grams. */
const [PART_FACTOR, PART_GRAMS] = [1.25, 1];
/** Columns that contribute weight, besides fat; minerals are in mg. */
const MASSES = ['protein_g', 'carbohydrate_g', 'water_g', 'fiber_td_g', 'sodium_mg', 'calcium_mg'];
/** Grams of salt per gram of sodium; lime has about the same ratio to calcium. */
const SALT_PER_MINERAL = 2.5;
/** Together, these weigh more than this per 100 g of food, even in strong spirits. */
const MIN_GRAMS = 40;

/** Returns the amount of a column in a food, if known. */
export type AmountOf = (column: string) => number | undefined;

/**
 * Measures how well the energy of a table fits its nutrients, and finds foods that fit much worse.
 */
export class EnergyFit {
  /** How far the energy of foods is off, as logarithms of factors. */
  readonly #off: number[] = [];
  #usual: number | undefined;

  /** Learns from foods. */
  add(foods: readonly AmountOf[]): void {
    for (const amountOf of foods) {
      const kcal = amountOf('kcal') ?? 0;
      if (this.#off.length >= MAX_FITTED || kcal < MIN_EXACT_KCAL) continue;
      if (wholeKcal(amountOf) === undefined) continue;
      const { least, most } = rangeOf(amountOf);
      this.#off.push(Math.max(0, Math.log(kcal / most), Math.log(least / kcal)));
    }
    this.#off.sort((a, b) => a - b);
    this.#usual = this.#off[Math.floor(this.#off.length * RIGHT_SHARE)];
  }

  /** Whether the energy of most foods is off. */
  get isOff(): boolean {
    const median = this.#off[Math.floor(this.#off.length / 2)] ?? 0;
    return this.#off.length >= MIN_FITTED && median > MAX_MEDIAN_OFF;
  }

  /** Checks whether an amount of a food must be shifted, multiplied, or exchanged with another. */
  isMisfit(amountOf: AmountOf): boolean {
    const whole = (grams = 100) => PART_FACTOR * grams + PART_GRAMS;
    if (fattyAcids(amountOf) > whole(amountOf('lipid_total_g'))) return true;
    if ((amountOf('sugar_g') ?? 0) > whole(amountOf('carbohydrate_g'))) return true;
    const kcal = amountOf('kcal');
    if (kcal === undefined) return false;
    const { least, most } = rangeOf(amountOf);
    const isWhole = wholeKcal(amountOf) !== undefined;
    const isFar = (factor: number, { below, above } = OFF_KCAL) =>
      kcal * factor + below < least || (isWhole && kcal > most * factor + above);
    const usual = this.#usual ?? MOST_FACTOR;
    const factor = (start: number, times: number) =>
      Math.min(MOST_FACTOR, Math.max(start, 1 + times * usual));
    if (!isFar(factor(SLIP_FACTOR, SLIP_TIMES_USUAL), SLIP_KCAL)) return false;
    if (isSpecial(amountOf, kcal)) return false;
    if (kcal > most && isLiqueur(amountOf, kcal)) return isFar(MOST_FACTOR);
    const isSure = isWhole && most - least < MAX_RANGE * most;
    return (isSure && isSlip(amountOf, kcal)) || isFar(factor(LEAST_FACTOR, TIMES_USUAL));
  }
}

/** Returns the lowest and highest possible energy, since carbohydrate may include fiber. */
function rangeOf(amountOf: AmountOf) {
  const [carbohydrate = 0, fiber] = [amountOf('carbohydrate_g'), amountOf('fiber_td_g')];
  const included = Math.min(fiber ?? FIBER_SHARE * carbohydrate, carbohydrate);
  const known = partsKcal(amountOf) + KCAL_PER_GRAM * carbohydrate;
  const most = known + KCAL_PER_GRAM_OF_FIBER * (fiber ?? 0);
  const lost = fiber === undefined ? KCAL_PER_GRAM : KCAL_LOST_TO_FIBER;
  return { least: most - (lost + KCAL_PER_GRAM_OF_FIBER) * included, most };
}

/** Checks whether two exchanged nutrients, a moved decimal point or kJ explain the energy. */
function isSlip(amountOf: AmountOf, kcal: number): boolean {
  const { least, most } = rangeOf(amountOf);
  const fat = fatOf(amountOf);
  const others = [amountOf('protein_g') ?? 0, amountOf('carbohydrate_g') ?? 0];
  const exchanged = others.map((one) => (KCAL_PER_GRAM_OF_FAT - KCAL_PER_GRAM) * (one - fat));
  const energies = [KCAL_PER_GRAM_OF_FAT * fat, ...others.map((one) => KCAL_PER_GRAM * one)];
  const moved = energies.flatMap((energy) => [9 * energy, -0.9 * energy]);
  const isNear = (energy: number, more: number) =>
    energy * (1 + SLIP_EXACT) >= least + more && energy * (1 - SLIP_EXACT) <= most + more;
  return (
    isNear(kcal / KJ_PER_KCAL, 0) || [...exchanged, ...moved].some((more) => isNear(kcal, more))
  );
}

/** Checks whether a food may be a liqueur with milk or egg. */
function isLiqueur(amountOf: AmountOf, kcal: number): boolean {
  const [protein = 0, carbohydrate = 0] = [amountOf('protein_g'), amountOf('carbohydrate_g')];
  return protein < 5 && carbohydrate >= 10 && kcal < MAX_LIQUEUR_KCAL;
}

/** Checks whether alcohol, or a sweetener without energy, explains the energy. */
function isSpecial(amountOf: AmountOf, kcal: number): boolean {
  const [protein = 0, carbohydrate = 0, water] = ['protein_g', 'carbohydrate_g', 'water_g'].map(
    amountOf,
  );
  const { least, most } = rangeOf(amountOf);
  if (protein >= 2 || fatOf(amountOf) >= 1) return false;
  if (kcal < least)
    return carbohydrate > (kcal > 0 ? MIN_SWEETENER_GRAMS : MIN_PURE_SWEETENER_GRAMS);
  const alcohol = 100 - carbohydrate - (water ?? 0);
  const isAlcohol =
    water === undefined || alcohol < 0 || kcal - most < ALCOHOL_KCAL * alcohol + OFF_KCAL.above;
  return carbohydrate === 0 || (isAlcohol && kcal <= MAX_SPIRIT_KCAL);
}

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

function partsKcal(amountOf: AmountOf): number {
  return KCAL_PER_GRAM * (amountOf('protein_g') ?? 0) + KCAL_PER_GRAM_OF_FAT * fatOf(amountOf);
}

/** Returns what is known of the fat: the total, or the sum of the fatty acids. */
export function fatOf(amountOf: AmountOf): number {
  return amountOf('lipid_total_g') ?? fattyAcids(amountOf);
}

/** Returns the sum of the fatty acids that are known. */
export function fattyAcids(amountOf: AmountOf): number {
  return FATTY_ACID_COLUMNS.reduce((sum: number, column) => sum + (amountOf(column) ?? 0), 0);
}

/** Returns the grams of protein, carbohydrate and fat, also with water and salt, and whether that is too little. */
export function massOf(amountOf: AmountOf) {
  const [protein, carbohydrate, water, fiber = 0, sodium = 0, calcium = 0] = MASSES.map(amountOf);
  const dry = (protein ?? 0) + (carbohydrate ?? 0) + fatOf(amountOf);
  const all = dry + (water ?? 0) + (SALT_PER_MINERAL * (sodium + calcium)) / 1000;
  const isLight = wholeKcal(amountOf) !== undefined && (water ?? 0) >= 1 && all + fiber < MIN_GRAMS;
  return { dry, all, isLight };
}
