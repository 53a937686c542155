import { type FoodRow, toNumber } from '../food.ts';

/** What is known of a nutrient, whatever the food (`data/nutrients.csv`). */
export interface NutrientFact {
  /** The column of the table. */
  readonly column: string;
  readonly title: string;
  readonly unit: string;
  /** The daily value of the US label in `unit` (21 CFR 101.9(c)); `null` where there is none. */
  readonly dailyValue: number | null;
}

export const NUTRIENT_GROUPS = ['main', 'fats', 'minerals', 'vitamins'] as const;
export type NutrientGroup = (typeof NUTRIENT_GROUPS)[number];

const MAIN = [
  'kcal',
  'protein_g',
  'lipid_total_g',
  'carbohydrate_g',
  'fiber_td_g',
  'sugar_g',
  'water_g',
  'ash_g',
];
const MINERALS =
  /^(calcium|iron|magnesium|phosphorus|potassium|sodium|zinc|copper|manganese|selenium)_/;

/** The group in which a nutrient is shown. */
export function nutrientGroupOf(column: string): NutrientGroup {
  if (MAIN.includes(column)) return 'main';
  if (MINERALS.test(column)) return 'minerals';
  return /^(fa_|cholestrl)/.test(column) ? 'fats' : 'vitamins';
}

/** A nutrient of a food: its amount in 100 g, `null` where it is not known. */
export interface NutrientValue extends NutrientFact {
  readonly per100g: number | null;
}

/** The nutrients of which a food has a column, in the order of the facts. */
export function nutrientsIn(row: FoodRow, facts: readonly NutrientFact[]): NutrientValue[] {
  return facts
    .filter(({ column, unit }) => unit !== '' && row[column] !== undefined)
    .map((fact) => ({ ...fact, per100g: toNumber(row[fact.column]) }));
}

/** The nutrients of one group, the main ones in the order in which people look for them. */
export function inGroup<Fact extends NutrientFact>(
  nutrients: readonly Fact[],
  group: NutrientGroup,
): Fact[] {
  const members = nutrients.filter(({ column }) => nutrientGroupOf(column) === group);
  return group === 'main'
    ? members.sort((a, b) => MAIN.indexOf(a.column) - MAIN.indexOf(b.column))
    : members;
}
