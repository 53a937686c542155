import type { StoredValue } from '../../food/stored-value.ts';
import { MAX_KCAL } from '../food-cleaner.ts';
import type { FindingCounts } from '../import-report.ts';
import { isNutrient, type PlannedColumn } from './column-plan.ts';

// Refuses a table that cannot be meant: energy against nutrients, over 100 g, names that repeat;
// from which shares on.

/** Energy of a gram of protein or carbohydrate, and of fat, in kcal: the general Atwater factors. */
const KCAL_PER_GRAM = 4;
const KCAL_PER_GRAM_OF_FAT = 9;
/** Energy beyond these times what the nutrients give is in another unit: kJ are 4.184 times as many. */
const MIN_ENERGY_RATIO = 0.35;
const MAX_ENERGY_RATIO = 3;

/** What rounding adds to 100 g. */
const MAX_MACRO_GRAMS = 105;
/** Foods below this have too little to judge their energy by, in kcal. */
const MIN_JUDGED_KCAL = 20;
/** Fewer foods than this prove nothing about a table. */
const MIN_FOODS = 10;
/** Ratios that are kept. More do not change what the middle one says. */
const MAX_RATIOS = 100_000;
/** Slips aside, fewer than one food in so many is beyond what is possible. */
const IMPOSSIBLE_ONE_IN = 100;
/** As many may be slips in a table of any size. */
const SLIPS = 1;
/** A table has fewer different names than one in so many foods only where they are no names. */
const SAME_NAMES = 5;

/** What of a food shows whether its amounts can be meant, in kcal and grams. */
interface JudgedFood {
  readonly kcal: number | undefined;
  readonly protein: number | undefined;
  readonly carbohydrate: number | undefined;
  readonly fat: number;
  readonly hasFattyAcids: boolean;
}

/** Looks at the foods of a table together, as a nutritionist would, to find what cannot be meant. */
export class TableCheck {
  readonly #columns: readonly PlannedColumn[];
  readonly #at: (name: string) => number;
  #foods = 0;
  #impossible = 0;
  #withFat = 0;
  #withNutrient = 0;
  readonly #ratios: number[] = [];

  constructor(columns: readonly PlannedColumn[]) {
    this.#columns = columns;
    this.#at = (name) => columns.findIndex((column) => column.name === name);
  }

  add(rows: readonly (readonly StoredValue[])[]): void {
    const fats = ['fa_sat_g', 'fa_mono_g', 'fa_poly_g'].map(this.#at);
    const names = ['kcal', 'protein_g', 'carbohydrate_g', 'lipid_total_g'] as const;
    const nutrients = this.#columns.flatMap((column, at) => (isNutrient(column) ? [at] : []));
    const [kcalAt = -1, proteinAt = -1, carbohydrateAt = -1, fatAt = -1] = names.map(this.#at);
    for (const row of rows) {
      if (nutrients.some((at) => row[at] !== null)) this.#withNutrient += 1;
      const parts = fats.flatMap((at) => amount(row[at]) ?? []);
      const sum = parts.reduce((total, part) => total + part, 0);
      this.#addFood({
        kcal: amount(row[kcalAt]),
        protein: amount(row[proteinAt]),
        carbohydrate: amount(row[carbohydrateAt]),
        fat: Math.max(amount(row[fatAt]) ?? 0, sum),
        hasFattyAcids: parts.length > 0,
      });
    }
  }

  #addFood({ kcal, protein, carbohydrate, fat, hasFattyAcids }: JudgedFood): void {
    this.#foods += 1;
    if (hasFattyAcids) this.#withFat += 1;
    const grams = (protein ?? 0) + (carbohydrate ?? 0) + fat;
    if ((kcal ?? 0) > MAX_KCAL || grams > MAX_MACRO_GRAMS) this.#impossible += 1;
    if (kcal === undefined || protein === undefined || carbohydrate === undefined) return;
    const expected = KCAL_PER_GRAM * (protein + carbohydrate) + KCAL_PER_GRAM_OF_FAT * fat;
    if (expected >= MIN_JUDGED_KCAL && this.#ratios.length < MAX_RATIOS) {
      this.#ratios.push(kcal / expected);
    }
  }

  /**
   * Why the table is not to be served, and the way out; `undefined` where nothing speaks against it.
   *
   * @param differentNames - how many names the foods have
   * @param isPerKnown - whether it is known what the amounts are per, by the format or by an option
   */
  fault(differentNames: number, isPerKnown: boolean): string | undefined {
    if (this.#withNutrient === 0) {
      return (
        'none of its foods has energy or a nutrient. Name the columns that have them, such as with ' +
        '--map kcal="…", or the format with --format.'
      );
    }
    if (this.#foods < MIN_FOODS) return undefined;
    const name = this.#fieldOf('description');
    if (differentNames * SAME_NAMES < this.#foods) {
      return (
        `its column ${name} has ${count(differentNames)} different texts for ${count(this.#foods)} foods, ` +
        'which are hardly their names. Name another column with --map description="…".'
      );
    }
    return this.#energyFault() ?? (isPerKnown ? undefined : this.#servingFault());
  }

  #energyFault(): string | undefined {
    if (this.#ratios.length < MIN_FOODS) return undefined;
    const energy = this.#fieldOf('kcal');
    const ratio = middle(this.#ratios);
    const text =
      `the energy in its column ${energy} is ${ratio.toFixed(2)} times what protein, carbohydrate ` +
      'and fat give, for the food in the middle.';
    const name = JSON.parse(energy);
    if (ratio > MAX_ENERGY_RATIO) {
      return `${text} If it is in kJ, say so with --map ${JSON.stringify(`kcal=${name}:kJ`)}.`;
    }
    if (ratio < MIN_ENERGY_RATIO) {
      return `${text} If it is in kcal, say so with --map ${JSON.stringify(`kcal=${name}:kcal`)}.`;
    }
    return undefined;
  }

  #servingFault(): string | undefined {
    if (this.#impossible <= SLIPS || this.#impossible * IMPOSSIBLE_ONE_IN < this.#foods)
      return undefined;
    return (
      `${count(this.#impossible)} of ${count(this.#foods)} foods have over ${MAX_KCAL} kcal or ` +
      'over 100 g of protein, carbohydrate and fat in 100 g. If the amounts are per serving, say so ' +
      'with --per serving, and with --per 100g if they are not; if the energy is in kJ, with --map kcal="…:kJ".'
    );
  }

  /** Notes what may be meant, but changes what is answered. */
  note(findings: FindingCounts): void {
    if (this.#foods >= MIN_FOODS && this.#withFat === 0) {
      findings.add('no-fatty-acids', 0, () => 'fa_sat_g, fa_mono_g, fa_poly_g');
    }
  }

  #fieldOf(column: string): string {
    const planned = this.#columns.find(({ name }) => name === column);
    return JSON.stringify(planned?.fields[0]?.name ?? column);
  }
}

function amount(value: StoredValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
