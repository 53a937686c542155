import { readFileSync } from 'node:fs';
import { readNutrients } from '../../catalog/nutrients.ts';
import { FATTY_ACID_COLUMNS } from '../../food/entry.ts';

// Limits of amounts that no real food exceeds, from data/plausible-amounts.tsv and the daily values.

/** Returns the amount of a column in a food, if known. */
export type AmountOf = (column: string) => number | undefined;

/** A range for the amounts of a column, relative to something else. */
export interface Rule {
  readonly column: string;
  /** Returns what the amount is compared with; `undefined` if the food cannot be judged. */
  readonly whole: (amountOf: AmountOf) => number | undefined;
  readonly least: number;
  readonly most: number;
  readonly text: string;
  /** One food in this many may be out of range by mistake. */
  readonly oneIn: number;
  /** Matches the names of the foods that the rule applies to. Default: all. */
  readonly foods?: RegExp | undefined;
  /** Whether the rule applies only to amounts per 100 g. */
  readonly isOf100?: boolean;
  /** Whether foods with an amount of 0 are judged too. */
  readonly hasZeros?: boolean;
}

/** A table was misread if one food in this many is odd; in correct tables, at most one in 40 is. */
const ODD_ONE_IN = 30;
/** For minerals and vitamins, which tables list with more digits than are known. */
const LITTLE_ONE_IN = 6;
/** If the median food is out of range, the whole column is in another unit. */
export const WHOLE_ONE_IN = 2;

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
  'known parts': (amountOf) => above(MIN_JUDGED_KCAL, partsKcal(amountOf)),
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

export const BOUNDS: readonly Rule[] = [
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
    const [least, most] = EVENLY_FOUND.includes(column) ? [1 / 40, 5] : [1 / 300, 50];
    const shares = { least, most: 100, oneIn: WHOLE_ONE_IN };
    return [
      ...(unit === 'g' ? [] : [{ column, whole: ofEnergy, ...shares, text: '' }]),
      {
        column,
        whole: () => dailyValue,
        least: 0,
        most,
        text: 'more than any food has',
        oneIn: ODD_ONE_IN,
      },
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

/** Returns the energy of the nutrients; `undefined` if protein or carbohydrate is unknown. */
function expectedKcal(amountOf: AmountOf): number | undefined {
  const [protein, carbohydrate] = [amountOf('protein_g'), amountOf('carbohydrate_g')];
  if (protein === undefined || carbohydrate === undefined) return undefined;
  return partsKcal(amountOf) + KCAL_PER_GRAM * carbohydrate;
}

function partsKcal(amountOf: AmountOf): number {
  return KCAL_PER_GRAM * (amountOf('protein_g') ?? 0) + KCAL_PER_GRAM_OF_FAT * fatOf(amountOf);
}

/** Returns what is known of the fat: the total, or the sum of the fatty acids. */
export function fatOf(amountOf: AmountOf): number {
  return Math.max(amountOf('lipid_total_g') ?? 0, fattyAcids(amountOf));
}

function fattyAcids(amountOf: AmountOf): number {
  return FATTY_ACID_COLUMNS.reduce((sum: number, column) => sum + (amountOf(column) ?? 0), 0);
}
