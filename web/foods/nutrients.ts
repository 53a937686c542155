import table from '../../data/nutrients.csv?raw';
import { toNumber } from '../../src/meal/measures.ts';
import { gramsText, inLanguage, kcalText, MISSING, sizedText } from '../languages/language.ts';
import { type Column, ownColumn } from './columns.ts';
import { readCsv } from './csv.ts';
import type { FoodRow, Rows } from './food.ts';
import { type Portion, type Sum, sumOf, valueIn } from './plate.ts';

// The order, groups, sums and formatting of nutrients, and the strings about them.
// The names of nutrients are in data/nutrients.csv.

export const ENGLISH = {
  nutrientGroups: {
    main: 'Main nutrients',
    fats: 'Fats and cholesterol',
    minerals: 'Minerals',
    vitamins: 'Vitamins',
    more: 'More nutrients',
  },
  dailyShare: '% DV',
  dailyValuesAre: 'Percentages are of the US daily values for adults, or of your goals.',
  knownOf: (known: number, all: number) =>
    `known for ${known} of ${all} ${all === 1 ? 'food' : 'foods'}`,
};

export const SPANISH: typeof ENGLISH = {
  nutrientGroups: {
    main: 'Nutrientes principales',
    fats: 'Grasas y colesterol',
    minerals: 'Minerales',
    vitamins: 'Vitaminas',
    more: 'Más nutrientes',
  },
  dailyShare: '% VD',
  dailyValuesAre:
    'Los porcentajes se refieren a los valores diarios de EE. UU. para adultos, o a tus metas.',
  knownOf: (known, all) => `conocido en ${known} de ${all}`,
};

/** Returns the strings about nutrients. */
export const nutrientTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });

const GROUPS = ['main', 'fats', 'minerals', 'vitamins', 'more'] as const;
type NutrientGroup = (typeof GROUPS)[number];

/** A column with an amount. */
export type Nutrient = Omit<Column, 'key'>;

/** The energy that daily values are based on (21 CFR 101.9(c)(9)): the daily value of kcal. */
const DAILY_KCAL = 2000;

const TABLE = readCsv(table) ?? [];

/** Maps columns to their Spanish titles. */
const SPANISH_TITLES = new Map(TABLE.map(({ column, title_es: title }) => [column, title]));

/** The nutrients in every answer, requested or not, apart from `fat_g`. */
const ALWAYS: readonly Nutrient[] = TABLE.flatMap(
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

/** Nutrients that are part of another column's value, or that have no daily value. */
const MORE =
  /^(folate_tot|folic_acid|food_folate|vit_[ad]_iu|retinol|alpha_carot|beta_|lycopene|lut_and_zea|ash)/;

/** Checks whether less of a nutrient is better. */
export function isLimit(name: string): boolean {
  return /^(sodium|cholestrl|fa_sat|sugar)_/.test(name);
}

/** A nutrient, and its amount in 100 g of a food; `null` if not known. */
export interface NutrientValue extends Nutrient {
  readonly per100g: number | null;
}

/**
 * Returns the nutrients of a service: first those in every answer, then those among the offered
 * columns.
 */
export function nutrientsOf(columns: readonly Column[]): Nutrient[] {
  return [...ALWAYS, ...columns.filter(({ infoods }) => infoods !== null)];
}

/** Returns the nutrients for which a food has a column. */
export function nutrientsIn(row: FoodRow, columns: readonly Column[]): NutrientValue[] {
  return nutrientsOf(columns)
    .filter(({ name }) => row[name] !== undefined)
    .map((column) => ({ ...column, per100g: toNumber(row[column.name]) }));
}

/** The sum of a nutrient over all portions of a plate. */
export interface NutrientSum extends Nutrient, Sum {}

/**
 * Returns the amount of a nutrient in a portion; `null` if not known. A portion stores the values
 * that every row shows, so these are known even if its food cannot be looked up.
 */
export function nutrientIn(
  { food, ...amount }: Portion,
  column: string,
  rows: Rows,
): number | null {
  const own = ownColumn(column);
  const row = food.id === null ? undefined : rows.get(food.id);
  const isOwn = own !== undefined && own !== 'description';
  return valueIn(isOwn ? food[own] : toNumber(row?.[column]), amount);
}

/** Sums each offered nutrient over the portions whose foods have a known value. */
export function sumNutrients(
  portions: readonly Portion[],
  columns: readonly Column[],
  rows: Rows,
): NutrientSum[] {
  return nutrientsOf(columns).map((nutrient) => ({
    ...nutrient,
    ...sumOf(portions.map((portion) => nutrientIn(portion, nutrient.name, rows))),
  }));
}

/**
 * Returns the groups that have members, with their titles. The main nutrients are in the order in
 * which people look for them.
 */
export function groupsOf<Known extends Nutrient>(nutrients: readonly Known[]) {
  return GROUPS.map((group) => ({
    group,
    title: nutrientTexts().nutrientGroups[group],
    members: nutrients
      .filter(({ name }) => groupOf(name) === group)
      // The sort is stable, so the other groups, which have no main nutrients, keep their order.
      .sort((a, b) => MAIN.indexOf(a.name) - MAIN.indexOf(b.name)),
  })).filter(({ members }) => members.length > 0);
}

function groupOf(name: string): NutrientGroup {
  if (MORE.test(name)) return 'more';
  if (MAIN.includes(name)) return 'main';
  if (MINERALS.test(name)) return 'minerals';
  return /^(fa_|cholestrl)/.test(name) ? 'fats' : 'vitamins';
}

/**
 * Formats an amount with its unit: kcal without decimals, g with one, other units by size.
 *
 * @param largest - the largest of the amounts shown together, which sets the decimals of all of
 * them
 */
export function nutrientText(value: number | null, unit: string | null, largest?: number): string {
  if (value === null) return MISSING;
  const text =
    unit === 'kcal' ? kcalText(value) : unit === 'g' ? gramsText(value) : sizedText(value, largest);
  return `${text} ${unit ?? ''}`.trim();
}

/** Returns the name of a nutrient in the page's language. */
export function nutrientTitle({ name, title }: Pick<Nutrient, 'name' | 'title'>): string {
  return inLanguage({ en: title, es: SPANISH_TITLES.get(name) || title });
}

/**
 * Returns the fraction of the goal, or of the daily value if no goal is set; `undefined` if there
 * is neither, or no known amount.
 */
export function shareOf(sum: NutrientSum, goal: number | undefined): number | undefined {
  const whole = goal ?? sum.daily_value;
  return whole === null || sum.amount === null ? undefined : sum.amount / whole;
}
