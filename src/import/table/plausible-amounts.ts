import { readNutrients } from '../../catalog/nutrients.ts';
import { type AmountOf, expectedKcal, fattyAcids, wholeKcal } from '../../food/atwater.ts';
import { dataRows } from '../data-rows.ts';

// Limits that few real foods exceed, from data/plausible-amounts.tsv and the daily values.

/** A range for the amounts of a column, relative to a reference. */
export interface Rule {
  readonly column: string;
  /** Returns what the amount is compared with; `undefined` if the food cannot be judged. */
  readonly reference: (amountOf: AmountOf) => number | undefined;
  readonly min: number;
  readonly max: number;
  readonly text: string;
  /** One food in this many may be out of range by mistake. */
  readonly oneIn: number;
  /** Matches the names of the foods that the rule applies to. Default: all. */
  readonly foods?: RegExp | undefined;
  /** Whether the rule applies only to plain foods, of which few break it. */
  readonly isOfPlain?: boolean;
  /** Whether the rule applies only to amounts per 100 g. */
  readonly isOf100?: boolean;
  /** Whether foods with an amount of 0 are judged too. */
  readonly hasZeros?: boolean;
}

/** If the median food is out of range, the whole column is in the wrong unit. */
export const WHOLE_ONE_IN = 2;

/** Foods with less energy than this, in kcal, are not judged by their energy. */
const MIN_JUDGED_KCAL = 20;
/** The energy of a day in kcal, as assumed for daily values. */
const DAILY_KCAL = 2000;
/** Smaller amounts, in grams, are not used for comparisons, since rounding makes them inexact. */
const [MIN_FAT_GRAMS, MIN_SUGARY_GRAMS, MIN_WATER_GRAMS] = [3, 1, 20];

const DRY = ['protein_g', 'carbohydrate_g', 'lipid_total_g'];
type Reference = (amountOf: AmountOf, dailyValue: number) => number | undefined;
/** The bases of comparison, by the name in the file; `undefined` if the food cannot be judged. */
const REFERENCES: Readonly<Record<string, Reference>> = {
  'known energy': (amountOf) => above(MIN_JUDGED_KCAL, expectedKcal(amountOf)),
  '100 g': () => 100,
  'rest of 100 g': restOf100,
  fat: (amountOf) => above(MIN_FAT_GRAMS, amountOf('lipid_total_g')),
  'fatty acids': (amountOf) => above(MIN_FAT_GRAMS, fattyAcids(amountOf)),
  carbohydrate: (amountOf) => above(MIN_SUGARY_GRAMS, amountOf('carbohydrate_g')),
  'daily value': (_, dailyValue) => dailyValue,
  'daily value, with energy': (amountOf, dailyValue) =>
    above(MIN_JUDGED_KCAL, amountOf('kcal')) && dailyValue,
  'daily value by energy': (amountOf, dailyValue) =>
    above(0, ((amountOf('kcal') ?? 0) * dailyValue) / DAILY_KCAL),
};
/** Kinds of plain foods, and expressions for their names. */
const KINDS = dataRows('plain-foods.tsv').map(
  ([kind = '', names = '']) => [kind, new RegExp(names, 'iu')] as const,
);
const namesOf = (kind: string) => String(new Map(KINDS).get(kind)?.source);
const DAILY_VALUES = new Map(readNutrients().map(({ column, dailyValue }) => [column, dailyValue]));

/** The rules of `data/plausible-amounts.tsv`, some only for kinds of plain foods. */
export const BOUNDS = readBounds();

/** Returns the first word of the first kind of plain foods that a name matches, such as `meat`. */
export function plainKind(name: string): string | undefined {
  return KINDS.find(([, names]) => names.test(name))?.[0].split(' ')[0];
}

function readBounds(): readonly Rule[] {
  const [, ...rows] = dataRows('plausible-amounts.tsv');
  return rows.flatMap(([columns = '', of = '', min, max, oneIn, zeros, text = '', kinds]) =>
    columns.split('; ').map((column) => ({
      column,
      reference: (amountOf) => REFERENCES[of]?.(amountOf, DAILY_VALUES.get(column) ?? 0),
      min: Number(min),
      max: Number(max || Number.POSITIVE_INFINITY),
      oneIn: Number(oneIn),
      isOf100: of.endsWith('100 g'),
      hasZeros: zeros === 'yes',
      text,
      isOfPlain: kinds !== undefined && !/^(?:$|names with)/.test(kinds),
      foods: kinds ? new RegExp(kinds.replace(/[^|]+/g, namesOf), 'iu') : undefined,
    })),
  );
}

function restOf100(amountOf: AmountOf): number | undefined {
  const rest = DRY.reduce((grams, part) => grams - (amountOf(part) ?? 0), 100);
  return wholeKcal(amountOf) === undefined ? undefined : above(MIN_WATER_GRAMS, rest);
}

function above(min: number, amount = 0): number | undefined {
  return amount > min ? amount : undefined;
}
