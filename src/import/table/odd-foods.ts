import { readFileSync } from 'node:fs';
import { readNutrients } from '../../catalog/nutrients.ts';
import { FATTY_ACID_COLUMNS } from '../../food/entry.ts';
import { unitIn } from './column-names.ts';
import type { PlannedColumn } from './column-plan.ts';
import { unitFactor } from './units.ts';

// Finds foods with amounts in a different unit or column than those of the rest, by limits that no
// real food exceeds.

/** Returns the amount of a column in a food, if known. */
export type AmountOf = (column: string) => number | undefined;

/** A range for the amounts of a column, relative to something else. */
interface Rule {
  readonly column: string;
  /** Returns what the amount is compared with; `undefined` if the food cannot be judged. */
  readonly whole: (amountOf: AmountOf) => number | undefined;
  readonly least: number;
  readonly most: number;
  readonly text: string;
  /** One food in this many may be out of range by mistake. Default: {@link ODD_ONE_IN}. */
  readonly oneIn?: number;
  /** Matches the names of the foods that the rule applies to. Default: all. */
  readonly foods?: RegExp | undefined;
  /** Whether the rule applies only to amounts per 100 g. */
  readonly isOf100?: boolean;
  /** Whether foods with an amount of 0 are judged too. */
  readonly hasZeros?: boolean;
}

/** A table was misread if one food in this many is odd; in correct tables, at most one in 40 is. */
const ODD_ONE_IN = 30;
const [MIN_ODD_FOODS, MIN_OFF_FOODS] = [3, 6];
/** For minerals and vitamins, which tables list with more digits than are known. */
const LITTLE_ONE_IN = 6;
/** If the median food is out of range, the whole column is in another unit. */
const WHOLE_ONE_IN = 2;
/** For energy: in correct tables, one food in 16 is off by a quarter. */
const ENERGY_ONE_IN = 8;
/** The fewest foods from which a table is judged. */
export const MIN_FOODS = 10;

/** Energy per gram of protein or carbohydrate, and of fat, in kcal: the general Atwater factors. */
const KCAL_PER_GRAM = 4;
const KCAL_PER_GRAM_OF_FAT = 9;
/** Foods with less energy than this, in kcal, have too little to judge by. */
const MIN_JUDGED_KCAL = 20;
/** More energy than spirits have, in kcal: it must come from nutrients. */
const MIN_RICH_KCAL = 350;
/** A day's energy, on which daily values are based, in kcal. */
const DAILY_KCAL = 2000;
/** Smaller amounts may be lost in rounding. In grams. */
const [MIN_FAT_GRAMS, MIN_SUGARY_GRAMS, MIN_WATER_GRAMS] = [3, 1, 20];

const BOUNDS_FILE = new URL('../../../data/plausible-amounts.tsv', import.meta.url);
const DRY = ['protein_g', 'carbohydrate_g', 'lipid_total_g'];
const MACROS = [...DRY, 'fiber_td_g', 'fa_sat_g'];
/** Minerals of which no food has many times the daily value. */
const EVENLY_FOUND = ['calcium_mg', 'magnesium_mg', 'phosphorus_mg', 'potassium_mg'];
/** The bases of comparison, by the name in the file; `undefined` if the food cannot be judged. */
const WHOLES: Readonly<Record<string, Rule['whole']>> = {
  energy: judgedKcal,
  'known energy': (amountOf) => above(MIN_JUDGED_KCAL, expectedKcal(amountOf)),
  'rich energy': (amountOf) =>
    (amountOf('kcal') ?? 0) > MIN_RICH_KCAL ? wholeKcal(amountOf) : judgedKcal(amountOf),
  '100 g': () => 100,
  'rest of 100 g': restOf100,
  fat: (amountOf) => above(MIN_FAT_GRAMS, amountOf('lipid_total_g')),
  'fatty acids': (amountOf) => above(MIN_FAT_GRAMS, fattyAcids(amountOf)),
  carbohydrate: (amountOf) => above(MIN_SUGARY_GRAMS, amountOf('carbohydrate_g')),
};

/** Reads the rules of `data/plausible-amounts.tsv`, some only for foods with certain names. */
function readBounds(): Rule[] {
  const [, ...lines] = readFileSync(BOUNDS_FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [column = '', of = '', least, most, oneIn, zeros, text = '', foods] = line.split('\t');
    return {
      column,
      whole: WHOLES[of] ?? (() => undefined),
      least: Number(least),
      most: Number(most || Number.POSITIVE_INFINITY),
      oneIn: Number(oneIn),
      isOf100: of.endsWith('100 g'),
      hasZeros: zeros === 'yes',
      text,
      foods: foods ? new RegExp(foods, 'iu') : undefined,
    };
  });
}

const BOUNDS: readonly Rule[] = [
  ...readBounds(),
  ...readNutrients().flatMap(({ column, dailyValue, unit }): Rule[] => {
    if (dailyValue === undefined || unit === 'kcal') return [];
    const ofDay = (amountOf: AmountOf) => above(MIN_JUDGED_KCAL, amountOf('kcal')) && dailyValue;
    const ofEnergy = (amountOf: AmountOf) => {
      const kcal = above(0, amountOf('kcal'));
      return kcal && (kcal * dailyValue) / DAILY_KCAL;
    };
    const oneIn = MACROS.includes(column) ? ODD_ONE_IN : LITTLE_ONE_IN;
    // In national tables, the median ratio is 0.05 to 5 for nearly all minerals and vitamins.
    const [least, most] = EVENLY_FOUND.includes(column) ? [1 / 40, 5] : [1 / 300, 20];
    const shares = { least, most: 100, oneIn: WHOLE_ONE_IN };
    return [
      ...(unit === 'g' ? [] : [{ column, whole: ofEnergy, ...shares, text: '' }]),
      { column, whole: () => dailyValue, least: 0, most, text: 'more than any food has' },
      { column, whole: ofDay, least: 1 / 5000, most: 20, oneIn, text: 'nearly nothing of it' },
    ];
  }),
];

/** Returns the energy that the nutrients add up to, if all of them are known. */
function wholeKcal(amountOf: AmountOf): number | undefined {
  return amountOf('lipid_total_g') === undefined ? undefined : expectedKcal(amountOf);
}

function judgedKcal(amountOf: AmountOf): number | undefined {
  return above(MIN_JUDGED_KCAL, wholeKcal(amountOf));
}

function restOf100(amountOf: AmountOf): number | undefined {
  const rest = DRY.reduce((grams, part) => grams - (amountOf(part) ?? 0), 100);
  return wholeKcal(amountOf) === undefined ? undefined : above(MIN_WATER_GRAMS, rest);
}

function above(least: number, amount = 0): number | undefined {
  return amount > least ? amount : undefined;
}

/** How many foods break a rule; `far` ones have less than a thousandth of the minimum. */
interface OddCount {
  readonly rule: Rule;
  readonly field: string;
  readonly unit: string;
  judged: number;
  less: number;
  far: number;
  more: number;
}

/** Counts odd foods by rule. */
export class OddFoods {
  readonly #counts: OddCount[];

  /** @param isOfServings - whether the amounts are not per 100 g */
  constructor(columns: readonly PlannedColumn[], isOfServings: boolean) {
    this.#counts = BOUNDS.flatMap((rule) => {
      if (isOfServings && rule.isOf100 === true) return [];
      const { unit = '', fields } = columns.find(({ name }) => name === rule.column) ?? {};
      const field = fields?.[0]?.name;
      return field === undefined
        ? []
        : [{ rule, field, unit, judged: 0, less: 0, far: 0, more: 0 }];
    });
  }

  add(amountOf: AmountOf, name: string): void {
    for (const count of this.#counts) {
      const { column, whole, least, most, hasZeros = false, foods } = count.rule;
      const amount = amountOf(column) ?? -1;
      const all = amount > 0 || (hasZeros && amount === 0) ? whole(amountOf) : undefined;
      if (all === undefined || foods?.test(name) === false) continue;
      count.judged += 1;
      if (amount < least * all) count.less += 1;
      if (amount * 1000 < least * all) count.far += 1;
      if (amount > most * all) count.more += 1;
    }
  }

  /**
   * Describes which foods are odd and what to do; `undefined` if they are few.
   *
   * @param isAccepted - whether only energy in another unit is refused
   */
  fault(isAccepted: boolean): string | undefined {
    const odd = this.#counts.filter(({ rule: { oneIn = ODD_ONE_IN }, judged, less, more }) => {
      const odd = Math.max(less, more) * oneIn;
      if (oneIn === WHOLE_ONE_IN) return judged >= MIN_FOODS && odd > judged;
      const least = oneIn === ENERGY_ONE_IN ? MIN_OFF_FOODS : MIN_ODD_FOODS;
      return odd >= least * oneIn && odd >= judged;
    });
    const whole = odd.filter(({ rule }) => rule.oneIn === WHOLE_ONE_IN);
    const energy = whole.find(({ rule }) => rule.column === 'kcal');
    if (energy !== undefined) {
      const unit = energy.less * 2 > energy.judged ? 'kcal' : 'kJ';
      return (
        `the energy in its column ${JSON.stringify(energy.field)} is far from what protein, carbohydrate and fat give, ` +
        `for most foods. If it is in ${unit}, say so with --map ${JSON.stringify(`kcal=${energy.field}:${unit}`)}.`
      );
    }
    if (isAccepted) return undefined;
    if (whole.length > 0) {
      return (
        `its columns ${whole.map(({ field }) => JSON.stringify(field)).join(', ')} have too little or too ` +
        `much to be in these units. Name others, or leave columns out, such as with ` +
        `${whole.map(otherUnit).join(' ')}, or accept them with --accept nutrients.`
      );
    }
    const [found] = odd;
    if (found === undefined) return undefined;
    const { rule, field, less, more } = found;
    const wayOut =
      rule.isOf100 === true
        ? 'If amounts are per serving, say so with --per serving; else name the columns with --map'
        : `Give it one unit, leave it out with --map ${rule.column}=`;
    return (
      `${Math.max(less, more).toLocaleString('en')} of its foods have ${rule.text}, as if ` +
      `${JSON.stringify(field)} were in another unit or column there. ${wayOut}, or accept it with --accept nutrients.`
    );
  }
}

/** Returns the `--map` for a column in another unit: to nothing if its name states the unit. */
function otherUnit({ rule: { column }, field, unit, judged, less, far }: OddCount): string {
  if (unitIn(field) !== undefined) return `--map ${column}=`;
  const factor = less * 2 <= judged ? 1 / 1000 : far * 2 > judged ? 1_000_000 : 1000;
  const other = ['g', 'mg', 'µg'].find((one) => unitFactor(one, unit) === factor) ?? 'g';
  return `--map ${JSON.stringify(`${column}=${field}:${other}`)}`;
}

/** Returns the energy of the nutrients; `undefined` if protein or carbohydrate is unknown. */
function expectedKcal(amountOf: AmountOf): number | undefined {
  const [protein, carbohydrate] = [amountOf('protein_g'), amountOf('carbohydrate_g')];
  if (protein === undefined || carbohydrate === undefined) return undefined;
  return KCAL_PER_GRAM * (protein + carbohydrate) + KCAL_PER_GRAM_OF_FAT * fatOf(amountOf);
}

/** Returns what is known of the fat: the total, or the sum of the fatty acids. */
export function fatOf(amountOf: AmountOf): number {
  return Math.max(amountOf('lipid_total_g') ?? 0, fattyAcids(amountOf));
}

function fattyAcids(amountOf: AmountOf): number {
  return FATTY_ACID_COLUMNS.reduce((sum: number, column) => sum + (amountOf(column) ?? 0), 0);
}
