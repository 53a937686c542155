import { gramsOf, isSize, type Unit } from '../amount/units.ts';
import { readAmount } from '../amount/vocabularies.ts';
import type {
  EncodedAnswer,
  FoodCatalog,
  FoodQuery,
  ForeignLanguage,
  Interpretation,
} from '../catalog/food-catalog.ts';
import { ALL_FATS, FAT_KNOWN } from '../catalog/table/extra-columns.ts';
import type {
  FieldValue,
  FoodAmountSource,
  Meal,
  MealFood,
  MealLine,
  MealTotals,
  NutrientAmounts,
} from '../client/food.ts';
import { headOf, type Quantity, statedWeight, unitOf, usualUnitOf } from './food-amount.ts';
import {
  type Unit as FoodUnit,
  MEASURE_COLUMNS,
  readMeasures,
  rounded,
  toNumber,
  usualOf,
} from './measures.ts';

// Resolves the lines of a meal to foods, grams and nutrients. A line is a search with
// `match=fuzzy`, which understands its amount. The weight is stated in the line, or comes from
// measures of the food or of a similar one, or is unknown.

/** The nutrients that are always added up. */
const ADDED_UP = ['kcal', 'protein_g', 'carbohydrate_g', 'fat_g'];

/** The maximum number of other foods offered for a line. */
const ALTERNATIVES = 5;

export interface MealQuery {
  /** One food each, such as `2 eggs`. */
  readonly lines: readonly string[];
  readonly lang?: ForeignLanguage | undefined;
  /** Additional nutrients: columns of the catalog. */
  readonly fields?: readonly string[] | undefined;
  /** The number of servings. If given, there are totals per serving, too. */
  readonly servings?: number | undefined;
}

type Search = (query: FoodQuery) => EncodedAnswer | Promise<EncodedAnswer>;
type FoodRow = Readonly<Record<string, FieldValue>> & { readonly description: string | null };

/**
 * Returns the foods of a meal with their weights and nutrients.
 *
 * @param search Finds the foods of one line. Between two lines, the event loop runs other work.
 */
export async function resolveMeal(
  { lines, lang, fields = [], servings }: MealQuery,
  catalog: Pick<FoodCatalog, 'fields' | 'key'>,
  search: Search,
): Promise<Meal> {
  const nutrients = [...new Set([...ADDED_UP, ...fields])];
  const { key } = catalog;
  const asked = [...MEASURE_COLUMNS, FAT_KNOWN, ...fields, ...(key === undefined ? [] : [key])];
  const offered = catalog.fields.filter((name) => asked.includes(name));
  const resolved: MealLine[] = [];
  for (const line of lines) {
    const query = { text: line, match: 'fuzzy', limit: ALTERNATIVES + 1, fields: offered } as const;
    const answer = await search(lang === undefined ? query : { ...query, lang });
    const foods: FoodRow[] = JSON.parse(Buffer.from(answer.body).toString());
    resolved.push(resolveLine(line, foods, answer.interpretation, { key, nutrients, lang }));
    await nextTurn();
  }
  const totals = totalsOf(resolved, nutrients);
  if (servings === undefined) return { lines: resolved, totals };
  return { lines: resolved, totals, per_serving: divided(totals, servings) };
}

interface Asked extends Pick<MealQuery, 'lang'> {
  readonly key: string | undefined;
  readonly nutrients: readonly string[];
}

function resolveLine(
  line: string,
  foods: readonly FoodRow[],
  interpretation: Interpretation | undefined,
  { key, nutrients, lang }: Asked,
): MealLine {
  const [food, ...others] = foods;
  const { amount: count, unit: asked, readings = [] } = interpretation ?? {};
  const plain = { amount: count === undefined ? null : rounded(count), unit: asked ?? null };
  if (food === undefined) {
    const why = `no food matches ${JSON.stringify(line)}`;
    return { line, food: null, why, ...UNKNOWN, ...plain };
  }
  const reads = [readAmount(line, lang), ...(lang === undefined ? [] : [readAmount(line)])];
  const read = reads.find((one) => one?.unit === asked) ?? reads[0];
  const { food: typed = '', note = '' } = read ?? {};
  // In "8 lime leaves", the leaves are not weighed as limes.
  const isPart = readings.some(
    ({ typed: word, manner }) => manner === 'none' && typed.toLowerCase().endsWith(` ${word}`),
  );
  const counted = { unit: asked, food: typed, note };
  const stated = count === undefined ? undefined : statedWeight({ ...counted, count }, lang);
  const quantity = { ...counted, count, ...stated };
  const { amount, unit, grams, how } =
    isPart && count !== undefined && quantity.unit === undefined
      ? { ...plain, ...NO_WEIGHT }
      : weigh(food, others, quantity);
  const isSure = how === 'weight' || how === 'measure of the food';
  return {
    line,
    food: named(food, key),
    amount,
    unit,
    grams: grams === null ? null : rounded(grams),
    how,
    certain: isSure && isUnderstood(interpretation),
    nutrients:
      grams === null
        ? null
        : Object.fromEntries(nutrients.map((name) => [name, valueIn(per100g(food, name), grams)])),
    alternatives: others.map((other) => named(other, key)),
  };
}

const NO_WEIGHT = { grams: null, how: 'unknown' } as const;

const UNKNOWN = {
  amount: null,
  unit: null,
  ...NO_WEIGHT,
  certain: false,
  nutrients: null,
  alternatives: [],
} as const;

interface Weighed extends Pick<MealLine, 'amount' | 'unit' | 'grams'> {
  readonly how: FoodAmountSource;
}

/**
 * Returns the weight of a line's amount of a food. If the food lacks the measure, uses that of
 * another result of the same kind, such as another cheese.
 */
function weigh(
  food: FoodRow,
  others: readonly FoodRow[],
  { count, ...quantity }: Omit<Quantity, 'count'> & { readonly count: number | undefined },
): Weighed {
  const { unit } = quantity;
  const measures = readMeasures(food);
  if (count === undefined) {
    const usual = usualOf(measures);
    return usual === undefined
      ? { amount: null, unit: null, ...NO_WEIGHT }
      : { amount: usual.count, unit: usual.name, grams: usual.grams, how: 'usual amount' };
  }
  const weighed = (one: FoodUnit, how: FoodAmountSource) => ({
    ...{ amount: rounded(count), unit: one.name, grams: count * one.grams, how },
  });
  const own = unitOf(measures, quantity, food.description);
  if (own !== undefined) return weighed(own, isWeight(unit) ? 'weight' : 'measure of the food');
  const similar = others
    .filter((other) => headOf(other.description) === headOf(food.description))
    .map((other) => unitOf(readMeasures(other), quantity, other.description))
    .find((known) => known !== undefined);
  if (similar !== undefined) return weighed(similar, 'measure of its kind');
  const isOne = unit === undefined || unit === 'piece' || isSize(unit);
  const one = isOne ? usualUnitOf(measures, food.description) : undefined;
  if (one !== undefined) return weighed(one, 'usual amount');
  return { amount: rounded(count), unit: unit ?? null, ...NO_WEIGHT };
}

function isWeight(unit: Unit | undefined): boolean {
  return unit !== undefined && gramsOf(unit) !== undefined;
}

/** Whether every word matched, and none was guessed. */
function isUnderstood(interpretation: Interpretation | undefined): boolean {
  const isGuess = (manner: string) => ['none', 'slip', 'beginning'].includes(manner);
  return interpretation?.readings.some(({ manner }) => isGuess(manner)) === false;
}

function named(food: FoodRow, key: string | undefined): MealFood {
  const id = key === undefined ? undefined : food[key];
  return { id: id === undefined ? null : String(id), description: food.description };
}

/**
 * Returns the value per 100 g. Returns `null` for the fat of a food with unknown fatty acids, since
 * `fat_g` counts them as 0.
 */
function per100g(food: FoodRow, name: string): FieldValue | undefined {
  const isPart = name === 'fat_g' && Number(food[FAT_KNOWN] ?? ALL_FATS) < ALL_FATS;
  return isPart ? null : food[name];
}

/** Converts a value per 100 g to this many grams; `null` if the value is unknown. */
function valueIn(value: FieldValue | undefined, grams: number): number | null {
  const per100g = toNumber(value);
  return per100g === null ? null : rounded((per100g * grams) / 100);
}

function totalsOf(lines: readonly MealLine[], nutrients: readonly string[]): MealTotals {
  const known = lines.filter(({ grams }) => grams !== null);
  const sum = (values: readonly (number | null | undefined)[]) => {
    const numbers = values.filter((value) => typeof value === 'number');
    return numbers.length === 0 ? null : rounded(numbers.reduce((total, one) => total + one, 0));
  };
  const sums = nutrients.map((name) => [name, sum(known.map((line) => line.nutrients?.[name]))]);
  const grams = sum(known.map((line) => line.grams));
  return { ...Object.fromEntries(sums), grams, known: known.length, lines: lines.length };
}

/** Divides the totals by the number of servings. */
function divided(totals: MealTotals, servings: number): NutrientAmounts {
  const { known: _known, lines: _lines, ...amounts } = totals;
  const parts = Object.entries(amounts).map(([name, value]) => [
    name,
    value === null ? null : rounded(value / servings),
  ]);
  return Object.fromEntries(parts);
}

const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Each turn resumes only one caller, so other requests
 * wait for at most one step of one long response, however many are in progress.
 */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0) setImmediate(release);
  return new Promise((resolve) => waiting.push(resolve));
}

function release(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(release);
}
