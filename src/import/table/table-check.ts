import { type AmountOf, massOf } from '../../food/atwater.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { EnergyFit } from '../../food/energy.ts';
import { MovedNames } from '../../food/moved-names.ts';
import { unitFactor } from '../../food/nutrient-units.ts';
import { SummaryRows } from '../../food/summary-rows.ts';
import { isServingName } from '../amount-basis.ts';
import type { FoodCleaner } from '../food-cleaner.ts';
import type { Acceptance } from '../formats.ts';
import type { FindingCounts } from '../import-report.ts';
import { MAX_KCAL, servingWeight } from '../record-amounts.ts';
import { SENTENCE } from '../sample.ts';
import { isNutrient, type PlannedColumn } from './column-plan.ts';
import { type BasisEvidence, count, MIN_FOODS, OddFoods, orAccept } from './odd-foods.ts';
import { plainKind } from './plausible-amounts.ts';

// Refuses a table that was probably misread: checks energy against nutrients, minerals against
// energy, amounts over 100 g, and repeated names. Also defines the thresholds.

/** 100 g, plus a margin for rounding. */
const MAX_GRAMS = 105;
/** An amount that exceeds the possible maximum by this factor is not due to rounding. */
const FAR_OVER = 1.1;
/** The largest serving, in units of 100 g: a meal for a family. */
const MAX_SERVING = 10;
/** Nutrients of which a serving may have a lot. */
const PLENTIFUL = ['protein_g', 'carbohydrate_g', 'lipid_total_g', 'water_g'];
/**
 * One food in this many may have an impossible value by mistake. Such values are more common where
 * small servings were rounded, and most common in data that users enter.
 */
const IMPOSSIBLE_ONE_IN = { '100g': 100, serving: 100, names: 20, format: 8 };
/** How many mistakes a table of any size may have. */
const MAX_MISTAKES = 1;
/** If at least this many foods, and at least one in this many, are misfits, all are suspicious. */
const [MIN_MISFITS, MISFIT_ONE_IN] = [3, 8];
/** With fewer than one distinct name per this many foods, the column does not hold names. */
const SAME_NAMES = 5;

type FoundBasis = Pick<FoodCleaner, 'otherBasis' | 'amounts'>;

/** Examines a table as a whole, as a nutritionist would, to see if it was misread. */
export class TableCheck {
  readonly #columns: readonly PlannedColumn[];
  readonly #basis: BasisEvidence | undefined;
  /** The largest quantity of food that amounts may refer to, in units of 100 g. */
  readonly #maxQuantity: number;
  /** Each nutrient's column index, grams per unit (0 if none), and how many foods have too much. */
  readonly #nutrients: readonly { readonly at: number; readonly grams: number; over: number }[];
  /** How many kept foods have no value, by column. */
  readonly nulls: Record<string, number> = {};
  readonly #findings: FindingCounts;
  readonly #isAccepted: boolean;
  readonly #isConverted: boolean;
  readonly #odd: OddFoods;
  /** The indexes of the columns. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #energy = new EnergyFit();
  readonly #summaries = new SummaryRows();
  readonly #names = new MovedNames();
  #foods = 0;
  #misfits = 0;
  #impossible = 0;
  /** How many foods have more energy, or more protein, carbohydrate and fat, than fit in 100 g. */
  #large = 0;
  /** How many foods have the same amount, other than 0 (as in water), in all columns. */
  #alike = 0;
  /** How many foods have a number or a sentence for a name. */
  #nameless = 0;

  /**
   * @param per - `undefined` if the basis of the amounts is unknown
   * @param accepted - with `nutrients`, impossible amounts are accepted
   */
  constructor(
    columns: readonly PlannedColumn[],
    per: BasisEvidence | undefined,
    findings: FindingCounts,
    accepted: readonly Acceptance[] = [],
  ) {
    this.#findings = findings;
    this.#isAccepted = accepted.includes('nutrients');
    this.#columns = columns;
    this.#isConverted = per === 'names' && servingWeight(columns) >= 0;
    this.#basis = per;
    this.#maxQuantity = per === 'serving' ? MAX_SERVING : 1;
    this.#nutrients = columns.flatMap((column, at) => {
      const grams = unitFactor(column.unit ?? '', 'g') ?? 0;
      const isFilled = isNutrient(column) && column.fields.length > 0;
      return isFilled ? [{ at, grams, over: 0 }] : [];
    });
    this.#odd = new OddFoods(columns, per);
    this.#places = new Map(columns.map(({ name }, at) => [name, at]));
  }

  /** Removes totals and, unless all foods are kept, foods whose amounts do not fit together. */
  fitting(rows: readonly StoredValue[][]): StoredValue[][] {
    const isSmall = this.#foods + rows.length < MIN_FOODS;
    const keepsAll = isSmall || this.#isAccepted || this.#basis === 'format';
    const amountsOf = (row: readonly StoredValue[]): AmountOf => {
      return (column) => amount(row[this.#places.get(column) ?? -1]);
    };
    this.#energy.add(rows.map(amountsOf));
    const kept = rows.filter((row) => {
      const name = String(row[this.#places.get('description') ?? -1]).trim();
      if (this.#isSummary(row, name, isSmall)) return false;
      if (this.#basis !== 'format') this.#names.add(name, amountsOf(row));
      if (this.#isFitting(row, name, amountsOf(row))) return true;
      this.#misfits += 1;
      if (!isSmall) this.#findings.add(keepsAll ? 'special' : 'misfit', () => name);
      return keepsAll;
    });
    for (const [name, at] of this.#places)
      this.nulls[name] = (this.nulls[name] ?? 0) + kept.filter((row) => row[at] === null).length;
    return kept;
  }

  /** Checks whether a row sums up other rows. Reports names and amounts that foods rarely have. */
  #isSummary(row: readonly StoredValue[], name: string, isSmall: boolean): boolean {
    if (!/\p{L}/u.test(name) || SENTENCE.test(name)) this.#nameless += 1;
    const amounts = this.#nutrients.map(({ at }) => amount(row[at]));
    const isSummary = this.#summaries.isSummary(amounts);
    if (isSummary) this.#findings.add('heading', () => name);
    if (isSummary || this.#basis === 'format') return isSummary;
    const known = amounts.filter((one) => one !== undefined);
    const distinct = new Set(known);
    if (known.length > 2 && distinct.size < 2 && !distinct.has(0)) this.#alike += 1;
    if (!isSmall && amounts.length > 2 && distinct.size < 2)
      this.#findings.add('same-amounts', () => name);
    const isOption = this.#basis === '100g' || this.#basis === 'serving';
    if (!isOption && isServingName(name)) this.#findings.add('serving-name', () => name);
    return false;
  }

  /** Counts a food, and returns whether its amounts fit together. */
  #isFitting(row: readonly StoredValue[], name: string, amountOf: AmountOf): boolean {
    this.#foods += 1;
    for (const column of this.#odd.add(amountOf, name))
      this.#findings.add('odd-amount', () => `${name}: ${column} ${amountOf(column)}`);
    const over = this.#nutrients.filter(
      ({ at, grams }) => (amount(row[at]) ?? 0) * grams > MAX_GRAMS * this.#maxQuantity,
    );
    for (const nutrient of over) nutrient.over += 1;
    const kcal = amountOf('kcal') ?? 0;
    const { dry, all } = massOf(amountOf);
    const [maxKcal, maxGrams] = [MAX_KCAL * this.#maxQuantity, MAX_GRAMS * this.#maxQuantity];
    if (kcal > maxKcal || over.length > 0 || all > maxGrams) this.#impossible += 1;
    if (kcal > MAX_KCAL || dry > MAX_GRAMS) this.#large += 1;
    const isHeavy = over.length > 0 || all > FAR_OVER * maxGrams || kcal > FAR_OVER * maxKcal;
    const isLight = this.#basis !== 'serving' && this.#energy.isLight(amountOf);
    const mayHaveAlcohol = () => this.#basis === 'format' || plainKind(name) === 'alcohol';
    const fit = isHeavy || isLight ? 'misfit' : this.#energy.fitOf(amountOf, mayHaveAlcohol);
    if (fit === 'special' && this.#basis !== 'format') this.#findings.add('special', () => name);
    return fit !== 'misfit';
  }

  /** Describes why the table is refused and what to do; `undefined` if nothing is wrong. */
  fault(found: Pick<FoodCleaner, 'names'> & FoundBasis): string | undefined {
    if (this.#columns.every((one) => !isNutrient(one) || this.nulls[one.name] === this.#foods))
      return 'none of its foods has energy or a nutrient. Map the columns that have them, as in --map kcal="…", or name the format with --format.';
    if (this.#alike * 2 > Math.max(this.#foods, MIN_FOODS) && !this.#isAccepted)
      return 'most of its foods have the same amount in all columns. Get the file again, or accept that with --accept nutrients.';
    const serving = this.#impossibleFault() ?? this.#servingFault(found);
    const areNameless = this.#nameless > MAX_MISTAKES && this.#nameless * 2 > this.#foods;
    if (areNameless || (this.#foods >= MIN_FOODS && found.names.size * SAME_NAMES < this.#foods)) {
      return (
        `its column ${this.#fieldOf('description')} has ${areNameless ? 'numbers or sentences' : `too few different names (${count(found.names.size)})`} for ` +
        `${count(this.#foods)} foods, so it is probably not the column of names. Map another column with --map description="…".`
      );
    }
    const isLenient = this.#isAccepted || this.#foods < MIN_FOODS;
    const fault =
      this.#odd.fault(isLenient, serving) ?? (isLenient ? undefined : this.#misfitFault());
    if (fault !== undefined || isLenient || !this.#names.areMoved) return fault;
    return 'its names seem to have slipped by a row: similar foods would be more alike with the amounts of the row above or below. Correct the rows, or accept them with --accept nutrients.';
  }

  #misfitFault(): string | undefined {
    const isFew = this.#misfits < MIN_MISFITS || this.#misfits * MISFIT_ONE_IN < this.#foods;
    const isOff = this.#energy.isOff && this.#basis !== 'format';
    if (isFew && !isOff) return undefined;
    return (
      `${isFew ? 'most' : count(this.#misfits)} of its foods have energy that does not match their nutrients, or impossible amounts. ` +
      `Correct them${orAccept(isFew ? this.#foods : this.#misfits, this.#foods)}. If only the energy is wrong, leave it out with --map kcal=.`
    );
  }

  #impossibleFault(): string | undefined {
    const oneIn = IMPOSSIBLE_ONE_IN[this.#basis ?? '100g'];
    const areFew = this.#impossible <= MAX_MISTAKES || this.#impossible * oneIn < this.#foods;
    const areLarge = this.#maxQuantity > 1 && this.#large * 2 > Math.max(this.#foods, MIN_FOODS);
    if (areFew && !areLarge) return undefined;
    const [found, most] = areFew ? [this.#large, 1] : [this.#impossible, this.#maxQuantity];
    const single = this.#nutrients.find(
      ({ at, over }) => over * 2 > found && !PLENTIFUL.includes(this.#columns[at]?.name ?? ''),
    );
    const column = this.#columns[single?.at ?? -1]?.name;
    const isOfServing = column === undefined && this.#mayBeServings;
    if (this.#isAccepted && !isOfServing) return undefined;
    const remedy = isOfServing
      ? 'If the amounts are per serving, say so with --per serving. If the energy is in kJ, say so with --map kcal="…:kJ".'
      : column === undefined
        ? `Correct them${orAccept(found, this.#foods, this.#isConverted)}.`
        : `Leave ${this.#fieldOf(column)} out with --map ${column}=${orAccept(found, this.#foods)}.`;
    return (
      `${count(found)} of ${count(this.#foods)} foods have over ${count(MAX_KCAL * most)} kcal or over ` +
      `${count(100 * most)} g of nutrients in ${this.#basis === 'serving' ? 'a serving' : '100 g'}, which is ${areFew ? 'too much for most foods' : 'impossible'}. ${remedy}`
    );
  }

  get #mayBeServings(): boolean {
    const named = this.#findings.countOf(['serving-name']);
    return named * 2 > this.#foods || (this.#basis === undefined && !this.#energy.isOf100);
  }

  #servingFault({ otherBasis, amounts }: FoundBasis): string | undefined {
    if (this.#basis === 'names' && otherBasis !== undefined)
      this.#findings.add('serving-name', () => otherBasis);
    if (this.#basis !== undefined) return undefined;
    const serving = this.#columns.find(
      ({ name, fields }) =>
        /^gmwt_(?:desc)?1$/.test(name) &&
        fields.some((field) => !/^gmwt/i.test(field.name)) &&
        (name.includes('desc') ||
          ((this.nulls[name] ?? 0) - (amounts.unreadable.get(name) ?? 0)) * 2 <= this.#foods),
    );
    const named = this.#findings.countOf(['serving-name']);
    const areNamed = named * 2 > this.#foods;
    if (!areNamed && named > MAX_MISTAKES && named * IMPOSSIBLE_ONE_IN.names >= this.#foods) {
      return `${named} of its foods are named with an amount, so its values might not be per 100 g. If they are per serving, say so with --per serving; if all are per 100 g, with --per 100g.`;
    }
    if (otherBasis === undefined && serving === undefined && !areNamed) return undefined;
    const where =
      otherBasis === undefined
        ? `its column ${this.#fieldOf(serving?.name ?? 'description')} has servings`
        : `it says ${JSON.stringify(otherBasis)}`;
    return (
      `${where}, and no column says "per 100 g". ` +
      'If the amounts are per serving, say so with --per serving; if they are per 100 g, with --per 100g.'
    );
  }

  #fieldOf(column: string): string {
    const planned = this.#columns.find(({ name }) => name === column);
    return JSON.stringify(planned?.fields[0]?.name ?? column);
  }
}

const amount = (value: StoredValue | undefined) => (typeof value === 'number' ? value : undefined);
