import type { StoredValue } from '../../food/stored-value.ts';
import { MAX_KCAL } from '../amount-reader.ts';
import type { FindingCounts } from '../import-report.ts';
import { isNutrient, type PlannedColumn } from './column-plan.ts';
import { MIN_FOODS, middle, SmallAmounts } from './small-amounts.ts';

// Refuses a table that was probably misread: energy against nutrients, minerals against energy, over
// 100 g, names that repeat; from which shares on.

/** Energy of a gram of protein or carbohydrate, and of fat, in kcal: the general Atwater factors. */
const KCAL_PER_GRAM = 4;
const KCAL_PER_GRAM_OF_FAT = 9;
/** Energy beyond these times what the nutrients give is in another unit: kJ are 4.184 times as many. */
const MIN_ENERGY_RATIO = 0.35;
const MAX_ENERGY_RATIO = 3;

/** More energy than spirits have, in kcal, and so many times what the nutrients give. */
const MIN_RICH_KCAL = 350;
const UNEXPLAINED_RATIO = 5;

/** What rounding adds to 100 g. */
const MAX_MACRO_GRAMS = 105;
/** Foods below this have too little to judge their energy by, in kcal. */
const MIN_JUDGED_KCAL = 20;
/** Ratios that are kept. More do not change what the middle one says. */
const MAX_RATIOS = 100_000;
/** Around the ratio of kJ to kcal, and around that: foods in kJ among others make a peak. */
const KJ_RATIOS = [3.8, 4.6] as const;
const NEAR_KJ_RATIOS = [2.5, 7] as const;
/** One food in so many, and twice as many as around, are no mistakes. */
const KJ_ONE_IN = 50;
const MIN_KJ_FOODS = 3;
/** One food in so many may be beyond what is possible by mistake. */
const IMPOSSIBLE_ONE_IN = 100;
/** The same where it was said what the amounts are per. */
const IMPOSSIBLE_ONE_IN_KNOWN = 20;
/** As many may be slips in a table of any size. */
const SLIPS = 1;
/** A table has fewer different names than one in so many foods only where they are no names. */
const SAME_NAMES = 5;

/** What of a food shows whether its amounts were read rightly, in kcal and grams. */
interface JudgedFood {
  readonly kcal: number | undefined;
  readonly protein: number | undefined;
  readonly carbohydrate: number | undefined;
  readonly fat: number;
  readonly hasFattyAcids: boolean;
  readonly weight: number | undefined;
}

/** What shows that amounts are per 100 g, or were converted to them. */
export type WhatPer = 'format' | 'option' | 'names';

/** Looks at the foods of a table together, as a nutritionist would, to find what was misread. */
export class TableCheck {
  readonly #columns: readonly PlannedColumn[];
  readonly #nutrients: readonly number[];
  readonly #small: SmallAmounts;
  #foods = 0;
  #impossible = 0;
  #withFat = 0;
  #withNutrient = 0;
  /** Foods whose protein, carbohydrate and fat weigh more than their serving. */
  #overServing = 0;
  /** Foods rich in energy that neither protein nor carbohydrate nor fat gives. */
  #unexplained = 0;
  readonly #ratios: number[] = [];
  readonly #kcals: number[] = [];

  constructor(columns: readonly PlannedColumn[]) {
    this.#columns = columns;
    this.#nutrients = columns.flatMap((column, at) => (isNutrient(column) ? [at] : []));
    this.#small = new SmallAmounts(columns);
  }

  #at(name: string): number {
    return this.#columns.findIndex((column) => column.name === name);
  }

  add(rows: readonly (readonly StoredValue[])[]): void {
    const fats = ['fa_sat_g', 'fa_mono_g', 'fa_poly_g'].map((name) => this.#at(name));
    const names = ['kcal', 'protein_g', 'carbohydrate_g', 'lipid_total_g', 'gmwt_1'];
    const places = names.map((name) => this.#at(name));
    for (const row of rows) {
      if (this.#nutrients.some((at) => row[at] !== null)) this.#withNutrient += 1;
      this.#small.add(row);
      const parts = fats.flatMap((at) => amount(row[at]) ?? []);
      const sum = parts.reduce((total, part) => total + part, 0);
      const [kcal, protein, carbohydrate, fat = 0, weight] = places.map((at) => amount(row[at]));
      const hasFattyAcids = parts.length > 0;
      this.#addFood({
        kcal,
        protein,
        carbohydrate,
        fat: Math.max(fat, sum),
        hasFattyAcids,
        weight,
      });
    }
  }

  #addFood({ kcal, protein, carbohydrate, fat, hasFattyAcids, weight }: JudgedFood): void {
    this.#foods += 1;
    if (hasFattyAcids) this.#withFat += 1;
    const grams = (protein ?? 0) + (carbohydrate ?? 0) + fat;
    if ((kcal ?? 0) > MAX_KCAL || grams > MAX_MACRO_GRAMS) this.#impossible += 1;
    if (weight !== undefined && weight > 0 && grams > 1.05 * weight) this.#overServing += 1;
    if (kcal !== undefined && this.#kcals.length < MAX_RATIOS) this.#kcals.push(kcal);
    if (kcal === undefined || protein === undefined || carbohydrate === undefined) return;
    const expected = KCAL_PER_GRAM * (protein + carbohydrate) + KCAL_PER_GRAM_OF_FAT * fat;
    this.#addRatio(kcal, expected);
  }

  #addRatio(kcal: number, expected: number): void {
    if (kcal > MIN_RICH_KCAL && expected * UNEXPLAINED_RATIO < kcal) this.#unexplained += 1;
    if (expected < MIN_JUDGED_KCAL || this.#ratios.length === MAX_RATIOS) return;
    this.#ratios.push(kcal / expected);
  }

  /**
   * Why the table is not to be served, and the way out; `undefined` where nothing speaks against it.
   *
   * @param differentNames - how many names the foods have
   * @param per - `undefined` where nothing shows what the amounts are per
   * @param areUnitsAccepted - whether minerals and vitamins are not looked at
   */
  fault(
    differentNames: number,
    per: WhatPer | undefined,
    areUnitsAccepted: boolean,
  ): string | undefined {
    if (this.#withNutrient === 0) {
      return (
        'none of its foods has energy or a nutrient. Name the columns that have them, such as with ' +
        '--map kcal="…", or the format with --format.'
      );
    }
    if (this.#foods < MIN_FOODS) return undefined;
    if (differentNames * SAME_NAMES < this.#foods) {
      return (
        `its column ${this.#fieldOf('description')} has ${count(differentNames)} different texts for ` +
        `${count(this.#foods)} foods, which are probably not their names. Name another column with --map description="…".`
      );
    }
    const small = areUnitsAccepted ? undefined : this.#small.fault(middle(this.#kcals));
    const mixed = per === 'format' ? undefined : (this.#mixedEnergyFault() ?? small);
    return this.#energyFault() ?? mixed ?? this.#servingFault(per);
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

  /** Some foods in kJ among others in kcal, or fat in another unit. */
  #mixedEnergyFault(): string | undefined {
    const fat = this.#columns.find(({ name }) => name === 'lipid_total_g')?.fields[0];
    const isMany =
      this.#unexplained >= MIN_KJ_FOODS && this.#unexplained * KJ_ONE_IN >= this.#ratios.length;
    if (fat !== undefined && isMany) {
      return (
        `${count(this.#unexplained)} of its foods have over ${MIN_RICH_KCAL} kcal that neither protein nor ` +
        `carbohydrate nor fat gives. If ${JSON.stringify(fat.name)} is in another unit, say so, such as with ` +
        `--map ${JSON.stringify(`lipid_total_g=${fat.name}:mg`)}.`
      );
    }
    const within = ([least, most]: readonly [number, number]) =>
      this.#ratios.filter((one) => one > least && one < most).length;
    const inKj = within(KJ_RATIOS);
    const isFew = inKj < MIN_KJ_FOODS || inKj * KJ_ONE_IN < this.#ratios.length;
    if (isFew || within(NEAR_KJ_RATIOS) - inKj > inKj / 2) return undefined;
    return (
      `${count(inKj)} of its foods have 4.18 times the energy that protein, carbohydrate and fat give, ` +
      `as if it were in kJ, and the others do not. Give ${this.#fieldOf('kcal')} one unit.`
    );
  }

  #servingFault(per: WhatPer | undefined): string | undefined {
    if (per === 'format' || per === 'option') return undefined;
    const oneIn = per === undefined ? IMPOSSIBLE_ONE_IN : IMPOSSIBLE_ONE_IN_KNOWN;
    if (this.#impossible > SLIPS && this.#impossible * oneIn >= this.#foods) {
      return (
        `${count(this.#impossible)} of ${count(this.#foods)} foods have over ${MAX_KCAL} kcal or ` +
        `over 100 g of protein, carbohydrate and fat in 100 g. ${WHAT_PER} ` +
        'If the energy is in kJ, say so with --map kcal="…:kJ".'
      );
    }
    const serving = this.#columns.find(
      ({ name, fields: [field] }) =>
        SERVINGS.includes(name) && field !== undefined && !/^gmwt/i.test(field.name),
    );
    // In 100 g of a food may be more than a small serving weighs.
    const isPer100 =
      this.#overServing > SLIPS && this.#overServing * IMPOSSIBLE_ONE_IN >= this.#foods;
    if (per !== undefined || serving === undefined || isPer100) return undefined;
    return `its column ${this.#fieldOf(serving.name)} has servings, and no column says "per 100 g". ${WHAT_PER}`;
  }

  /** Notes what may be right, but changes what is answered. */
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

const SERVINGS = ['gmwt_1', 'gmwt_desc1'];
const WHAT_PER =
  'If the amounts are per serving, say so with --per serving, and with --per 100g if they are not.';

function amount(value: StoredValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
