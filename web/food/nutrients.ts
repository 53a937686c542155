import { type FoodRow, toNumber } from '../food.ts';
import type { Column } from '../service.ts';

export const NUTRIENT_GROUPS = ['main', 'fats', 'minerals', 'vitamins'] as const;
export type NutrientGroup = (typeof NUTRIENT_GROUPS)[number];

/** A column that tells an amount. */
export type Nutrient = Omit<Column, 'key'>;

/** What every answer has without being asked. */
const ALWAYS: readonly Nutrient[] = [
  { name: 'kcal', title: 'Energy', unit: 'kcal', infoods: 'ENERC_KCAL', daily_value: null },
  { name: 'protein_g', title: 'Protein', unit: 'g', infoods: 'PROCNT', daily_value: 50 },
  {
    name: 'carbohydrate_g',
    title: 'Carbohydrate, by difference',
    unit: 'g',
    infoods: 'CHOCDF',
    daily_value: 275,
  },
];

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

/** A nutrient, and its amount in 100 g of a food; `null` where it is not known. */
export interface NutrientValue extends Nutrient {
  readonly per100g: number | null;
}

/** The columns of a service that are nutrients: what every answer has, and what else is offered. */
export function nutrientsOf(columns: readonly Column[]): Nutrient[] {
  return [...ALWAYS, ...columns.filter(({ infoods }) => infoods !== null)];
}

/** The nutrients of which a food has a column. */
export function nutrientsIn(row: FoodRow, columns: readonly Column[]): NutrientValue[] {
  return nutrientsOf(columns)
    .filter(({ name }) => row[name] !== undefined)
    .map((column) => ({ ...column, per100g: toNumber(row[column.name]) }));
}

/** The nutrients of one group, the main ones in the order in which people look for them. */
export function inGroup<Known extends Nutrient>(
  nutrients: readonly Known[],
  group: NutrientGroup,
): Known[] {
  const members = nutrients.filter(({ name }) => groupOf(name) === group);
  return group === 'main'
    ? members.sort((a, b) => MAIN.indexOf(a.name) - MAIN.indexOf(b.name))
    : members;
}

function groupOf(name: string): NutrientGroup {
  if (MAIN.includes(name)) return 'main';
  if (MINERALS.test(name)) return 'minerals';
  return /^(fa_|cholestrl)/.test(name) ? 'fats' : 'vitamins';
}
