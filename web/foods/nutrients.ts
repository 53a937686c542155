import table from '../../data/nutrients.csv?raw';
import { toNumber } from '../../src/meal/measures.ts';
import { gramsText, kcalText, MISSING, sizedText } from '../languages/number-text.ts';
import type { Column } from './columns.ts';
import { readCsv } from './csv.ts';
import type { FoodRow, Rows } from './food.ts';
import { nutrientTexts } from './nutrient-texts.ts';
import { type Portion, valueIn } from './plate.ts';

// The order and groups of nutrients in all tables of the page; their sums, digits and units.

export const NUTRIENT_GROUPS = ['main', 'fats', 'minerals', 'vitamins', 'more'] as const;
export type NutrientGroup = (typeof NUTRIENT_GROUPS)[number];

/** A column that tells an amount. */
export type Nutrient = Omit<Column, 'key'>;

/** The energy that daily values assume (21 CFR 101.9(c)(9)), unless a goal is set. */
const DAILY_KCAL = 2000;

/** The columns of every answer. */
const ALWAYS: readonly Nutrient[] = (readCsv(table) ?? []).flatMap(
  ({ column: name = '', title = '', unit = '', infoods = '', daily_value: daily }) =>
    ['kcal', 'protein_g', 'carbohydrate_g'].includes(name)
      ? [{ name, title, unit, infoods, daily_value: name === 'kcal' ? DAILY_KCAL : Number(daily) }]
      : [],
);

const MAIN = [
  'kcal',
  'protein_g',
  'lipid_total_g',
  'carbohydrate_g',
  'fiber_td_g',
  'sugar_g',
  'water_g',
];
const MINERALS =
  /^(calcium|iron|magnesium|phosphorus|potassium|sodium|zinc|copper|manganese|selenium)_/;

/** Nutrients that another one includes, or without a daily value. */
const MORE =
  /^(folate_tot|folic_acid|food_folate|vit_[ad]_iu|retinol|alpha_carot|beta_|lycopene|lut_and_zea|ash)/;

/** Nutrients of which less is better; of others, more is. */
export function isLimit(name: string): boolean {
  return /^(sodium|cholestrl|fa_sat|sugar)_/.test(name);
}

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

/** Of all portions of a plate, or of a day. */
export interface NutrientSum extends Nutrient {
  readonly amount: number;
  /** For how many foods it is known. */
  readonly known: number;
}

/** The values in the portion itself, known even if its food cannot be looked up. */
const OWN_COLUMNS: Readonly<Record<string, keyof PortionValues>> = {
  kcal: 'kcal',
  protein_g: 'protein',
  lipid_total_g: 'fat',
  carbohydrate_g: 'carbohydrate',
};
type PortionValues = Pick<Portion['food'], 'kcal' | 'protein' | 'fat' | 'carbohydrate'>;

/** An amount of a nutrient in a portion; `null` where it is not known. */
export function nutrientIn(
  { food, ...amount }: Portion,
  column: string,
  rows: Rows,
): number | null {
  const own = OWN_COLUMNS[column];
  const row = food.id === null ? undefined : rows.get(food.id);
  return valueIn(own === undefined ? toNumber(row?.[column]) : food[own], amount);
}

/** The sum of each nutrient that is offered, as far as the foods of the portions are known. */
export function sumNutrients(
  portions: readonly Portion[],
  columns: readonly Column[],
  rows: Rows,
): NutrientSum[] {
  return nutrientsOf(columns).map((nutrient) => {
    const amounts = portions.map((portion) => nutrientIn(portion, nutrient.name, rows));
    const known = amounts.filter((amount) => amount !== null);
    return { ...nutrient, amount: known.reduce((sum, one) => sum + one, 0), known: known.length };
  });
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
  if (MORE.test(name)) return 'more';
  if (MAIN.includes(name)) return 'main';
  if (MINERALS.test(name)) return 'minerals';
  return /^(fa_|cholestrl)/.test(name) ? 'fats' : 'vitamins';
}

/**
 * An amount with as many digits as are significant, and its unit.
 *
 * @param most - the largest of amounts that stand together, all with as many decimals
 */
export function nutrientText(value: number | null, unit: string | null, most?: number): string {
  if (value === null) return MISSING;
  const text =
    unit === 'kcal' ? kcalText(value) : unit === 'g' ? gramsText(value) : sizedText(value, most);
  return `${text} ${unit ?? ''}`.trim();
}

/** The name of a nutrient in the language of the page. */
export function nutrientTitle({ name, title }: Pick<Nutrient, 'name' | 'title'>): string {
  return nutrientTexts().nutrientTitles[name] ?? title;
}

/** Of the goal, or else of the daily value; `undefined` where there is neither, or no amount. */
export function shareOf(sum: NutrientSum, goal: number | undefined): number | undefined {
  const whole = goal ?? sum.daily_value;
  return whole === null || sum.known === 0 ? undefined : sum.amount / whole;
}
