import {
  type AmountOf,
  ENERGIES,
  fatOf,
  hasLargePart,
  KCAL_PER_GRAM,
  KCAL_PER_GRAM_OF_FAT,
  massOf,
  partsKcal,
  rangeOf,
  sharesOfUnexplained,
  wholeKcal,
  wholeMass,
} from './atwater.ts';
import { KJ_PER_KCAL } from './nutrient-units.ts';

// Finds foods whose amounts contradict each other: their energy fits the nutrients less exactly
// than in the rest of the table, or a part exceeds the whole.

/** How many kcal below or above the expected energy a food may be, in addition to a factor. */
const OFF_KCAL = { below: 10, above: 20 };
const SLIP_KCAL = { below: 8, above: 8 };
/** Energy per gram of alcohol, in kcal, with a margin. */
const ALCOHOL_KCAL = 9;
/** The minimum energy, in kcal, of foods used to find the unit of a table or how exact it is. */
const MIN_EXACT_KCAL = 40;
/** The maximum number of foods used to judge a table. */
const MAX_FITTED = 10_000;
/** The minimum number of foods needed to judge a table. */
const MIN_FITTED = 10;
/** The share of foods that are assumed to have the right energy in any table. */
const RIGHT_SHARE = 0.7;
/**
 * How far off the energy of a food may be, as a factor: a multiple of the usual deviation, but at
 * least the minimum and at most the maximum.
 */
const [MIN_FACTOR, MAX_FACTOR, TIMES_USUAL] = [1.2, 2, 5];
/** How far off energy must be to suspect a single typo, and how exactly a typo must explain it. */
const [SLIP_FACTOR, SLIP_TIMES_USUAL, SLIP_EXACT] = [1.06, 2.5, 0.02];
/**
 * Energy may be in kilojoules if it is between these multiples of the highest possible value in
 * kilojoules.
 */
const [MIN_KILOJOULES, MAX_KILOJOULES] = [0.8, 1.06];
/** If fiber makes the energy of a food more uncertain than this, typos are not looked for. */
const MAX_RANGE = 0.1;
/** If the energy of half of the foods is this far off, as a logarithm, a column is wrong. */
const MAX_MEDIAN_OFF = 0.12;
/** Two columns were probably swapped if swapping them back improves the fit by this factor. */
const SWAPPED_TIMES = 3;
/** Energy counts as exact if, for most foods, it is off by less than this (a logarithm). */
const EXACT_OFF = 0.06;
/** The plausible range of the median of {@link sharesOfUnexplained}, which should be 1. */
const [MIN_OF_UNEXPLAINED, MAX_OF_UNEXPLAINED] = [0.7, 1.5];
/** Amounts are for this much energy instead of 100 g if most foods have it. */
const ROUND_KCAL = [100, 1000, 2000];
/** The columns that may have been swapped with fat. */
const SWAPPED = ['protein_g', 'carbohydrate_g'];
/** The usual mass is this quantile of the foods' masses. */
const USUAL_MASS_SHARE = 0.3;
/** If amounts are per 100 g, these quantiles of the foods' masses are in this range, in grams. */
const [OF_100_SHARES, MIN_OF_100, MAX_OF_100] = [[0.2, 0.8], 90, 110];
/** The minimum mass of a food, as a fraction of the usual mass. Instant coffee comes close. */
const LIGHT = 0.55;
/** Foods with less water, protein, carbohydrate and fat than this, in grams, are salts. */
const MIN_FOOD_GRAMS = 3;
/** The maximum energy of spirits, and of liqueurs with milk or egg, in kcal. */
const [MAX_SPIRIT_KCAL, MAX_LIQUEUR_KCAL] = [420, 350];
/**
 * The minimum carbohydrate of sweeteners with some energy, and of those without energy, in grams.
 */
const [MIN_SWEETENER_GRAMS, MIN_PURE_SWEETENER_GRAMS] = [50, 90];
/** If a food has this much salt, in grams, as baking powder does, its carbohydrate may be acids. */
const MIN_SALTY_GRAMS = 20;
/** A special food may contain alcohol, a calorie-free sweetener, or a lot of salt. */
type Fit = 'fits' | 'special' | 'misfit';
type Swapped = { readonly other: string; readonly off: number[] };

/**
 * Measures how well the energy of a table fits its nutrients, and finds foods that fit much worse.
 */
export class EnergyFit {
  /** How far foods' energy is off, as log ratios. */
  readonly #off: number[] = [];
  /** How far the energy would be off if fat were swapped with each of {@link SWAPPED}. */
  readonly #swapped = SWAPPED.map((other): Swapped => ({ other, off: [] }));
  /** For each of {@link ENERGIES}, the {@link sharesOfUnexplained} of all foods. */
  readonly #ofUnexplained: readonly number[][] = ENERGIES.map(() => []);
  readonly #kcal: number[] = [];
  readonly #parts: number[] = [];
  /** The {@link wholeMass} of each food for which it is known, sorted. */
  readonly #masses: number[] = [];
  #usual: number | undefined;

  /** Adds foods to the statistics. */
  add(foods: readonly AmountOf[]): void {
    for (const amountOf of foods) {
      const mass = wholeMass(amountOf);
      if (mass !== undefined && this.#masses.length < MAX_FITTED) insert(this.#masses, mass);
      if (this.#off.length < MAX_FITTED && wholeKcal(amountOf) !== undefined) this.#learn(amountOf);
    }
    this.#usual = at(this.#off, RIGHT_SHARE);
  }

  /** Adds a food whose nutrients are known. */
  #learn(amountOf: AmountOf): void {
    const kcal = amountOf('kcal') ?? 0;
    if (kcal < MIN_EXACT_KCAL) return;
    insert(this.#off, offOf(amountOf, kcal));
    insert(this.#kcal, kcal);
    insert(this.#parts, partsKcal(amountOf));
    for (const { other, off } of this.#swapped)
      insert(off, offOf(swapping(amountOf, other, 'lipid_total_g'), kcal));
    if (isSpecial(amountOf, kcal)) return;
    for (const [i, share] of sharesOfUnexplained(amountOf, kcal - rangeOf(amountOf).max).entries())
      if (share !== undefined) insert(this.#ofUnexplained[i] ?? [], share);
  }

  /** Whether the energy of most foods is off, or a column is swapped or multiplied. */
  get isOff(): boolean {
    if (this.#off.length < MIN_FITTED) return false;
    const usual = this.#usual ?? 0;
    const isBetter = ({ off }: Swapped) => SWAPPED_TIMES * (at(off, RIGHT_SHARE) ?? 0) < usual;
    const isMultiplied = (shares: readonly number[]) => {
      const median = at(shares, 0.5) ?? 1;
      return (
        shares.length >= MIN_FITTED && (median < MIN_OF_UNEXPLAINED || median > MAX_OF_UNEXPLAINED)
      );
    };
    const areSame = (sorted: readonly number[]) => at(sorted, 0.1) === at(sorted, 0.9);
    const isRound = ROUND_KCAL.includes(at(this.#kcal, 0.5) ?? 0);
    return (
      (isRound && areSame(this.#kcal) && !areSame(this.#parts)) ||
      this.#ofUnexplained.some(isMultiplied) ||
      (at(this.#off, 0.5) ?? 0) > MAX_MEDIAN_OFF ||
      (usual > EXACT_OFF && this.#swapped.some(isBetter))
    );
  }

  /** Whether the components of most foods, water and ash included, add up to about 100 g. */
  get isOf100(): boolean {
    const [min = 0, max = 0] = OF_100_SHARES.map((share) => at(this.#masses, share));
    return this.#masses.length >= MIN_FITTED && min > MIN_OF_100 && max < MAX_OF_100;
  }

  /** Checks whether a food's components add up to much less than those of most other foods. */
  isLight(amountOf: AmountOf): boolean {
    const usual = Math.min(100, at(this.#masses, USUAL_MASS_SHARE) ?? 0);
    const mass = wholeMass(amountOf) ?? usual;
    const { all, salt } = massOf(amountOf);
    return all - salt > MIN_FOOD_GRAMS && mass < LIGHT * usual;
  }

  /**
   * Returns how well a food's amounts fit together. In a misfit, an amount is probably shifted,
   * multiplied, or swapped with another.
   *
   * @param mayHaveAlcohol - whether alcohol may explain energy that would be right in kilojoules
   */
  fitOf(amountOf: AmountOf, mayHaveAlcohol = () => true): Fit {
    const kcal = amountOf('kcal');
    if (hasLargePart(amountOf)) return 'misfit';
    if (kcal === undefined) return 'fits';
    const { min, max } = rangeOf(amountOf);
    const isWhole = wholeKcal(amountOf) !== undefined;
    const isFar = (factor: number, { below, above } = OFF_KCAL) =>
      kcal * factor + below < min || (isWhole && kcal > max * factor + above);
    const usual = this.#usual ?? MAX_FACTOR;
    const factor = (start: number, times: number) =>
      Math.min(MAX_FACTOR, Math.max(start, 1 + times * usual));
    if (!isFar(factor(SLIP_FACTOR, SLIP_TIMES_USUAL), SLIP_KCAL)) return 'fits';
    const isOff = isFar(factor(MIN_FACTOR, TIMES_USUAL));
    if (isSpecial(amountOf, kcal, mayHaveAlcohol)) return isOff ? 'special' : 'fits';
    if (kcal > max && isLiqueur(amountOf, kcal)) return isFar(MAX_FACTOR) ? 'misfit' : 'special';
    const isSure = isWhole && max - min < MAX_RANGE * max;
    return isOff || (isSure && isSlip(amountOf, kcal)) ? 'misfit' : 'fits';
  }
}

/** Returns how far the energy of a food is off, as the logarithm of a factor. */
function offOf(amountOf: AmountOf, kcal: number): number {
  const { min, max } = rangeOf(amountOf);
  return Math.abs(Math.log(kcal / Math.min(Math.max(kcal, min), max)));
}

function swapping(amountOf: AmountOf, one: string, other: string): AmountOf {
  return (column) => amountOf(column === one ? other : column === other ? one : column);
}

/** Inserts a number into a sorted list. Sorting would take longer, since batches are small. */
function insert(sorted: number[], number: number): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.NaN) <= number) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, number);
}

/** Returns a quantile of sorted numbers: this share of them is lower. */
function at(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.floor(sorted.length * share)];
}

/** Checks whether two swapped nutrients, a moved decimal point or kJ explain the energy. */
function isSlip(amountOf: AmountOf, kcal: number): boolean {
  const { min, max } = rangeOf(amountOf);
  const fat = fatOf(amountOf);
  const others = [amountOf('protein_g') ?? 0, amountOf('carbohydrate_g') ?? 0];
  const swapped = others.map((one) => (KCAL_PER_GRAM_OF_FAT - KCAL_PER_GRAM) * (one - fat));
  const energies = [KCAL_PER_GRAM_OF_FAT * fat, ...others.map((one) => KCAL_PER_GRAM * one)];
  const moved = energies.flatMap((energy) => [9 * energy, -0.9 * energy]);
  const isNear = (energy: number, more: number) =>
    energy * (1 + SLIP_EXACT) >= min + more && energy * (1 - SLIP_EXACT) <= max + more;
  return isNear(kcal / KJ_PER_KCAL, 0) || [...swapped, ...moved].some((more) => isNear(kcal, more));
}

/** Checks whether the energy would be right in kilojoules. */
function isInKilojoules(energy: number, maxKcal: number): boolean {
  const share = energy / KJ_PER_KCAL / maxKcal;
  return energy > MIN_EXACT_KCAL && share > MIN_KILOJOULES && share < MAX_KILOJOULES;
}

/** Checks whether a food may be a liqueur with milk or egg. */
function isLiqueur(amountOf: AmountOf, kcal: number): boolean {
  const [protein = 0, carbohydrate = 0] = [amountOf('protein_g'), amountOf('carbohydrate_g')];
  return protein < 5 && carbohydrate >= 10 && kcal < MAX_LIQUEUR_KCAL;
}

/** Checks whether alcohol, a calorie-free sweetener, or salt explains the energy. */
function isSpecial(amountOf: AmountOf, kcal: number, mayHaveAlcohol = () => true): boolean {
  const [protein = 0, carbohydrate = 0, water] = ['protein_g', 'carbohydrate_g', 'water_g'].map(
    amountOf,
  );
  const { min, max } = rangeOf(amountOf);
  if (protein >= 2 || fatOf(amountOf) >= 1) return false;
  if (kcal < min) {
    const enough = kcal > 0 ? MIN_SWEETENER_GRAMS : MIN_PURE_SWEETENER_GRAMS;
    return carbohydrate > enough || massOf(amountOf).salt > MIN_SALTY_GRAMS;
  }
  if (isInKilojoules(kcal, max) && !mayHaveAlcohol()) return false;
  const alcohol = 100 - carbohydrate - (water ?? 0);
  const isAlcohol =
    water === undefined || alcohol < 0 || kcal - max < ALCOHOL_KCAL * alcohol + OFF_KCAL.above;
  return carbohydrate === 0 || (isAlcohol && kcal <= MAX_SPIRIT_KCAL);
}
